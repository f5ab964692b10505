//! Cuts and fills holes of map chunks with a stroke of a brush.

use super::brush_operator::terrain_brush_operator;
use crate::edit::ground::{GroundPainter, GroundWork, TileTool};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::{GroundTool, draft_stroke};
use crate::edit::{EditError, HoleArgument};

terrain_brush_operator! {
    /// Cuts or fills holes in the ground of World of Warcraft, of which a map chunk has 4 by 4: the one under the middle of the brush, and all whose middle it covers.
    PaintHoles = "paint_holes" {
        /// Whether holes are cut or filled.
        #[serde(default)]
        mode: HoleArgument = "\"cut\"",
    }
    example r##"{"op":"paint_holes","terrain":1,"mode":"cut","radius":5.0,"strength":1.0,"hardness":1.0,"falloff":"flat","accumulate":false,"shape":"circle","samples":[{"position":[100.0,200.0],"pressure":1.0}],"masks":{},"seed":0,"tip":{},"symmetry":null}"##
}

impl PaintHoles {
    /// What its brush does.
    pub(in crate::edit) fn tool(
        &self,
        draft: &TerrainDraft<'_>,
    ) -> Result<Box<dyn GroundTool>, EditError> {
        let (tool, label) = match self.mode {
            HoleArgument::Cut => (TileTool::CutHoles, "Cut holes in {}"),
            HoleArgument::Fill => (TileTool::FillHoles, "Fill holes in {}"),
        };
        let work = GroundWork::over_tiles(draft.tiles()?, self.brush()?, tool)?;
        Ok(GroundPainter::boxed(work, label))
    }

    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        draft_stroke(self.tool(draft)?, &self.samples, draft)
    }
}
