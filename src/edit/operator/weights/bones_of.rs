//! The checks that operators on weights share.

use crate::edit::draft::Draft;
use crate::edit::posing::finite;
use crate::edit::weight_draft::check_unlocked;
use crate::edit::{BoneRef, EditError};
use crate::skeleton::BoneId;

/// The position and id of a bone whose weights may change.
pub(super) fn unlocked_bone(
    draft: &Draft<'_>,
    bone: &BoneRef,
) -> Result<(usize, BoneId), EditError> {
    let (index, id) = draft.bone(bone)?;
    check_unlocked(draft, index, id)?;
    Ok((index, id))
}

/// Refuses a number that is not from 0 to 1.
pub(super) fn check_share(argument: &'static str, value: f32) -> Result<(), EditError> {
    finite(argument, &[value])?;
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(EditError::Value {
        argument,
        reason: format!("must be from 0 to 1, not {value}"),
    })
}
