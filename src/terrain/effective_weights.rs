//! What share of the ground each layer has at a texel, to and from the alphas of the file.
//!
//! - Weights are whole numbers that sum to exactly 255, the first layer's first.
//! - Weights to alphas to weights is the identity for every weight, under both rules, with 8 bits.
//! - A layer's alpha stays as it is while it still gives the wanted weight, so that a texel whose
//!   weights did not change keeps its bytes, also those of layers that are hidden below others.
//! - Of the weights that real numbers would give (ordered rule, four layers) the top layer's differs
//!   by nothing, the next by at most 1/2, the others by at most 1.
//! - With 4 bits the nearest of 16 alphas is taken layer by layer, each of what the layers before it
//!   left. Of four layers no weight is more than 24 from what was wanted; from the top at most 8, 8,
//!   16 and 24 (ordered), or 16, 8, 8 and 24 (weighted). What came out stays when it is set again.

use super::blend_rule::{AlphaDepth, BlendRule};

/// Layers a map chunk may have here; the games up to 11 have four.
pub const MOST_LAYERS: usize = 8;

/// The full weight.
const FULL: u8 = 255;

/// `a * b / 255` to the nearest; there are no ties.
#[inline]
pub(super) fn times(a: u8, b: u8) -> u8 {
    let product = u16::from(a) * u16::from(b) + 128;
    ((product + (product >> 8)) >> 8) as u8
}

/// `255 * part / whole` to the nearest, for a part that is not above the whole; 0 of nothing.
#[inline]
pub(super) fn share(part: u8, whole: u8) -> u8 {
    let (part, whole) = (u32::from(part), u32::from(whole));
    (510 * part + whole)
        .checked_div(2 * whole)
        .map_or(0, |share| share.min(255) as u8)
}

/// The weights of a texel from the alphas of its layers above the first.
///
/// `weights` has one more item than `alphas`; items without a counterpart become 0.
pub fn weights_of(rule: BlendRule, alphas: &[u8], weights: &mut [u8]) {
    let Some((first, above)) = weights.split_first_mut() else {
        return;
    };
    let mut left = FULL;
    match rule {
        BlendRule::Ordered => {
            for (index, weight) in above.iter_mut().enumerate().rev() {
                *weight = times(left, alphas.get(index).copied().unwrap_or(0));
                left -= *weight;
            }
        }
        BlendRule::Weighted => {
            let sum: u32 = alphas.iter().map(|alpha| u32::from(*alpha)).sum();
            let (mut alpha_sum, mut given) = (0, 0);
            for (index, weight) in above.iter_mut().enumerate() {
                let alpha = alphas.get(index).copied().unwrap_or(0);
                *weight = alpha;
                if sum > u32::from(FULL) {
                    // Where the running sum is cut down and rounded, the parts make up the whole.
                    alpha_sum += u32::from(alpha);
                    let reached = (alpha_sum * 510 + sum) / (2 * sum);
                    *weight = (reached - given) as u8;
                    given = reached;
                }
                left = left.saturating_sub(*weight);
            }
        }
    }
    *first = left;
}

/// The alphas that give a texel the weights, the alphas it has being `alphas`.
///
/// `weights` has one more item than `alphas` and sums to 255. With four bits the weights that come
/// out may differ; [`weights_of`] gives them.
pub fn alphas_of(rule: BlendRule, depth: AlphaDepth, weights: &[u8], alphas: &mut [u8]) {
    match rule {
        BlendRule::Ordered => {
            let mut left = FULL;
            let wanted = weights.get(1..).unwrap_or_default();
            for (alpha, wanted) in alphas.iter_mut().zip(wanted).rev() {
                left -= ordered_alpha(depth, left, *wanted, alpha);
            }
        }
        BlendRule::Weighted => weighted_alphas(depth, weights, alphas),
    }
}

/// Sets the alpha that takes `wanted` of what is `left`; gives what it really takes.
#[inline]
pub(super) fn ordered_alpha(depth: AlphaDepth, left: u8, wanted: u8, alpha: &mut u8) -> u8 {
    let kept = times(left, *alpha);
    if kept == wanted {
        return kept;
    }
    let fresh = depth.nearest(share(wanted.min(left), left));
    let taken = times(left, fresh);
    // With few bits the alpha that is there may be as good.
    if taken.abs_diff(wanted) < kept.abs_diff(wanted) {
        *alpha = fresh;
        return taken;
    }
    kept
}

/// Sets alphas that are shares, unless those that are there give the wanted weights.
fn weighted_alphas(depth: AlphaDepth, weights: &[u8], alphas: &mut [u8]) {
    let mut given = [0; MOST_LAYERS];
    let count = (alphas.len() + 1).min(MOST_LAYERS);
    if let Some(given) = given.get_mut(..count) {
        weights_of(BlendRule::Weighted, alphas, given);
        if weights == given {
            return;
        }
    }
    let mut left = FULL;
    for (alpha, wanted) in alphas.iter_mut().zip(weights.get(1..).unwrap_or_default()) {
        // Rounded up, the shares could be above the whole and would be cut down again.
        *alpha = depth.nearest(*wanted).min(left);
        left -= *alpha;
    }
}
