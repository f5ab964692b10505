//! The one time axis that ruler, dope sheet and curves share: where a time is on screen.

use crate::editor::TimeDisplay;
use serde::{Deserialize, Serialize};

/// How close the view may come, pixels a ms.
const MAX_PX_PER_MS: f64 = 20.0;
/// How far the view may go away, pixels a ms: 10 minutes on 60 pixels.
const MIN_PX_PER_MS: f64 = 1e-4;
/// Empty space left and right of what is fitted, in pixels.
const FIT_MARGIN_PX: f64 = 16.0;

/// Maps ms to pixels from the left edge of the key area, and back.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeAxis {
    /// The time at the left edge.
    pub start_ms: f64,
    /// Zoom.
    pub px_per_ms: f64,
}

impl Default for TimeAxis {
    fn default() -> Self {
        Self {
            start_ms: -50.0,
            px_per_ms: 0.4,
        }
    }
}

/// One line of the ruler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick {
    /// Where it is.
    pub time_ms: f64,
    /// Whether it carries a number.
    pub is_major: bool,
}

impl TimeAxis {
    /// Pixels from the left edge for a time.
    pub fn x_of_ms(&self, time_ms: f64) -> f32 {
        ((time_ms - self.start_ms) * self.px_per_ms) as f32
    }

    /// The time at a number of pixels from the left edge.
    pub fn ms_of_x(&self, x_px: f32) -> f64 {
        self.start_ms + f64::from(x_px) / self.px_per_ms
    }

    /// The time at the right edge of an area of this width.
    pub fn end_ms(&self, width_px: f32) -> f64 {
        self.ms_of_x(width_px)
    }

    /// Zooms by `factor` (above 1 comes closer); the time under `x_px` stays under it.
    pub fn zoom_at(&mut self, x_px: f32, factor: f64) {
        let anchor_ms = self.ms_of_x(x_px);
        let zoomed = self.px_per_ms * factor;
        if !zoomed.is_finite() {
            return;
        }
        self.px_per_ms = zoomed.clamp(MIN_PX_PER_MS, MAX_PX_PER_MS);
        self.start_ms = anchor_ms - f64::from(x_px) / self.px_per_ms;
    }

    /// Moves the content by `dx_px` to the right.
    pub fn pan(&mut self, dx_px: f32) {
        self.start_ms -= f64::from(dx_px) / self.px_per_ms;
    }

    /// Shows the times from `from_ms` to `to_ms` with a margin; one moment is shown with a second around it.
    pub fn fit(&mut self, from_ms: f64, to_ms: f64, width_px: f32) {
        let (from_ms, to_ms) = if to_ms - from_ms < 1.0 {
            (from_ms - 500.0, to_ms + 500.0)
        } else {
            (from_ms, to_ms)
        };
        let usable_px = (f64::from(width_px) - 2.0 * FIT_MARGIN_PX).max(1.0);
        self.px_per_ms = (usable_px / (to_ms - from_ms)).clamp(MIN_PX_PER_MS, MAX_PX_PER_MS);
        let middle_ms = (from_ms + to_ms) / 2.0;
        self.start_ms = middle_ms - f64::from(width_px) / 2.0 / self.px_per_ms;
    }

    /// Scrolls just as far as needed for `time_ms` to be visible.
    pub fn reveal(&mut self, time_ms: f64, width_px: f32) {
        let x_px = self.x_of_ms(time_ms);
        let margin_px = (FIT_MARGIN_PX as f32).min(width_px / 4.0);
        if x_px < margin_px {
            self.pan(margin_px - x_px);
        } else if x_px > width_px - margin_px {
            self.pan(width_px - margin_px - x_px);
        }
    }

    /// The lines of the ruler: numbers at least `major_px` apart, up to ten lines between them.
    ///
    /// Steps are round numbers of what is displayed: 1, 2, 5 times a power of ten, and whole seconds of frames.
    pub fn ticks(&self, display: TimeDisplay, width_px: f32, major_px: f32) -> Vec<Tick> {
        let (major_ms, minor_ms) = self.tick_steps(display, major_px);
        let first = (self.start_ms / minor_ms).ceil() as i64;
        let last = (self.end_ms(width_px) / minor_ms).floor() as i64;
        let per_major = (major_ms / minor_ms).round().max(1.0) as i64;
        // The width bounds the count; a broken axis must not bring the frame to a halt.
        let last = last.min(first.saturating_add(10_000));
        (first..=last)
            .map(|index| Tick {
                time_ms: index as f64 * minor_ms,
                is_major: index.rem_euclid(per_major) == 0,
            })
            .collect()
    }

