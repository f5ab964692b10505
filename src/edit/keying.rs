//! Where the keyframes of a clip are, and how they are set: aliases, loops, shared lists, windows.

use super::any_track::for_kept_track;
use super::draft::Draft;
use super::key_kind::{KeyKind, Neighbours};
use super::key_moves::put;
use super::{EditError, KeyArgument};
use crate::anim::{
    Clock, Cubic, Driver, Interpolation, KeyList, KeyWindow, Tangents, Track, TrackKeys,
};
use crate::document::{TrackOwner, TrackPath};

/// One list of keyframes, as a clip sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lane {
    /// The track.
    pub(super) path: TrackPath,
    /// Position of the list in the track.
    pub(super) list: usize,
    /// Added to a time of the clip gives the time in the list.
    pub(super) shift_ms: i32,
    /// The last time in the list that belongs to the clip, where clips share an axis.
    pub(super) axis_end_ms: Option<i32>,
    /// The clip that holds the keyframes.
    pub(super) clip: usize,
}

/// What a keyframe is set to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Setting<'a> {
    /// What the track is there anyway; a curve keeps its shape.
    AsPosed,
    /// A value a script gives.
    Given(&'a KeyArgument),
}

impl Draft<'_> {
    /// The list that plays in a clip, ready to take keyframes.
    ///
    /// Follows aliases, and gives each clip its own list where all shared one; both are noted.
    pub(super) fn lane(&mut self, path: TrackPath, clip: usize) -> Result<Lane, EditError> {
        let model = self.model;
        let text = path.text(model);
        let on_axis = self.is_on_axis();
        let clips = &model.clips;
        let missing = || EditError::Unknown {
            what: "track",
            name: text.clone(),
            near: Vec::new(),
        };
        let name = |index: usize| {
            clips
                .get(index)
                .map(|c| c.display_name())
                .unwrap_or_default()
        };
        let driver = self.track_mut(path).ok_or_else(missing)?.as_ref().driver();
        if let Driver::GlobalLoop(number) = driver {
            self.note(format!(
                "{text} runs on global loop {number}: the loop changes, whatever clip plays"
            ));
            let track = self.track_mut(path).ok_or_else(missing)?;
            for_kept_track!(track, track => {
                if track.lists().is_empty() {
                    track.keys = TrackKeys::Shared(KeyList::default());
                }
            });
            return Ok(Lane {
                path,
                list: 0,
                shift_ms: 0,
                axis_end_ms: None,
                clip,
            });
        }
        let holder = model
            .key_clip(clip)
            .ok_or_else(|| EditError::BrokenAlias { clip: name(clip) })?;
        if holder != clip {
            self.note(format!(
                "clip '{}' plays the keyframes of '{}': those change",
                name(clip),
                name(holder)
            ));
        }
        if model.lacks_key_file(holder) {
            self.note(format!(
                "the key file of clip '{}' was missing when the model was opened: an export makes \
                 one with the new keyframes only",
                name(holder)
            ));
        }
        let start_ms = clips.get(holder).map_or(0, |clip| clip.start_ms);
        let end_ms = clips.get(holder).map_or(0, |clip| {
            KeyWindow::new(clip.start_ms, clip.duration_ms).end_ms
        });
        let clip_count = clips.len();
        let windows = self.windows();
        let track = self.track_mut(path).ok_or_else(missing)?;
        let (expanded, is_axis) = for_kept_track!(track, track => {
            if on_axis && track.key_count() == 0 {
                track.keys = TrackKeys::Axis(KeyList::default());
            }
            let expanded = if let TrackKeys::Shared(list) = &track.keys {
                let had_keys = !list.is_empty();
                track.keys = if on_axis {
                    TrackKeys::Axis(at_every_window(list, &windows))
                } else {
                    TrackKeys::PerClip(vec![list.clone(); clip_count])
                };
                had_keys && clip_count > 1
            } else {
                false
            };
            if let TrackKeys::PerClip(lists) = &mut track.keys
                && lists.len() <= holder
            {
                lists.resize_with(holder + 1, KeyList::default);
            }
            (expanded, matches!(track.keys, TrackKeys::Axis(_)))
        });
        if expanded {
            self.note(format!(
                "{text} had one list for all clips; each of the {clip_count} clips now has its own"
            ));
        }
        Ok(Lane {
            path,
            list: if is_axis { 0 } else { holder },
            shift_ms: if is_axis { start_ms } else { 0 },
            axis_end_ms: is_axis.then_some(end_ms),
            clip: holder,
        })
    }

    /// The time in the lane's list for a time of the clip; refused where no keyframe may be.
    ///
    /// Notes a time past the clip's end, and other clips that see the same moment of the axis.
    pub(super) fn time_in(&mut self, lane: &Lane, time_ms: i32) -> Result<i32, EditError> {
        let refuse = |reason: &str| EditError::Value {
            argument: "time_ms",
            reason: format!("puts a keyframe at {time_ms} ms, {reason}"),
        };
        if time_ms < 0 {
            return Err(refuse("before the start"));
        }
        let time = time_ms
            .checked_add(lane.shift_ms)
            .ok_or_else(|| refuse("too far away"))?;
        if lane.axis_end_ms.is_some_and(|end| time > end) {
            return Err(refuse(
                "past the end, where other clips may be on the file's time axis",
            ));
        }
        self.note_past_loop(lane, time_ms);
        let model = self.model;
        let Some(clip) = model.clips.get(lane.clip) else {
            return Ok(time);
        };
        if lane.axis_end_ms.is_some() {
            for (index, other) in model.clips.iter().enumerate() {
                let window = KeyWindow::new(other.start_ms, other.duration_ms);
                let sees = (window.start_ms..=window.end_ms).contains(&time);
                if index != lane.clip && sees && !other.is_alias() {
                    self.note(format!(
                        "clip '{}' lies on the same part of the time axis and changes too",
                        other.display_name()
                    ));
                }
            }
        } else if self.track_is_on_clip(lane.path)
            && i64::from(time_ms) > i64::from(clip.duration_ms)
        {
            self.note(format!(
                "{time_ms} ms is past the end of clip '{}' ({} ms)",
                clip.display_name(),
                clip.duration_ms
            ));
        }
        Ok(time)
    }

    /// Where each clip lies on the file's time axis.
    fn windows(&self) -> Vec<KeyWindow> {
        let clips = self.model.clips.iter();
        clips
            .map(|clip| KeyWindow::new(clip.start_ms, clip.duration_ms))
            .collect()
    }

    /// Notes a time past the length of the loop on which a track runs.
    fn note_past_loop(&mut self, lane: &Lane, time_ms: i32) {
        let driver = self.model.track(lane.path).map(|track| track.driver());
        let Some(Driver::GlobalLoop(number)) = driver else {
            return;
        };
        let length = self
            .model
            .global_loops_ms
            .get(usize::from(number))
            .copied()
            .unwrap_or(0);
        if i64::from(time_ms) > i64::from(length) {
            self.note(format!(
                "{time_ms} ms is past the end of global loop {number} ({length} ms)"
            ));
        }
    }

    fn track_is_on_clip(&self, path: TrackPath) -> bool {
        self.model
            .track(path)
            .is_some_and(|track| track.driver() == Driver::Clip)
    }

    /// Sets a keyframe; without `adds` only one that is there already.
    pub(super) fn set_key(
        &mut self,
        path: TrackPath,
        clip: usize,
        time_ms: i32,
        setting: Setting<'_>,
        adds: bool,
    ) -> Result<(), EditError> {
        let model = self.model;
        let lane = self.lane(path, clip)?;
        let time = self.time_in(&lane, time_ms)?;
        let text = path.text(model);
        let windows = self.windows();
        let clock = Clock::of(model, Some(clip), f64::from(time_ms));
        let Some(track) = self.track_mut(path) else {
            return Ok(());
        };
        let expected = track.kind_name();
        let outcome = for_kept_track!(track, track => {
            set_in_track(track, &lane, time, setting, adds, &windows, |track| {
                posed_value(track, &clock, &model.global_loops_ms, path.channel)
            })
        });
        match outcome {
            Outcome::Set {
                became_linear,
                merged,
            } => {
                if became_linear {
                    self.note(format!(
                        "{text} held its only keyframe; now that there are two it is linear, in all clips"
                    ));
                }
                self.note_merged(&text, merged);
                Ok(())
            }
            Outcome::NotKeyed => Err(EditError::NotKeyed {
                track: text,
                time_ms,
            }),
            Outcome::WrongKind(given) => Err(EditError::WrongKind {
                track: text,
                expected,
                given,
            }),
        }
    }

    /// Tells of keyframes of one time that were taken for one.
    pub(super) fn note_merged(&mut self, text: &str, merged: usize) {
        if merged > 0 {
            self.note(format!(
                "{text} had {merged} keyframes at the time of another; the last of each time stays"
            ));
        }
    }
}

