//! Sets and clears marks of corners with a stroke of a brush.

use super::brush_operator::terrain_brush_operator;
use crate::edit::ground::{CornerTool, GroundPainter, GroundWork, counted};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::{GroundTool, draft_stroke};
use crate::edit::{CornerMarkArgument, EditError};
use crate::terrain::CornerMap;

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
        let map = draft.corners()?;
        let label = draft_stroke(self.tool(draft)?, &self.samples, draft)?;
        if self.set.contains(&CornerMarkArgument::Ramp) {
            let lone = draft.new_corners();
            let lone = lone
                .filter(|(index, _)| !leads_somewhere(map, *index))
                .count();
            if lone > 0 {
                draft.note(format!(
                    "{} marked as a ramp without a cliff of one level beside: nothing leads up or \
                     down there",
                    counted(lone, "corner")
                ));
            }
        }
        Ok(label)
    }
}

/// Whether a tile with this corner goes up by one level, which is what a ramp leads over.
fn leads_somewhere(map: &CornerMap, index: u32) -> bool {
    let (column, row) = map.place(index as usize);
    let tiles = [(0, 0), (1, 0), (0, 1), (1, 1)];
    tiles.into_iter().any(|(left, down)| {
        let (Some(column), Some(row)) = (column.checked_sub(left), row.checked_sub(down)) else {
            return false;
        };
        let layers = map.tile_layers(column, row);
        layers.is_some_and(|(low, high)| high.abs_diff(low) == 1)
    })
}
