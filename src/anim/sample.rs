//! The value of a track at a moment.

use super::{
    Clock, Cubic, Driver, Interpolate, Interpolation, KeyList, KeyWindow, Tangents, Track,
    TrackCursor, TrackKeys,
};

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

impl<T: Interpolate> KeySlice<'_, T> {
    /// The value at `time_ms`; `rest` without keyframes.
    ///
    /// Before the first keyframe the first holds, after the last the last. Of keyframes at one
    /// time the last counts. In a list that is not in order some neighbouring pair is used.
    pub fn sample(&self, interpolation: Interpolation, time_ms: f64, rest: T) -> T {
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

impl<T> Track<T> {
    /// The keyframes that play at `clock` and the time on their axis; `None` at rest.
    ///
    /// A track on a global loop plays its first list, whatever the clip.
    #[inline]
    pub fn playing(
        &self,
        clock: &Clock,
        global_loops_ms: &[u32],
    ) -> Option<(KeySlice<'_, T>, f64)> {
        let clip = clock.clip?;
        let (keys, time_ms) = match (self.driver, &self.keys) {
            (Driver::GlobalLoop(index), _) => (
                KeySlice::all(self.lists().first()?),
                clock.time_in_loop(global_loops_ms, index),
            ),
            (Driver::Clip, TrackKeys::Axis(keys)) => (
                KeySlice::inside(keys, clock.window),
                f64::from(clock.window.start_ms) + clock.time_ms,
            ),
            (Driver::Clip, TrackKeys::PerClip(lists)) => {
                (KeySlice::all(lists.get(clip)?), clock.time_ms)
            }
            (Driver::Clip, TrackKeys::Shared(keys)) => (KeySlice::all(keys), clock.time_ms),
        };
        Some((keys, if time_ms.is_nan() { 0.0 } else { time_ms }))
    }
}

impl<T: Interpolate> Track<T> {
    /// The value at `clock`; `rest` in the bind pose and where no keyframes play.
    ///
    /// `global_loops_ms` are the lengths of the model's global loops.
    pub fn sample(&self, clock: &Clock, global_loops_ms: &[u32], rest: T) -> T {
        match self.playing(clock, global_loops_ms) {
            Some((keys, time_ms)) => keys.sample(self.interpolation, time_ms, rest),
            None => rest,
        }
    }

    /// The same as [`Track::sample`], faster where time moves on a little between calls.
    ///
    /// Any cursor gives the right value; one kept for this track gives it soonest.
    #[inline]
    pub fn sample_from(
        &self,
        cursor: &mut TrackCursor,
        clock: &Clock,
        global_loops_ms: &[u32],
        rest: T,
    ) -> T {
        match self.playing(clock, global_loops_ms) {
            Some((keys, time_ms)) => keys.sample_from(cursor, self.interpolation, time_ms, rest),
            None => rest,
        }
    }
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
