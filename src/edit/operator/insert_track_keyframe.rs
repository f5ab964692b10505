//! Adds keyframes to any tracks, such as the alpha of a colour or the times of an event.

use super::spec::operator;
use crate::edit::argument::tracks_label;
use crate::edit::draft::Draft;
use crate::edit::keying::Setting;
use crate::edit::{ClipRef, EditError, KeyArgument, TrackAddress};

operator! {
    /// Adds keyframes to any tracks, such as the alpha of a colour or the times of an event.
    InsertTrackKeyframe = "insert_track_keyframe" {
        /// The tracks.
        tracks: Vec<TrackAddress>,
        /// The clip; of no matter for a track on a global loop.
        clip: ClipRef,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// The value for all of them; without one each keeps what it is at that time.
        #[serde(default)]
        value: Option<KeyArgument> = "null",
    }
    example r##"{"op":"insert_track_keyframe","model":1,"tracks":["bones[0].rotation"],"clip":"Stand","time_ms":500,"value":[0.0,0.0,0.0,1.0]}"##
}

impl InsertTrackKeyframe {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let clip = self.clip.resolve(draft.model)?;
        if self.tracks.is_empty() {
            return Err(EditError::Empty { argument: "tracks" });
        }
        if let Some(fault) = self.value.and_then(|value| value.fault()) {
            return Err(EditError::Value {
                argument: "value",
                reason: fault.to_owned(),
            });
        }
        let setting = self.value.as_ref().map_or(Setting::AsPosed, Setting::Given);
        for track in &self.tracks {
            let path = track.resolve(draft.model)?;
            draft.set_key(path, clip, self.time_ms, setting, true)?;
        }
        Ok(format!("Insert keyframe on {}", tracks_label(&self.tracks)))
    }
}
