//! The playhead: where in the clip we are, and how it moves while the clip plays.

/// What happens at the end of the clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopMode {
    /// Starts again.
    #[default]
    Loop,
    /// Stops on the last moment.
    Once,
    /// Plays backwards, then forwards again.
    PingPong,
}

/// How times are shown; the keys themselves are always milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeDisplay {
    /// Milliseconds.
    Milliseconds,
    /// Frames at this many a second.
    Frames {
        /// Frames a second, above 0.
        fps: f64,
    },
}

impl Default for TimeDisplay {
    fn default() -> Self {
        Self::Frames { fps: 30.0 }
    }
}

impl TimeDisplay {
    /// One step of the arrow keys, in milliseconds.
    pub fn step_ms(self) -> f64 {
        match self {
            Self::Milliseconds => 1.0,
            Self::Frames { fps } => 1000.0 / fps,
        }
    }

    /// The unit, to stand behind a number.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Milliseconds => "ms",
            Self::Frames { .. } => "fr",
        }
    }

    /// The number to show for a time in milliseconds.
    pub fn shown(self, time_ms: f64) -> f64 {
        time_ms / self.step_ms()
    }

    /// The time in milliseconds for a number as shown.
    pub fn time_ms(self, shown: f64) -> f64 {
        shown * self.step_ms()
    }

    /// A time with its unit, such as `12 fr` or `12.4 fr` for one between frames.
    pub fn text(self, time_ms: f64) -> String {
        let shown = self.shown(time_ms);
        let rounded = shown.round();
        // Keys are whole milliseconds, so a key on a frame is off by up to half a millisecond.
        if (shown - rounded).abs() * self.step_ms() <= 0.5 {
            format!("{rounded:.0} {}", self.unit())
        } else {
            format!("{shown:.1} {}", self.unit())
        }
    }
}

/// Where the playhead is and how it moves.
///
/// Invariant: `time_ms` is finite; the editor keeps it from before 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Playback {
    /// The playhead, in milliseconds of the selected clip's own time.
    pub time_ms: f64,
    /// The clock of global loops: runs while playing and never wraps, shows the playhead's time
    /// while it stands.
    pub global_ms: f64,
    /// Whether the clip plays.
    pub is_playing: bool,
    /// What happens at the end of the clip.
    pub loop_mode: LoopMode,
    /// 1 is the speed of the game; 0.1 to 4.
    pub speed: f64,
    /// In and out point that playing stays between; `None` for the whole clip.
    pub range_ms: Option<[i32; 2]>,
    /// How times are shown.
    pub display: TimeDisplay,
    is_backwards: bool,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            time_ms: 0.0,
            global_ms: 0.0,
            is_playing: false,
            loop_mode: LoopMode::default(),
            speed: 1.0,
            range_ms: None,
            display: TimeDisplay::default(),
            is_backwards: false,
        }
    }
}

impl Playback {
    /// The playhead as the time of a keyframe.
    pub fn key_time_ms(&self) -> i32 {
        self.time_ms.round() as i32
    }

    /// Moves the playhead; times before 0 and times that are no number become 0.
    pub fn seek(&mut self, time_ms: f64) {
        let time_ms = if time_ms.is_finite() {
            time_ms.max(0.0)
        } else {
            0.0
        };
        self.global_ms = time_ms;
        self.time_ms = time_ms;
    }

    /// Lets `elapsed_secs` pass in a clip of this length. Nothing happens unless it plays.
    pub fn advance(&mut self, elapsed_secs: f64, duration_ms: u32) {
        if !self.is_playing {
            return;
        }
        let step_ms = elapsed_secs.max(0.0) * 1000.0 * self.speed;
        self.global_ms += step_ms;
        let (start, end) = self.played_ms(duration_ms);
        let length = end - start;
        if length <= 0.0 {
            self.time_ms = start;
            return;
        }
        let here = (self.time_ms - start).max(0.0);
        match self.loop_mode {
            LoopMode::Loop => self.time_ms = start + (here + step_ms).rem_euclid(length),
            LoopMode::Once => {
                self.time_ms = start + (here + step_ms).min(length);
                if here + step_ms >= length {
                    self.stop();
                }
            }
            LoopMode::PingPong => {
                // A saw of twice the length, folded at its middle.
                let along = if self.is_backwards {
                    2.0 * length - here.min(length)
                } else {
                    here.min(length)
                };
                let along = (along + step_ms).rem_euclid(2.0 * length);
                self.is_backwards = along > length;
                let folded = if self.is_backwards {
                    2.0 * length - along
                } else {
                    along
                };
                self.time_ms = start + folded;
            }
        }
    }

