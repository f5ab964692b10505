//! Gives map chunks to an area of the game with a stroke of a brush.

use super::brush_operator::terrain_brush_operator;
use crate::edit::EditError;
use crate::edit::ground::{GroundPainter, GroundWork, TileTool};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::{GroundTool, draft_stroke};

terrain_brush_operator! {
    /// Gives map chunks of World of Warcraft to an area of the game: the one under the middle of the brush, and all whose middle it covers.
    SetAreaId = "set_area_id" {
        /// The number of the area in the game's tables.
        area: u32,
    }
    example r##"{"op":"set_area_id","terrain":1,"area":12,"radius":40.0,"strength":1.0,"hardness":1.0,"falloff":"flat","accumulate":false,"shape":"circle","samples":[{"position":[100.0,200.0],"pressure":1.0}],"masks":{},"seed":0,"tip":{},"symmetry":null}"##
}

impl SetAreaId {
    /// What its brush does.
    pub(in crate::edit) fn tool(
        &self,
        draft: &TerrainDraft<'_>,
    ) -> Result<Box<dyn GroundTool>, EditError> {
        let work =
            GroundWork::over_tiles(draft.tiles()?, self.brush()?, TileTool::Area(self.area))?;
        Ok(GroundPainter::boxed(
            work,
            format!("Give {{}} to area {}", self.area),
        ))
    }

    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        draft_stroke(self.tool(draft)?, &self.samples, draft)
    }
}
