//! Which operator a stroke on the ground is, by tool, shape of the ground and held keys.

use super::{GroundBrush, GroundTool};
use crate::document::{Terrain, TerrainShape};
use crate::edit::Operator;
use crate::edit::operator::{PaintTextureLayer, SmoothTextureLayers};

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
    /// What chance begins with.
    pub seed: u32,
}

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
    let is_tiles = matches!(terrain.shape, TerrainShape::Tiles(_));
    Some(match brush.tool {
        GroundTool::Paint if keys.smooths && is_tiles => sharpens(false),
        GroundTool::Paint => brushed!(PaintTextureLayer, terrain, brush, seed, {
            texture: keys.texture.unwrap_or_default().to_owned(),
            // The opposite of laying a texture down is taking it away.
            target: if keys.inverts { 0.0 } else { brush.target_percent / 100.0 },
            fifth: brush.fifth.clone(),
        }),
        GroundTool::SmoothTextures => sharpens(keys.inverts && !keys.smooths),
        GroundTool::SharpenTextures => sharpens(!keys.inverts && !keys.smooths),
        GroundTool::FillChunks => return None,
    })
}
