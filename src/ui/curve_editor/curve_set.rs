//! Makes the curves of tracks in a clip: exact at the keys, fine enough between them.

use super::{Curve, CurveId, CurveKey, RotationParts, euler_near};
use crate::anim::{Interpolate, Interpolation, KeyList, KeyWindow, Tangents, Track, TrackRef};
use crate::document::{Model, TrackPath};
use crate::editor::track_label;
use crate::math::{Quat, Vec3, unit_or_identity};
use egui_plot::PlotPoint;
use std::borrow::Cow;

/// Points between two keys of a cubic track.
const CUBIC_STEPS: u32 = 24;
/// Between two keys of a rotation there is a point at least each so many ms.
const ROTATION_STEP_MS: u32 = 15;
/// The most points between two keys of a rotation.
const MAX_ROTATION_STEPS: u32 = 48;

/// The curves of a track in the clip at position `clip` (the one that holds the keys).
///
/// Event tracks have no values, so no curves; neither has a track without keys there.
pub fn curves_of(model: &Model, clip: usize, path: TrackPath, parts: RotationParts) -> Vec<Curve> {
    let Some(track) = model.track(path) else {
        return Vec::new();
    };
    let window = model.clips.get(clip).map(KeyWindow::of);
    let window = window.unwrap_or_default();
    let unit = match path.channel {
        "rotation" if parts == RotationParts::Euler => "°",
        _ => "",
    };
    let mut curves = match track {
        TrackRef::Vector(track) => vector_curves(track, clip, window),
        TrackRef::Scalar(track) => scalar_curves(track, clip, window),
        TrackRef::Integer(track) => integer_curves(track, clip, window),
        TrackRef::Rotation(track) => rotation_curves(track, clip, window, parts),
        TrackRef::Event(_) => Vec::new(),
    };
    let label = track_label(model, path);
    let is_single = curves.len() == 1;
    for (component, curve) in curves.iter_mut().enumerate() {
        let name = component_name(path, component);
        curve.id = Some(CurveId { path, component });
        curve.label = if is_single {
            label.clone()
        } else {
            format!("{label} {name}")
        };
        curve.unit = unit;
    }
    curves
}

/// What a component is called.
pub fn component_name(path: TrackPath, component: usize) -> &'static str {
    let names: [&str; 4] = if path.channel.contains("colour") {
        ["R", "G", "B", ""]
    } else {
        ["X", "Y", "Z", "W"]
    };
    names.get(component).copied().unwrap_or("")
}

/// The keyframes that play, in the clip's own time; `None` without any.
///
/// Of a list that all clips share only those of the clip: there is no curve to the next clip.
fn list_of<T: Copy>(
    track: &Track<T>,
    clip: usize,
    window: KeyWindow,
) -> Option<Cow<'_, KeyList<T>>> {
    let place = track.place(clip, window);
    let list = track.lists().get(place.list)?;
    if place.window == KeyWindow::WHOLE {
        return (!list.is_empty()).then_some(Cow::Borrowed(list));
    }
    let mut own = KeyList::default();
    for (at, (&time_ms, &value)) in list.times_ms.iter().zip(&list.values).enumerate() {
        if let Some(time_ms) = place.own_ms(time_ms) {
            own.times_ms.push(time_ms);
            own.values.push(value);
            own.tangents.extend(list.tangents.get(at));
        }
    }
    (!own.is_empty()).then_some(Cow::Owned(own))
}

/// Splits a track into `N` curves by `parts_of`.
fn split<T: Interpolate, const N: usize>(
    track: &Track<T>,
    clip: usize,
    window: KeyWindow,
    rest: T,
    parts_of: impl Fn(&T) -> [f32; N],
) -> Vec<Curve> {
    let Some(list) = list_of(track, clip, window) else {
        return Vec::new();
    };
    let list = list.as_ref();
    let mut curves = vec![Curve::default(); N];
    let has_handles = track.interpolation.has_tangents() && list.tangents.len() == list.len();
    for (position, (&time_ms, value)) in list.times_ms.iter().zip(&list.values).enumerate() {
        let values = parts_of(value);
        let (incoming, outgoing) = if has_handles {
            handles(list, position, track.interpolation, &parts_of)
        } else {
            ([None; N], [None; N])
        };
        let sides = incoming.into_iter().zip(outgoing);
        for ((curve, value), (incoming, outgoing)) in curves.iter_mut().zip(values).zip(sides) {
            curve.keys.push(CurveKey {
                time_ms,
                value: f64::from(value),
                incoming,
                outgoing,
            });
        }
    }
    let mut push = |time_ms: f64, values: [f32; N]| {
        for (curve, value) in curves.iter_mut().zip(values) {
            curve.line.push(PlotPoint::new(time_ms, f64::from(value)));
        }
    };
    let is_stepped = T::STEPS || track.interpolation == Interpolation::Step;
    let steps = if is_stepped || !has_handles {
        1
    } else {
        CUBIC_STEPS
    };
    let pairs = list.times_ms.windows(2).zip(list.values.windows(2));
    for (times, values) in pairs {
        let ([from_ms, to_ms], [from, _]) = (times, values) else {
            continue;
        };
        let (from_ms, to_ms) = (f64::from(*from_ms), f64::from(*to_ms));
        push(from_ms, parts_of(from));
        if is_stepped {
            push(to_ms, parts_of(from));
        }
        for step in 1..steps {
            let time_ms = from_ms + (to_ms - from_ms) * f64::from(step) / f64::from(steps);
            push(
                time_ms,
                parts_of(&list.sample(track.interpolation, time_ms, rest)),
            );
        }
    }
    if let (Some(&time_ms), Some(value)) = (list.times_ms.last(), list.values.last()) {
        push(f64::from(time_ms), parts_of(value));
    }
    curves
}

