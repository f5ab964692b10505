//! Keyframes that go with their clip to another part of the axis, or to another length.

use super::EditError;
use super::any_track::for_kept_track;
use super::draft::Draft;
use super::key_lists::keep;
use super::key_moves::append;
use crate::anim::{Driver, KeyList, KeyWindow, TrackKeys};
use std::collections::BTreeSet;

impl Draft<'_> {
    /// Takes the keyframes of the clip at `index` from its old window to its new one.
    ///
    /// A keyframe that another clip sees too stays for that clip, and a copy goes. Nothing lands
    /// among the keyframes of another clip or of none: that is refused.
    pub(super) fn carry_keys(
        &mut self,
        index: usize,
        old: KeyWindow,
        new: KeyWindow,
    ) -> Result<(), EditError> {
        let model = self.model;
        let stretch = Stretch { old, new };
        let others: Vec<KeyWindow> = (model.clips.iter().enumerate())
            .filter(|(at, clip)| *at != index && !clip.is_alias())
            .map(|(_, clip)| KeyWindow::of(clip))
            .collect();
        let mut tally = Tally::default();
        for owner in model.track_owners() {
            for (path, track) in model.owner_tracks(owner) {
                let place = model.place(track, index);
                let is_own =
                    track.driver() == Driver::Clip && (track.is_on_axis() || !track.is_shared());
                if !is_own || track.list_times_ms(place.list).is_empty() {
                    continue;
                }
                let is_axis = track.is_on_axis();
                let Some(track) = self.track_mut(path) else {
                    continue;
                };
                for_kept_track!(track, track => match &mut track.keys {
                    TrackKeys::Axis(list) if is_axis => {
                        carry_on_axis(list, stretch, &others, &mut tally);
                    }
                    TrackKeys::PerClip(lists) => {
                        if let Some(list) = lists.get_mut(place.list) {
                            stretch_list(list, stretch, &mut tally);
                        }
                    }
                    _ => {}
                });
            }
        }
        let refuse = |reason: String| EditError::Value {
            argument: "keys",
            reason,
        };
        if tally.in_the_way > 0 {
            return Err(refuse(format!(
                "can't follow: {} keyframes that are not those of '{}' lie there",
                tally.in_the_way,
                self.clip_name(index)
            )));
        }
        if tally.merged > 0 {
            return Err(refuse(format!(
                "can't follow: at that length {} keyframes would fall on others",
                tally.merged
            )));
        }
        if tally.shared > 0 {
            self.note(format!(
                "{} keyframes that other clips see too stay for them, and copies go with the clip",
                tally.shared
            ));
        }
        Ok(())
    }
}

/// What happened to the keyframes of a clip.
#[derive(Default)]
struct Tally {
    /// Keyframes of others in the new window.
    in_the_way: usize,
    /// Keyframes that fell on another one of their clip.
    merged: usize,
    /// Keyframes that other clips see too.
    shared: usize,
}

/// From where to where keyframes go.
#[derive(Clone, Copy)]
struct Stretch {
    old: KeyWindow,
    new: KeyWindow,
}

impl Stretch {
    /// How long after the new start a keyframe is that was `after_ms` after the old.
    fn offset(&self, after_ms: i64) -> i64 {
        let length = |window: KeyWindow| i64::from(window.end_ms) - i64::from(window.start_ms);
        match (length(self.old), length(self.new)) {
            (old, new) if old == new => after_ms,
            (old, _) if old <= 0 => after_ms,
            (old, new) => {
                // To the nearest ms, halves up, for times before the start too.
                (2 * after_ms * new + old).div_euclid(2 * old)
            }
        }
    }

    fn on_axis(&self, time_ms: i32) -> i32 {
        let after_ms = i64::from(time_ms) - i64::from(self.old.start_ms);
        whole(i64::from(self.new.start_ms) + self.offset(after_ms))
    }
}

fn whole(time_ms: i64) -> i32 {
    time_ms.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

fn carry_on_axis<T: Copy>(
    list: &mut KeyList<T>,
    stretch: Stretch,
    others: &[KeyWindow],
    tally: &mut Tally,
) {
    let mut carried = Vec::new();
    let mut stays = Vec::with_capacity(list.len());
    for (at, (&time, &value)) in list.times_ms.iter().zip(&list.values).enumerate() {
        let is_own = stretch.old.contains(time);
        let is_shared = is_own && others.iter().any(|window| window.contains(time));
        if is_own {
            let tangents = list.tangents.get(at).copied();
            carried.push((stretch.on_axis(time), value, tangents));
        }
        let stays_here = !is_own || is_shared;
        tally.shared += usize::from(is_shared);
        tally.in_the_way += usize::from(stays_here && stretch.new.contains(time));
        stays.push(stays_here);
    }
    let mut before: Vec<i32> = carried.iter().map(|&(time, ..)| time).collect();
    tally.merged += fallen_together(&mut before, stretch, list);
    let among = |time: &i32| others.iter().any(|window| window.contains(*time));
    tally.in_the_way += before.iter().filter(|time| among(time)).count();
    keep(list, |at| stays.get(at).copied().unwrap_or(true));
    append(list, carried);
}

/// How many of the new times are doubled that were not before.
fn fallen_together<T>(times: &mut [i32], stretch: Stretch, list: &KeyList<T>) -> usize {
    times.sort_unstable();
    let new: BTreeSet<i32> = times.iter().copied().collect();
    let own = list.times_ms.iter().copied();
    let old: BTreeSet<i32> = own.filter(|&time| stretch.old.contains(time)).collect();
    old.len().saturating_sub(new.len())
}

/// Stretches a list that no other clip sees.
fn stretch_list<T: Copy>(list: &mut KeyList<T>, stretch: Stretch, tally: &mut Tally) {
    let before: BTreeSet<i32> = list.times_ms.iter().copied().collect();
    for time in &mut list.times_ms {
        *time = whole(stretch.offset(i64::from(*time)));
    }
    let after: BTreeSet<i32> = list.times_ms.iter().copied().collect();
    tally.merged += before.len().saturating_sub(after.len());
}
