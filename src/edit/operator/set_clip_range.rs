//! Sets where a clip starts on the file's time axis, and how long it is. No keyframe moves.

use super::spec::operator;
use crate::anim::{Driver, KeyWindow, TrackKeys};
use crate::edit::draft::Draft;
use crate::edit::{ClipRef, EditError};
use crate::for_any_track;

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
        let index = self.clip.resolve(draft.model)?;
        let name = draft.clip_name(index);
        let refuse = |argument, reason: &str| EditError::Value {
            argument,
            reason: reason.to_owned(),
        };
        if self.start_ms.is_some_and(|start| start != 0) && !draft.is_on_axis() {
            return Err(refuse(
                "start_ms",
                "must be 0: every clip of this format has its own time",
            ));
        }
        if self.start_ms.is_some_and(|start| start < 0) {
            return Err(refuse("start_ms", "must not be before 0"));
        }
        let clips = draft.clips_mut();
        if let Some(clip) = clips.get_mut(index) {
            let start = self.start_ms.unwrap_or(clip.start_ms);
            let duration = self.duration_ms.unwrap_or(clip.duration_ms);
            if i64::from(start) + i64::from(duration) > i64::from(i32::MAX) {
                return Err(refuse("duration_ms", "ends too late for the format"));
            }
            clip.start_ms = start;
            clip.duration_ms = duration;
        }
        let windows: Vec<KeyWindow> = clips
            .iter()
            .map(|clip| KeyWindow::new(clip.start_ms, clip.duration_ms))
            .collect();
        let outside = keys_outside(draft, index, &windows);
        if outside > 0 {
            draft.note(format!(
                "{outside} keyframes now lie outside every clip that could play them; they are kept"
            ));
        }
        Ok(format!("Set range of {name}"))
    }
}

/// Keyframes that played in the clip at `index` and that no clip plays with new `windows`.
fn keys_outside(draft: &Draft<'_>, index: usize, windows: &[KeyWindow]) -> usize {
    let model = draft.model;
    let holds = |window: &KeyWindow, time: i32| (window.start_ms..=window.end_ms).contains(&time);
    let Some((old, new)) = model.clips.get(index).zip(windows.get(index)) else {
        return 0;
    };
    let old = KeyWindow::new(old.start_ms, old.duration_ms);
    let mut outside = 0;
    for owner in model.track_owners() {
        for (_, track) in model.owner_tracks(owner) {
            if track.driver() != Driver::Clip {
                continue;
            }
            let times = track.times_ms(index);
            outside += if for_any_track!(TrackRef, track, t => matches!(t.keys, TrackKeys::Axis(_)))
            {
                let lost = |&&time: &&i32| {
                    holds(&old, time) && !windows.iter().any(|window| holds(window, time))
                };
                times.iter().filter(lost).count()
            } else if track.is_shared() {
                0
            } else {
                let lost = |&&time: &&i32| {
                    time <= old.end_ms.saturating_sub(old.start_ms)
                        && time > new.end_ms.saturating_sub(new.start_ms)
                };
                times.iter().filter(lost).count()
            };
        }
    }
    outside
}
