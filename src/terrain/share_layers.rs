//! The layers that give a map chunk wanted shares of textures, at most four of them.

use super::alpha_map::{ALPHA_SIDE, ALPHA_TEXELS, AlphaMap};
use super::blend_rule::{AlphaDepth, BlendRule};
use super::border::texel_weights;
use super::chunk::Chunk;
use super::effective_weights::{MOST_LAYERS, alphas_of, weights_of};
use super::seam_heal::DRAWN_LAYERS;

/// The full share.
const FULL: u32 = 255;

/// The shares that a texel gets: textures by number, with shares that sum to 255.
pub type WantedTexel = Vec<(usize, u8)>;

/// A layer of a map chunk after new shares were set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareLayer {
    /// The layer it was; `None` for a new one.
    pub origin: Option<usize>,
    /// The number of its texture.
    pub texture: usize,
    /// Its alphas; none for the lowest.
    pub alpha: Option<AlphaMap>,
}

/// What became otherwise than wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShareTally {
    /// Textures left out for the limit of layers, counted on each map chunk.
    pub dropped: usize,
    /// Map chunks with such.
    pub crowded_chunks: usize,
    /// The largest mean share of one that was left out, of 255.
    pub largest_dropped: u32,
    /// Texels whose shares were rounded, for the map chunk stores 4 bits.
    pub rounded: usize,
    /// The largest such rounding, of 255.
    pub worst_rounding: u8,
}

/// Brings shares to a sum of exactly 255, in proportion; what rounding leaves goes to the largest
/// fractions, the first of equals first. Nothing if all are 0.
pub fn whole_shares(shares: &[(usize, u8)]) -> WantedTexel {
    let sum: u32 = shares.iter().map(|(_, share)| u32::from(*share)).sum();
    if sum == 0 {
        return Vec::new();
    }
    let mut whole: Vec<(usize, u32, u32)> = shares
        .iter()
        .map(|(texture, share)| {
            let product = u32::from(*share) * FULL;
            (*texture, product / sum, product % sum)
        })
        .collect();
    let given: u32 = whole.iter().map(|(_, share, _)| share).sum();
    let mut order: Vec<usize> = (0..whole.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(whole.get(*at).map(|(_, _, rest)| *rest)));
    for at in order.into_iter().take((FULL - given.min(FULL)) as usize) {
        if let Some((_, share, _)) = whole.get_mut(at) {
            *share += 1;
        }
    }
    let whole = whole.into_iter().filter(|(_, share, _)| *share > 0);
    whole
        .map(|(texture, share, _)| (texture, share as u8))
        .collect()
}

/// A layer on the way: its weight at each texel.
struct Slot {
    origin: Option<usize>,
    texture: usize,
    weights: Box<[u8; ALPHA_TEXELS]>,
}

impl Slot {
    fn coverage(&self) -> u32 {
        self.weights.iter().map(|weight| u32::from(*weight)).sum()
    }
}

/// The layers that give some texels of a map chunk the wanted shares; others keep theirs.
///
/// `textures` has the number of the texture of each layer. Layers stay in their order, new ones lie
/// above. Where there would be more than four, those that cover least are left out, and their share
/// goes to the others in proportion.
pub fn layers_for_shares(
    chunk: &Chunk,
    textures: &[usize],
    wanted: &[(usize, WantedTexel)],
    rule: BlendRule,
    depth: AlphaDepth,
    tally: &mut ShareTally,
) -> Vec<ShareLayer> {
    let mut slots = slots_of(chunk, textures, rule);
    let mut is_new = vec![false; ALPHA_TEXELS];
    for (texel, shares) in wanted {
        for slot in &mut slots {
            set(&mut slot.weights, *texel, 0);
        }
        for (texture, share) in shares {
            let known = slots.iter().position(|slot| slot.texture == *texture);
            let at = known.unwrap_or_else(|| {
                slots.push(Slot {
                    origin: None,
                    texture: *texture,
                    weights: Box::new([0; ALPHA_TEXELS]),
                });
                slots.len() - 1
            });
            if let Some(slot) = slots.get_mut(at) {
                set(&mut slot.weights, *texel, *share);
            }
        }
        if let Some(is_new) = is_new.get_mut(*texel) {
            *is_new = true;
        }
    }
    if slots.len() > DRAWN_LAYERS {
        drop_least(&mut slots, tally);
        is_new.fill(true);
    }
    let texels = (0..ALPHA_TEXELS).filter(|texel| is_new.get(*texel) == Some(&true));
    lay(chunk, &slots, texels, rule, depth, tally)
}

fn set(weights: &mut [u8; ALPHA_TEXELS], texel: usize, weight: u8) {
    if let Some(slot) = weights.get_mut(texel) {
        *slot = weight;
    }
}

/// The layers that a map chunk has, with their weights.
fn slots_of(chunk: &Chunk, textures: &[usize], rule: BlendRule) -> Vec<Slot> {
    let count = chunk.layers.len().min(MOST_LAYERS);
    let numbers = textures.iter().take(count).enumerate();
    let mut slots: Vec<Slot> = numbers
        .map(|(origin, texture)| Slot {
            origin: Some(origin),
            texture: *texture,
            weights: Box::new([0; ALPHA_TEXELS]),
        })
        .collect();
    for texel in 0..ALPHA_TEXELS {
        let weights = texel_weights(rule, chunk, texel % ALPHA_SIDE, texel / ALPHA_SIDE);
        for (slot, weight) in slots.iter_mut().zip(weights) {
            set(&mut slot.weights, texel, weight);
        }
    }
    slots
}

