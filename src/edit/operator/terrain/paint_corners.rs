//! Paints ground types at corners with a stroke of a brush.

use super::brush_operator::terrain_brush_operator;
use super::ground_type::painted_type;
use crate::edit::ground::{CornerTool, GroundPainter, GroundWork};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::{GroundTool, draft_stroke};
use crate::edit::{EditError, VariationArgument};
use crate::terrain::{CornerPaint, CornerVariation};

terrain_brush_operator! {
    /// Paints a ground type at the corners of a Warcraft III map: those where the brush is at least half as strong as can be. A brush weaker than that even in its middle takes corners by chance. Ground that is painted over blight takes it away.
    PaintCorners = "paint_corners" {
        /// The ground type: its four letters, its number in the map's list, or blight.
        texture: String,
        /// Which variation painted corners get; blight keeps that of its ground unless one is given.
        #[serde(default)]
        variation: VariationArgument = "\"random\"",
    }
    example r##"{"op":"paint_corners","terrain":1,"texture":"Ldrt","variation":"random","radius":300.0,"strength":1.0,"hardness":1.0,"falloff":"flat","accumulate":false,"shape":"square","samples":[{"position":[0.0,0.0],"pressure":1.0}],"masks":{},"seed":7,"tip":{},"symmetry":null}"##
}

impl PaintCorners {
    /// What its brush does.
    pub(in crate::edit) fn tool(
        &self,
        draft: &TerrainDraft<'_>,
    ) -> Result<Box<dyn GroundTool>, EditError> {
        let map = draft.corners()?;
        let paint = painted_type(map, &self.texture)?;
        if let VariationArgument::Fixed(number) = self.variation
            && number > 31
        {
            return Err(EditError::Value {
                argument: "variation",
                reason: format!("must be from 0 to 31, not {number}"),
            });
        }
        let variation = match (paint, self.variation) {
            (CornerPaint::Blight, VariationArgument::Random) => CornerVariation::Keep,
            (_, variation) => variation.into(),
        };
        let tool = CornerTool::Paint { paint, variation };
        let work = GroundWork::over_corners(map, self.brush()?, tool)?;
        Ok(GroundPainter::boxed(
            work,
            format!("Paint {} at {{}}", self.texture),
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
