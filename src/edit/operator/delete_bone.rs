//! Deletes a bone. Its children and what hangs on it go to its parent, weights as chosen.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, EditError, KeepOnMove, WeightsOf};

operator! {
    /// Deletes a bone. Its children and what hangs on it go to its parent, weights as chosen.
    DeleteBone = "delete_bone" {
        /// The bone.
        bone: BoneRef,
        /// Where its weights go; the sum of each vertex stays.
        #[serde(default)]
        weights: WeightsOf = "\"parent\"",
        /// What its children keep: where they are, or the numbers of their tracks.
        #[serde(default)]
        children: KeepOnMove = "\"pose\"",
    }
    example r##"{"op":"delete_bone","model":1,"bone":"#1","weights":"parent","children":"pose"}"##
}

impl DeleteBone {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
