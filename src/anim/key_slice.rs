//! The keyframes that play, and the value they give at a time.

use super::{Cubic, Interpolate, Interpolation, KeyList, KeyWindow, Tangents, TrackCursor};

/// Keyframes that play, cut to the clip's window: what sampling reads.
#[derive(Clone, Copy, Debug)]
pub struct KeySlice<'a, T> {
    times_ms: &'a [i32],
    values: &'a [T],
    tangents: &'a [Tangents<T>],
}

impl<'a, T> KeySlice<'a, T> {
    /// All keyframes of a list.
    #[inline]
    pub fn all(keys: &'a KeyList<T>) -> Self {
        Self {
            times_ms: &keys.times_ms,
            values: &keys.values,
            tangents: &keys.tangents,
        }
    }

    /// The keyframes inside `window`; others are not read, as if they were not there.
    pub fn inside(keys: &'a KeyList<T>, window: KeyWindow) -> Self {
        let first = keys.times_ms.partition_point(|&t| t < window.start_ms);
        let end = keys.times_ms.partition_point(|&t| t <= window.end_ms);
        Self {
            times_ms: keys.times_ms.get(first..end).unwrap_or(&[]),
            values: keys.values.get(first..end).unwrap_or(&[]),
            tangents: keys.tangents.get(first..end).unwrap_or(&[]),
        }
    }

    /// When each keyframe is, on the time axis of the list.
    pub fn times_ms(&self) -> &'a [i32] {
        self.times_ms
    }
}

impl<T: PartialEq> KeySlice<'_, T> {
    /// Whether the value surely never changes.
    pub(super) fn is_constant(&self) -> bool {
        self.values.len() <= 1
            || self.tangents.is_empty() && self.values.windows(2).all(|pair| pair[0] == pair[1])
    }
}

impl<T: Interpolate> KeySlice<'_, T> {
    /// The value at `time_ms`; `rest` without keyframes.
    ///
    /// Before the first keyframe the first holds, after the last the last. Of keyframes at one
    /// time the last counts. In a list that is not in order some neighbouring pair is used.
    pub fn sample(&self, interpolation: Interpolation, time_ms: f64, rest: T) -> T {
        let time_ms = number_or_0(time_ms);
        let after = keys_up_to(self.times_ms, whole_ms(time_ms));
        self.segment(interpolation, after, time_ms, rest)
    }

    /// The same as [`KeySlice::sample`], looking first where `cursor` found the time before.
    #[inline]
    pub fn sample_from(
        &self,
        cursor: &mut TrackCursor,
        interpolation: Interpolation,
        time_ms: f64,
        rest: T,
    ) -> T {
        let time_ms = number_or_0(time_ms);
        let after = cursor.seek(self.times_ms, whole_ms(time_ms));
        self.segment(interpolation, after, time_ms, rest)
    }

    /// The value in the segment that ends at position `after`.
    #[inline]
    fn segment(&self, interpolation: Interpolation, after: usize, time_ms: f64, rest: T) -> T {
        let Some(before) = after.checked_sub(1) else {
            return self.values.first().map_or(rest, |value| value.held());
        };
        let Some(from) = self.values.get(before) else {
            return rest;
        };
        let (Some(to), Some(&start), Some(&end)) = (
            self.values.get(after),
            self.times_ms.get(before),
            self.times_ms.get(after),
        ) else {
            return from.held();
        };
        if T::STEPS || interpolation == Interpolation::Step || end <= start {
            return from.held();
        }
        let start = f64::from(start);
        let t = ((time_ms - start) / (f64::from(end) - start)).clamp(0.0, 1.0) as f32;
        let cubic = || {
            Some(Cubic {
                from: *from,
                leave: self.tangents.get(before)?.outgoing,
                arrive: self.tangents.get(after)?.incoming,
                to: *to,
            })
        };
        match interpolation {
            Interpolation::Hermite => {
                cubic().map_or_else(|| T::linear(from, to, t), |segment| T::hermite(&segment, t))
            }
            Interpolation::Bezier => {
                cubic().map_or_else(|| T::linear(from, to, t), |segment| T::bezier(&segment, t))
            }
            _ => T::linear(from, to, t),
        }
    }
}

impl<T: Interpolate> KeyList<T> {
    /// The value at `time_ms` of the list's own time axis; `rest` without keyframes.
    ///
    /// [`Interpolation::Unknown`] plays linear, as do Hermite and Bezier without tangents.
    pub fn sample(&self, interpolation: Interpolation, time_ms: f64, rest: T) -> T {
        KeySlice::all(self).sample(interpolation, time_ms, rest)
    }
}

/// A time that is no number counts as 0.
#[inline]
fn number_or_0(time_ms: f64) -> f64 {
    if time_ms.is_nan() { 0.0 } else { time_ms }
}

/// The last whole millisecond not after `time_ms`; keyframes are at whole milliseconds.
#[inline]
fn whole_ms(time_ms: f64) -> i32 {
    time_ms.floor() as i32
}

/// Number of keyframes at or before `time_ms`, for times in ascending order.
#[inline]
pub(super) fn keys_up_to(times_ms: &[i32], time_ms: i32) -> usize {
    times_ms.partition_point(|&t| t <= time_ms)
}
