//! Fills all holes of map chunks.

use super::brush_operator::terrain_operator;
use crate::edit::ground::counted;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::{EditError, GroundScope};
use crate::terrain::ChunkFlags;

terrain_operator! {
    /// Fills all holes of map chunks of World of Warcraft. Those with holes of 8 by 8 are left alone and counted.
    ClearHoles = "clear_holes" {
        /// Which map chunks.
        #[serde(default)]
        scope: GroundScope = "\"all\"",
    }
    example r##"{"op":"clear_holes","terrain":1,"scope":"all"}"##
}

impl ClearHoles {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let (mut holes, mut chunks, mut fine) = (0, 0, 0);
        for place in self.scope.places(draft)? {
            let Some(chunk) = draft.chunk(place) else {
                continue;
            };
            if chunk.flags.has(ChunkFlags::HAS_FINE_HOLES) {
                fine += 1;
            } else if chunk.holes != 0 {
                holes += chunk.hole_count();
                chunks += 1;
                draft.fields_mut(place).holes = Some(0);
            }
        }
        if fine > 0 {
            draft.note(format!(
                "{} with holes of 8 by 8 left alone: only holes of 4 by 4 are filled",
                counted(fine, "map chunk")
            ));
        }
        if holes == 0 {
            draft.note("there are no holes to fill".to_owned());
        }
        Ok(format!(
            "Fill {} of {}",
            counted(holes, "hole"),
            counted(chunks, "map chunk")
        ))
    }
}