/// Leaves out what covers least until four are left, and gives its share to the others.
fn drop_least(slots: &mut Vec<Slot>, tally: &mut ShareTally) {
    let mut is_crowded = false;
    while slots.len() > DRAWN_LAYERS {
        // Of equals the one on top goes.
        let all = slots.iter().enumerate().rev();
        let Some((at, coverage)) = all
            .map(|(at, slot)| (at, slot.coverage()))
            .min_by_key(|(_, coverage)| *coverage)
        else {
            return;
        };
        slots.remove(at);
        if coverage > 0 {
            is_crowded = true;
            tally.dropped += 1;
            let mean = coverage.div_ceil(ALPHA_TEXELS as u32);
            tally.largest_dropped = tally.largest_dropped.max(mean);
        }
    }
    tally.crowded_chunks += usize::from(is_crowded);
    let most = (0..slots.len()).max_by_key(|at| slots.get(*at).map(Slot::coverage));
    for texel in 0..ALPHA_TEXELS {
        let left: Vec<(usize, u8)> = slots
            .iter()
            .enumerate()
            .map(|(at, slot)| (at, slot.weights.get(texel).copied().unwrap_or(0)))
            .collect();
        let mut whole = whole_shares(&left);
        if whole.is_empty() {
            // Nothing of it is left; what covers most of the map chunk takes it.
            whole.extend(most.map(|at| (at, FULL as u8)));
        }
        for (at, slot) in slots.iter_mut().enumerate() {
            let share = whole.iter().find(|(slot, _)| *slot == at);
            set(
                &mut slot.weights,
                texel,
                share.map_or(0, |(_, share)| *share),
            );
        }
    }
}

/// The layers with alphas that give the weights at these texels; alphas elsewhere stay.
fn lay(
    chunk: &Chunk,
    slots: &[Slot],
    texels: impl Iterator<Item = usize>,
    rule: BlendRule,
    depth: AlphaDepth,
    tally: &mut ShareTally,
) -> Vec<ShareLayer> {
    let mut maps: Vec<AlphaMap> = slots
        .iter()
        .skip(1)
        .map(|slot| {
            let old = slot.origin.and_then(|origin| chunk.layers.get(origin));
            let alpha = old.and_then(|layer| layer.alpha.clone());
            alpha.unwrap_or_else(|| AlphaMap::filled(0))
        })
        .collect();
    for texel in texels {
        let mut weights = [0; MOST_LAYERS];
        let mut alphas = [0; MOST_LAYERS];
        let mut found = [0; MOST_LAYERS];
        for (weight, slot) in weights.iter_mut().zip(slots) {
            *weight = slot.weights.get(texel).copied().unwrap_or(0);
        }
        for (alpha, map) in alphas.iter_mut().zip(&maps) {
            *alpha = map.texels().get(texel).copied().unwrap_or(0);
        }
        let (count, above) = (slots.len().min(MOST_LAYERS), maps.len().min(MOST_LAYERS));
        let (Some(weights), Some(alphas), Some(found)) = (
            weights.get(..count),
            alphas.get_mut(..above),
            found.get_mut(..count),
        ) else {
            continue;
        };
        alphas_of(rule, depth, weights, alphas);
        weights_of(rule, alphas, found);
        let errors = weights.iter().zip(found.iter());
        let worst = errors.map(|(wanted, found)| wanted.abs_diff(*found)).max();
        let worst = worst.unwrap_or(0);
        tally.rounded += usize::from(worst > 0);
        tally.worst_rounding = tally.worst_rounding.max(worst);
        for (alpha, map) in alphas.iter().zip(&mut maps) {
            set(map.texels_mut(), texel, *alpha);
        }
    }
    let alphas = std::iter::once(None).chain(maps.into_iter().map(Some));
    slots
        .iter()
        .zip(alphas)
        .map(|(slot, alpha)| ShareLayer {
            origin: slot.origin,
            texture: slot.texture,
            alpha,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_any_sum_become_shares_that_sum_to_255_in_proportion() {
        assert_eq!(whole_shares(&[(0, 0), (3, 0)]), []);
        assert_eq!(whole_shares(&[(0, 255), (3, 255)]), [(0, 128), (3, 127)]);
        assert_eq!(
            whole_shares(&[(1, 1), (2, 1), (7, 1)]),
            [(1, 85), (2, 85), (7, 85)]
        );
        for shares in [[9, 200, 46, 0], [255, 255, 255, 254], [0, 1, 0, 0]] {
            let named: Vec<(usize, u8)> = shares.into_iter().enumerate().collect();
            let sum: u32 = shares.iter().map(|share| u32::from(*share)).sum();
            let whole = whole_shares(&named);
            assert_eq!(
                whole
                    .iter()
                    .map(|(_, share)| u32::from(*share))
                    .sum::<u32>(),
                255
            );
            for (texture, share) in whole {
                let exact = f64::from(shares[texture]) * 255.0 / f64::from(sum);
                assert!((f64::from(share) - exact).abs() < 1.0);
            }
        }
    }
}
