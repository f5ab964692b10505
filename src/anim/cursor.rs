//! Where in a track playback last was, so that the next moment is found without a search.

use super::key_slice::keys_up_to;

/// Remembers a place in a list of keyframes. A hint only: a wrong one costs a search, never a
/// wrong value, so edits need not reset it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrackCursor {
    /// Number of keyframes at or before the time last asked for.
    passed: u32,
}

impl TrackCursor {
    /// Number of keyframes at or before `time_ms`, found from where the cursor stands.
    ///
    /// The segment the cursor is in and the two after it are tried, then the list is searched.
    #[inline]
    pub fn seek(&mut self, times_ms: &[i32], time_ms: i32) -> usize {
        let start = self.passed as usize;
        for passed in start..start.saturating_add(3) {
            if is_place(times_ms, passed, time_ms) {
                self.passed = passed as u32;
                return passed;
            }
        }
        let passed = keys_up_to(times_ms, time_ms);
        self.passed = u32::try_from(passed).unwrap_or(0);
        passed
    }
}

/// Whether `time_ms` lies at or after the keyframe before `passed` and before the one at it.
#[inline]
fn is_place(times_ms: &[i32], passed: usize, time_ms: i32) -> bool {
    let reached = match passed.checked_sub(1) {
        None => true,
        Some(before) => times_ms.get(before).is_some_and(|&t| t <= time_ms),
    };
    reached && times_ms.get(passed).is_none_or(|&t| time_ms < t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_finds_what_a_search_finds_wherever_it_stood() {
        let times = [0, 3, 3, 10, 11, 500, 900];
        for start in -2..=1000 {
            for step in [-700, -5, 0, 1, 4, 9, 300] {
                let mut cursor = TrackCursor::default();
                cursor.seek(&times, start);
                assert_eq!(
                    cursor.seek(&times, start + step),
                    times.iter().filter(|&&t| t <= start + step).count(),
                    "from {start} by {step}"
                );
            }
        }
    }

    #[test]
    fn a_cursor_from_a_longer_list_is_no_harm() {
        let mut cursor = TrackCursor::default();
        cursor.seek(&[0, 1, 2, 3, 4, 5], 9);
        assert_eq!(cursor.seek(&[0, 10], 5), 1);
        assert_eq!(cursor.seek(&[], 5), 0);
    }
}
