//! A grey picture as what a brush touches: white is whole, black is nothing.

use super::row_work::{BLOCK, Lanes, nearest_whole};
use std::sync::Arc;

/// The most pixels of a side.
pub const MOST_TIP_SIDE: usize = 256;

/// A grey picture as what a brush touches.
#[derive(Clone, Debug, PartialEq)]
pub struct TipPicture {
    width: usize,
    height: usize,
    shades: Arc<[u8]>,
    /// For each pixel its shade, that of the next, that of the one below, and of the next there.
    around: Arc<[[u8; 4]]>,
}

impl TipPicture {
    /// A picture of rows from the top; `None` where there are none, too many, or not as many shades
    /// as the sides say.
    pub fn new(width: usize, height: usize, shades: impl Into<Arc<[u8]>>) -> Option<Self> {
        let shades = shades.into();
        let sides = 1..=MOST_TIP_SIDE;
        let fits = sides.contains(&width) && sides.contains(&height);
        if !fits || shades.len() != width * height {
            return None;
        }
        let places = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let around = places.map(|(column, row)| {
            let (next, below) = ((column + 1).min(width - 1), (row + 1).min(height - 1));
            [(column, row), (next, row), (column, below), (next, below)]
                .map(|(column, row)| shades.get(row * width + column).copied().unwrap_or(0))
        });
        Some(Self {
            width,
            height,
            around: around.collect(),
            shades,
        })
    }

    /// Pixels across and down.
    pub fn size(&self) -> [usize; 2] {
        [self.width, self.height]
    }

    /// The pixels, rows from the top.
    pub fn shades(&self) -> &[u8] {
        &self.shades
    }

    /// How white it is at a place, 0 to 1: from -1 at the left and at the bottom to 1; between the
    /// middles of pixels it fades from one to the next.
    #[inline]
    pub fn share(&self, right: f32, up: f32) -> f32 {
        let (left, next, across) = between((right + 1.0) * 0.5, self.width);
        let (top, below, down) = between((1.0 - up) * 0.5, self.height);
        let shade = |column: usize, row: usize| {
            let shade = self.shades.get(row * self.width + column);
            f32::from(shade.copied().unwrap_or(0))
        };
        let row = |row: usize| {
            let from = shade(left, row);
            from + (shade(next, row) - from) * across
        };
        let from = row(top);
        (from + (row(below) - from) * down) / 255.0
    }

    /// Takes from the shares of a block of places what the picture leaves out.
    #[inline(always)]
    pub(super) fn take_from(&self, shares: &mut Lanes, right: &Lanes, up: &Lanes) {
        let (mut across, mut down): (Lanes, Lanes) = ([0.0; BLOCK], [0.0; BLOCK]);
        let mut pixels = [0; BLOCK];
        let columns = self.width as u32;
        let last = [self.width, self.height].map(|count| count.saturating_sub(1) as f32);
        let sides = [self.width, self.height].map(|count| count as f32);
        for at in 0..BLOCK {
            let x = (right[at] + 1.0) * 0.5 * sides[0] - 0.5;
            let y = (1.0 - up[at]) * 0.5 * sides[1] - 0.5;
            let (x, y) = (x.max(0.0).min(last[0]), y.max(0.0).min(last[1]));
            // Half a pixel back, the nearest is the one before; on a pixel it may be that before,
            // whose next it is.
            let (column, row) = (
                nearest_whole((x - 0.5).max(0.0)),
                nearest_whole((y - 0.5).max(0.0)),
            );
            (across[at], down[at]) = (x - column as f32, y - row as f32);
            pixels[at] = row * columns + column;
        }
        let mut shades = [[0; 4]; BLOCK];
        for (shades, pixel) in shades.iter_mut().zip(&pixels) {
            if let Some(around) = self.around.get(*pixel as usize) {
                *shades = *around;
            }
        }
        for at in 0..BLOCK {
            let shade = shades[at].map(f32::from);
            let above = shade[0] + (shade[1] - shade[0]) * across[at];
            let below = shade[2] + (shade[3] - shade[2]) * across[at];
            shares[at] *= (above + (below - above) * down[at]) * (1.0 / 255.0);
        }
    }
}

/// The two pixels around a share of the way over so many, and how far it is from the first to the
/// second.
#[inline]
fn between(share: f32, count: usize) -> (usize, usize, f32) {
    let last = count.saturating_sub(1);
    let at = (share * count as f32 - 0.5).clamp(0.0, last as f32);
    let first = at as usize;
    (first, (first + 1).min(last), at - first as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_met_at_their_middles_and_fade_into_their_neighbours() {
        let shades = vec![0, 255, 51, 102, 204, 153];
        let picture = TipPicture::new(3, 2, shades).expect("six pixels");
        let at = |column: f32, row: f32| {
            picture.share(
                (column + 0.5) / 3.0 * 2.0 - 1.0,
                1.0 - (row + 0.5) / 2.0 * 2.0,
            )
        };
        for (column, row, shade) in [
            (0.0, 0.0, 0.0),
            (1.0, 0.0, 255.0),
            (2.0, 1.0, 153.0),
            (0.5, 0.0, 127.5),
            (1.0, 0.5, 229.5),
            // At the edge the last pixel goes on.
            (-0.5, 0.0, 0.0),
            (2.5, 1.5, 153.0),
        ] {
            let found = at(column, row) * 255.0;
            assert!((found - shade).abs() < 0.01, "{column} {row}: {found}");
        }
    }

    #[test]
    fn pictures_without_or_with_too_many_pixels_are_none() {
        assert!(TipPicture::new(0, 0, Vec::new()).is_none());
        assert!(TipPicture::new(2, 2, vec![0; 3]).is_none());
        let side = MOST_TIP_SIDE + 1;
        assert!(TipPicture::new(side, 1, vec![0; side]).is_none());
    }
}
