//! Adds a bone after the last.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, EditError};

operator! {
    /// Adds a bone after the last.
    AddBone = "add_bone" {
        /// Its name.
        #[serde(default)]
        name: Option<String> = "null",
        /// Its parent; without one it is a root.
        #[serde(default)]
        parent: Option<BoneRef> = "null",
        /// Its pivot, in model space and file units.
        position: [f32; 3],
    }
    example r##"{"op":"add_bone","model":1,"name":"Tail2","parent":"#0","position":[0.0,0.0,1.0]}"##
}

impl AddBone {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
