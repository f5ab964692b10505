//! Copies a clip with its keyframes, after the last.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{ClipRef, EditError};

operator! {
    /// Copies a clip with its keyframes, after the last.
    DuplicateClip = "duplicate_clip" {
        /// The clip.
        clip: ClipRef,
        /// The name of the copy; without one it is a further variation of the same animation.
        #[serde(default)]
        name: Option<String> = "null",
    }
    example r##"{"op":"duplicate_clip","model":1,"clip":"#0","name":"Run"}"##
}

impl DuplicateClip {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
