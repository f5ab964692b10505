//! Which operator a stroke on the ground is, by tool, shape of the ground and held keys.

use super::{CliffWater, GroundBrush, GroundHeightFrom, GroundTool};
use crate::document::{Terrain, TerrainShape};
use crate::edit::operator::{
    PaintCornerFlags, PaintCorners, PaintHoles, PaintTextureLayer, PaintTextureSwap,
    PaintVertexColours, SculptTerrain, SetAreaId, SetChunkFlags, SetCliffLevel, SetWaterLevel,
    SmoothTextureLayers,
};
use crate::edit::{
    CliffChange, CornerMarkArgument, FalloffArgument, GroundSample, HoleArgument, Operator,
    SculptModeArgument,
};
use crate::terrain::{Corner, CornerFlags, layer_at, level_z};

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
    /// Where it begins, x and y.
    pub place: [f32; 2],
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
            // Places that are protected elsewhere mean nothing here.
            masks: $brush.masks.on(&$terrain.shape),
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
    let sculpts_with = |brush: &GroundBrush, mode: SculptModeArgument| -> Operator {
        let is_flat = mode == SculptModeArgument::Flatten;
        let is_ramp = mode == SculptModeArgument::Ramp;
        let height = match brush.tools.height_from {
            GroundHeightFrom::Stroke => keys.height,
            GroundHeightFrom::Fixed => brush.tools.height(&terrain.shape),
        };
        brushed!(SculptTerrain, terrain, brush, seed, {
            mode: mode,
            amount: brush.amount(&terrain.shape),
            height: is_flat.then_some(height),
            scale: None,
            from: is_ramp.then_some(keys.place),
            to: is_ramp.then_some(keys.place),
            from_height: None,
            to_height: None,
        })
    };
    let sculpts = |mode: SculptModeArgument| -> Operator {
        let mode = if keys.smooths {
            SculptModeArgument::Smooth
        } else {
            mode
        };
        sculpts_with(brush, mode)
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
            variation: brush.tools.variation,
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
        GroundTool::Plateau => {
            let all_at_once = GroundBrush {
                strength: 1.0,
                ..whole
            };
            sculpts_with(&all_at_once, SculptModeArgument::Flatten)
        }
        // Its ends are those of the drag.
        GroundTool::Ramp => sculpts_with(brush, SculptModeArgument::Ramp),
        GroundTool::SmoothHeights => sculpts(SculptModeArgument::Smooth),
        GroundTool::Noise => sculpts(SculptModeArgument::Noise),
        GroundTool::Holes => brushed!(PaintHoles, terrain, whole, seed, {
            mode: if keys.inverts { HoleArgument::Fill } else { HoleArgument::Cut },
        }),
        GroundTool::Colour => brushed!(PaintVertexColours, terrain, brush, seed, {
            colour: if keys.inverts { NO_TINT } else { brush.colour },
        }),
        GroundTool::Blight => marks(terrain, &whole, keys, CornerMarkArgument::Blight),
        GroundTool::Marks => marks(terrain, &whole, keys, brush.tools.mark),
        GroundTool::Water => brushed!(SetWaterLevel, terrain, whole, seed, {
            level: (!keys.inverts).then_some(brush.tools.water_level),
            water: Some(!keys.inverts),
        }),
        GroundTool::Area => brushed!(SetAreaId, terrain, whole, seed, {
            area: brush.tools.area,
        }),
        GroundTool::Flags => {
            let flags = brush.tools.chunk_flags;
            let (set, clear) = if keys.inverts { (0, flags) } else { (flags, 0) };
            brushed!(SetChunkFlags, terrain, whole, seed, { set: set, clear: clear })
        }
        GroundTool::Cliffs => cliffs(terrain, &whole, keys),
    })
}

fn marks(
    terrain: &Terrain,
    brush: &GroundBrush,
    keys: StrokeKeys<'_>,
    mark: CornerMarkArgument,
) -> Operator {
    let only = |is_meant: bool| if is_meant { vec![mark] } else { Vec::new() };
    brushed!(PaintCornerFlags, terrain, brush, keys.seed, {
        set: only(!keys.inverts),
        clear: only(keys.inverts),
    })
}

/// What the tool for cliffs does; with water, levels are those where the stroke begins.
fn cliffs(terrain: &Terrain, brush: &GroundBrush, keys: StrokeKeys<'_>) -> Operator {
    let tools = &brush.tools;
    let (change, water) = match tools.cliff_water {
        CliffWater::Untouched => {
            let change = match tools.cliff {
                CliffChange::By(steps) if keys.inverts => CliffChange::By(-steps),
                change => change,
            };
            (change, None)
        }
        // The opposite: ground again, as high as the water was meant for.
        _ if keys.inverts => (CliffChange::Level, None),
        CliffWater::Shallow => sunk(terrain, keys.place, 1),
        CliffWater::Deep => sunk(terrain, keys.place, 2),
    };
    brushed!(SetCliffLevel, terrain, brush, keys.seed, {
        change: change,
        neighbours: tools.cliff_neighbours,
        cliff_type: None,
        water: water,
    })
}

/// The level so many steps below the one at a place, and water as high as that place.
fn sunk(terrain: &Terrain, [x, y]: [f32; 2], steps: u8) -> (CliffChange, Option<f32>) {
    let Some(map) = terrain.shape.corners() else {
        return (CliffChange::Level, None);
    };
    let (column, row) = map.nearest(x, y);
    let corner = map.corner(column, row).unwrap_or(Corner::LEVEL);
    // A stroke that begins in water goes on with that water.
    let water = if corner.flags().has(CornerFlags::WATER) {
        corner.water_z(0.0)
    } else {
        level_z(corner.layer())
    };
    let surface = layer_at(water);
    (CliffChange::To(surface.saturating_sub(steps)), Some(water))
}

/// Gives a whole stroke its samples, where its tool has no live one.
pub(super) fn with_samples(mut operator: Operator, samples: &[GroundSample]) -> Operator {
    match &mut operator {
        Operator::SetCliffLevel(cliffs) => cliffs.samples = samples.to_vec(),
        Operator::SculptTerrain(ramp) => {
            ramp.to = samples.last().map(|sample| sample.position);
        }
        _ => {}
    }
    operator
}