/// What a track is at a moment, at rest without keyframes.
fn posed_value<T: KeyKind>(track: &Track<T>, clock: &Clock, loops_ms: &[u32], channel: &str) -> T {
    T::sample(track, clock, loops_ms, T::rest(channel))
}

enum Outcome {
    Set { became_linear: bool, merged: usize },
    NotKeyed,
    WrongKind(&'static str),
}

fn set_in_track<T: KeyKind>(
    track: &mut Track<T>,
    lane: &Lane,
    time: i32,
    setting: Setting<'_>,
    adds: bool,
    windows: &[KeyWindow],
    posed: impl Fn(&Track<T>) -> T,
) -> Outcome {
    let value = match setting {
        Setting::AsPosed => posed(track),
        Setting::Given(argument) => match T::read(argument) {
            Some(value) => value,
            None => return Outcome::WrongKind(argument.kind_name()),
        },
    };
    let interpolation = track.interpolation;
    let is_camera = matches!(lane.path.owner, TrackOwner::Camera(_));
    let with_tangents = is_camera || needs_tangents(track);
    let held_single =
        interpolation == Interpolation::Step && !T::STEPS && has_one_key_a_clip(track, windows);
    let Some(list) = list_mut(track, lane.list) else {
        return Outcome::NotKeyed;
    };
    let merged = tidy(list);
    match list.position_at(time) {
        None if !adds => return Outcome::NotKeyed,
        Some(_) if matches!(setting, Setting::AsPosed) => {}
        Some(position) => set_value(list, position, value, interpolation),
        None => {
            let is_posed = matches!(setting, Setting::AsPosed);
            if !(is_posed && split_at(list, time, interpolation)) {
                insert(list, time, value, interpolation, with_tangents);
            }
        }
    }
    let moves = list
        .values
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if a != b));
    let became_linear = held_single && moves;
    if became_linear {
        track.interpolation = Interpolation::Linear;
    }
    Outcome::Set {
        became_linear,
        merged,
    }
}

