//! Cells: moments that follow one another at a steady rate, numbered from 0.
//!
//! Cell `n` at `r` cells a second is the whole millisecond nearest to `n * 1000 / r`.

/// The most cells a second: more than one a millisecond can't be told apart.
pub const FASTEST_RATE: f64 = 1000.0;

/// The moment of a cell in ms; `None` for a rate that is none, and past what keyframes can be at.
pub fn cell_ms(cell: u32, rate: f64) -> Option<i32> {
    if !is_rate(rate) {
        return None;
    }
    let time_ms = (f64::from(cell) * 1000.0 / rate).round();
    (time_ms <= f64::from(i32::MAX)).then_some(time_ms as i32)
}

/// The cell nearest to a moment; 0 before the first and for a rate that is none.
pub fn nearest_cell(time_ms: f64, rate: f64) -> u32 {
    if !is_rate(rate) || !time_ms.is_finite() {
        return 0;
    }
    (time_ms * rate / 1000.0).round().max(0.0) as u32
}

/// Whether a number can be a rate of cells a second.
pub fn is_rate(rate: f64) -> bool {
    rate > 0.0 && rate <= FASTEST_RATE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_the_nearest_to_its_own_moment() {
        for rate in [1.0, 12.5, 15.0, 24.0, 29.97, 30.0, 60.0, 999.0, 1000.0] {
            for cell in (0..2000).chain([100_000, 1_000_000]) {
                let time_ms = cell_ms(cell, rate).expect("it fits");
                assert_eq!(nearest_cell(f64::from(time_ms), rate), cell, "{rate}");
            }
        }
        let thirds: Vec<i32> = (0..7).filter_map(|cell| cell_ms(cell, 30.0)).collect();
        assert_eq!(thirds, [0, 33, 67, 100, 133, 167, 200]);
    }

    #[test]
    fn what_is_no_rate_or_too_far_has_no_moment() {
        for rate in [0.0, -1.0, f64::NAN, f64::INFINITY, 1000.5] {
            assert_eq!(cell_ms(1, rate), None);
            assert_eq!(nearest_cell(10.0, rate), 0);
        }
        assert_eq!(cell_ms(u32::MAX, 1.0), None);
        assert_eq!(nearest_cell(f64::NAN, 30.0), 0);
        assert_eq!(nearest_cell(-500.0, 30.0), 0);
    }
}
