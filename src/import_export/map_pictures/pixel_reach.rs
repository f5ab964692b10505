//! Which places of a grid a pixel of a picture stands for, where both lie over the same ground.

use std::ops::RangeInclusive;

/// Places this much nearer to a pixel than the next count for nothing.
const LEAST_PART: f64 = 1e-3;

/// The places along one side of a grid that each pixel along that side of a picture stands for.
///
/// A pixel has what lies between it and its neighbours, the nearer the more; at least it has the two
/// places around it.
#[derive(Debug)]
pub(super) struct PixelReach {
    /// The first place of each pixel, and the parts of it and those behind it; they sum to 1.
    pixels: Vec<(usize, Vec<f64>)>,
}

impl PixelReach {
    /// Of `pixels` pixels, `step` places of the grid apart, over a grid of `places`.
    pub fn new(pixels: usize, step: f64, places: usize) -> Self {
        let reach = step.max(1.0);
        let last = places.saturating_sub(1);
        let one = |pixel: usize| {
            let at = pixel as f64 * step;
            let first = (at - reach).ceil().clamp(0.0, last as f64) as usize;
            let end = (at + reach).floor().clamp(0.0, last as f64) as usize;
            let part = |place: usize| (1.0 - (place as f64 - at).abs() / reach).max(0.0);
            let is_part = |place: &usize| part(*place) > LEAST_PART;
            let first = (first..=end).find(is_part).unwrap_or(first);
            let parts: Vec<f64> = (first..=end).take_while(is_part).map(part).collect();
            let whole: f64 = parts.iter().sum();
            match parts.is_empty() {
                // Beyond the grid it is as at its edge.
                true => (last, vec![1.0]),
                false => (first, parts.into_iter().map(|it| it / whole).collect()),
            }
        };
        Self {
            pixels: (0..pixels).map(one).collect(),
        }
    }

    /// The places of a pixel, each with its part.
    pub fn of(&self, pixel: usize) -> impl Iterator<Item = (usize, f64)> + Clone + '_ {
        let found = self.pixels.get(pixel).into_iter();
        found.flat_map(|(first, parts)| (*first..).zip(parts.iter().copied()))
    }

    /// Whether a pixel has any of these places.
    pub fn meets(&self, pixel: usize, places: &RangeInclusive<usize>) -> bool {
        let found = self.pixels.get(pixel);
        found.is_some_and(|(first, parts)| {
            first <= places.end() && first + parts.len() > *places.start()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_on_a_place_is_that_place_and_others_share_what_is_between() {
        let same = PixelReach::new(5, 1.0 + 1e-9, 5);
        for pixel in 0..5 {
            assert_eq!(same.of(pixel).collect::<Vec<_>>(), [(pixel, 1.0)]);
        }
        // Twice as many pixels: every other one lies halfway.
        let fine = PixelReach::new(9, 0.5, 5);
        assert_eq!(fine.of(3).collect::<Vec<_>>(), [(1, 0.5), (2, 0.5)]);
        assert_eq!(fine.of(4).collect::<Vec<_>>(), [(2, 1.0)]);
        // Half as many: no place is in none of them.
        let coarse = PixelReach::new(3, 2.0, 5);
        assert_eq!(
            coarse.of(1).collect::<Vec<_>>(),
            [(1, 0.25), (2, 0.5), (3, 0.25)]
        );
        assert!(coarse.meets(1, &(3..=3)) && !coarse.meets(1, &(4..=4)));
        let beyond = PixelReach::new(4, 4.0, 5);
        assert_eq!(beyond.of(3).collect::<Vec<_>>(), [(4, 1.0)]);
        for reach in [same, fine, coarse, beyond] {
            for pixel in 0..reach.pixels.len() {
                let sum: f64 = reach.of(pixel).map(|(_, part)| part).sum();
                assert!((sum - 1.0).abs() < 1e-12);
            }
        }
    }
}
