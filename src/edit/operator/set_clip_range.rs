//! Sets where a clip starts on the file's time axis, and how long it is.

use super::spec::operator;
use crate::anim::{Driver, KeyWindow};
use crate::edit::draft::Draft;
use crate::edit::{ClipRef, EditError, RangeKeys};

operator! {
    /// Sets where a clip starts on the file's time axis, and how long it is. Keyframes stay where they are, or follow.
    SetClipRange = "set_clip_range" {
        /// The clip.
        clip: ClipRef,
        /// The start, in files with one time axis for all clips; without one it stays.
        #[serde(default)]
        start_ms: Option<i32> = "null",
        /// The length in ms; without one it stays.
        #[serde(default)]
        duration_ms: Option<u32> = "null",
        /// Whether the clip's keyframes go with it, stretched to the new length.
        #[serde(default)]
        keys: RangeKeys = "\"stay\"",
    }
    example r##"{"op":"set_clip_range","model":1,"clip":"#0","start_ms":null,"duration_ms":1500,"keys":"follow"}"##
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
        let Some(old) = draft.model.clips.get(index) else {
            return Ok(String::new());
        };
        let start_ms = self.start_ms.unwrap_or(old.start_ms);
        let duration_ms = self.duration_ms.unwrap_or(old.duration_ms);
        // A clip that ends before it begins keeps a length past all times until it gets a new one.
        let is_backwards = self.duration_ms.is_none() && duration_ms > i32::MAX.cast_unsigned();
        let ends_late = i64::from(start_ms) + i64::from(duration_ms) > i64::from(i32::MAX);
        let argument = match (self.duration_ms, self.start_ms) {
            (Some(_), _) => Some("duration_ms"),
            (None, Some(_)) if !is_backwards => Some("start_ms"),
            (None, _) => None,
        };
        if let Some(argument) = argument.filter(|_| ends_late) {
            let latest = "makes the clip end later than a time axis can hold (2147483647 ms)";
            return Err(refuse(argument, latest));
        }
        let old_window = KeyWindow::of(old);
        let is_alias = old.is_alias();
        if let Some(clip) = draft.clips_mut().get_mut(index) {
            clip.start_ms = start_ms;
            clip.duration_ms = duration_ms;
        }
        let new_window = KeyWindow::new(start_ms, duration_ms);
        match self.keys {
            RangeKeys::Follow if is_alias => draft.note(format!(
                "clip '{name}' plays the keyframes of another clip: those stay"
            )),
            RangeKeys::Follow => draft.carry_keys(index, old_window, new_window)?,
            RangeKeys::Stay => note_what_plays(draft, index, old_window, new_window),
        }
        Ok(format!("Set range of {name}"))
    }
}

/// Notes how many keyframes no longer play, and how many play in this clip that did not before.
fn note_what_plays(draft: &mut Draft<'_>, index: usize, old: KeyWindow, new: KeyWindow) {
    let windows: Vec<KeyWindow> = draft.clips_mut().iter().map(KeyWindow::of).collect();
    let model = draft.model;
    let (mut lost, mut gained) = (0, 0);
    for owner in model.track_owners() {
        for (_, track) in model.owner_tracks(owner) {
            if track.driver() != Driver::Clip {
                continue;
            }
            if track.is_on_axis() {
                for &time in track.list_times_ms(0) {
                    let plays = windows.iter().any(|window| window.contains(time));
                    lost += usize::from(old.contains(time) && !plays);
                    gained += usize::from(new.contains(time) && !old.contains(time));
                }
            } else if !track.is_shared() {
                let length = |window: &KeyWindow| window.end_ms.saturating_sub(window.start_ms);
                let times = track.list_times_ms(index).iter();
                lost += times
                    .filter(|time| **time <= length(&old) && **time > length(&new))
                    .count();
            }
        }
    }
    if lost > 0 {
        draft.note(format!(
            "{lost} keyframes now lie outside every clip that could play them; they are kept"
        ));
    }
    if gained > 0 {
        draft.note(format!(
            "{gained} keyframes that lay outside the clip now play in it"
        ));
    }
}
