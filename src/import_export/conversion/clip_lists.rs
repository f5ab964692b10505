//! Keys on one axis taken apart into a list for each clip.

use super::axis::playable;
use super::packing::Packing;
use super::window_keys::{Keyed, cut};
use crate::anim::{BoneTracks, Driver, Interpolation, KeyList, KeyWindow, Track, TrackKeys};
use crate::document::Model;
use crate::import_export::Report;
use crate::math::{Quat, Vec3};

/// The windows of the clips, and what taking tracks apart cost.
#[derive(Debug, Default)]
pub struct ClipLists {
    windows: Vec<KeyWindow>,
    /// Keys outside of every clip, and the tracks that have such.
    stray_keys: usize,
    stray_tracks: usize,
    /// Rotations on the way to 16 bits.
    pub packing: Packing,
}

impl ClipLists {
    /// The windows of a model's clips.
    pub fn of(model: &Model) -> Self {
        let clips = model.clips.iter();
        Self {
            windows: clips
                .map(|clip| KeyWindow::new(clip.start_ms, clip.duration_ms))
                .collect(),
            ..Self::default()
        }
    }

    /// A track with a list for each clip, none at all if no clip has keys.
    pub fn track<T: Keyed>(&mut self, track: &Track<T>) -> Track<T> {
        let interpolation = playable(track);
        let with = |keys| Track {
            interpolation,
            driver: track.driver,
            keys,
        };
        let list = match (&track.keys, track.driver) {
            (_, Driver::GlobalLoop(_)) | (TrackKeys::Shared(_), _) => {
                let mut list = track.lists().first().cloned().unwrap_or_default();
                list.sort();
                if !interpolation.has_tangents() {
                    list.tangents.clear();
                }
                return with(TrackKeys::Shared(list));
            }
            (TrackKeys::PerClip(_), _) => return with(track.keys.clone()),
            (TrackKeys::Axis(list), Driver::Clip) => list,
        };
        self.count_stray(&list.times_ms);
        let lists: Vec<KeyList<T>> = self
            .windows
            .iter()
            .map(|&window| {
                let own = in_clip(list, window);
                cut(&own, interpolation, length(window)).keys
            })
            .collect();
        with(TrackKeys::PerClip(no_empty(lists)))
    }

    /// A track of rotations, packed to 16 bits.
    pub fn rotation(&mut self, track: &Track<Quat>) -> Track<Quat> {
        let mut track = self.track(track);
        let lists = match &mut track.keys {
            TrackKeys::PerClip(lists) => lists.as_mut_slice(),
            TrackKeys::Shared(list) | TrackKeys::Axis(list) => std::slice::from_mut(list),
        };
        for list in lists {
            for value in &mut list.values {
                *value = self.packing.rotation(*value);
            }
            for tangents in &mut list.tangents {
                tangents.incoming = self.packing.rotation(tangents.incoming);
                tangents.outgoing = self.packing.rotation(tangents.outgoing);
            }
        }
        track
    }

    /// A track of shares between 0 and 1, packed to 15 bits.
    pub fn share(&mut self, track: &Track<f32>) -> Track<f32> {
        let mut track = self.track(track);
        let lists = match &mut track.keys {
            TrackKeys::PerClip(lists) => lists.as_mut_slice(),
            TrackKeys::Shared(list) | TrackKeys::Axis(list) => std::slice::from_mut(list),
        };
        for value in lists.iter_mut().flat_map(|list| &mut list.values) {
            *value = self.packing.share(*value);
        }
        track
    }

    /// The three tracks of a bone.
    pub fn bone_tracks(&mut self, tracks: &BoneTracks) -> BoneTracks {
        BoneTracks {
            translation: self.track::<Vec3>(&tracks.translation),
            rotation: self.rotation(&tracks.rotation),
            scale: self.track::<Vec3>(&tracks.scale),
        }
    }

    /// The times of an event.
    pub fn events(&mut self, track: &Track<()>) -> Track<()> {
        let with = |keys| Track {
            interpolation: Interpolation::Step,
            driver: track.driver,
            keys,
        };
        let list = match (&track.keys, track.driver) {
            (TrackKeys::Axis(list), Driver::Clip) => list,
            _ => return with(track.keys.clone()),
        };
        self.count_stray(&list.times_ms);
        let lists = self.windows.iter().map(|&window| in_clip(list, window));
        with(TrackKeys::PerClip(no_empty(lists.collect())))
    }

    fn count_stray(&mut self, times_ms: &[i32]) {
        let is_stray = |time: &&i32| {
            let mut windows = self.windows.iter();
            !windows.any(|window| (window.start_ms..=window.end_ms).contains(*time))
        };
        let stray = times_ms.iter().filter(is_stray).count();
        self.stray_keys += stray;
        self.stray_tracks += usize::from(stray > 0);
    }

    /// Says what was lost.
    pub fn tell(&self, report: &mut Report) {
        if self.stray_keys > 0 {
            let what = format!(
                "{} keys of {} tracks lie outside of every clip",
                self.stray_keys, self.stray_tracks
            );
            report.lose("tracks", what, 0.0, "");
        }
        self.packing.tell(report);
    }
}

/// The keys inside a window, in the clip's own time.
fn in_clip<T: Copy>(list: &KeyList<T>, window: KeyWindow) -> KeyList<T> {
    let mut own = KeyList::default();
    for (position, (&time, &value)) in list.times_ms.iter().zip(&list.values).enumerate() {
        if (window.start_ms..=window.end_ms).contains(&time) {
            own.times_ms.push(time.saturating_sub(window.start_ms));
            own.values.push(value);
            own.tangents.extend(list.tangents.get(position));
        }
    }
    own.sort();
    own
}

fn length(window: KeyWindow) -> u32 {
    window
        .end_ms
        .saturating_sub(window.start_ms)
        .max(0)
        .cast_unsigned()
}

/// The lists, or none at all if none has keys: that is how a track without keys is stored.
fn no_empty<T: Copy>(lists: Vec<KeyList<T>>) -> Vec<KeyList<T>> {
    if lists.iter().all(KeyList::is_empty) {
        Vec::new()
    } else {
        lists
    }
}