/// Whether no clip has more than one keyframe of the track.
fn has_one_key_a_clip<T: Copy>(track: &Track<T>, windows: &[KeyWindow]) -> bool {
    match &track.keys {
        TrackKeys::PerClip(lists) => lists.iter().all(|list| list.len() <= 1),
        TrackKeys::Shared(list) => list.len() <= 1,
        TrackKeys::Axis(list) => windows.iter().all(|window| {
            let is_inside = |time: &&i32| (window.start_ms..=window.end_ms).contains(*time);
            list.times_ms.iter().filter(is_inside).count() <= 1
        }),
    }
}

/// The keyframes that all clips shared, once in the window of each clip.
fn at_every_window<T: Copy>(list: &KeyList<T>, windows: &[KeyWindow]) -> KeyList<T> {
    let mut out = KeyList::default();
    for window in windows {
        for (position, (&time, &value)) in list.times_ms.iter().zip(&list.values).enumerate() {
            let Some(time) = window.start_ms.checked_add(time.max(0)) else {
                continue;
            };
            if time <= window.end_ms && out.position_at(time).is_none() {
                put(&mut out, time, value, list.tangents.get(position).copied());
            }
        }
    }
    out
}

/// Gives the keyframe at `position` a value; its tangents go with it.
pub(super) fn set_value<T: KeyKind>(
    list: &mut KeyList<T>,
    position: usize,
    value: T,
    interpolation: Interpolation,
) {
    let Some(slot) = list.values.get_mut(position) else {
        return;
    };
    let old = std::mem::replace(slot, value);
    if let Some(tangents) = list.tangents.get_mut(position) {
        *tangents = T::carry(*tangents, old, value, interpolation);
    }
}

