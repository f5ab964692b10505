//! Sets and clears marks of corners with a stroke of a brush.

use super::brush_operator::terrain_brush_operator;
use crate::edit::ground::{CornerTool, GroundPainter, GroundWork};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::{GroundTool, draft_stroke};
use crate::edit::{CornerMarkArgument, EditError};

terrain_brush_operator! {
    /// Sets and clears marks of the corners of a Warcraft III map under a brush: water, boundary, edge, blight, ramp.
    PaintCornerFlags = "paint_corner_flags" {
        /// Marks to set.
        #[serde(default)]
        set: Vec<CornerMarkArgument> = "[]",
        /// Marks to clear, before those of `set` are set.
        #[serde(default)]
        clear: Vec<CornerMarkArgument> = "[]",
    }
    example r##"{"op":"paint_corner_flags","terrain":1,"set":["water"],"clear":["blight"],"radius":300.0,"strength":1.0,"hardness":1.0,"falloff":"flat","accumulate":false,"shape":"circle","samples":[{"position":[0.0,0.0],"pressure":1.0}],"masks":{},"seed":0,"tip":{},"symmetry":null}"##
}

impl PaintCornerFlags {
    /// What its brush does.
    pub(in crate::edit) fn tool(
        &self,
        draft: &TerrainDraft<'_>,
    ) -> Result<Box<dyn GroundTool>, EditError> {
        let map = draft.corners()?;
        if self.set.is_empty() && self.clear.is_empty() {
            return Err(EditError::Empty { argument: "set" });
        }
        let tool = CornerTool::Marks {
            set: CornerMarkArgument::all(&self.set),
            clear: CornerMarkArgument::all(&self.clear),
        };
        let work = GroundWork::over_corners(map, self.brush()?, tool)?;
        Ok(GroundPainter::boxed(work, "Mark {}"))
    }

    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        draft_stroke(self.tool(draft)?, &self.samples, draft)
    }
}
