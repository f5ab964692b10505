//! The keys of one clip, cut to its length so that nothing outside of it shows.

use crate::anim::{Interpolate, Interpolation, KeyList, Tangents};
use crate::math::{Quat, Vec3, unit_or_identity};

/// A value whose keys can be cut.
pub trait Keyed: Interpolate + PartialEq {
    /// A tangent with which a curve leaves or reaches this value without a slope.
    fn level(self, interpolation: Interpolation) -> Self;

    /// How far two values are apart, in their own unit; degrees for rotations.
    fn distance(self, other: Self) -> f64;
}

impl Keyed for f32 {
    fn level(self, interpolation: Interpolation) -> Self {
        match interpolation {
            Interpolation::Hermite => 0.0,
            _ => self,
        }
    }

    fn distance(self, other: Self) -> f64 {
        f64::from((self - other).abs())
    }
}

impl Keyed for Vec3 {
    fn level(self, interpolation: Interpolation) -> Self {
        match interpolation {
            Interpolation::Hermite => Self::zeros(),
            _ => self,
        }
    }

    fn distance(self, other: Self) -> f64 {
        f64::from((self - other).norm())
    }
}

impl Keyed for Quat {
    fn level(self, _: Interpolation) -> Self {
        self
    }

    fn distance(self, other: Self) -> f64 {
        let (a, b) = (unit_or_identity(&self), unit_or_identity(&other));
        // The chord keeps its digits where the angle is small; the cosine does not.
        let chord = (a - b).norm().min((a + b).norm());
        4.0 * (f64::from(chord) / 2.0).min(1.0).asin().to_degrees()
    }
}

impl Keyed for i32 {
    fn level(self, _: Interpolation) -> Self {
        self
    }

    fn distance(self, other: Self) -> f64 {
        f64::from(self.abs_diff(other))
    }
}

/// The interpolation under a number that both formats know; what has none plays linear.
pub fn known(interpolation: Interpolation) -> Interpolation {
    match interpolation {
        Interpolation::Unknown(_) => Interpolation::Linear,
        other => other,
    }
}

/// Keys that were cut to a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct CutKeys<T> {
    /// The keys, all between 0 and the length of the clip.
    pub keys: KeyList<T>,
    /// How far a curve with tangents is off where an edge cut it; `None` if none was cut.
    pub bent: Option<f64>,
}

/// The keys of a list in the clip's own time, cut to `0..=duration_ms`.
///
/// A list of one key keeps it. Of any other, the values at both ends become keys, so that the
/// result is the same whether a game holds the first and last key or goes round from the last to
/// the first, and whether or not it reads keys beyond the end.
pub fn cut<T: Keyed>(
    list: &KeyList<T>,
    interpolation: Interpolation,
    duration_ms: u32,
) -> CutKeys<T> {
    let end = i32::try_from(duration_ms).unwrap_or(i32::MAX);
    let mut sorted = list.clone();
    sorted.sort();
    if !interpolation.has_tangents() {
        sorted.tangents.clear();
    }
    if let ([time], [_]) = (sorted.times_ms.as_mut_slice(), sorted.values.as_slice()) {
        *time = (*time).clamp(0, end);
        return CutKeys {
            keys: sorted,
            bent: None,
        };
    }
    let inside = |time: i32| (0..=end).contains(&time);
    let mut keys = KeyList {
        times_ms: Vec::new(),
        values: Vec::new(),
        tangents: Vec::new(),
    };
    for (position, (&time, &value)) in sorted.times_ms.iter().zip(&sorted.values).enumerate() {
        if inside(time) {
            keys.times_ms.push(time);
            keys.values.push(value);
            keys.tangents.extend(sorted.tangents.get(position));
        }
    }
    if sorted.is_empty() {
        return CutKeys { keys, bent: None };
    }
    let has_tangents = !sorted.tangents.is_empty();
    let mut is_bent = false;
    for edge in [0, end] {
        if keys.times_ms.contains(&edge) {
            continue;
        }
        let first = sorted.values[0];
        let value = sorted.sample(interpolation, edge.into(), first);
        let level = value.level(interpolation);
        let tangents = Tangents {
            incoming: level,
            outgoing: level,
        };
        let is_before = |&time: &i32| time < edge;
        let crosses = sorted.times_ms.iter().any(is_before)
            && sorted.times_ms.iter().any(|time| *time > edge);
        is_bent |= has_tangents && crosses;
        let at = keys.times_ms.partition_point(is_before);
        keys.times_ms.insert(at, edge);
        keys.values.insert(at, value);
        if has_tangents {
            keys.tangents.insert(at, tangents);
            level_neighbour(&mut keys, at, interpolation, crosses);
        }
    }
    let bent = is_bent.then(|| largest_difference(&sorted, &keys, interpolation, end));
    CutKeys { keys, bent }
}

