//! Tracks that never change.

use crate::anim::{Driver, Interpolation, KeyList, Track, TrackKeys};

/// A track that has `value` at all times.
pub fn constant<T>(value: T) -> Track<T> {
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

/// The value of a track that is the same in all clips and has no keys to edit.
pub fn constant_value<T: Copy>(track: &Track<T>) -> Option<T> {
    match (&track.keys, track.driver) {
        (TrackKeys::Shared(list), Driver::Clip) => match list.values.as_slice() {
            [value] => Some(*value),
            _ => None,
        },
        _ => None,
    }
}

/// A track without keys, as a file with one axis has it.
pub fn no_keys<T>() -> Track<T> {
    Track {
        keys: TrackKeys::Axis(KeyList::default()),
        ..Track::default()
    }
}
