//! Hangs a bone below another.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, EditError, KeepOnMove};

operator! {
    /// Hangs a bone below another.
    ReparentBone = "reparent_bone" {
        /// The bone.
        bone: BoneRef,
        /// The new parent; without one it becomes a root.
        #[serde(default)]
        parent: Option<BoneRef> = "null",
        /// What it keeps: where it is, or the numbers of its tracks.
        #[serde(default)]
        keep: KeepOnMove = "\"pose\"",
    }
    example r##"{"op":"reparent_bone","model":1,"bone":"#2","parent":"#0","keep":"pose"}"##
}

impl ReparentBone {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
