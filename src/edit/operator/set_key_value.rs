//! Sets the value of one keyframe, and its tangents if asked.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{ClipRef, EditError, KeyArgument, TrackAddress};

operator! {
    /// Sets the value of one keyframe, and its tangents if asked.
    SetKeyValue = "set_key_value" {
        /// The track.
        track: TrackAddress,
        /// The clip; of no matter for a track on a global loop.
        clip: ClipRef,
        /// When the keyframe is, in ms of the clip's own time.
        time_ms: i32,
        /// The value; without one it stays.
        #[serde(default)]
        value: Option<KeyArgument> = "null",
        /// The tangent or control point towards the keyframe before; without one it stays.
        #[serde(default)]
        incoming: Option<KeyArgument> = "null",
        /// The tangent or control point towards the keyframe after; without one it stays.
        #[serde(default)]
        outgoing: Option<KeyArgument> = "null",
    }
    example r##"{"op":"set_key_value","model":1,"track":"bones[0].rotation","clip":"Stand","time_ms":0,"value":[0.0,0.0,0.0,1.0],"incoming":null,"outgoing":null}"##
}

impl SetKeyValue {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
