//! Tracks of the document to tracks of the file.

use crate::anim::{Driver, KeyList, Track, TrackKeys};
use crate::formats::m2::{
    self, EventTrack, M2Array, NO_GLOBAL_SEQUENCE, SplineKey, fixed_from_share,
    packed_from_quaternion,
};
use crate::math::{Quat, Vec2, Vec3};

/// Three floats.
pub fn vec3(value: Vec3) -> [f32; 3] {
    value.into()
}

/// Two floats.
pub fn vec2(value: Vec2) -> [f32; 2] {
    value.into()
}

/// A packed rotation.
pub fn packed_rotation(value: Quat) -> [i16; 4] {
    packed_from_quaternion(float_rotation(value))
}

/// A rotation of floats x, y, z, w.
pub fn float_rotation(value: Quat) -> [f32; 4] {
    [value.i, value.j, value.k, value.w]
}

/// A fixed-point share.
pub fn share(value: f32) -> i16 {
    fixed_from_share(value)
}

/// A float as it is.
pub fn float(value: f32) -> f32 {
    value
}

/// A byte; numbers it can't hold become the nearest it can.
pub fn byte(value: i32) -> u8 {
    value.clamp(0, i32::from(u8::MAX)) as u8
}

/// A 16-bit number; numbers it can't hold become the nearest it can.
pub fn short(value: i32) -> u16 {
    value.clamp(0, i32::from(u16::MAX)) as u16
}

/// A track; with tangents if its interpolation asks for them, flat ones where there are none.
pub fn track<T: Copy, R>(track: &Track<T>, encode: impl Fn(T) -> R) -> m2::Track<R> {
    let mut raw = m2::Track {
        interpolation: track.interpolation.number(),
        global_sequence: global_sequence(track.driver),
        times: times(track),
        ..m2::Track::default()
    };
    if raw.uses_splines() {
        // An edit gives every key of such a track its tangents; what has none gets its own value,
        // which leaves a Bezier curve flat.
        raw.splines = spline_values(track, |value| value, encode);
    } else {
        let values = lists(track).iter().map(|list| {
            M2Array::from(
                list.values
                    .iter()
                    .map(|&value| encode(value))
                    .collect::<Vec<R>>(),
            )
        });
        raw.values = values.collect::<Vec<_>>().into();
    }
    raw
}

/// A track of a camera, which always stores tangents; missing ones are zero.
pub fn spline_track<T: Copy, R>(
    track: &Track<T>,
    zero: T,
    encode: impl Fn(T) -> R,
) -> m2::Track<SplineKey<R>, true> {
    m2::Track {
        interpolation: track.interpolation.number(),
        global_sequence: global_sequence(track.driver),
        times: times(track),
        values: spline_values(track, |_| zero, encode),
        ..m2::Track::default()
    }
}

fn spline_values<T: Copy, R>(
    track: &Track<T>,
    missing: impl Fn(T) -> T,
    encode: impl Fn(T) -> R,
) -> M2Array<M2Array<SplineKey<R>>> {
    let values = lists(track).iter().map(|list| {
        let keys = list.values.iter().enumerate().map(|(position, &value)| {
            let tangents = list.tangents.get(position);
            SplineKey {
                value: encode(value),
                in_tangent: encode(tangents.map_or(missing(value), |tangents| tangents.incoming)),
                out_tangent: encode(tangents.map_or(missing(value), |tangents| tangents.outgoing)),
            }
        });
        M2Array::from(keys.collect::<Vec<_>>())
    });
    values.collect::<Vec<_>>().into()
}

/// The times of an event.
pub fn event_track(track: &Track<()>) -> EventTrack {
    EventTrack {
        interpolation: track.interpolation.number(),
        global_sequence: global_sequence(track.driver),
        times: times(track),
    }
}

fn lists<T>(track: &Track<T>) -> &[KeyList<T>] {
    match &track.keys {
        TrackKeys::PerClip(lists) => lists,
        TrackKeys::Shared(list) | TrackKeys::Axis(list) => std::slice::from_ref(list),
    }
}

fn times<T>(track: &Track<T>) -> M2Array<M2Array<u32>> {
    let lists = lists(track).iter().map(|list| {
        M2Array::from(
            list.times_ms
                .iter()
                .map(|time| time.cast_unsigned())
                .collect::<Vec<u32>>(),
        )
    });
    lists.collect::<Vec<_>>().into()
}

fn global_sequence(driver: Driver) -> i16 {
    match driver {
        Driver::Clip => NO_GLOBAL_SEQUENCE,
        Driver::GlobalLoop(index) => i16::try_from(index).unwrap_or(i16::MAX),
    }
}
