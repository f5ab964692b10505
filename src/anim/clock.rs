//! What a track is asked for: which clip, and at which time of it.

use super::Clip;

/// The part of a file's own time axis on which a clip lies, both ends included.
///
/// Only [`super::TrackKeys::Axis`] tracks look at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyWindow {
    /// Where time 0 of the clip lies on the axis.
    pub start_ms: i32,
    /// The last moment whose keyframes belong to the clip.
    pub end_ms: i32,
}

impl KeyWindow {
    /// Everything: no keyframe lies outside.
    pub const WHOLE: Self = Self {
        start_ms: i32::MIN,
        end_ms: i32::MAX,
    };

    /// The window of a clip that starts at `start_ms` and is `duration_ms` long.
    ///
    /// A length past [`i32::MAX`] is that of a clip that runs backwards: its window is its start.
    pub fn new(start_ms: i32, duration_ms: u32) -> Self {
        Self {
            start_ms,
            end_ms: start_ms.saturating_add(duration_ms.cast_signed().max(0)),
        }
    }

    /// The window of a clip.
    pub fn of(clip: &Clip) -> Self {
        Self::new(clip.start_ms, clip.duration_ms)
    }

    /// Whether a moment of the axis is inside.
    #[inline]
    pub fn contains(&self, axis_ms: i32) -> bool {
        (self.start_ms..=self.end_ms).contains(&axis_ms)
    }
}

/// The moment at which tracks are sampled.
///
/// A time that is no number counts as 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// Position of the clip that *holds* the keyframes, aliases already followed; `None` is the
    /// bind pose, in which every track is at rest, global loops too.
    pub clip: Option<usize>,
    /// Time in the clip, ms.
    pub time_ms: f64,
    /// Time on the clock that drives global loops, ms; it runs on when clips end or change.
    pub loop_time_ms: f64,
    /// Where the clip lies on the file's axis, for tracks that have one list for the whole axis.
    pub window: KeyWindow,
}

impl Clock {
    /// The bind pose.
    pub const BIND: Self = Self {
        clip: None,
        time_ms: 0.0,
        loop_time_ms: 0.0,
        window: KeyWindow {
            start_ms: 0,
            end_ms: 0,
        },
    };

    /// `time_ms` of the clip at position `clip`, the clock of global loops at the same time.
    ///
    /// For tracks with a list per clip; [`Clock::window`] stays empty.
    pub fn in_clip(clip: usize, time_ms: f64) -> Self {
        Self {
            clip: Some(clip),
            time_ms,
            loop_time_ms: time_ms,
            window: KeyWindow::default(),
        }
    }

    /// The same moment of the clip, with another time for global loops.
    #[must_use]
    pub fn with_loop_time(self, loop_time_ms: f64) -> Self {
        Self {
            loop_time_ms,
            ..self
        }
    }

    /// The time inside the global loop number `index`.
    ///
    /// A loop of length 0, and one that the model does not have, stands still at time 0.
    pub fn time_in_loop(&self, global_loops_ms: &[u32], index: u16) -> f64 {
        match global_loops_ms.get(usize::from(index)) {
            None | Some(0) => 0.0,
            Some(&length) => self.loop_time_ms.rem_euclid(f64::from(length)),
        }
    }
}
