//! Clips laid one after the other on one axis, and the keys of each clip moved there.

use super::constants::{constant, no_keys};
use super::window_keys::{Keyed, cut, known};
use crate::anim::{BoneTracks, Driver, Interpolation, KeyList, Tangents, Track, TrackKeys};
use crate::document::Model;
use crate::import_export::Report;

/// Where the first clip begins, and what lies between two clips.
const GAP_MS: i32 = 333;

/// A clip of the source on the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its position in the source.
    pub source: usize,
    /// The clip of the source that holds its keys; `None` if an alias leads nowhere.
    pub holder: Option<usize>,
    /// Where it begins.
    pub start_ms: i32,
    /// How long it is.
    pub duration_ms: u32,
}

/// The axis, and what moving tracks to it cost.
#[derive(Debug, Default)]
pub struct Axis {
    /// The clips, in the order of the source.
    pub windows: Vec<Window>,
    /// Clips for which the axis is too short.
    left_out: usize,
    /// Curves that the end of a clip cuts, and how far the worst is off.
    bent: usize,
    worst_bend: f64,
    /// Lists beyond the first of tracks on a global loop.
    spare_lists: usize,
    /// Events that fire outside of their clip.
    late_events: usize,
}

impl Axis {
    /// Lays out the clips of a model.
    pub fn of(model: &Model) -> Self {
        let mut axis = Self::default();
        let mut start_ms = GAP_MS;
        for (source, clip) in model.clips.iter().enumerate() {
            let end = i32::try_from(clip.duration_ms)
                .ok()
                .and_then(|duration| start_ms.checked_add(duration))
                .filter(|end| end.checked_add(GAP_MS).is_some());
            let Some(end) = end else {
                axis.left_out += 1;
                continue;
            };
            axis.windows.push(Window {
                source,
                holder: model.key_clip(source),
                start_ms,
                duration_ms: clip.duration_ms,
            });
            start_ms = end + GAP_MS;
        }
        axis
    }

    /// A track of a bone: what has no keys in a clip is at rest there.
    pub fn track<T: Keyed>(&mut self, track: &Track<T>) -> Track<T> {
        let interpolation = playable(track);
        if let Driver::GlobalLoop(_) = track.driver {
            return self.loop_track(track, interpolation);
        }
        let mut all = KeyList::default();
        for window in &self.windows {
            let Some(list) = window.holder.and_then(|holder| track.keys(holder)) else {
                continue;
            };
            let cut = cut(list, interpolation, window.duration_ms);
            self.bent += usize::from(cut.bent.is_some());
            self.worst_bend = self.worst_bend.max(cut.bent.unwrap_or(0.0));
            let times = cut.keys.times_ms.iter();
            all.times_ms
                .extend(times.map(|time| time + window.start_ms));
            if interpolation.has_tangents() && cut.keys.tangents.is_empty() {
                all.tangents
                    .extend(level_tangents(&cut.keys.values, interpolation));
            }
            all.values.extend(cut.keys.values);
            all.tangents.extend(cut.keys.tangents);
        }
        Track {
            interpolation,
            driver: Driver::Clip,
            keys: TrackKeys::Axis(all),
        }
    }

    /// The three tracks of a bone.
    pub fn bone_tracks(&mut self, tracks: &BoneTracks) -> BoneTracks {
        BoneTracks {
            translation: self.track(&tracks.translation),
            rotation: self.track(&tracks.rotation),
            scale: self.track(&tracks.scale),
        }
    }

