//! The value axis of the curves: where a value is on screen.

/// Least and greatest height of the view, in values.
const HEIGHT_LIMITS: (f64, f64) = (1e-6, 1e9);
/// Empty part above and below what is fitted.
const FIT_MARGIN: f64 = 0.1;

/// Maps values to pixels from the top edge of the plot, and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueAxis {
    /// The value at the bottom edge.
    pub bottom: f64,
    /// The value at the top edge; above `bottom`.
    pub top: f64,
}

impl Default for ValueAxis {
    fn default() -> Self {
        Self {
            bottom: -1.0,
            top: 1.0,
        }
    }
}

impl ValueAxis {
    /// Pixels from the top edge for a value, in a plot of this height.
    pub fn y_of(&self, value: f64, height: f32) -> f32 {
        ((self.top - value) / (self.top - self.bottom) * f64::from(height)) as f32
    }

    /// The value at a number of pixels from the top edge.
    pub fn value_of(&self, y: f32, height: f32) -> f64 {
        self.top - f64::from(y) / f64::from(height.max(1.0)) * (self.top - self.bottom)
    }

    /// Moves the content down by `dy` pixels.
    pub fn pan(&mut self, dy: f32, height: f32) {
        let shift = f64::from(dy) / f64::from(height.max(1.0)) * (self.top - self.bottom);
        self.top += shift;
        self.bottom += shift;
    }

    /// Zooms by `factor` (above 1 comes closer); the value under `y` stays under it.
    pub fn zoom_at(&mut self, y: f32, height: f32, factor: f64) {
        let anchor = self.value_of(y, height);
        let size = self.top - self.bottom;
        let wanted = (size / factor).clamp(HEIGHT_LIMITS.0, HEIGHT_LIMITS.1);
        if !wanted.is_finite() {
            return;
        }
        let scale = wanted / size;
        self.top = anchor + (self.top - anchor) * scale;
        self.bottom = anchor + (self.bottom - anchor) * scale;
    }

    /// Shows the values from `low` to `high` with a margin; one value gets room around it.
    pub fn fit(&mut self, low: f64, high: f64) {
        if !low.is_finite() || !high.is_finite() {
            return;
        }
        let size = high - low;
        let margin = if size < HEIGHT_LIMITS.0 {
            (low.abs() * 0.1).max(0.5)
        } else {
            size * FIT_MARGIN
        };
        self.bottom = low - margin;
        self.top = high + margin;
    }

    /// Distance of grid lines so that they are at least `least_px` apart: 1, 2, 5 times a power of ten.
    pub fn grid_step(&self, height: f32, least_px: f32) -> f64 {
        let least = f64::from(least_px) / f64::from(height.max(1.0)) * (self.top - self.bottom);
        let power = 10f64.powf(least.log10().floor());
        [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|&step| step >= least * (1.0 - 1e-9))
            .unwrap_or(10.0 * power)
    }

    /// The values of the grid lines.
    pub fn grid(&self, height: f32, least_px: f32) -> Vec<f64> {
        let step = self.grid_step(height, least_px);
        let first = (self.bottom / step).ceil() as i64;
        let last = ((self.top / step).floor() as i64).min(first.saturating_add(1_000));
        (first..=last).map(|index| index as f64 * step).collect()
    }
}

/// A value with as many digits as the distance of the grid lines calls for.
pub fn value_text(value: f64, step: f64) -> String {
    let digits = (-step.log10().floor()).clamp(0.0, 8.0) as usize;
    let text = format!("{value:.digits$}");
    // No "-0".
    if text
        .trim_start_matches('-')
        .chars()
        .all(|c| c == '0' || c == '.')
    {
        text.trim_start_matches('-').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_and_its_place_are_inverse_and_up_is_more() {
        let axis = ValueAxis {
            bottom: -90.0,
            top: 90.0,
        };
        assert_eq!(axis.y_of(90.0, 300.0), 0.0);
        assert_eq!(axis.y_of(-90.0, 300.0), 300.0);
        assert!((axis.value_of(axis.y_of(12.5, 300.0), 300.0) - 12.5).abs() < 1e-4);
    }

    #[test]
    fn zooming_keeps_the_value_under_the_cursor() {
        let mut axis = ValueAxis::default();
        let before = axis.value_of(40.0, 200.0);
        axis.zoom_at(40.0, 200.0, 3.0);
        assert!((axis.value_of(40.0, 200.0) - before).abs() < 1e-9);
        axis.zoom_at(40.0, 200.0, 1e30);
        assert!(axis.top > axis.bottom);
    }

    #[test]
    fn fitting_one_value_leaves_room() {
        let mut axis = ValueAxis::default();
        axis.fit(100.0, 100.0);
        assert_eq!((axis.bottom, axis.top), (90.0, 110.0));
        axis.fit(f64::NAN, 1.0);
        assert_eq!((axis.bottom, axis.top), (90.0, 110.0));
    }

    #[test]
    fn grid_lines_are_round_and_far_enough_apart() {
        let axis = ValueAxis {
            bottom: -95.0,
            top: 95.0,
        };
        assert_eq!(axis.grid_step(300.0, 30.0), 20.0);
        assert_eq!(axis.grid(300.0, 30.0).len(), 9);
        assert_eq!(value_text(-0.001, 0.1), "0.0");
        assert_eq!(value_text(-20.0, 20.0), "-20");
    }
}