/// Between a key that holds its neighbour's value and that neighbour nothing may move.
fn level_neighbour<T: Keyed>(
    keys: &mut KeyList<T>,
    at: usize,
    interpolation: Interpolation,
    crosses: bool,
) {
    if crosses {
        return;
    }
    let level = |keys: &KeyList<T>, at: usize| {
        let value = keys.values.get(at);
        value.map(|value| value.level(interpolation))
    };
    if at == 0 {
        if let (Some(value), Some(next)) = (level(keys, 1), keys.tangents.get_mut(1)) {
            next.incoming = value;
        }
    } else if let Some(value) = level(keys, at - 1)
        && let Some(before) = keys.tangents.get_mut(at - 1)
    {
        before.outgoing = value;
    }
}

fn largest_difference<T: Keyed>(
    a: &KeyList<T>,
    b: &KeyList<T>,
    interpolation: Interpolation,
    end: i32,
) -> f64 {
    const MOMENTS: u32 = 64;
    let Some(&rest) = a.values.first() else {
        return 0.0;
    };
    let at = |moment: u32| f64::from(end) * f64::from(moment) / f64::from(MOMENTS);
    (0..=MOMENTS)
        .map(|moment| {
            let one = a.sample(interpolation, at(moment), rest);
            one.distance(b.sample(interpolation, at(moment), rest))
        })
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(keys: &[(i32, f32)]) -> KeyList<f32> {
        KeyList {
            times_ms: keys.iter().map(|key| key.0).collect(),
            values: keys.iter().map(|key| key.1).collect(),
            tangents: Vec::new(),
        }
    }

    #[track_caller]
    fn check_cut(keys: &[(i32, f32)], interpolation: Interpolation, expected: &[(i32, f32)]) {
        let cut = cut(&list(keys), interpolation, 100);
        assert_eq!(cut.keys, list(expected));
        assert_eq!(cut.bent, None);
    }

    #[test]
    fn both_ends_of_the_clip_get_a_key_and_what_lies_outside_goes() {
        use Interpolation::{Linear, Step};
        check_cut(&[], Linear, &[]);
        check_cut(&[(40, 3.0)], Linear, &[(40, 3.0)]);
        check_cut(&[(900, 3.0)], Linear, &[(100, 3.0)]);
        check_cut(&[(0, 1.0), (100, 2.0)], Linear, &[(0, 1.0), (100, 2.0)]);
        check_cut(
            &[(20, 1.0), (40, 2.0)],
            Linear,
            &[(0, 1.0), (20, 1.0), (40, 2.0), (100, 2.0)],
        );
        check_cut(
            &[(-100, 0.0), (100, 2.0), (300, 9.0)],
            Linear,
            &[(0, 1.0), (100, 2.0)],
        );
        check_cut(
            &[(50, 1.0), (150, 3.0)],
            Linear,
            &[(0, 1.0), (50, 1.0), (100, 2.0)],
        );
        check_cut(&[(-10, 4.0), (150, 3.0)], Step, &[(0, 4.0), (100, 4.0)]);
        check_cut(
            &[(150, 3.0), (50, 1.0)],
            Linear,
            &[(0, 1.0), (50, 1.0), (100, 2.0)],
        );
    }

    #[test]
    fn a_curve_that_is_held_at_the_ends_stays_as_it_was() {
        for interpolation in [Interpolation::Hermite, Interpolation::Bezier] {
            let mut keys = list(&[(20, 1.0), (60, 5.0)]);
            keys.tangents = vec![
                Tangents {
                    incoming: 7.0,
                    outgoing: 3.0,
                },
                Tangents {
                    incoming: 2.0,
                    outgoing: -8.0,
                },
            ];
            let cut = cut(&keys, interpolation, 100);
            assert_eq!(cut.bent, None);
            for time in 0..=100 {
                let (a, b) = (
                    keys.sample(interpolation, time.into(), 0.0),
                    cut.keys.sample(interpolation, time.into(), 0.0),
                );
                assert!(
                    (a - b).abs() < 1e-6,
                    "{interpolation:?} at {time}: {a} and {b}"
                );
            }
        }
    }

    #[test]
    fn a_curve_that_an_edge_cuts_says_by_how_much_it_is_off() {
        let mut keys = list(&[(0, 0.0), (200, 1.0)]);
        keys.tangents = vec![
            Tangents {
                incoming: 4.0,
                outgoing: 4.0
            };
            2
        ];
        let cut = cut(&keys, Interpolation::Hermite, 100);
        assert!(cut.bent.is_some_and(|error| error > 0.1));
    }

    #[test]
    fn rotations_are_apart_by_their_angle_whatever_their_sign() {
        let turned = crate::math::quat_from_axis_angle(&Vec3::z(), 0.001);
        let degrees = turned.distance(-Quat::identity());
        assert!((degrees - 0.001f64.to_degrees()).abs() < 1e-6, "{degrees}");
    }
}
