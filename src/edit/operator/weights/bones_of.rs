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

/// Two different bones whose weights may change; `argument` names the second.
pub(super) fn two_unlocked(
    draft: &Draft<'_>,
    argument: &'static str,
    bones: [&BoneRef; 2],
) -> Result<[(usize, BoneId); 2], EditError> {
    let [a, b] = bones;
    let (a, b) = (unlocked_bone(draft, a)?, unlocked_bone(draft, b)?);
    if a == b {
        return Err(EditError::Value {
            argument,
            reason: "must name another bone than the first".to_owned(),
        });
    }
    Ok([a, b])
}

/// Times over that evening out may be asked for at once.
const MOST_ITERATIONS: u32 = 1000;

/// Refuses to do nothing, or to work for minutes.
pub(super) fn check_iterations(iterations: u32) -> Result<(), EditError> {
    if (1..=MOST_ITERATIONS).contains(&iterations) {
        return Ok(());
    }
    Err(EditError::Value {
        argument: "iterations",
        reason: format!("must be from 1 to {MOST_ITERATIONS}"),
    })
}
