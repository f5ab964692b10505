//! Adds a clip without keyframes after the last.

use super::spec::operator;
use crate::edit::EditError;
use crate::edit::draft::Draft;

operator! {
    /// Adds a clip without keyframes after the last.
    AddClip = "add_clip" {
        /// Its name; one of the game's names sets its animation id.
        name: String,
        /// Its length in ms.
        duration_ms: u32,
    }
    example r##"{"op":"add_clip","model":1,"name":"Run","duration_ms":1000}"##
}

impl AddClip {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
