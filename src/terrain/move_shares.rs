//! The kernel of painting: the share of one texture moves, the others shrink or grow in proportion.
//!
//! It works on sixteen texels at once, in steps that processors do for many numbers side by side;
//! every step is exact or rounds as the standard for floats says, so all processors give the same.

use super::alpha_map::ALPHA_SIDE;
use super::chunk_shares::SharePlane;
use super::texel_spans::TexelSpans;
use crate::math::{TO_WHOLE, times_over_65535};
use std::ops::Range;

/// Strengths of the texels of a map chunk, row by row.
pub type StrengthPlane = Box<[[u16; ALPHA_SIDE]; ALPHA_SIDE]>;

/// The whole of all shares.
const FULL: u32 = 255;

/// Texels that are worked on at once.
const LANES: usize = 16;

/// Added to a sum of shares it takes the product of that and a ratio of two others, where that is a
/// tie, above it by more than floats err; and where it is none, not over one.
pub(super) const TIE: f32 = 1e-3;

/// Moves the shares of layer `target` towards `wanted` in some texels of a map chunk, each as
/// strongly as `strengths` says, and makes the others fill up 255 in proportion.
///
/// `order` names every layer once. Rounding goes along it, so that two map chunks with the same
/// textures in another order get the same shares if `order` names the same textures alike. A texel
/// without any other texture gives what `target` loses to the first of `order`.
///
/// Shares of `before` sum to 255 in each texel.
#[derive(Debug)]
pub struct ShareMove<'a> {
    /// The shares that it starts from, a plane for each layer.
    pub before: &'a [SharePlane],
    /// The layer whose share moves.
    pub target: usize,
    /// Its share where it has moved all the way.
    pub wanted: u8,
    /// All layers.
    pub order: &'a [usize],
    /// How far it moves in each texel; 65535 is all the way.
    pub strengths: &'a [[u16; ALPHA_SIDE]; ALPHA_SIDE],
    /// The texels to work on; others are left as they are.
    pub spans: &'a TexelSpans,
    /// The shares that come out, a plane for each layer.
    pub after: &'a mut [SharePlane],
}

impl ShareMove<'_> {
    /// Does it, with the widest registers of this processor.
    pub fn run(self) {
        pulp::Arch::new().dispatch(self);
    }

    #[inline(always)]
    fn work(self) {
        let Self { before, after, .. } = self;
        let Some(own) = before.get(self.target) else {
            return;
        };
        for (row, columns) in self.spans.rows() {
            let Some(strengths) = self.strengths.get(row) else {
                continue;
            };
            let strengths = strengths.as_chunks::<LANES>().0;
            for block in columns.start / LANES..columns.end.div_ceil(LANES) {
                let (Some(strengths), Some(shares)) =
                    (strengths.get(block), texels(own, row, block))
                else {
                    continue;
                };
                let mask = mask_of(&columns, block);
                let mut parting = Parting::new(shares, self.wanted, strengths);
                for &layer in self.order {
                    if layer == self.target {
                        continue;
                    }
                    let shares = before
                        .get(layer)
                        .and_then(|plane| texels(plane, row, block));
                    if let (Some(shares), Some(plane)) = (shares, after.get_mut(layer)) {
                        put(plane, row, block, &parting.next(shares), &mask);
                    }
                }
                if let Some(plane) = after.get_mut(self.target) {
                    put(plane, row, block, &parting.rest(), &mask);
                }
            }
        }
    }
}

impl pulp::WithSimd for ShareMove<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        self.work();
    }
}

/// A block of a plane.
#[inline(always)]
fn texels(plane: &SharePlane, row: usize, block: usize) -> Option<&[u8; LANES]> {
    plane.get(row)?.as_chunks::<LANES>().0.get(block)
}

/// Writes those texels of a block of a plane that are in `mask`.
#[inline(always)]
fn put(plane: &mut SharePlane, row: usize, block: usize, shares: &[u8; LANES], mask: &[u8; LANES]) {
    let blocks = plane.get_mut(row).map(|row| row.as_chunks_mut::<LANES>().0);
    if let Some(kept) = blocks.and_then(|blocks| blocks.get_mut(block)) {
        for lane in 0..LANES {
            kept[lane] = (kept[lane] & !mask[lane]) | (shares[lane] & mask[lane]);
        }
    }
}

