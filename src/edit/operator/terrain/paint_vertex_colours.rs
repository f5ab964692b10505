//! Paints colours of vertices of map chunks with a stroke of a brush.

use super::brush_operator::terrain_brush_operator;
use crate::edit::EditError;
use crate::edit::ground::{GroundPainter, GroundWork, TileTool};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::{GroundTool, draft_stroke};

terrain_brush_operator! {
    /// Brings the colours of vertices of World of Warcraft's ground nearer to one; map chunks without colours get neutral ones first.
    PaintVertexColours = "paint_vertex_colours" {
        /// Red, green and blue; 127 leaves the ground as it is, 0 makes it black, 254 twice as bright.
        colour: [u8; 3],
    }
    example r##"{"op":"paint_vertex_colours","terrain":1,"colour":[160,127,90],"radius":15.0,"strength":0.5,"hardness":0.0,"falloff":"smooth","accumulate":false,"shape":"circle","samples":[{"position":[100.0,200.0],"pressure":1.0}],"masks":{},"seed":0,"tip":{},"symmetry":null}"##
}

impl PaintVertexColours {
    /// What its brush does.
    pub(in crate::edit) fn tool(
        &self,
        draft: &TerrainDraft<'_>,
    ) -> Result<Box<dyn GroundTool>, EditError> {
        let [red, green, blue] = self.colour;
        let tool = TileTool::Colours([blue, green, red]);
        let work = GroundWork::over_tiles(draft.tiles()?, self.brush()?, tool)?;
        Ok(GroundPainter::boxed(work, "Paint colours of {}"))
    }

    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        draft_stroke(self.tool(draft)?, &self.samples, draft)
    }
}
