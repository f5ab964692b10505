//! How tracks are compared: list by list, keyframes matched by their time.

use super::difference::{NOTHING, Walk};
use super::path::Path;
use super::scalar::Compare;
use crate::anim::{KeyList, Tangents, Track, TrackKeys};

impl<T: Compare + PartialEq + Copy> Compare for Track<T> {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        let Self {
            interpolation,
            driver,
            keys,
        } = self;
        interpolation.compare(&other.interpolation, &at.field("interpolation"), walk);
        driver.compare(&other.driver, &at.field("driver"), walk);
        match (keys, &other.keys) {
            (TrackKeys::Shared(a), TrackKeys::Shared(b))
            | (TrackKeys::Axis(a), TrackKeys::Axis(b)) => {
                compare_lists(a, b, at, walk);
            }
            (a, b) => {
                if arrangement(a) != arrangement(b) {
                    walk.differ(&at.field("arrangement"), arrangement(a), arrangement(b));
                }
                // A clip past the end of the lists has no keyframes.
                let none = KeyList::default();
                for clip in 0..self.lists().len().max(other.lists().len()) {
                    let a = self.keys(clip).unwrap_or(&none);
                    let b = other.keys(clip).unwrap_or(&none);
                    compare_lists(a, b, &at.field("clips").index(clip), walk);
                }
            }
        }
    }
}

fn arrangement<T>(keys: &TrackKeys<T>) -> &'static str {
    match keys {
        TrackKeys::PerClip(_) => "per clip",
        TrackKeys::Shared(_) => "shared by all clips",
        TrackKeys::Axis(_) => "on one axis",
    }
}

fn compare_lists<T: Compare + PartialEq + Copy>(
    a: &KeyList<T>,
    b: &KeyList<T>,
    at: &Path<'_>,
    walk: &mut Walk,
) {
    if a == b {
        return;
    }
    let at = at.field("keys");
    let is_ascending = |list: &KeyList<T>| list.times_ms.is_sorted_by(|a, b| a < b);
    if !is_ascending(a) || !is_ascending(b) {
        return compare_by_position(a, b, &at, walk);
    }
    let (mut i, mut j) = (0, 0);
    loop {
        match (a.times_ms.get(i), b.times_ms.get(j)) {
            (None, None) => break,
            (Some(x), Some(y)) if x == y => {
                compare_key((a, i), (b, j), &at.index(i), walk);
                i += 1;
                j += 1;
            }
            (Some(x), y) if y.is_none_or(|y| x < y) => {
                walk.differ(&at.index(i), format!("at {x} ms"), NOTHING);
                i += 1;
            }
            (_, Some(y)) => {
                walk.differ(&at.index(j), NOTHING, format!("at {y} ms"));
                j += 1;
            }
            (Some(_), None) => break,
        }
    }
}

fn compare_by_position<T: Compare + PartialEq + Copy>(
    a: &KeyList<T>,
    b: &KeyList<T>,
    at: &Path<'_>,
    walk: &mut Walk,
) {
    if a.len() != b.len() {
        walk.differ(&at.field("count"), a.len(), b.len());
    }
    for (index, (x, y)) in a.times_ms.iter().zip(&b.times_ms).enumerate() {
        let at = at.index(index);
        x.compare(y, &at.field("time"), walk);
        compare_key((a, index), (b, index), &at, walk);
    }
}

fn compare_key<T: Compare + Copy>(
    (a, i): (&KeyList<T>, usize),
    (b, j): (&KeyList<T>, usize),
    at: &Path<'_>,
    walk: &mut Walk,
) {
    if let (Some(x), Some(y)) = (a.values.get(i), b.values.get(j)) {
        x.compare(y, &at.field("value"), walk);
    }
    match (a.tangents.get(i), b.tangents.get(j)) {
        (Some(Tangents { incoming, outgoing }), Some(other)) => {
            incoming.compare(&other.incoming, &at.field("incoming"), walk);
            outgoing.compare(&other.outgoing, &at.field("outgoing"), walk);
        }
        (Some(_), None) => walk.differ(&at.field("tangents"), "there", NOTHING),
        (None, Some(_)) => walk.differ(&at.field("tangents"), NOTHING, "there"),
        (None, None) => {}
    }
}
