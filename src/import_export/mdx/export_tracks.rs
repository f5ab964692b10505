//! Tracks of the document to tracks of the file.

use crate::anim::{Clip, Driver, KeyList, Tangents, Track, TrackKeys};
use crate::formats::mdx::{RawKeys, RawTrack, RawValues, Tracks};
use crate::math::{Quat, Vec3};

/// A value of a track that MDX can hold.
pub trait ToRaw: Copy {
    /// What the file stores.
    type Raw: Copy;

    /// The value as the file stores it.
    fn encode(self) -> Self::Raw;

    /// Keys of this kind.
    fn wrap(keys: RawKeys<Self::Raw>) -> RawValues;
}

impl ToRaw for f32 {
    type Raw = f32;

    fn encode(self) -> f32 {
        self
    }

    fn wrap(keys: RawKeys<f32>) -> RawValues {
        RawValues::Scalar(keys)
    }
}

impl ToRaw for Vec3 {
    type Raw = [f32; 3];

    fn encode(self) -> [f32; 3] {
        self.into()
    }

    fn wrap(keys: RawKeys<[f32; 3]>) -> RawValues {
        RawValues::Vector(keys)
    }
}

impl ToRaw for Quat {
    type Raw = [f32; 4];

    fn encode(self) -> [f32; 4] {
        [self.i, self.j, self.k, self.w]
    }

    fn wrap(keys: RawKeys<[f32; 4]>) -> RawValues {
        RawValues::Rotation(keys)
    }
}

impl ToRaw for i32 {
    type Raw = u32;

    fn encode(self) -> u32 {
        self.cast_unsigned()
    }

    fn wrap(keys: RawKeys<u32>) -> RawValues {
        RawValues::Integer(keys)
    }
}

/// Gathers the tracks of one entry.
pub struct TrackList<'a> {
    /// The clips, whose starts say where keys of single clips lie on the axis.
    pub clips: &'a [Clip],
    /// What was gathered.
    pub tracks: Tracks,
}

impl<'a> TrackList<'a> {
    /// An empty list.
    pub fn new(clips: &'a [Clip]) -> Self {
        Self {
            clips,
            tracks: Tracks::default(),
        }
    }

    /// Adds a track, if it has keys.
    pub fn add<T: ToRaw>(&mut self, tag: &[u8; 4], track: &Track<T>) {
        self.add_as(tag, track, T::encode, T::wrap);
    }

    /// Adds a track of visibility, which files store as floats.
    pub fn add_visibility(&mut self, tag: &[u8; 4], track: &Track<i32>) {
        if constant_of(track) != Some(1) {
            let encode = |value: i32| f32::from(u8::from(value != 0));
            self.add_all(tag, track, encode, RawValues::Scalar);
        }
    }

    /// Adds a track, or gives the value that it has at all times, which stands beside it.
    pub fn add_or<T: ToRaw>(&mut self, tag: &[u8; 4], track: &Track<T>, default: T) -> T::Raw {
        match constant_of(track) {
            Some(value) => value.encode(),
            None => {
                self.add(tag, track);
                default.encode()
            }
        }
    }

    fn add_as<T: Copy, R: Copy>(
        &mut self,
        tag: &[u8; 4],
        track: &Track<T>,
        encode: impl Fn(T) -> R,
        wrap: impl Fn(RawKeys<R>) -> RawValues,
    ) {
        if track.key_count() > 0 {
            self.add_all(tag, track, encode, wrap);
        }
    }

    fn add_all<T: Copy, R: Copy>(
        &mut self,
        tag: &[u8; 4],
        track: &Track<T>,
        encode: impl Fn(T) -> R,
        wrap: impl Fn(RawKeys<R>) -> RawValues,
    ) {
        let list = on_axis(track, self.clips);
        let interpolation = u32::from(track.interpolation.number());
        let has_tangents = RawTrack::has_tangents(interpolation);
        let level = |&value: &T| Tangents {
            incoming: value,
            outgoing: value,
        };
        let tangents: Vec<Tangents<T>> = match (has_tangents, list.tangents.len() == list.len()) {
            (true, true) => list.tangents,
            (true, false) => list.values.iter().map(level).collect(),
            (false, _) => Vec::new(),
        };
        let tangents = tangents.into_iter();
        let keys = RawKeys {
            values: list.values.iter().map(|&value| encode(value)).collect(),
            tangents: tangents
                .map(|key| [encode(key.incoming), encode(key.outgoing)])
                .collect(),
        };
        self.tracks.0.push(RawTrack {
            tag: *tag,
            interpolation,
            global_sequence: global_sequence(track.driver),
            times: list.times_ms,
            values: wrap(keys),
        });
    }
}

/// The number of the clock, -1 for the axis.
pub fn global_sequence(driver: Driver) -> i32 {
    match driver {
        Driver::Clip => -1,
        Driver::GlobalLoop(index) => index.into(),
    }
}

/// The value of a track that is the same in all clips and has no keys to edit.
pub fn constant_of<T: Copy>(track: &Track<T>) -> Option<T> {
    let value = track.lists().first()?.values.first()?;
    track.is_constant().then_some(*value)
}

/// All keys of a track on the file's axis.
pub fn on_axis<T: Copy>(track: &Track<T>, clips: &[Clip]) -> KeyList<T> {
    match &track.keys {
        TrackKeys::Shared(list) | TrackKeys::Axis(list) => list.clone(),
        TrackKeys::PerClip(lists) => {
            let mut all = KeyList::default();
            for (clip, list) in clips.iter().zip(lists) {
                let times = list.times_ms.iter();
                all.times_ms
                    .extend(times.map(|time| time.saturating_add(clip.start_ms)));
                all.values.extend_from_slice(&list.values);
                all.tangents.extend_from_slice(&list.tangents);
            }
            if all.tangents.len() != all.times_ms.len() {
                all.tangents.clear();
            }
            all.sort();
            all
        }
    }
}
