//! Tracks of the file to tracks of the document: values as they are, keys in ascending order.

use crate::anim::{Driver, Interpolation, KeyList, Tangents, Track, TrackKeys};
use crate::formats::mdx::{RawKeys, RawTrack, RawValues, Tracks};
use crate::math::{Quat, Vec3};

/// A value of a track that MDX can hold.
pub trait FromRaw: Copy {
    /// What the file stores.
    type Raw: Copy;

    /// The keys of this kind, if the track has such.
    fn keys(values: &RawValues) -> Option<&RawKeys<Self::Raw>>;

    /// The value as the document has it.
    fn decode(raw: Self::Raw) -> Self;
}

impl FromRaw for f32 {
    type Raw = f32;

    fn keys(values: &RawValues) -> Option<&RawKeys<f32>> {
        match values {
            RawValues::Scalar(keys) => Some(keys),
            _ => None,
        }
    }

    fn decode(raw: f32) -> Self {
        raw
    }
}

impl FromRaw for Vec3 {
    type Raw = [f32; 3];

    fn keys(values: &RawValues) -> Option<&RawKeys<[f32; 3]>> {
        match values {
            RawValues::Vector(keys) => Some(keys),
            _ => None,
        }
    }

    fn decode(raw: [f32; 3]) -> Self {
        Self::from(raw)
    }
}

impl FromRaw for Quat {
    type Raw = [f32; 4];

    fn keys(values: &RawValues) -> Option<&RawKeys<[f32; 4]>> {
        match values {
            RawValues::Rotation(keys) => Some(keys),
            _ => None,
        }
    }

    fn decode([x, y, z, w]: [f32; 4]) -> Self {
        Self::new(w, x, y, z)
    }
}

impl FromRaw for i32 {
    type Raw = u32;

    fn keys(values: &RawValues) -> Option<&RawKeys<u32>> {
        match values {
            RawValues::Integer(keys) => Some(keys),
            _ => None,
        }
    }

    fn decode(raw: u32) -> Self {
        raw.cast_signed()
    }
}

/// The track of this tag, or one without keys.
pub fn track<T: FromRaw>(tracks: &Tracks, tag: &[u8; 4]) -> Track<T> {
    found(tracks, tag, T::decode).unwrap_or_else(|| empty(TrackKeys::Axis(KeyList::default())))
}

/// The track of this tag, or `value` for all time.
pub fn track_or<T: FromRaw>(tracks: &Tracks, tag: &[u8; 4], value: T) -> Track<T> {
    found(tracks, tag, T::decode).unwrap_or_else(|| constant(value))
}

/// A visibility track, which files store as floats: 0 is hidden, everything else shown.
pub fn visibility(tracks: &Tracks, tag: &[u8; 4]) -> Track<i32> {
    let decode = |raw: f32| i32::from(raw != 0.0);
    found_as(tracks, tag, decode).unwrap_or_else(|| constant(1))
}

/// The times of an event.
pub fn event_times(times: &[i32], global_sequence: i32) -> Track<()> {
    let mut keys = KeyList {
        times_ms: times.to_vec(),
        values: vec![(); times.len()],
        tangents: Vec::new(),
    };
    keys.sort();
    assemble(0, global_sequence, keys)
}

fn found<T: FromRaw>(
    tracks: &Tracks,
    tag: &[u8; 4],
    decode: impl Fn(T::Raw) -> T,
) -> Option<Track<T>> {
    let raw = tracks.get(tag)?;
    let keys = T::keys(&raw.values)?;
    Some(convert(raw, keys, decode))
}

fn found_as<T: Copy>(
    tracks: &Tracks,
    tag: &[u8; 4],
    decode: impl Fn(f32) -> T,
) -> Option<Track<T>> {
    let raw = tracks.get(tag)?;
    let keys = <f32 as FromRaw>::keys(&raw.values)?;
    Some(convert(raw, keys, decode))
}

fn convert<R: Copy, T: Copy>(
    raw: &RawTrack,
    keys: &RawKeys<R>,
    decode: impl Fn(R) -> T,
) -> Track<T> {
    let tangents = keys.tangents.iter().map(|&[incoming, outgoing]| Tangents {
        incoming: decode(incoming),
        outgoing: decode(outgoing),
    });
    let mut list = KeyList {
        times_ms: raw.times.clone(),
        values: keys.values.iter().map(|&value| decode(value)).collect(),
        tangents: tangents.collect(),
    };
    list.sort();
    assemble(raw.interpolation, raw.global_sequence, list)
}

fn assemble<T>(interpolation: u32, global_sequence: i32, keys: KeyList<T>) -> Track<T> {
    let number = u16::try_from(interpolation).unwrap_or(u16::MAX);
    let interpolation = Interpolation::from_number(number);
    match u32::try_from(global_sequence) {
        Ok(index) => Track {
            interpolation,
            driver: Driver::GlobalLoop(u16::try_from(index).unwrap_or(u16::MAX)),
            keys: TrackKeys::Shared(keys),
        },
        Err(_) => Track {
            interpolation,
            driver: Driver::Clip,
            keys: TrackKeys::Axis(keys),
        },
    }
}

fn constant<T>(value: T) -> Track<T> {
    empty(TrackKeys::Shared(KeyList {
        times_ms: vec![0],
        values: vec![value],
        tangents: Vec::new(),
    }))
}

fn empty<T>(keys: TrackKeys<T>) -> Track<T> {
    Track {
        interpolation: Interpolation::Step,
        driver: Driver::Clip,
        keys,
    }
}