    /// A track that the target can hold as one value: it becomes that value if it is the same in
    /// every clip. `rest` is what counts where there are no keys.
    pub fn value<T: Keyed>(&mut self, track: &Track<T>, rest: T) -> Track<T> {
        if let Driver::GlobalLoop(_) = track.driver {
            let moved = self.loop_track(track, playable(track));
            return if moved.key_count() == 0 {
                constant(rest)
            } else {
                moved
            };
        }
        let lists = || {
            let windows = self.windows.iter();
            windows.map(|window| window.holder.and_then(|holder| track.keys(holder)))
        };
        let values = |list: Option<&KeyList<T>>| -> Vec<T> {
            let found = list.map_or(&[][..], |list| &list.values);
            if found.is_empty() {
                vec![rest]
            } else {
                found.to_vec()
            }
        };
        let fallback = || track.lists().iter().find_map(|list| list.values.first());
        let first = match lists().next() {
            Some(list) => values(list).first().copied().unwrap_or(rest),
            None => fallback().copied().unwrap_or(rest),
        };
        let has_curve = track.interpolation.has_tangents();
        let is_constant = lists().all(|list| {
            let values = values(list);
            values.iter().all(|value| *value == first) && (!has_curve || values.len() == 1)
        });
        if is_constant {
            constant(first)
        } else {
            self.track(track)
        }
    }

    /// The times of an event.
    pub fn events(&mut self, track: &Track<()>) -> Track<()> {
        let mut all = KeyList::default();
        if let Driver::GlobalLoop(_) = track.driver {
            all = track.lists().first().cloned().unwrap_or_default();
            all.sort();
            return Track {
                interpolation: Interpolation::Step,
                driver: track.driver,
                keys: TrackKeys::Shared(all),
            };
        }
        for window in &self.windows {
            let list = window.holder.and_then(|holder| track.keys(holder));
            let Some(list) = list else { continue };
            let end = i32::try_from(window.duration_ms).unwrap_or(i32::MAX);
            for &time in &list.times_ms {
                if (0..=end).contains(&time) {
                    all.times_ms.push(time + window.start_ms);
                    all.values.push(());
                } else {
                    self.late_events += 1;
                }
            }
        }
        all.sort();
        Track {
            keys: TrackKeys::Axis(all),
            ..no_keys()
        }
    }

    fn loop_track<T: Keyed>(&mut self, track: &Track<T>, interpolation: Interpolation) -> Track<T> {
        let lists = track.lists();
        let spare = lists.iter().skip(1).filter(|list| !list.is_empty());
        self.spare_lists += spare.count();
        let mut list = lists.first().cloned().unwrap_or_default();
        list.sort();
        if !interpolation.has_tangents() {
            list.tangents.clear();
        }
        Track {
            interpolation,
            driver: track.driver,
            keys: TrackKeys::Shared(list),
        }
    }

    /// Says what was lost.
    pub fn tell(&self, report: &mut Report) {
        if self.left_out > 0 {
            let what = format!("{} clips lie past the end of the time axis", self.left_out);
            report.lose("clips", what, 0.0, "");
        }
        if self.bent > 0 {
            let what = format!(
                "{} curves go on beyond the end of their clip and are bent where they are cut",
                self.bent
            );
            report.lose("tracks", what, self.worst_bend, "");
        }
        if self.spare_lists > 0 {
            let what = format!(
                "{} lists of keys of tracks on a global loop, which no game plays",
                self.spare_lists
            );
            report.lose("tracks", what, 0.0, "");
        }
        if self.late_events > 0 {
            let what = format!("{} events lie outside of their clip", self.late_events);
            report.lose("events", what, 0.0, "");
        }
    }
}

/// The interpolation a track plays with: one with tangents that has none is linear.
pub fn playable<T: Copy>(track: &Track<T>) -> Interpolation {
    let has_any = track.lists().iter().any(|list| !list.tangents.is_empty());
    match known(track.interpolation) {
        cubic if cubic.has_tangents() && !has_any => Interpolation::Linear,
        other => other,
    }
}

/// Level tangents for a list that lacks them beside lists that have some.
fn level_tangents<T: Keyed>(values: &[T], interpolation: Interpolation) -> Vec<Tangents<T>> {
    let level = |value: &T| {
        let level = value.level(interpolation);
        Tangents {
            incoming: level,
            outgoing: level,
        }
    };
    values.iter().map(level).collect()
}