    /// Stops where it is.
    ///
    /// Global loops go to the playhead's time too: that is where keyframes are set, so what is
    /// seen is what is edited.
    pub fn stop(&mut self) {
        if self.is_playing {
            self.is_playing = false;
            self.global_ms = self.time_ms;
        }
    }

    /// From where to where it plays in a clip of this length.
    fn played_ms(&self, duration_ms: u32) -> (f64, f64) {
        let whole = (0.0, f64::from(duration_ms));
        match self.range_ms {
            Some([start, end]) if end > start => (f64::from(start.max(0)), f64::from(end)),
            _ => whole,
        }
    }

    /// Starts or stops; a clip that had run to its end starts again.
    pub fn toggle(&mut self, duration_ms: u32) {
        if self.is_playing {
            self.stop();
            return;
        }
        self.is_playing = true;
        let (start, end) = self.played_ms(duration_ms);
        if self.time_ms >= end || self.time_ms < start {
            self.seek(start);
            self.is_backwards = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_advance(loop_mode: LoopMode, from_ms: f64, secs: f64, expected_ms: f64) {
        let mut playback = Playback {
            is_playing: true,
            loop_mode,
            ..Playback::default()
        };
        playback.seek(from_ms);
        playback.advance(secs, 1000);
        assert!(
            (playback.time_ms - expected_ms).abs() < 1e-6,
            "{loop_mode:?} from {from_ms} by {secs} s gave {}",
            playback.time_ms
        );
    }

    #[test]
    fn a_loop_starts_again_and_once_stops_and_ping_pong_turns() {
        check_advance(LoopMode::Loop, 900.0, 0.2, 100.0);
        check_advance(LoopMode::Once, 900.0, 0.2, 1000.0);
        check_advance(LoopMode::PingPong, 900.0, 0.2, 900.0);
        check_advance(LoopMode::PingPong, 900.0, 1.2, 100.0);
    }

    #[test]
    fn playing_stays_between_in_and_out_point() {
        let mut playback = Playback {
            is_playing: true,
            range_ms: Some([200, 600]),
            ..Playback::default()
        };
        playback.seek(550.0);
        playback.advance(0.1, 1000);
        assert!((playback.time_ms - 250.0).abs() < 1e-6);
        playback.loop_mode = LoopMode::Once;
        playback.advance(5.0, 1000);
        assert!((playback.time_ms - 600.0).abs() < 1e-6);
        assert!(!playback.is_playing);
        playback.toggle(1000);
        assert!((playback.time_ms - 200.0).abs() < 1e-6);
    }

    #[test]
    fn the_global_clock_does_not_wrap() {
        let mut playback = Playback {
            is_playing: true,
            ..Playback::default()
        };
        playback.advance(2.5, 1000);
        assert!((playback.time_ms - 500.0).abs() < 1e-6);
        assert!((playback.global_ms - 2500.0).abs() < 1e-6);
    }

    #[test]
    fn a_clip_without_length_stands_still() {
        let mut playback = Playback {
            is_playing: true,
            ..Playback::default()
        };
        playback.advance(1.0, 0);
        assert_eq!(playback.time_ms, 0.0);
    }

    #[test]
    fn ten_frames_at_twenty_a_second_are_half_a_second() {
        let display = TimeDisplay::Frames { fps: 20.0 };
        assert_eq!(display.time_ms(10.0), 500.0);
        assert_eq!(display.text(500.0), "10 fr");
        assert_eq!(display.text(520.0), "10.4 fr");
        assert_eq!(TimeDisplay::Milliseconds.text(520.0), "520 ms");
    }
}
