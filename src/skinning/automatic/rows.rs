//! Tidying the weights of one vertex: dust away, heaviest first, sum 1.

/// Weights below this are dust.
const DUST_END: f32 = 0.01;
/// From here on a weight counts in full; between it grows evenly, so that nothing jumps.
const DUST_START: f32 = 0.02;

/// Takes dust out of a row of bones with their weights and brings its sum to 1.
///
/// Weights that are not numbers or below 0 count as 0. A row of nothing but dust keeps its
/// heaviest; one without any weight becomes empty.
pub(super) fn tidy(row: &mut Vec<(usize, f32)>) {
    row.retain(|(_, weight)| weight.is_finite() && *weight > 0.0);
    row.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let sum: f64 = row.iter().map(|(_, weight)| f64::from(*weight)).sum();
    let Some(heaviest) = row.first().copied() else {
        return;
    };
    for (_, weight) in row.iter_mut() {
        let share = (f64::from(*weight) / sum) as f32;
        *weight = if share < DUST_END {
            0.0
        } else if share < DUST_START {
            (share - DUST_END) / (DUST_START - DUST_END) * DUST_START
        } else {
            share
        };
    }
    row.retain(|(_, weight)| *weight > 0.0);
    if row.is_empty() {
        row.push((heaviest.0, 1.0));
        return;
    }
    let sum: f64 = row.iter().map(|(_, weight)| f64::from(*weight)).sum();
    for (_, weight) in row.iter_mut() {
        *weight = (f64::from(*weight) / sum) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dust_goes_and_the_rest_sums_to_one_heaviest_first() {
        let mut row = vec![(3, 0.004), (1, 0.3), (2, 0.696), (9, f32::NAN), (4, -1.0)];
        tidy(&mut row);
        assert_eq!(row.iter().map(|r| r.0).collect::<Vec<_>>(), [2, 1]);
        let sum: f32 = row.iter().map(|r| r.1).sum();
        assert!((sum - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_row_of_nothing_but_dust_keeps_its_heaviest() {
        let mut row: Vec<(usize, f32)> = (0..200).map(|bone| (bone, 0.004)).collect();
        row[7].1 = 0.0041;
        tidy(&mut row);
        assert_eq!(row, [(7, 1.0)]);
    }

    #[test]
    fn a_row_without_any_weight_becomes_empty() {
        let mut row = vec![(0, 0.0), (1, f32::NAN)];
        tidy(&mut row);
        assert!(row.is_empty());
    }
}
