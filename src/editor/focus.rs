//! Where the user was looking when something was done, so that undo shows where it happened.

use super::{Editor, KeyRef, SelectMode, Selection};
use crate::anim::ClipId;
use crate::document::ModelId;
use crate::skeleton::BoneId;

/// Where the user was looking: kept beside each entry of the history.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Focus {
    /// The model that was shown.
    pub model: Option<ModelId>,
    /// The clip that was shown.
    pub clip: Option<ClipId>,
    /// Where the playhead was, in milliseconds.
    pub time_ms: f64,
    /// The selected bones, the active one last.
    pub bones: Vec<BoneId>,
    /// The selected keyframes.
    pub keys: Vec<KeyRef>,
}

impl Focus {
    /// Where the user looks now.
    pub fn of(editor: &Editor) -> Self {
        Self {
            model: editor.selection.model,
            clip: editor.selection.clip,
            time_ms: editor.playback.time_ms,
            bones: editor.selection.bones().to_vec(),
            keys: editor.selection.keys().iter().copied().collect(),
        }
    }

    /// Puts a selection back to what it was.
    pub fn restore(&self, selection: &mut Selection) {
        selection.model = self.model;
        selection.set_clip(self.clip);
        selection.select_bones(self.bones.iter().copied(), SelectMode::Replace);
        selection.select_keys(self.keys.iter().copied(), SelectMode::Replace);
    }
}
