//! The kernel of painting: the share of one texture moves, the others shrink or grow in proportion.

use super::alpha_map::ALPHA_SIDE;
use super::weight_rows::WeightRow;
use std::ops::Range;

/// The strength that moves all the way.
pub const TOWARDS_WHOLE: u16 = u16::MAX;

/// The whole of all shares.
const FULL: u32 = 255;

/// Moves the shares of layer `target` of a row towards `wanted`, each texel as strongly as
/// `strengths` says, and makes the others fill up 255 in proportion.
///
/// `order` names every layer once. Rounding goes along it, so that two map chunks with the same
/// textures in another order get the same shares if `order` names the same textures alike. A texel
/// without any other texture gives what `target` loses to the first of `order`.
pub fn move_shares(
    before: &[&WeightRow],
    target: usize,
    wanted: u8,
    order: &[usize],
    strengths: &[u16; ALPHA_SIDE],
    columns: Range<usize>,
    after: &mut [&mut WeightRow],
) {
    let Some(own) = before.get(target) else {
        return;
    };
    for column in columns.start.min(ALPHA_SIDE)..columns.end.min(ALPHA_SIDE) {
        let old = u32::from(own[column]);
        let new = moved(old, u32::from(wanted), strengths[column]);
        if new == old {
            for (after, before) in after.iter_mut().zip(before) {
                after[column] = before[column];
            }
            continue;
        }
        let (rest, left) = (FULL - old, FULL - new);
        let (mut sum, mut given) = (0, 0);
        for &layer in order.iter().filter(|layer| **layer != target) {
            let (Some(before), Some(after)) = (before.get(layer), after.get_mut(layer)) else {
                continue;
            };
            // Where nothing else is there, the first takes all.
            sum = if rest == 0 {
                1
            } else {
                sum + u32::from(before[column])
            };
            let whole = rest.max(1);
            let reached = (2 * sum * left + whole) / (2 * whole);
            after[column] = (reached - given) as u8;
            given = reached;
        }
        if let Some(after) = after.get_mut(target) {
            // What no other layer could take stays.
            after[column] = (FULL - given) as u8;
        }
    }
}

/// A share moved towards another, to the nearest.
fn moved(old: u32, wanted: u32, strength: u16) -> u32 {
    let whole = u32::from(TOWARDS_WHOLE);
    let step = (old.abs_diff(wanted) * u32::from(strength) + whole / 2) / whole;
    if wanted > old { old + step } else { old - step }
}

/// Parts as shares that sum to 255, to the nearest where the running sum is; all 0 if the parts are.
pub fn split_whole(parts: &[u64], shares: &mut [u8]) {
    let whole: u64 = parts.iter().sum();
    let (mut sum, mut given) = (0, 0);
    for (share, part) in shares.iter_mut().zip(parts) {
        sum += part;
        let reached = (2 * u64::from(FULL) * sum + whole).checked_div(2 * whole);
        let reached = reached.unwrap_or(0);
        *share = (reached - given) as u8;
        given = reached;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_the_whole_and_the_moved_one_is_where_it_should_be() {
        let mut seed = 1u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 16
        };
        for _ in 0..2000 {
            let count = 2 + next() as usize % 3;
            let parts: Vec<u64> = (0..count).map(|_| u64::from(next() % 4 * next())).collect();
            let mut shares = vec![0; count];
            split_whole(&parts, &mut shares);
            if parts.iter().sum::<u64>() == 0 {
                shares[0] = 255;
            }
            assert_eq!(
                shares.iter().map(|share| u32::from(*share)).sum::<u32>(),
                255
            );
            let rows: Vec<WeightRow> = shares.iter().map(|share| [*share; 64]).collect();
            let before: Vec<&WeightRow> = rows.iter().collect();
            let mut after = vec![[7; 64]; count];
            let (target, wanted) = (next() as usize % count, next() as u8);
            let mut order: Vec<usize> = (0..count).collect();
            order.rotate_left(next() as usize % count);
            let mut strengths = [0; 64];
            strengths
                .iter_mut()
                .for_each(|strength| *strength = next() as u16);
            let mut rows: Vec<&mut WeightRow> = after.iter_mut().collect();
            move_shares(
                &before,
                target,
                wanted,
                &order,
                &strengths,
                3..60,
                &mut rows,
            );
            for column in 3..60 {
                let sum: u32 = after.iter().map(|row| u32::from(row[column])).sum();
                assert_eq!(sum, 255);
                let (old, share) = (
                    f64::from(shares[target]),
                    f64::from(strengths[column]) / 65535.0,
                );
                let exact = old + (f64::from(wanted) - old) * share;
                assert!((f64::from(after[target][column]) - exact).abs() <= 0.5001);
                for layer in (0..count).filter(|layer| *layer != target && old < 255.0) {
                    let exact = f64::from(shares[layer]) * (255.0 - exact) / (255.0 - old);
                    let off = f64::from(after[layer][column]) - exact;
                    assert!(off.abs() <= 1.5, "{off}");
                }
            }
            assert!(after.iter().all(|row| row[2] == 7 && row[60] == 7));
        }
    }
}
