//! Which operator a stroke on the ground is, by tool, shape of the ground and held keys.

use super::{GroundBrush, GroundTool};
use crate::document::{Terrain, TerrainShape};
use crate::edit::operator::{
    PaintCornerFlags, PaintCorners, PaintHoles, PaintTextureLayer, PaintTextureSwap,
    PaintVertexColours, SculptTerrain, SetCliffLevel, SmoothTextureLayers,
};
use crate::edit::{
    CliffChange, CliffNeighboursArgument, CornerMarkArgument, FalloffArgument, GroundSample,
    HoleArgument, Operator, SculptModeArgument, VariationArgument,
};

/// How many texels to each side count where textures are smoothed.
const SMOOTH_REACH: u32 = 2;

/// What decides what a stroke does, beside the brush.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrokeKeys<'a> {
    /// The texture that is laid down.
    pub texture: Option<&'a str>,
    /// Whether the brush does the opposite: Ctrl.
    pub inverts: bool,
    /// Whether it smooths, whatever it does else: Shift.
    pub smooths: bool,
    /// Height of the ground where the stroke begins, world units.
    pub height: f32,
    /// What chance begins with.
    pub seed: u32,
}

/// The tint that leaves the ground as it is.
const NO_TINT: [u8; 3] = [127; 3];

/// Fills in what all brushes have in common.
macro_rules! brushed {
    ($name:ident, $terrain:expr, $brush:expr, $seed:expr, { $($field:ident: $value:expr),* $(,)? }) => {
        $name {
            terrain: Some($terrain.id.0),
            $($field: $value,)*
            radius: $brush.radius(&$terrain.shape),
            strength: $brush.strength,
            hardness: $brush.hardness,
            falloff: $brush.falloff.clone(),
            accumulate: $brush.accumulates,
            shape: $brush.shape,
            samples: Vec::new(),
            masks: $brush.masks.clone(),
            seed: $seed,
            tip: $brush.tip.argument($brush.radius(&$terrain.shape)),
            symmetry: $brush.way.symmetry_on(&$terrain.shape),
        }
        .into()
    };
}

/// The operator of a stroke, without its samples; `None` for a tool that is no brush.
pub(super) fn stroke_operator(
    terrain: &Terrain,
    brush: &GroundBrush,
    keys: StrokeKeys<'_>,
) -> Option<Operator> {
    let seed = keys.seed;
    let sharpens = |is_sharp: bool| -> Operator {
        brushed!(SmoothTextureLayers, terrain, brush, seed, {
            sharpen: is_sharp,
            reach: SMOOTH_REACH,
        })
    };
    let sculpts = |mode: SculptModeArgument| -> Operator {
        let mode = if keys.smooths {
            SculptModeArgument::Smooth
        } else {
            mode
        };
        let is_flat = mode == SculptModeArgument::Flatten;
        brushed!(SculptTerrain, terrain, brush, seed, {
            mode: mode,
            amount: brush.amount(&terrain.shape),
            height: is_flat.then_some(keys.height),
            scale: None,
            from: None,
            to: None,
            from_height: None,
            to_height: None,
        })
    };
    // What can't be half done is done wherever the outline reaches.
    let whole = GroundBrush {
        hardness: 1.0,
        falloff: FalloffArgument::Flat,
        ..brush.clone()
    };
    let is_tiles = matches!(terrain.shape, TerrainShape::Tiles(_));
    let texture = keys.texture.unwrap_or_default().to_owned();
    Some(match brush.tool {
        GroundTool::Paint if keys.smooths && is_tiles => sharpens(false),
        GroundTool::Paint if is_tiles => brushed!(PaintTextureLayer, terrain, brush, seed, {
            texture: texture,
            // The opposite of laying a texture down is taking it away.
            target: if keys.inverts { 0.0 } else { brush.target_percent / 100.0 },
            fifth: brush.stroke_fifth(),
        }),
        GroundTool::Paint => brushed!(PaintCorners, terrain, whole, seed, {
            texture: texture,
            variation: VariationArgument::Random,
        }),
        GroundTool::SmoothTextures => sharpens(keys.inverts && !keys.smooths),
        GroundTool::SharpenTextures => sharpens(!keys.inverts && !keys.smooths),
        GroundTool::FillChunks | GroundTool::MarkRegion => return None,
        GroundTool::SwapTexture => {
            let swapped = brush.swapped.clone().unwrap_or_default();
            // The opposite brings the other one back.
            let [from, to] = match keys.inverts {
                false => [swapped, texture],
                true => [texture, swapped],
            };
            brushed!(PaintTextureSwap, terrain, brush, seed, {
                from: from,
                to: to,
                fifth: brush.stroke_fifth(),
            })
        }
        GroundTool::Raise if keys.inverts => sculpts(SculptModeArgument::Lower),
        GroundTool::Lower if keys.inverts => sculpts(SculptModeArgument::Raise),
        GroundTool::Raise => sculpts(SculptModeArgument::Raise),
        GroundTool::Lower => sculpts(SculptModeArgument::Lower),
        GroundTool::Flatten => sculpts(SculptModeArgument::Flatten),
        GroundTool::SmoothHeights => sculpts(SculptModeArgument::Smooth),
        GroundTool::Noise => sculpts(SculptModeArgument::Noise),
        GroundTool::Holes => brushed!(PaintHoles, terrain, whole, seed, {
            mode: if keys.inverts { HoleArgument::Fill } else { HoleArgument::Cut },
        }),
        GroundTool::Colour => brushed!(PaintVertexColours, terrain, brush, seed, {
            colour: if keys.inverts { NO_TINT } else { brush.colour },
        }),
        GroundTool::Blight => {
            let marks = |is_meant: bool| match is_meant {
                true => vec![CornerMarkArgument::Blight],
                false => Vec::new(),
            };
            brushed!(PaintCornerFlags, terrain, whole, seed, {
                set: marks(!keys.inverts),
                clear: marks(keys.inverts),
            })
        }
        GroundTool::Cliffs => brushed!(SetCliffLevel, terrain, whole, seed, {
            change: CliffChange::By(if keys.inverts { -1 } else { 1 }),
            neighbours: CliffNeighboursArgument::Follow,
            cliff_type: None,
        }),
    })
}

/// Gives a whole stroke its samples, where its tool has no live one.
pub(super) fn with_samples(mut operator: Operator, samples: &[GroundSample]) -> Operator {
    if let Operator::SetCliffLevel(cliffs) = &mut operator {
        cliffs.samples = samples.to_vec();
    }
    operator
}
