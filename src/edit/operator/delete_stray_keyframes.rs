//! Deletes the keyframes that no clip plays, where all clips share one time axis.

use super::spec::operator;
use crate::edit::any_track::for_kept_track;
use crate::edit::draft::Draft;
use crate::edit::key_lists::{keep, list_mut};
use crate::edit::{EditError, TrackAddress};
use std::collections::HashSet;

operator! {
    /// Deletes the keyframes that lie outside every clip, where all clips share one time axis. No clip plays them.
    DeleteStrayKeyframes = "delete_stray_keyframes" {
        /// The tracks; all without any.
        #[serde(default)]
        tracks: Vec<TrackAddress> = "[]",
    }
    example r##"{"op":"delete_stray_keyframes","model":1,"tracks":["bones[0].rotation"]}"##
}

impl DeleteStrayKeyframes {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        if !draft.is_on_axis() {
            return Err(EditError::Value {
                argument: "model",
                reason: "has no keyframes outside its clips: each has a time of its own".to_owned(),
            });
        }
        let mut wanted = HashSet::new();
        for address in &self.tracks {
            wanted.insert(address.resolve(draft.model)?);
        }
        let mut count = 0;
        for (path, times) in draft.model.stray_keys() {
            if !(wanted.is_empty() || wanted.contains(&path)) {
                continue;
            }
            let Some(track) = draft.track_mut(path) else {
                continue;
            };
            count += times.len();
            let gone: HashSet<i32> = times.into_iter().collect();
            for_kept_track!(track, track => if let Some(list) = list_mut(track, 0) {
                let stays: Vec<bool> =
                    list.times_ms.iter().map(|time| !gone.contains(time)).collect();
                keep(list, |at| stays.get(at).copied().unwrap_or(true));
            });
        }
        if count == 0 {
            return Err(EditError::Value {
                argument: "tracks",
                reason: "have no keyframe outside every clip".to_owned(),
            });
        }
        Ok(match count {
            1 => "Delete 1 keyframe outside every clip".to_owned(),
            _ => format!("Delete {count} keyframes outside every clip"),
        })
    }
}
