//! The value of one track at one time.

use super::nodes::{Key, Track};

/// Whether keys lead up to the first of several keys at one time (as the M2 evaluator and npm
/// `war3-model` have it), or to the last, as if the others were not there (as crate `wc3` has it).
///
/// Whatever this says, from that time on the last one holds.
pub const LEADS_TO_FIRST_OF_EQUAL_TIMES: bool = true;

/// What a track is asked for: a time, and the part of its keys that counts.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Time on the axis of the keys.
    pub time_ms: f64,
    /// First and last time of a key that counts.
    pub window_ms: (f64, f64),
}

impl<const N: usize> Track<N> {
    /// The keys that count, by ascending time; keys at one time stay in file order.
    fn sorted(&self, moment: Moment) -> Vec<Key<N>> {
        let (first, last) = moment.window_ms;
        let mut keys: Vec<Key<N>> = self
            .keys
            .iter()
            .filter(|key| (first..=last).contains(&f64::from(key.time_ms)))
            .copied()
            .collect();
        keys.sort_by_key(|key| key.time_ms);
        if !LEADS_TO_FIRST_OF_EQUAL_TIMES {
            keys.reverse();
            keys.dedup_by_key(|key| key.time_ms);
            keys.reverse();
        }
        keys
    }

    /// The two keys around a time and how far it lies from the first to the second, 0 to 1.
    fn around(&self, moment: Moment) -> Option<(Key<N>, Key<N>, f64)> {
        let keys = self.sorted(moment);
        let past = |key: &&Key<N>| f64::from(key.time_ms) > moment.time_ms;
        let after = keys.iter().find(past).copied();
        let before = keys.iter().rev().find(|key| !past(key)).copied();
        Some(match (before, after) {
            (None, None) => return None,
            (Some(only), None) | (None, Some(only)) => (only, only, 0.0),
            (Some(from), Some(to)) => {
                let (start, end) = (f64::from(from.time_ms), f64::from(to.time_ms));
                (from, to, (moment.time_ms - start) / (end - start))
            }
        })
    }
}

/// A vector track; `None` where no key counts.
pub fn vector(track: &Track<3>, moment: Moment) -> Option<[f64; 3]> {
    let (from, to, u) = track.around(moment)?;
    if u == 0.0 {
        return Some(from.value);
    }
    let v = 1.0 - u;
    let (a, out, into, b) = match track.interpolation {
        0 => (1.0, 0.0, 0.0, 0.0),
        2 => (
            v * v * (1.0 + 2.0 * u),
            u * v * v,
            -u * u * v,
            u * u * (3.0 - 2.0 * u),
        ),
        3 => (v * v * v, 3.0 * u * v * v, 3.0 * u * u * v, u * u * u),
        _ => (v, 0.0, 0.0, u),
    };
    let mut value = [0.0; 3];
    for (axis, x) in value.iter_mut().enumerate() {
        *x =
            a * from.value[axis] + out * from.out[axis] + into * to.into[axis] + b * to.value[axis];
    }
    Some(value)
}

/// A rotation track, of length 1; `None` where no key counts.
pub fn quaternion(track: &Track<4>, moment: Moment) -> Option<[f64; 4]> {
    let (from, to, u) = track.around(moment)?;
    let (a, b) = (normalised(from.value), normalised(to.value));
    if u == 0.0 {
        return Some(a);
    }
    Some(match track.interpolation {
        0 => a,
        2 | 3 => slerp(
            slerp(a, b, u),
            slerp(normalised(from.out), normalised(to.into), u),
            2.0 * u * (1.0 - u),
        ),
        _ => slerp(a, b, u),
    })
}

/// A quaternion of length 1; the identity for one of length 0.
pub fn normalised(q: [f64; 4]) -> [f64; 4] {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length == 0.0 {
        return [0.0, 0.0, 0.0, 1.0];
    }
    q.map(|x| x / length)
}

/// The way from `a` to `b` or `-b`, whichever is the shorter.
fn slerp(a: [f64; 4], b: [f64; 4], u: f64) -> [f64; 4] {
    let dot: f64 = (0..4).map(|i| a[i] * b[i]).sum();
    let sign = if dot < 0.0 { -1.0 } else { 1.0 };
    let angle = (dot * sign).min(1.0).acos();
    let (from, to) = if angle.sin() < 1e-9 {
        (1.0 - u, u)
    } else {
        (
            ((1.0 - u) * angle).sin() / angle.sin(),
            (u * angle).sin() / angle.sin(),
        )
    };
    let mut q = [0.0; 4];
    for i in 0..4 {
        q[i] = from * a[i] + to * sign * b[i];
    }
    normalised(q)
}
