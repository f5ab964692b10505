//! Takes keyframes out of their tracks.

use super::spec::operator;
use crate::edit::argument::keys_label;
use crate::edit::draft::Draft;
use crate::edit::{EditError, KeyRef};

operator! {
    /// Takes keyframes out of their tracks.
    DeleteKeyframes = "delete_keyframes" {
        /// The keyframes.
        keys: Vec<KeyRef>,
    }
    example r##"{"op":"delete_keyframes","model":1,"keys":[{"track":"bones[0].rotation","clip":"Stand","time_ms":0}]}"##
}

impl DeleteKeyframes {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let keys = draft.named_keys(&self.keys)?;
        draft.remove_keys(&keys);
        Ok(format!("Delete {}", keys_label(&self.keys)))
    }
}