/// All bits of the lanes of a block that lie within columns, and none of the others.
#[inline(always)]
fn mask_of(columns: &Range<usize>, block: usize) -> [u8; LANES] {
    let first = block * LANES;
    let from = columns.start.saturating_sub(first).min(LANES);
    let to = columns.end.saturating_sub(first).min(LANES);
    let mut mask = [0; LANES];
    for lane in 0..LANES {
        mask[lane] = FROM[from][lane] & !FROM[to][lane];
    }
    mask
}

/// All bits from a lane on.
const FROM: [[u8; LANES]; LANES + 1] = {
    let mut masks = [[0; LANES]; LANES + 1];
    let mut from = 0;
    while from < LANES {
        let mut lane = from;
        while lane < LANES {
            masks[from][lane] = u8::MAX;
            lane += 1;
        }
        from += 1;
    }
    masks
};

/// How the layers of a block share what the moved one leaves to them.
struct Parting {
    /// What is left for each share of the others.
    ratio: [f32; LANES],
    /// The sum of what those that had theirs had before, a little above.
    sum: [f32; LANES],
    /// The sum of what they got, as the bits of that number added to [`TO_WHOLE`].
    given: [u32; LANES],
}

impl Parting {
    #[inline(always)]
    fn new(own: &[u8; LANES], wanted: u8, strengths: &[u16; LANES]) -> Self {
        let mut ratio = [0.0; LANES];
        let mut sum = [0.0; LANES];
        for lane in 0..LANES {
            let old = u16::from(own[lane]);
            let new = moved(old, wanted.into(), strengths[lane]);
            let (rest, left) = (FULL as u16 - old, FULL as u16 - new);
            // Where nothing else is there, the first takes all: as if it had a share of one.
            let whole = rest.max(1);
            sum[lane] = f32::from(whole - rest) + TIE;
            ratio[lane] = f32::from(left) / f32::from(whole);
        }
        Self {
            ratio,
            sum,
            given: [TO_WHOLE.to_bits(); LANES],
        }
    }

    /// The shares of the next layer.
    #[inline(always)]
    fn next(&mut self, before: &[u8; LANES]) -> [u8; LANES] {
        for (sum, before) in self.sum.iter_mut().zip(before) {
            *sum += f32::from(*before);
        }
        let mut reached = [0; LANES];
        for (reached, (sum, ratio)) in reached.iter_mut().zip(self.sum.iter().zip(&self.ratio)) {
            *reached = (sum * ratio + TO_WHOLE).to_bits();
        }
        let mut after = [0; LANES];
        for (after, (reached, given)) in after.iter_mut().zip(reached.iter().zip(&self.given)) {
            *after = reached.wrapping_sub(*given) as u8;
        }
        self.given = reached;
        after
    }

    /// What no other layer could take.
    #[inline(always)]
    fn rest(&self) -> [u8; LANES] {
        let mut rest = [0; LANES];
        for (rest, given) in rest.iter_mut().zip(&self.given) {
            *rest = (TO_WHOLE.to_bits() + FULL).wrapping_sub(*given) as u8;
        }
        rest
    }
}

