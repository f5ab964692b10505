//! Changes of one list of keyframes, each kept inside the window of the clip that is edited.

use super::key_kind::{KeyKind, Neighbours};
use crate::anim::{Cubic, Interpolation, KeyList, KeyWindow, Tangents, Track, TrackKeys};

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

/// Puts keyframes in order and leaves the last of each time inside `window`; says how many went.
///
/// Doubled keyframes of another clip shape the way to them, so they stay.
pub(super) fn tidy<T: Copy>(list: &mut KeyList<T>, window: KeyWindow) -> usize {
    list.sort();
    let is_doubled = |pair: &[i32]| matches!(pair, [a, b] if a == b && window.contains(*a));
    if !list.times_ms.windows(2).any(is_doubled) {
        return 0;
    }
    let goes: Vec<bool> = (0..list.len())
        .map(|at| list.times_ms.get(at..at + 2).is_some_and(is_doubled))
        .collect();
    let before = list.len();
    keep(list, |at| !goes.get(at).copied().unwrap_or(false));
    before - list.len()
}

/// Leaves only the keyframes at the positions that `stays` wants.
pub(super) fn keep<T: Copy>(list: &mut KeyList<T>, stays: impl Fn(usize) -> bool) {
    fn sift<V>(values: &mut Vec<V>, stays: &impl Fn(usize) -> bool) {
        let mut at = 0;
        values.retain(|_| {
            at += 1;
            stays(at - 1)
        });
    }
    sift(&mut list.times_ms, &stays);
    sift(&mut list.values, &stays);
    sift(&mut list.tangents, &stays);
}

/// The position of a keyframe in a list that is in order; of several at one time the last.
pub(super) fn position_in_order<T>(list: &KeyList<T>, time: i32) -> Option<usize> {
    let after = list.times_ms.partition_point(|&t| t <= time);
    let at = after.checked_sub(1)?;
    (list.times_ms.get(at) == Some(&time)).then_some(at)
}

/// Adds a keyframe with automatic tangents where the track stores them.
pub(super) fn insert<T: KeyKind>(
    list: &mut KeyList<T>,
    time: i32,
    value: T,
    interpolation: Interpolation,
    with_tangents: bool,
    window: KeyWindow,
) {
    list.set(time, value, value.flat(interpolation));
    if !with_tangents {
        return;
    }
    let windows = std::slice::from_ref(&window);
    fill_tangents(list, |list, position| {
        tangents_at(list, position, interpolation, true, windows)
    });
    if let Some(position) = list.position_at(time) {
        let tangents = tangents_at(list, position, interpolation, true, windows);
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
///
/// A keyframe is a neighbour only if some window holds both: no clip bends towards another.
pub(super) fn tangents_at<T: KeyKind>(
    list: &KeyList<T>,
    position: usize,
    interpolation: Interpolation,
    is_auto: bool,
    windows: &[KeyWindow],
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
    let shares_window = |(time, _): &(i32, T)| {
        let both = |window: &KeyWindow| window.contains(*time) && window.contains(here.0);
        windows.iter().any(both)
    };
    let neighbours = Neighbours {
        before: position.checked_sub(1).and_then(key).filter(shares_window),
        here,
        after: key(position + 1).filter(shares_window),
    };
    T::auto(&neighbours, interpolation)
}

/// Adds a keyframe on a cubic curve without changing its shape; `false` if that can't be done.
///
/// There is no curve from the last keyframe in `window` to the first of the next clip.
pub(super) fn split_at<T: KeyKind>(
    list: &mut KeyList<T>,
    time: i32,
    interpolation: Interpolation,
    window: KeyWindow,
) -> bool {
    let after = list.times_ms.partition_point(|&t| t < time);
    let Some(before) = after.checked_sub(1) else {
        return false;
    };
    let segment = || {
        let (start, end) = (*list.times_ms.get(before)?, *list.times_ms.get(after)?);
        if !(window.contains(start) && window.contains(end)) {
            return None;
        }
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

/// Adds a keyframe with the tangents it comes with.
pub(super) fn put<T: Copy>(
    list: &mut KeyList<T>,
    time: i32,
    value: T,
    tangents: Option<Tangents<T>>,
) {
    let position = list.times_ms.partition_point(|&t| t < time);
    list.times_ms.insert(position, time);
    list.values.insert(position, value);
    if let Some(tangents) = tangents {
        list.tangents
            .insert(position.min(list.tangents.len()), tangents);
    }
}
