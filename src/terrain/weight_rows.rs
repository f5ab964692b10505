//! Weights of a whole row of texels at once, so that a brush works on rows.

use super::alpha_map::ALPHA_SIDE;
use super::blend_rule::{AlphaDepth, BlendRule};
use super::effective_weights::{MOST_LAYERS, alphas_of, ordered_alpha, times, weights_of};
use std::ops::Range;

/// A row of alphas of one layer.
pub type AlphaRow = [u8; ALPHA_SIDE];
/// A row of weights of one layer.
pub type WeightRow = [u8; ALPHA_SIDE];

/// The weights of a row from the alphas of the layers above the first.
///
/// `weights` has one more row than `alphas`; rows without a counterpart become 0.
pub fn weights_of_row(rule: BlendRule, alphas: &[&AlphaRow], weights: &mut [WeightRow]) {
    let Some((first, above)) = weights.split_first_mut() else {
        return;
    };
    match rule {
        BlendRule::Ordered => {
            first.fill(255);
            for (index, row) in above.iter_mut().enumerate().rev() {
                let Some(alphas) = alphas.get(index) else {
                    row.fill(0);
                    continue;
                };
                for ((left, weight), alpha) in first.iter_mut().zip(row).zip(alphas.iter()) {
                    *weight = times(*left, *alpha);
                    *left -= *weight;
                }
            }
        }
        BlendRule::Weighted if !are_cut_down(alphas) => {
            // Alphas that are not cut down are the weights themselves.
            first.fill(255);
            for (index, row) in above.iter_mut().enumerate() {
                *row = alphas.get(index).map_or([0; ALPHA_SIDE], |alphas| **alphas);
                for (left, weight) in first.iter_mut().zip(row.iter()) {
                    *left -= *weight;
                }
            }
        }
        BlendRule::Weighted => {
            for column in 0..ALPHA_SIDE {
                let mut texel = [0; MOST_LAYERS];
                let mut result = [0; MOST_LAYERS];
                gather(alphas.iter().map(|row| &row[column]), &mut texel);
                let above_count = above.len().min(MOST_LAYERS - 1);
                let texel = texel.get(..above_count).unwrap_or_default();
                let result = result.get_mut(..=above_count).unwrap_or_default();
                weights_of(rule, texel, result);
                let rows = std::iter::once(&mut *first).chain(above.iter_mut());
                for (row, weight) in rows.zip(result.iter()) {
                    row[column] = *weight;
                }
            }
        }
    }
}

/// Whether alphas of any texel of a row are more than the whole, so that they are cut down.
#[inline(always)]
pub(super) fn are_cut_down(alphas: &[&AlphaRow]) -> bool {
    let mut sums = [0u16; ALPHA_SIDE];
    for alphas in alphas {
        for (sum, alpha) in sums.iter_mut().zip(alphas.iter()) {
            *sum += u16::from(*alpha);
        }
    }
    sums.iter().fold(0, |most, sum| (*sum).max(most)) > 255
}

/// Sets the alphas of the given columns of a row so that they give `weights`; other columns are not
/// touched.
///
/// `weights` has one more row than `alphas` and sums to 255 in each column.
pub fn alphas_of_row(
    rule: BlendRule,
    depth: AlphaDepth,
    weights: &[WeightRow],
    alphas: &mut [&mut AlphaRow],
    columns: Range<usize>,
) {
    let columns = columns.start.min(ALPHA_SIDE)..columns.end.min(ALPHA_SIDE);
    match rule {
        BlendRule::Ordered => {
            let mut left = [255; ALPHA_SIDE];
            let wanted = weights.get(1..).unwrap_or_default();
            for (alphas, wanted) in alphas.iter_mut().zip(wanted).rev() {
                for column in columns.clone() {
                    let alpha = &mut alphas[column];
                    left[column] -= ordered_alpha(depth, left[column], wanted[column], alpha);
                }
            }
        }
        BlendRule::Weighted => {
            for column in columns {
                let mut wanted = [0; MOST_LAYERS];
                let mut texel = [0; MOST_LAYERS];
                gather(weights.iter().map(|row| &row[column]), &mut wanted);
                gather(alphas.iter().map(|row| &row[column]), &mut texel);
                let count = alphas.len().min(MOST_LAYERS - 1);
                let wanted = wanted.get(..=count).unwrap_or_default();
                let result = texel.get_mut(..count).unwrap_or_default();
                alphas_of(rule, depth, wanted, result);
                for (row, alpha) in alphas.iter_mut().zip(result.iter()) {
                    row[column] = *alpha;
                }
            }
        }
    }
}

fn gather<'a>(values: impl Iterator<Item = &'a u8>, texel: &mut [u8; MOST_LAYERS]) {
    for (slot, value) in texel.iter_mut().zip(values) {
        *slot = *value;
    }
}
