//! Sets where a clip starts on the file's time axis, and how long it is. No keyframe moves.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{ClipRef, EditError};

operator! {
    /// Sets where a clip starts on the file's time axis, and how long it is. No keyframe moves.
    SetClipRange = "set_clip_range" {
        /// The clip.
        clip: ClipRef,
        /// The start, in files with one time axis for all clips; without one it stays.
        #[serde(default)]
        start_ms: Option<i32> = "null",
        /// The length in ms; without one it stays.
        #[serde(default)]
        duration_ms: Option<u32> = "null",
    }
    example r##"{"op":"set_clip_range","model":1,"clip":"#0","start_ms":null,"duration_ms":1500}"##
}

impl SetClipRange {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
