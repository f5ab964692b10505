//! Tracks of the file to tracks of the document. Values are decoded, never normalised.

use crate::anim::{Driver, Interpolation, KeyList, Tangents, Track, TrackKeys};
use crate::formats::m2::{
    self, EventTrack, M2Array, SplineKey, quaternion_from_packed, share_from_fixed,
};
use crate::math::{Quat, Vec2, Vec3};

/// A position, direction, factor or colour.
pub fn vec3(raw: [f32; 3]) -> Vec3 {
    Vec3::from(raw)
}

/// A texture coordinate or a pair of sizes.
pub fn vec2(raw: [f32; 2]) -> Vec2 {
    Vec2::from(raw)
}

/// A packed rotation.
pub fn packed_rotation(raw: [i16; 4]) -> Quat {
    float_rotation(quaternion_from_packed(raw))
}

/// A rotation of floats x, y, z, w.
pub fn float_rotation([x, y, z, w]: [f32; 4]) -> Quat {
    Quat::new(w, x, y, z)
}

/// A fixed-point share.
pub fn share(raw: i16) -> f32 {
    share_from_fixed(raw)
}

/// A float as it is.
pub fn float(raw: f32) -> f32 {
    raw
}

/// A small whole number.
pub fn integer(raw: impl Into<i32>) -> i32 {
    raw.into()
}

/// A track of plain values.
pub fn track<R: Copy, T>(
    raw: &m2::Track<R>,
    clip_count: usize,
    decode: impl Fn(R) -> T,
) -> Track<T> {
    if raw.uses_splines() {
        return spline_lists(
            raw.interpolation,
            raw.global_sequence,
            &raw.times,
            &raw.splines,
            clip_count,
            decode,
        );
    }
    let lists = zip_lists(&raw.times, &raw.values, |values| {
        (
            values.iter().map(|&value| decode(value)).collect(),
            Vec::new(),
        )
    });
    assemble(raw.interpolation, raw.global_sequence, lists, clip_count)
}

/// A track of a camera, which always stores tangents.
pub fn spline_track<R: Copy, T>(
    raw: &m2::Track<SplineKey<R>, true>,
    clip_count: usize,
    decode: impl Fn(R) -> T,
) -> Track<T> {
    spline_lists(
        raw.interpolation,
        raw.global_sequence,
        &raw.times,
        &raw.values,
        clip_count,
        decode,
    )
}

fn spline_lists<R: Copy, T>(
    interpolation: u16,
    global_sequence: i16,
    times: &M2Array<M2Array<u32>>,
    keys: &M2Array<M2Array<SplineKey<R>>>,
    clip_count: usize,
    decode: impl Fn(R) -> T,
) -> Track<T> {
    let lists = zip_lists(times, keys, |keys| {
        let tangents = keys.iter().map(|key| Tangents {
            incoming: decode(key.in_tangent),
            outgoing: decode(key.out_tangent),
        });
        (
            keys.iter().map(|key| decode(key.value)).collect(),
            tangents.collect(),
        )
    });
    assemble(interpolation, global_sequence, lists, clip_count)
}

/// The times of an event.
pub fn event_track(raw: &EventTrack, clip_count: usize) -> Track<()> {
    let lists = raw
        .times
        .items
        .iter()
        .map(|times| KeyList {
            times_ms: key_times(times),
            values: vec![(); times.items.len()],
            tangents: Vec::new(),
        })
        .collect();
    assemble(raw.interpolation, raw.global_sequence, lists, clip_count)
}

/// Joins the lists of times with the lists of values; what has no partner is left out.
fn zip_lists<R, T>(
    times: &M2Array<M2Array<u32>>,
    values: &M2Array<M2Array<R>>,
    decode: impl Fn(&[R]) -> (Vec<T>, Vec<Tangents<T>>),
) -> Vec<KeyList<T>> {
    let count = times.items.len().max(values.items.len());
    (0..count)
        .map(|clip| {
            let (Some(times), Some(values)) = (times.items.get(clip), values.items.get(clip))
            else {
                return KeyList::default();
            };
            let keys = times.items.len().min(values.items.len());
            let mut times_ms = key_times(times);
            times_ms.truncate(keys);
            let (values, tangents) = decode(values.items.get(..keys).unwrap_or_default());
            KeyList {
                times_ms,
                values,
                tangents,
            }
        })
        .collect()
}

/// Times beyond the range of i32 wrap, so that the raw 32 bits survive.
fn key_times(times: &M2Array<u32>) -> Vec<i32> {
    times.items.iter().map(|&time| time.cast_signed()).collect()
}

fn assemble<T>(
    interpolation: u16,
    global_sequence: i16,
    mut lists: Vec<KeyList<T>>,
    clip_count: usize,
) -> Track<T> {
    let driver = match u16::try_from(global_sequence) {
        Ok(index) => Driver::GlobalLoop(index),
        Err(_) => Driver::Clip,
    };
    let is_shared = lists.len() == 1 && (clip_count != 1 || driver != Driver::Clip);
    let keys = match (is_shared, lists.pop()) {
        (true, Some(list)) => TrackKeys::Shared(list),
        (_, last) => {
            lists.extend(last);
            lists.truncate(clip_count);
            TrackKeys::PerClip(lists)
        }
    };
    Track {
        interpolation: Interpolation::from_number(interpolation),
        driver,
        keys,
    }
}
