//! Evens textures out with a stroke of a brush, or sharpens them.

use super::brush_operator::terrain_brush_operator;
use crate::edit::EditError;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::{GroundTool, draft_stroke};
use crate::edit::texel_paint::{Aim, TexelPainter};

terrain_brush_operator! {
    /// Evens the textures of the ground out with a stroke of a brush, across map chunks and tiles, or sharpens what divides them.
    SmoothTextureLayers = "smooth_texture_layers" {
        /// Whether they are sharpened.
        #[serde(default)]
        sharpen: bool = "false",
        /// How many texels to each side count, 1 to 8.
        #[serde(default = "crate::edit::operator::terrain::smooth_texture_layers::two")]
        reach: u32 = "2",
    }
    example r##"{"op":"smooth_texture_layers","terrain":1,"sharpen":false,"reach":2,"radius":10.0,"strength":1.0,"hardness":0.0,"falloff":"smooth","accumulate":true,"shape":"circle","samples":[{"position":[100.0,200.0],"pressure":1.0}],"masks":{"only_textures":["Tileset\\Elwynn\\ElwynnGrass01.blp"]},"seed":0,"tip":{},"symmetry":null}"##
}

/// The default of `reach`.
pub(in crate::edit::operator) fn two() -> u32 {
    2
}

impl SmoothTextureLayers {
    /// What its brush does.
    pub(in crate::edit) fn tool(
        &self,
        draft: &TerrainDraft<'_>,
    ) -> Result<Box<dyn GroundTool>, EditError> {
        let brush = self.brush()?;
        let map = draft.tiles()?;
        if !(1..=8).contains(&self.reach) {
            return Err(EditError::Value {
                argument: "reach",
                reason: "must be between 1 and 8".to_owned(),
            });
        }
        let reach = self.reach as u8;
        let aim = match self.sharpen {
            true => Aim::Sharpen(reach),
            false => Aim::Smooth(reach),
        };
        Ok(Box::new(TexelPainter::new(aim, &brush, map)?))
    }

    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        draft_stroke(self.tool(draft)?, &self.samples, draft)
    }
}
