//! Where the keyframes of a clip are, and how they are set: aliases, loops, shared lists, windows.

use super::any_track::for_kept_track;
use super::draft::Draft;
use super::key_kind::KeyKind;
use super::key_lists::{insert, list_mut, needs_tangents, put, set_value, split_at, tidy};
use super::{EditError, KeyArgument};
use crate::anim::{Clock, Driver, Interpolation, KeyList, KeyWindow, Track, TrackKeys};
use crate::document::{TrackOwner, TrackPath};

/// One list of keyframes, as a clip sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lane {
    /// The track.
    pub(super) path: TrackPath,
    /// Position of the list in the track.
    pub(super) list: usize,
    /// Added to a time of the clip gives the time in the list.
    pub(super) shift_ms: i32,
    /// The part of the list that belongs to the clip; all of it unless clips share an axis.
    pub(super) window: KeyWindow,
    /// The clip that holds the keyframes.
    pub(super) clip: usize,
    /// Whether keyframes have tangents whatever the interpolation, as those of cameras in M2.
    pub(super) keeps_tangents: bool,
}

impl Lane {
    /// Whether other clips are on the same list.
    pub(super) fn is_on_axis(&self) -> bool {
        self.window != KeyWindow::WHOLE
    }

    /// The clip's own time for a time in the list.
    pub(super) fn own_ms(&self, list_ms: i32) -> i32 {
        list_ms.saturating_sub(self.shift_ms)
    }
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
        let keeps_tangents = matches!(path.owner, TrackOwner::Camera(_)) && !model.format.is_mdx();
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
            self.note(match self.loop_ms(number) {
                0 => format!(
                    "{text} runs on global loop {number}, which has length 0 and stands still: \
                     the loop changes, whatever clip plays"
                ),
                _ => format!(
                    "{text} runs on global loop {number}: the loop changes, whatever clip plays"
                ),
            });
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
                window: KeyWindow::WHOLE,
                clip,
                keeps_tangents,
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
        let window = clips.get(holder).map(KeyWindow::of).unwrap_or_default();
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
            shift_ms: if is_axis { window.start_ms } else { 0 },
            window: if is_axis { window } else { KeyWindow::WHOLE },
            clip: holder,
            keeps_tangents,
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
        if !lane.window.contains(time) {
            return Err(refuse(
                "past the end, where other clips may be on the file's time axis",
            ));
        }
        self.note_past_loop(lane, time_ms);
        self.note_sharers(lane, time);
        let Some(clip) = self.model.clips.get(lane.clip) else {
            return Ok(time);
        };
        if !lane.is_on_axis()
            && self.track_is_on_clip(lane.path)
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

    /// Notes the other clips that see a moment of the axis on which a keyframe changes.
    pub(super) fn note_sharers(&mut self, lane: &Lane, axis_ms: i32) {
        if !lane.is_on_axis() {
            return;
        }
        let model = self.model;
        for other in model.clips_at(axis_ms).filter(|&clip| clip != lane.clip) {
            self.note(format!(
                "clip '{}' lies on the same part of the time axis and changes too",
                self.clip_name(other)
            ));
        }
    }

    /// The length of a global loop; one that is not there has none.
    fn loop_ms(&self, number: u16) -> u32 {
        let loops = &self.model.global_loops_ms;
        loops.get(usize::from(number)).copied().unwrap_or(0)
    }

    /// The time at which a track shows what it does at a time of the clip: a loop starts again.
    fn looped_ms(&mut self, path: TrackPath, time_ms: i32) -> i32 {
        let driver = self.model.track(path).map(|track| track.driver());
        let Some(Driver::GlobalLoop(number)) = driver else {
            return time_ms;
        };
        let length = i32::try_from(self.loop_ms(number)).unwrap_or(i32::MAX);
        if time_ms <= length {
            return time_ms;
        }
        let looped = time_ms.checked_rem(length).unwrap_or(0);
        self.note(format!(
            "{time_ms} ms is {looped} ms of global loop {number} ({length} ms)"
        ));
        looped
    }

    /// Where the clips that hold keyframes lie on the file's time axis.
    pub(super) fn windows(&self) -> Vec<KeyWindow> {
        let holders = self.model.clips.iter().filter(|clip| !clip.is_alias());
        holders.map(KeyWindow::of).collect()
    }

    /// Notes a time past the length of the loop on which a track runs.
    fn note_past_loop(&mut self, lane: &Lane, time_ms: i32) {
        let driver = self.model.track(lane.path).map(|track| track.driver());
        let Some(Driver::GlobalLoop(number)) = driver else {
            return;
        };
        let length = self.loop_ms(number);
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
        let looped_ms = self.looped_ms(path, time_ms);
        let time = self.time_in(&lane, looped_ms)?;
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
    let with_tangents = lane.keeps_tangents || needs_tangents(track);
    let held_single =
        interpolation == Interpolation::Step && !T::STEPS && has_one_key_a_clip(track, windows);
    let Some(list) = list_mut(track, lane.list) else {
        return Outcome::NotKeyed;
    };
    let merged = tidy(list, lane.window);
    match list.position_at(time) {
        None if !adds => return Outcome::NotKeyed,
        Some(_) if matches!(setting, Setting::AsPosed) => {}
        Some(position) => set_value(list, position, value, interpolation),
        None => {
            let is_posed = matches!(setting, Setting::AsPosed);
            if !(is_posed && split_at(list, time, interpolation, lane.window)) {
                insert(list, time, value, interpolation, with_tangents, lane.window);
            }
        }
    }
    let inside = list.times_ms.iter().zip(&list.values);
    let mut inside = inside.filter(|(time, _)| lane.window.contains(**time));
    let first = inside.next().map(|(_, value)| *value);
    let moves = inside.any(|(_, value)| Some(*value) != first);
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
            let inside = list.times_ms.iter().filter(|time| window.contains(**time));
            inside.count() <= 1
        }),
    }
}

/// The keyframes that all clips shared, once in the window of each clip.
///
/// A clip that is over before the first keyframe showed its value, so it gets one at its start.
fn at_every_window<T: Copy>(list: &KeyList<T>, windows: &[KeyWindow]) -> KeyList<T> {
    let mut out = KeyList::default();
    for window in windows {
        let mut has_key = false;
        for (position, (&time, &value)) in list.times_ms.iter().zip(&list.values).enumerate() {
            let time = window.start_ms.saturating_add(time.max(0));
            let time = match window.contains(time) {
                true => time,
                false if !has_key => window.start_ms,
                false => continue,
            };
            has_key = true;
            if out.position_at(time).is_none() {
                put(&mut out, time, value, list.tangents.get(position).copied());
            }
        }
    }
    out
}
