//! Values of pictures between their pixels.

/// How near to a pixel a place counts as the pixel, in pixels.
const ON_PIXEL: f64 = 1e-3;

/// The two pixels around a place, and how near it is to the second, 0 to 1.
pub(super) type Between = (usize, usize, f64);

/// Where a place lies along a row or a column of so many pixels; beyond them at the nearest.
pub(super) fn between(at: f64, pixels: usize) -> Between {
    let last = pixels.saturating_sub(1);
    let at = at.clamp(0.0, last as f64);
    let near = at.round();
    let at = if (at - near).abs() < ON_PIXEL {
        near
    } else {
        at
    };
    let first = at.floor() as usize;
    (first, (first + 1).min(last), at - at.floor())
}

/// A place between four pixels of pictures of one size.
pub(super) struct Spot {
    corners: [usize; 4],
    across: f64,
    down: f64,
}

impl Spot {
    /// Between pixels of a row and of a column, in pictures with so many pixels to a row.
    pub fn new((left, right, across): Between, (top, bottom, down): Between, width: usize) -> Self {
        let (top, bottom) = (top * width, bottom * width);
        Self {
            corners: [top + left, top + right, bottom + left, bottom + right],
            across,
            down,
        }
    }

    /// The value there.
    pub fn value<T: Copy + Into<f64>>(&self, pixels: &[T]) -> f64 {
        let value = |at: usize| pixels.get(at).map_or(0.0, |pixel| (*pixel).into());
        let [left, right, lower_left, lower_right] = self.corners;
        if self.across == 0.0 && self.down == 0.0 {
            return value(left);
        }
        let (across, down) = (self.across, self.down);
        let upper = value(left) * (1.0 - across) + value(right) * across;
        let lower = value(lower_left) * (1.0 - across) + value(lower_right) * across;
        upper * (1.0 - down) + lower * down
    }
}