    /// The distance in ms of numbered lines, and of all lines.
    fn tick_steps(&self, display: TimeDisplay, major_px: f32) -> (f64, f64) {
        let least_ms = f64::from(major_px) / self.px_per_ms;
        match display {
            TimeDisplay::Milliseconds => {
                let major = round_step(least_ms.max(1.0));
                (major, minor_step(major, 1.0))
            }
            TimeDisplay::Frames { fps: rate } => {
                let step = display.step_ms();
                let least_frames = (least_ms / step).max(1.0);
                let major = if least_frames > rate / 2.0 {
                    round_step((least_frames / rate).max(1.0)) * rate
                } else {
                    round_step(least_frames)
                };
                let parts = if major > rate {
                    (major / rate) / minor_step(major / rate, 1.0)
                } else if major == rate {
                    // Lines between the seconds fall on whole frames.
                    [5.0, 4.0, 3.0, 2.0, 1.0]
                        .into_iter()
                        .find(|parts| rate % parts == 0.0)
                        .unwrap_or(1.0)
                } else {
                    major / minor_step(major, 1.0)
                };
                (major * step, major / parts.round().max(1.0) * step)
            }
        }
    }
}

/// The least of 1, 2, 5, 10, 20, ... that is not below `least`.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|&step| step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// A fifth or a half of a round step, not below `least`.
fn minor_step(major: f64, least: f64) -> f64 {
    let leading = major / 10f64.powf(major.log10().floor() + 1e-9);
    let parts = if (1.5..3.0).contains(&leading) {
        2.0
    } else {
        5.0
    };
    if major / parts >= least * (1.0 - 1e-9) {
        major / parts
    } else {
        major
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_and_its_place_are_inverse() {
        let axis = TimeAxis {
            start_ms: -120.0,
            px_per_ms: 0.37,
        };
        for time in [-500.0, 0.0, 33.0, 1e6] {
            assert!((axis.ms_of_x(axis.x_of_ms(time)) - time).abs() < 0.1);
        }
    }

    #[test]
    fn zooming_keeps_the_time_under_the_cursor() {
        let mut axis = TimeAxis::default();
        let before = axis.ms_of_x(311.0);
        for factor in [1.2, 1.2, 0.1, 50.0, 1e9, 1e-30] {
            axis.zoom_at(311.0, factor);
            assert!((axis.ms_of_x(311.0) - before).abs() < 1e-3, "{factor}");
        }
        assert_eq!(axis.px_per_ms, MIN_PX_PER_MS);
        axis.zoom_at(311.0, f64::INFINITY);
        assert_eq!(axis.px_per_ms, MIN_PX_PER_MS);
    }

    #[test]
    fn fitting_a_clip_leaves_the_margin_on_both_sides() {
        let mut axis = TimeAxis::default();
        axis.fit(0.0, 2000.0, 832.0);
        assert!((axis.x_of_ms(0.0) - 16.0).abs() < 1e-3);
        assert!((axis.x_of_ms(2000.0) - 816.0).abs() < 1e-3);
        axis.fit(700.0, 700.0, 832.0);
        assert!((axis.x_of_ms(700.0) - 416.0).abs() < 1e-3);
    }

    #[test]
    fn revealing_scrolls_only_when_needed() {
        let mut axis = TimeAxis {
            start_ms: 0.0,
            px_per_ms: 1.0,
        };
        axis.reveal(500.0, 1000.0);
        assert_eq!(axis.start_ms, 0.0);
        axis.reveal(1500.0, 1000.0);
        assert!((axis.x_of_ms(1500.0) - 984.0).abs() < 1e-3);
        axis.reveal(-100.0, 1000.0);
        assert!((axis.x_of_ms(-100.0) - 16.0).abs() < 1e-3);
    }

    #[test]
    fn ruler_numbers_are_never_closer_than_asked_and_are_round() {
        for unit in super::super::frames::DISPLAY_CHOICES {
            let mut px_per_ms = 1e-4;
            while px_per_ms < 20.0 {
                let axis = TimeAxis {
                    start_ms: -333.3,
                    px_per_ms,
                };
                let (major, minor) = axis.tick_steps(unit, 60.0);
                assert!(major * px_per_ms >= 60.0 - 1e-6, "{unit:?} {px_per_ms}");
                let at_closest = unit.step_ms() * px_per_ms >= 60.0;
                assert!(
                    at_closest || major * px_per_ms <= 400.0,
                    "{unit:?} {px_per_ms} {major}"
                );
                let parts = major / minor;
                assert!(
                    (parts - parts.round()).abs() < 1e-6,
                    "{unit:?} {major} {minor}"
                );
                let steps = major / unit.step_ms();
                assert!(
                    (steps - steps.round()).abs() < 1e-6,
                    "whole frames: {unit:?} {steps}"
                );
                px_per_ms *= 1.37;
            }
        }
    }

    #[test]
    fn ticks_at_a_known_zoom() {
        let axis = TimeAxis {
            start_ms: 0.0,
            px_per_ms: 0.5,
        };
        let ticks = axis.ticks(TimeDisplay::Milliseconds, 300.0, 60.0);
        let majors: Vec<f64> = ticks
            .iter()
            .filter(|t| t.is_major)
            .map(|t| t.time_ms)
            .collect();
        assert_eq!(majors, [0.0, 200.0, 400.0, 600.0]);
        assert_eq!(ticks.len(), 7, "a line each 100 ms");
        let frames = axis.ticks(TimeDisplay::Frames { fps: 20.0 }, 300.0, 60.0);
        let majors: Vec<f64> = frames
            .iter()
            .filter(|t| t.is_major)
            .map(|t| t.time_ms)
            .collect();
        assert_eq!(majors, [0.0, 250.0, 500.0], "each five frames");
    }
}
