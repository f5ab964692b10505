//! The checks that operators on heights share.

use crate::document::TerrainShape;
use crate::edit::EditError;
use crate::edit::posing::finite;
use crate::edit::terrain_draft::TerrainDraft;
use crate::terrain::height_below;

/// No ground of any game is higher or farther away.
const FARTHEST: f32 = 1e6;

/// Refuses a number that no ground can have.
pub(super) fn checked_height(argument: &'static str, value: f32) -> Result<f32, EditError> {
    finite(argument, &[value])?;
    if value.abs() <= FARTHEST {
        return Ok(value);
    }
    Err(EditError::Value {
        argument,
        reason: format!("must be between -{FARTHEST} and {FARTHEST}, not {value}"),
    })
}

/// The height of the ground at a place; refused where there is none.
pub(super) fn ground_height(
    draft: &TerrainDraft<'_>,
    argument: &'static str,
    place: [f32; 2],
) -> Result<f32, EditError> {
    let height = match &draft.terrain.shape {
        TerrainShape::Corners(map) => height_below(map, place),
        TerrainShape::Tiles(map) => height_below(map, place),
    };
    height.ok_or_else(|| EditError::Value {
        argument,
        reason: "is not on the map, so its height must be given".to_owned(),
    })
}
