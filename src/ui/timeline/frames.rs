//! Times as a user counts them: frames of the display rate or milliseconds, stepping, snapping, typing.
//!
//! Keys stay whole milliseconds whatever the display; nothing here changes one.

use crate::editor::TimeDisplay;

/// What the list of display rates offers, in its order.
pub const DISPLAY_CHOICES: [TimeDisplay; 7] = [
    TimeDisplay::Milliseconds,
    TimeDisplay::Frames { fps: 15.0 },
    TimeDisplay::Frames { fps: 20.0 },
    TimeDisplay::Frames { fps: 24.0 },
    TimeDisplay::Frames { fps: 25.0 },
    TimeDisplay::Frames { fps: 30.0 },
    TimeDisplay::Frames { fps: 60.0 },
];

/// What the list of display rates calls one.
pub fn display_label(display: TimeDisplay) -> String {
    match display {
        TimeDisplay::Milliseconds => "ms".to_owned(),
        TimeDisplay::Frames { fps } => format!("{fps} fps"),
    }
}

/// How far "next frame" goes: a frame, or 10 ms.
pub fn stride_ms(display: TimeDisplay) -> f64 {
    match display {
        TimeDisplay::Milliseconds => 10.0,
        TimeDisplay::Frames { .. } => display.step_ms(),
    }
}

/// The whole ms nearest to the frame that is nearest to `time_ms`.
pub fn snap_ms(display: TimeDisplay, time_ms: f64) -> i32 {
    let step = display.step_ms();
    ((time_ms / step).round() * step).round() as i32
}

/// Whether a key at `time_ms` sits on a frame, as exactly as whole ms can.
pub fn is_on_frame(display: TimeDisplay, time_ms: i32) -> bool {
    snap_ms(display, f64::from(time_ms)) == time_ms
}

/// The time after `count` presses of "next frame" (of "previous frame", if negative).
pub fn stepped_ms(display: TimeDisplay, time_ms: f64, count: i32) -> f64 {
    let stride = stride_ms(display);
    // Frames fall on whole ms, so 33 ms is frame 1 although that frame is at 33.33.
    let at = time_ms / stride;
    let tolerance = 0.5 / stride;
    let from = if count > 0 {
        (at + tolerance).floor()
    } else {
        (at - tolerance).ceil()
    };
    ((from + f64::from(count)) * stride).round()
}

/// The number of a time without its unit: `12`, `12.4` between frames, or `412`.
pub fn number_text(display: TimeDisplay, time_ms: f64) -> String {
    let shown = display.shown(time_ms);
    if (shown - shown.round()).abs() * display.step_ms() <= 0.5 + 1e-9 {
        format!("{shown:.0}")
    } else {
        format!("{shown:.1}")
    }
}

/// What a user typed, in ms: a bare number is as displayed, `ms`, `s` and `f` say otherwise.
///
/// `None` for what is no number or does not fit a key.
pub fn parse_ms(display: TimeDisplay, text: &str) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    let text = text.as_str();
    let (number, factor) = if let Some(number) = text.strip_suffix("ms") {
        (number, 1.0)
    } else if let Some(number) = text.strip_suffix('s') {
        (number, 1000.0)
    } else if let Some(number) = text.strip_suffix("fr").or_else(|| text.strip_suffix('f')) {
        (number, display.step_ms())
    } else {
        (text, display.step_ms())
    };
    let number: f64 = number.trim().replace(',', ".").parse().ok()?;
    let time_ms = (number * factor).round();
    (time_ms.abs() <= f64::from(i32::MAX)).then_some(time_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FPS_20: TimeDisplay = TimeDisplay::Frames { fps: 20.0 };
    const FPS_30: TimeDisplay = TimeDisplay::Frames { fps: 30.0 };

    #[test]
    fn ten_typed_frames_at_twenty_a_second_are_half_a_second() {
        assert_eq!(parse_ms(FPS_20, "10"), Some(500.0));
        assert_eq!(parse_ms(FPS_20, "10 f"), Some(500.0));
        assert_eq!(parse_ms(FPS_20, "10 fr"), Some(500.0));
        assert_eq!(parse_ms(FPS_20, "10ms"), Some(10.0));
        assert_eq!(parse_ms(FPS_20, "1,5 s"), Some(1500.0));
        assert_eq!(parse_ms(TimeDisplay::Milliseconds, "10"), Some(10.0));
        assert_eq!(parse_ms(FPS_20, "ten"), None);
        assert_eq!(parse_ms(FPS_20, "1e300"), None);
        assert_eq!(parse_ms(FPS_20, "nan"), None);
    }

    #[test]
    fn frames_that_are_no_whole_ms_still_count_as_on_frame() {
        assert!(is_on_frame(FPS_30, 33));
        assert!(is_on_frame(FPS_30, 67));
        assert!(!is_on_frame(FPS_30, 40));
        assert_eq!(number_text(FPS_30, 33.0), "1");
        assert_eq!(number_text(FPS_30, 40.0), "1.2");
        assert_eq!(number_text(TimeDisplay::Milliseconds, 40.0), "40");
    }

    #[test]
    fn stepping_goes_to_the_next_frame_and_back_again() {
        let mut time = 0.0;
        for frame in 1..=90 {
            time = stepped_ms(FPS_30, time, 1);
            let expected = snap_ms(FPS_30, f64::from(frame) * FPS_30.step_ms());
            assert_eq!(time, f64::from(expected));
        }
        for _ in 0..90 {
            time = stepped_ms(FPS_30, time, -1);
        }
        assert_eq!(time, 0.0);
        assert_eq!(stepped_ms(FPS_30, 40.0, 1), 67.0);
        assert_eq!(stepped_ms(FPS_30, 40.0, -1), 33.0);
        assert_eq!(stepped_ms(TimeDisplay::Milliseconds, 14.0, 1), 20.0);
    }
}
