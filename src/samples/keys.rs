//! Makes tracks from functions of time, with no more keyframes than the motion needs.

use crate::anim::{Driver, Interpolation, KeyList, Track, TrackKeys};
use crate::math::{Quat, Vec3, slerp_short};

/// A value that can be keyed.
pub(crate) trait Keyed: Copy + PartialEq {
    /// The value between `a` and `b`, as sampling gives it.
    fn between(a: &Self, b: &Self, t: f32) -> Self;
    /// How different two values are, in the value's unit (radians for rotations).
    fn apart(a: &Self, b: &Self) -> f32;
}

impl Keyed for Vec3 {
    fn between(a: &Self, b: &Self, t: f32) -> Self {
        a.lerp(b, t)
    }
    fn apart(a: &Self, b: &Self) -> f32 {
        (a - b).norm()
    }
}

impl Keyed for f32 {
    fn between(a: &Self, b: &Self, t: f32) -> Self {
        a + (b - a) * t
    }
    fn apart(a: &Self, b: &Self) -> f32 {
        (a - b).abs()
    }
}

impl Keyed for Quat {
    fn between(a: &Self, b: &Self, t: f32) -> Self {
        slerp_short(a, b, t)
    }
    fn apart(a: &Self, b: &Self) -> f32 {
        2.0 * (a - b).norm().min((a + b).norm())
    }
}

/// The keyframes among `values` (one at each of `times_ms`) that linear blending needs to come
/// within `tolerance` of all of them; one if nothing moves, none if it rests at `rest`.
pub(crate) fn sparse<T: Keyed>(
    times_ms: &[i32],
    values: &[T],
    rest: &T,
    tolerance: f32,
) -> KeyList<T> {
    let mut keys = KeyList::default();
    let Some(first) = values.first() else {
        return keys;
    };
    let still = values.iter().all(|v| T::apart(v, first) <= tolerance * 0.5);
    if still && T::apart(first, rest) <= tolerance * 0.5 {
        return keys;
    }
    let mut kept = vec![0];
    if !still {
        keep_between(times_ms, values, 0, values.len() - 1, tolerance, &mut kept);
        kept.push(values.len() - 1);
    }
    keys.times_ms = kept.iter().map(|&i| times_ms[i]).collect();
    keys.values = kept.iter().map(|&i| values[i]).collect();
    keys
}

/// Splits a stretch at its worst place until all of it is within the tolerance.
fn keep_between<T: Keyed>(
    times_ms: &[i32],
    values: &[T],
    first: usize,
    last: usize,
    tolerance: f32,
    kept: &mut Vec<usize>,
) {
    let span = (times_ms[last] - times_ms[first]) as f32;
    let error = |i: usize| {
        let t = (times_ms[i] - times_ms[first]) as f32 / span;
        T::apart(&T::between(&values[first], &values[last], t), &values[i])
    };
    let worst = (first + 1..last).max_by(|&a, &b| error(a).total_cmp(&error(b)));
    if let Some(worst) = worst.filter(|&worst| error(worst) > tolerance) {
        keep_between(times_ms, values, first, worst, tolerance, kept);
        kept.push(worst);
        keep_between(times_ms, values, worst, last, tolerance, kept);
    }
}

/// A track with one value for all clips.
pub(crate) fn constant<T>(value: T) -> Track<T> {
    Track {
        interpolation: Interpolation::Step,
        driver: Driver::Clip,
        keys: TrackKeys::Shared(KeyList {
            times_ms: vec![0],
            values: vec![value],
            tangents: Vec::new(),
        }),
    }
}

/// A track on global loop `number` of `length_ms`, from `steps` + 1 values of a function of the
/// loop's phase (0 to 1).
pub(crate) fn on_loop<T>(
    number: u16,
    length_ms: u32,
    steps: u32,
    value: impl Fn(f32) -> T,
) -> Track<T> {
    let time = |step: u32| (length_ms * step / steps) as i32;
    Track {
        interpolation: Interpolation::Linear,
        driver: Driver::GlobalLoop(number),
        keys: TrackKeys::Shared(KeyList {
            times_ms: (0..=steps).map(time).collect(),
            values: (0..=steps)
                .map(|s| value(s as f32 / steps as f32))
                .collect(),
            tangents: Vec::new(),
        }),
    }
}

/// A rotation as M2 packs it: each part a whole number of 32767ths.
pub(crate) fn packable(q: &Quat) -> Quat {
    Quat::from(
        q.coords
            .map(|part| (part.clamp(-1.0, 1.0) * 32767.0).round() / 32767.0),
    )
}

/// A share as M2 packs it: a whole number of 32767ths.
pub(crate) fn packable_share(share: f32) -> f32 {
    (share.clamp(0.0, 1.0) * 32767.0).round() / 32767.0
}