/// Whether the keyframes of a track store tangents.
pub(super) fn needs_tangents<T: Copy>(track: &Track<T>) -> bool {
    track.interpolation.has_tangents() || track.lists().iter().any(|list| !list.tangents.is_empty())
}

/// The list at a position of a track.
pub(super) fn list_mut<T>(track: &mut Track<T>, list: usize) -> Option<&mut KeyList<T>> {
    match &mut track.keys {
        TrackKeys::PerClip(lists) => lists.get_mut(list),
        TrackKeys::Shared(list) | TrackKeys::Axis(list) => Some(list),
    }
}

/// Puts keyframes in order and leaves the last of each time; says how many went.
pub(super) fn tidy<T: Copy>(list: &mut KeyList<T>) -> usize {
    list.sort();
    let before = list.len();
    let mut position = 1;
    while position < list.len() {
        if list.times_ms.get(position) == list.times_ms.get(position - 1) {
            list.remove(position - 1);
        } else {
            position += 1;
        }
    }
    before - list.len()
}

/// Adds a keyframe with automatic tangents where the track stores them.
pub(super) fn insert<T: KeyKind>(
    list: &mut KeyList<T>,
    time: i32,
    value: T,
    interpolation: Interpolation,
    with_tangents: bool,
) {
    list.set(time, value, value.flat(interpolation));
    if !with_tangents {
        return;
    }
    fill_tangents(list, |list, position| {
        tangents_at(list, position, interpolation, true)
    });
    if let Some(position) = list.position_at(time) {
        let tangents = tangents_at(list, position, interpolation, true);
        if let Some(slot) = list.tangents.get_mut(position) {
            *slot = tangents;
        }
    }
}

/// Gives every keyframe tangents if the list has none.
pub(super) fn fill_tangents<T: KeyKind>(
    list: &mut KeyList<T>,
    make: impl Fn(&KeyList<T>, usize) -> Tangents<T>,
) {
    if list.tangents.len() != list.len() {
        list.tangents = (0..list.len())
            .map(|position| make(list, position))
            .collect();
    }
}

/// Tangents for the keyframe at `position`: along its neighbours, or level.
pub(super) fn tangents_at<T: KeyKind>(
    list: &KeyList<T>,
    position: usize,
    interpolation: Interpolation,
    is_auto: bool,
) -> Tangents<T> {
    let key = |position: usize| {
        let time = list.times_ms.get(position).copied()?;
        Some((time, list.values.get(position).copied()?))
    };
    let rest = T::rest("");
    let Some(here) = key(position) else {
        return rest.flat(interpolation);
    };
    if !is_auto {
        return here.1.flat(interpolation);
    }
    let neighbours = Neighbours {
        before: position.checked_sub(1).and_then(key),
        here,
        after: key(position + 1),
    };
    T::auto(&neighbours, interpolation)
}

/// Adds a keyframe on a cubic curve without changing its shape; `false` if that can't be done.
fn split_at<T: KeyKind>(list: &mut KeyList<T>, time: i32, interpolation: Interpolation) -> bool {
    let after = list.times_ms.partition_point(|&t| t < time);
    let Some(before) = after.checked_sub(1) else {
        return false;
    };
    let segment = || {
        let (start, end) = (*list.times_ms.get(before)?, *list.times_ms.get(after)?);
        let t = (f64::from(time) - f64::from(start)) / (f64::from(end) - f64::from(start));
        let cubic = Cubic {
            from: *list.values.get(before)?,
            leave: list.tangents.get(before)?.outgoing,
            arrive: list.tangents.get(after)?.incoming,
            to: *list.values.get(after)?,
        };
        T::split(&cubic, t as f32, interpolation)
    };
    let Some(split) = segment() else { return false };
    if let Some(tangents) = list.tangents.get_mut(before) {
        tangents.outgoing = split.leave;
    }
    if let Some(tangents) = list.tangents.get_mut(after) {
        tangents.incoming = split.arrive;
    }
    list.set(time, split.value, split.tangents);
    true
}