/// A share moved towards another, to the nearest.
#[inline(always)]
fn moved(old: u16, wanted: u16, strength: u16) -> u16 {
    let step = times_over_65535(old.abs_diff(wanted), strength);
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

    /// A seeded source of numbers.
    struct Numbers(u32);

    impl Numbers {
        fn next(&mut self) -> u32 {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            self.0 >> 16
        }

        /// Shares of so many layers that sum to 255; now and then one layer has all.
        fn shares(&mut self, count: usize) -> Vec<u8> {
            let parts: Vec<u64> = (0..count)
                .map(|_| u64::from(self.next() % 4 * self.next()))
                .collect();
            let mut shares = vec![0; count];
            split_whole(&parts, &mut shares);
            if parts.iter().all(|part| *part == 0) {
                shares[self.next() as usize % count] = 255;
            }
            shares
        }
    }

    /// What the rule says of one texel, in whole numbers.
    fn slowly(before: &[u8], target: usize, wanted: u8, order: &[usize], strength: u16) -> Vec<u8> {
        let old = u64::from(before[target]);
        let step = (2 * old.abs_diff(wanted.into()) * u64::from(strength) + 65535) / (2 * 65535);
        let new = if u64::from(wanted) > old {
            old + step
        } else {
            old - step
        };
        let (rest, left) = (255 - old, 255 - new);
        let (mut sum, mut given) = (0, 0);
        let mut after = vec![0; before.len()];
        for &layer in order.iter().filter(|layer| **layer != target) {
            sum = if rest == 0 {
                1
            } else {
                sum + u64::from(before[layer])
            };
            let whole = rest.max(1);
            let reached = (2 * sum * left + whole) / (2 * whole);
            after[layer] = (reached - given) as u8;
            given = reached;
        }
        after[target] = (255 - given) as u8;
        after
    }

    fn planes(texels: &[Vec<u8>], count: usize) -> Vec<SharePlane> {
        let plane = |layer: usize| {
            let mut plane: SharePlane = Box::new([[0; ALPHA_SIDE]; ALPHA_SIDE]);
            for (texel, shares) in plane.as_flattened_mut().iter_mut().zip(texels) {
                *texel = shares[layer];
            }
            plane
        };
        (0..count).map(plane).collect()
    }

    #[test]
    fn each_texel_gets_what_the_rule_in_whole_numbers_says() {
        let mut numbers = Numbers(1);
        for round in 0..24 {
            let count = 1 + round % 5;
            let texels: Vec<Vec<u8>> = (0..64 * 64).map(|_| numbers.shares(count)).collect();
            let before = planes(&texels, count);
            let mut after = vec![Box::new([[7; ALPHA_SIDE]; ALPHA_SIDE]); count];
            let (target, wanted) = (numbers.next() as usize % count, numbers.next() as u8);
            let mut order: Vec<usize> = (0..count).collect();
            order.rotate_left(numbers.next() as usize % count);
            let mut strengths = [[0; ALPHA_SIDE]; ALPHA_SIDE];
            for strength in strengths.as_flattened_mut() {
                *strength = [0, numbers.next() as u16, u16::MAX][numbers.next() as usize % 3];
            }
            let mut spans = TexelSpans::NONE;
            for row in 3..60 {
                let ends = [numbers.next(), numbers.next()].map(|end| end as usize % 65);
                spans.add(row, ends[0]..ends[1]);
            }
            ShareMove {
                before: &before,
                target,
                wanted,
                order: &order,
                strengths: &strengths,
                spans: &spans,
                after: &mut after,
            }
            .run();
            let mut touched = [[false; ALPHA_SIDE]; ALPHA_SIDE];
            for (row, columns) in spans.rows() {
                touched[row][columns].fill(true);
            }
            for (at, shares) in texels.iter().enumerate() {
                let (row, column) = (at / ALPHA_SIDE, at % ALPHA_SIDE);
                let found: Vec<u8> = after.iter().map(|plane| plane[row][column]).collect();
                let expected = match touched[row][column] {
                    true => slowly(shares, target, wanted, &order, strengths[row][column]),
                    false => vec![7; count],
                };
                assert_eq!(found, expected, "{shares:?} to {wanted} of {target}");
            }
        }
    }

    #[test]
    fn every_share_of_every_rest_is_rounded_as_whole_numbers_are() {
        for rest in 1..=255u32 {
            for left in 0..=255u32 {
                let ratio = left as f32 / rest as f32;
                for sum in 0..=rest {
                    let sum_above = sum as f32 + TIE;
                    let found = (sum_above * ratio + TO_WHOLE).to_bits() - TO_WHOLE.to_bits();
                    let expected = (2 * sum * left + rest) / (2 * rest);
                    assert_eq!(found, expected, "{sum} of {rest} into {left}");
                }
            }
        }
    }
}
