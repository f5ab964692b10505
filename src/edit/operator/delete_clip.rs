//! Deletes a clip with its keyframes. Refused while other clips play its keyframes.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{ClipRef, EditError};

operator! {
    /// Deletes a clip with its keyframes. Refused while other clips play its keyframes.
    DeleteClip = "delete_clip" {
        /// The clip.
        clip: ClipRef,
    }
    example r##"{"op":"delete_clip","model":1,"clip":"#0"}"##
}

impl DeleteClip {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
