//! Moves the point about which a bone turns.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, EditError, KeepOnMove};

operator! {
    /// Moves the point about which a bone turns.
    SetPivot = "set_pivot" {
        /// The bone.
        bone: BoneRef,
        /// The new pivot, in model space and file units.
        position: [f32; 3],
        /// What it keeps: where it is at every keyframe, or the numbers of its tracks.
        #[serde(default)]
        keep: KeepOnMove = "\"pose\"",
    }
    example r##"{"op":"set_pivot","model":1,"bone":"#1","position":[0.0,0.0,1.0],"keep":"pose"}"##
}

impl SetPivot {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
