//! Sets the level of water at corners with a stroke of a brush.

use super::brush_operator::terrain_brush_operator;
use super::height_of::checked_height;
use crate::edit::EditError;
use crate::edit::ground::{CornerTool, GroundPainter, GroundWork};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::{GroundTool, draft_stroke};
use crate::terrain::Corner;

terrain_brush_operator! {
    /// Sets the level of water at the corners of a Warcraft III map under a brush, and whether there is water.
    SetWaterLevel = "set_water_level" {
        /// The level in world units, without what the game adds for the tileset; null keeps it.
        #[serde(default)]
        level: Option<f32> = "null",
        /// Whether there is water; null keeps it.
        #[serde(default)]
        water: Option<bool> = "null",
    }
    example r##"{"op":"set_water_level","terrain":1,"level":64.0,"water":true,"radius":300.0,"strength":1.0,"hardness":1.0,"falloff":"flat","accumulate":false,"shape":"circle","samples":[{"position":[0.0,0.0],"pressure":1.0}],"masks":{},"seed":0,"tip":{},"symmetry":null}"##
}

impl SetWaterLevel {
    /// What its brush does.
    pub(in crate::edit) fn tool(
        &self,
        draft: &TerrainDraft<'_>,
    ) -> Result<Box<dyn GroundTool>, EditError> {
        let map = draft.corners()?;
        if self.level.is_none() && self.water.is_none() {
            return Err(EditError::Empty { argument: "level" });
        }
        let level = self.level.map(|z| checked_height("level", z)).transpose()?;
        let tool = CornerTool::Water {
            level: level.map(Corner::water_level_for_z),
            marked: self.water,
        };
        let work = GroundWork::over_corners(map, self.brush()?, tool)?;
        Ok(GroundPainter::boxed(work, "Set water of {}"))
    }

    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let tool = self.tool(draft)?;
        if let Some(level) = self.level {
            let mut corner = Corner::LEVEL;
            corner.set_water_level(Corner::water_level_for_z(level));
            let stored = corner.water_z(0.0);
            if (stored - level).abs() > 0.25 {
                draft.note(format!(
                    "the level stops at {stored}: no other that is nearer to {level} can be stored"
                ));
            }
        }
        draft_stroke(tool, &self.samples, draft)
    }
}
