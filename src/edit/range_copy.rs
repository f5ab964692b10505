//! The keyframes of a range of one clip, as those of another clip that plays just that range.

use super::any_track::for_kept_track;
use super::draft::Draft;
use super::key_kind::KeyKind;
use super::key_lists::put;
use super::keying::Setting;
use super::{AnyTrack, EditError};
use crate::anim::{AnyKeys, Driver, KeyList, Track, TrackKeys};
use crate::document::TrackPath;

/// When a range is, in the time of the clip that holds its keyframes.
#[derive(Clone, Copy, Debug)]
pub(super) struct RangeTimes {
    /// The first pose.
    pub(super) start_ms: i32,
    /// The last pose.
    pub(super) end_ms: i32,
    /// When the first pose comes again, if it does.
    pub(super) close_ms: Option<i32>,
}

impl RangeTimes {
    /// The end, the first pose's second coming included.
    pub(super) fn last_ms(&self) -> i32 {
        self.close_ms.unwrap_or(self.end_ms)
    }

    /// How long a clip of the range is.
    pub(super) fn duration_ms(&self) -> u32 {
        self.last_ms().abs_diff(self.start_ms)
    }
}

/// For each track with a list per clip, what a clip of the range holds; may be empty.
///
/// Where the movement crosses an end of the range a keyframe is put there. What does not change in
/// the range has one keyframe.
pub(super) fn range_keys(
    draft: &mut Draft<'_>,
    clip: usize,
    times: &RangeTimes,
) -> Result<Vec<(TrackPath, AnyKeys)>, EditError> {
    let model = draft.model;
    let mut out = Vec::new();
    for owner in model.track_owners() {
        for (path, track) in model.owner_tracks(owner) {
            let mut copy = AnyTrack::from(track);
            if track.driver() != Driver::Clip || copy.list_count() == 0 {
                continue;
            }
            let is_event = matches!(copy, AnyTrack::Event(_));
            if !is_event && !track.times_ms(clip).is_empty() {
                for time in [times.start_ms, times.end_ms] {
                    draft.set_key(path, clip, time, Setting::AsPosed, true)?;
                }
                // Only the copy has the new keyframes: the clip itself stays as it is.
                if let Some(kept) = draft.track_mut(path) {
                    std::mem::swap(kept, &mut copy);
                }
            }
            let keys = for_kept_track!(copy, track => part(&track, clip, times, is_event));
            out.push((path, keys));
        }
    }
    Ok(out)
}

fn part<T: KeyKind>(track: &Track<T>, clip: usize, times: &RangeTimes, is_event: bool) -> AnyKeys {
    let empty = KeyList::default();
    let list = match &track.keys {
        TrackKeys::PerClip(lists) => lists.get(clip).unwrap_or(&empty),
        TrackKeys::Shared(_) | TrackKeys::Axis(_) => &empty,
    };
    let mut out = KeyList::default();
    for (position, (&time, &value)) in list.times_ms.iter().zip(&list.values).enumerate() {
        if (times.start_ms..=times.end_ms).contains(&time) {
            let tangents = list.tangents.get(position).copied();
            put(&mut out, time - times.start_ms, value, tangents);
        }
    }
    if is_event {
        return T::wrap(out);
    }
    let moves = out
        .values
        .iter()
        .skip(1)
        .any(|value| Some(value) != out.values.first());
    if !moves && !track.interpolation.has_tangents() {
        while out.len() > 1 {
            out.remove(out.len() - 1);
        }
        return T::wrap(out);
    }
    if let (Some(close_ms), Some(&value)) = (times.close_ms, out.values.first()) {
        let tangents = out.tangents.first().copied();
        put(&mut out, close_ms - times.start_ms, value, tangents);
    }
    T::wrap(out)
}

/// Gives a track the keyframes of a clip.
pub(super) fn set_list(draft: &mut Draft<'_>, path: TrackPath, clip: usize, mut keys: AnyKeys) {
    let Some(track) = draft.track_mut(path) else {
        return;
    };
    for_kept_track!(track, track => if let TrackKeys::PerClip(lists) = &mut track.keys {
        if lists.len() <= clip {
            lists.resize_with(clip + 1, KeyList::default);
        }
        if let Some(list) = lists.get_mut(clip) {
            KeyKind::swap(&mut keys, list);
        }
    });
}