/// Where the handles of a key are: a third of the way to its neighbours.
fn handles<T: Copy, const N: usize>(
    list: &KeyList<T>,
    position: usize,
    interpolation: Interpolation,
    parts_of: &impl Fn(&T) -> [f32; N],
) -> ([Option<PlotPoint>; N], [Option<PlotPoint>; N]) {
    let time_of = |position: Option<usize>| {
        position
            .and_then(|position| list.times_ms.get(position))
            .map(|&time| f64::from(time))
    };
    let (Some(here_ms), Some(value), Some(tangents)) = (
        time_of(Some(position)),
        list.values.get(position),
        list.tangents.get(position),
    ) else {
        return ([None; N], [None; N]);
    };
    let Tangents { incoming, outgoing } = tangents;
    let value = parts_of(value);
    let side = |neighbour_ms: Option<f64>, tangent: [f32; N], sign: f32| {
        std::array::from_fn(|component| {
            let time_ms = here_ms + (neighbour_ms? - here_ms) / 3.0;
            let (value, tangent) = (value.get(component)?, tangent.get(component)?);
            let height = match interpolation {
                Interpolation::Hermite => value + sign * tangent / 3.0,
                _ => *tangent,
            };
            Some(PlotPoint::new(time_ms, f64::from(height)))
        })
    };
    (
        side(time_of(position.checked_sub(1)), parts_of(incoming), -1.0),
        side(time_of(Some(position + 1)), parts_of(outgoing), 1.0),
    )
}

fn vector_curves(track: &Track<Vec3>, clip: usize, window: KeyWindow) -> Vec<Curve> {
    split(track, clip, window, Vec3::zeros(), |v| [v.x, v.y, v.z])
}

fn scalar_curves(track: &Track<f32>, clip: usize, window: KeyWindow) -> Vec<Curve> {
    split(track, clip, window, 0.0, |&value| [value])
}

fn integer_curves(track: &Track<i32>, clip: usize, window: KeyWindow) -> Vec<Curve> {
    split(track, clip, window, 0, |&value| [value as f32])
}

/// Rotations are sampled as the game plays them and taken apart after that.
fn rotation_curves(
    track: &Track<Quat>,
    clip: usize,
    window: KeyWindow,
    parts: RotationParts,
) -> Vec<Curve> {
    let Some(list) = list_of(track, clip, window) else {
        return Vec::new();
    };
    let list = list.as_ref();
    let count = match parts {
        RotationParts::Euler => 3,
        RotationParts::Quaternion => 4,
    };
    let mut curves = vec![Curve::default(); count];
    let mut before = Vec3::zeros();
    let mut parts_of = |q: &Quat| -> [f32; 4] {
        match parts {
            RotationParts::Euler => {
                before = euler_near(&unit_or_identity(q), &before);
                [before.x, before.y, before.z, 0.0]
            }
            RotationParts::Quaternion => [q.i, q.j, q.k, q.w],
        }
    };
    let push = |curves: &mut Vec<Curve>, time_ms: f64, values: [f32; 4]| {
        for (curve, value) in curves.iter_mut().zip(values) {
            curve.line.push(PlotPoint::new(time_ms, f64::from(value)));
        }
    };
    let is_stepped = track.interpolation == Interpolation::Step;
    let mut previous: Option<(i32, [f32; 4])> = None;
    for (&time_ms, value) in list.times_ms.iter().zip(&list.values) {
        if let Some((from_ms, held)) = previous {
            // Keys of a damaged file may be out of order and further apart than an i32 counts.
            let distance = u32::try_from(i64::from(time_ms) - i64::from(from_ms)).unwrap_or(0);
            let steps = (distance / ROTATION_STEP_MS).clamp(2, MAX_ROTATION_STEPS);
            if is_stepped {
                push(&mut curves, f64::from(time_ms), held);
            } else {
                for step in 1..steps {
                    let at = f64::from(from_ms)
                        + f64::from(distance) * f64::from(step) / f64::from(steps);
                    let q = list.sample(track.interpolation, at, Quat::identity());
                    let values = parts_of(&q);
                    push(&mut curves, at, values);
                }
            }
        }
        let values = parts_of(value);
        push(&mut curves, f64::from(time_ms), values);
        for (curve, value) in curves.iter_mut().zip(values) {
            curve.keys.push(CurveKey {
                time_ms,
                value: f64::from(value),
                incoming: None,
                outgoing: None,
            });
        }
        previous = Some((time_ms, values));
    }
    curves
}
