//! Flecks that a brush leaves out, by chance that is the same every time.

use crate::math::spot_hash;

/// How a brush is broken up into flecks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spray {
    /// The share of the flecks that are there, 0 to 1.
    pub density: f32,
    /// The part of the way to the edge within which all is whole, 0 to 1.
    pub core: f32,
    /// How large a fleck is, in units of the plane; above 0.
    pub fleck: f32,
}

impl Spray {
    /// Whether the fleck at a place of the plane is there.
    ///
    /// Each square of the size of a fleck has a point somewhere in it, and what is nearest to the
    /// point is its fleck: flecks are uneven, and as much of the plane is covered as the density
    /// says.
    pub fn covers(&self, seed: u64, place: [f32; 2]) -> bool {
        if self.density >= 1.0 {
            return true;
        }
        let [x, y] = place.map(|part| f64::from(part) / f64::from(self.fleck));
        if !(x.is_finite() && y.is_finite()) {
            return false;
        }
        // The casts stay at the ends of the range, far outside of any map.
        let (column, row) = (x.floor() as i32, y.floor() as i32);
        let mut nearest = (f64::MAX, 0.0);
        for down in -1..=1 {
            for right in -1..=1 {
                let (column, row) = (column.saturating_add(right), row.saturating_add(down));
                let hash = spot_hash(seed, column, row);
                let part = |shift: u32| (hash >> shift & 0xF_FFFF) as f64 / f64::from(1u32 << 20);
                let away_x = f64::from(column) + part(0) - x;
                let away_y = f64::from(row) + part(20) - y;
                let distance = away_x * away_x + away_y * away_y;
                if distance < nearest.0 {
                    nearest = (distance, part(40));
                }
            }
        }
        nearest.1 < f64::from(self.density)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flecks_cover_as_much_as_the_density_says_and_another_seed_covers_elsewhere() {
        for density in [0.0, 0.2, 0.5, 0.9, 1.0] {
            let spray = Spray {
                density,
                core: 0.0,
                fleck: 3.0,
            };
            let (mut covered, mut other, mut count) = (0, 0, 0);
            for x in 0..300 {
                for y in 0..300 {
                    let place = [x as f32 - 77.7, y as f32 * 0.9];
                    let is_covered = spray.covers(5, place);
                    covered += u32::from(is_covered);
                    other += u32::from(is_covered && spray.covers(6, place));
                    count += 1;
                }
            }
            let share = covered as f32 / count as f32;
            assert!((share - density).abs() < 0.02, "{density}: {share}");
            let both = other as f32 / count as f32;
            assert!((both - density * density).abs() < 0.02, "{density}: {both}");
        }
    }

    #[test]
    fn a_fleck_is_whole() {
        let spray = Spray {
            density: 0.5,
            core: 0.0,
            fleck: 100.0,
        };
        // Steps a thousandth of a fleck apart cross few edges.
        let mut crossed = 0;
        for step in 0..10_000 {
            let at = |step: i32| spray.covers(1, [step as f32 * 0.1, 40.0]);
            crossed += u32::from(at(step) != at(step + 1));
        }
        assert!((1..15).contains(&crossed), "{crossed}");
        assert!(!spray.covers(1, [f32::NAN, 0.0]));
    }
}
