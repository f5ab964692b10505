//! Chance that is the same every time: numbers from a seed and a place, and noise made of them.

/// A number from a seed and two others, evenly spread over all 64 bits.
pub fn spot_hash(seed: u64, column: i32, row: i32) -> u64 {
    let place = u64::from(column as u32) << 32 | u64::from(row as u32);
    mixed(mixed(seed ^ 0x9E37_79B9_7F4A_7C15).wrapping_add(place))
}

/// A number of 0 up to but not 1 from a seed and two others.
pub fn spot_chance(seed: u64, column: i32, row: i32) -> f32 {
    (spot_hash(seed, column, row) >> 40) as f32 / (1u32 << 24) as f32
}

/// Smooth noise of -1 to 1 at a place, in cells of side 1; 0 for what is no number.
///
/// Cells have a value at each corner and fade into one another; a second, finer layer of half the
/// strength keeps the cells from showing.
pub fn ground_noise(seed: u64, x: f64, y: f64) -> f64 {
    let coarse = cell_noise(seed, x, y);
    let fine = cell_noise(seed ^ 0x5851_F42D_4C95_7F2D, x * 2.0 + 0.37, y * 2.0 + 0.71);
    (coarse + fine * 0.5) / 1.5
}

fn cell_noise(seed: u64, x: f64, y: f64) -> f64 {
    if !x.is_finite() || !y.is_finite() {
        return 0.0;
    }
    let (column, row) = (x.floor(), y.floor());
    let value = |columns: i32, rows: i32| {
        // The casts stay at the ends of the range, far outside of any map.
        let column = (column as i32).saturating_add(columns);
        let row = (row as i32).saturating_add(rows);
        f64::from(spot_chance(seed, column, row)) * 2.0 - 1.0
    };
    let fade = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let (u, v) = (fade(x - column), fade(y - row));
    let low = value(0, 0) + (value(1, 0) - value(0, 0)) * u;
    let high = value(0, 1) + (value(1, 1) - value(0, 1)) * u;
    low + (high - low) * v
}

/// The finishing step of SplitMix64.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_even_and_differ_by_seed() {
        let mut counts = [0u32; 10];
        let mut same = 0;
        for column in 0..100 {
            for row in 0..100 {
                let chance = spot_chance(7, column, row);
                counts[(chance * 10.0) as usize] += 1;
                same += u32::from(chance == spot_chance(8, column, row));
            }
        }
        assert!(
            counts.iter().all(|count| (900..1100).contains(count)),
            "{counts:?}"
        );
        assert!(same < 10);
    }

    #[test]
    fn noise_is_smooth_and_between_its_bounds_and_not_level() {
        let (mut low, mut high) = (f64::MAX, f64::MIN);
        for step in 0..4000 {
            let x = f64::from(step) * 0.01 - 20.0;
            let here = ground_noise(3, x, x * 0.3);
            assert!((here - ground_noise(3, x + 1e-4, x * 0.3)).abs() < 1e-3);
            assert!(here.abs() <= 1.0);
            (low, high) = (low.min(here), high.max(here));
        }
        assert!(low < -0.3 && high > 0.3, "{low} {high}");
        assert_eq!(ground_noise(3, f64::NAN, 0.0), 0.0);
    }
}
