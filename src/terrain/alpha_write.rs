//! The alphas of whole runs of texels from their shares, for maps that store 8 bits.

use super::alpha_map::ALPHA_SIDE;
use super::blend_rule::{AlphaDepth, BlendRule};
use super::chunk_shares::SharePlane;
use super::effective_weights::{MOST_LAYERS, times};
use super::move_shares::TIE;
use super::texel_spans::TexelSpans;
use super::texture_layer::TextureLayer;
use super::weight_rows::{AlphaRow, WeightRow, alphas_of_row, are_cut_down};
use crate::math::TO_WHOLE;

/// Sets the alphas of the rows of a map chunk that have some texels so that they give shares.
///
/// A texel's alphas start from those of `ground`, so it does not matter what they were in between:
/// one that gives its share already stays as it is. So whole rows are written, which is quicker
/// than parts of them.
#[derive(Debug)]
pub struct AlphaWrite<'a> {
    /// How alphas become shares.
    pub rule: BlendRule,
    /// The shares, a plane for each layer; they sum to 255 in each texel.
    pub shares: &'a [SharePlane],
    /// The layers that alphas start from.
    pub ground: &'a [TextureLayer],
    /// Which rows of `ground` have texels that are cut down, a bit for each: [`rows_cut_down`].
    pub cut_down: u64,
    /// The texels to write; of rows that have none of them nothing is written.
    pub spans: &'a TexelSpans,
    /// The layers that are written; all but the first have alpha maps.
    pub layers: &'a mut [TextureLayer],
}

impl AlphaWrite<'_> {
    /// Does it, with the widest registers of this processor.
    pub fn run(self) {
        pulp::Arch::new().dispatch(self);
    }

    #[inline(always)]
    fn work(&mut self) {
        for (row, _) in self.spans.rows() {
            match self.rule {
                BlendRule::Weighted if self.cut_down >> row & 1 == 0 => {
                    // Alphas that are not cut down are the shares themselves.
                    let above = self.layers.iter_mut().zip(self.shares).skip(1);
                    for (layer, shares) in above {
                        if let (Some(kept), Some(shares)) = (row_mut(layer, row), shares.get(row)) {
                            *kept = *shares;
                        }
                    }
                }
                rule => self.work_row(rule, row),
            }
        }
    }

    #[inline(always)]
    fn work_row(&mut self, rule: BlendRule, row: usize) {
        let nothing = [0; ALPHA_SIDE];
        let mut shares = [&nothing; MOST_LAYERS];
        let mut ground = [&nothing; MOST_LAYERS];
        for (slot, plane) in shares.iter_mut().zip(self.shares) {
            *slot = plane.get(row).unwrap_or(&nothing);
        }
        let above = self.ground.iter().skip(1).zip(self.layers.iter());
        for (slot, (layer, _)) in ground.iter_mut().zip(above) {
            *slot = row_of(layer, row).unwrap_or(&nothing);
        }
        let count = self.layers.len().clamp(1, MOST_LAYERS);
        let (Some(shares), Some(ground)) = (shares.get(..count), ground.get(..count - 1)) else {
            return;
        };
        let mut alphas = [[0; ALPHA_SIDE]; MOST_LAYERS];
        match rule {
            BlendRule::Weighted => weighted(shares, ground, &mut alphas),
            BlendRule::Ordered => ordered(shares, ground, &mut alphas),
        }
        for (layer, alphas) in self.layers.iter_mut().skip(1).zip(&alphas) {
            if let Some(kept) = row_mut(layer, row) {
                *kept = *alphas;
            }
        }
    }
}

impl pulp::WithSimd for AlphaWrite<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(mut self, _: S) {
        self.work();
    }
}

/// Which rows of layers have texels whose alphas are more than the whole, so that they are cut down;
/// a bit for each.
pub fn rows_cut_down(layers: &[TextureLayer]) -> u64 {
    let nothing = [0; ALPHA_SIDE];
    let mut rows = 0;
    for row in 0..ALPHA_SIDE {
        let mut alphas = [&nothing; MOST_LAYERS];
        for (slot, layer) in alphas.iter_mut().zip(layers.iter().skip(1)) {
            *slot = row_of(layer, row).unwrap_or(&nothing);
        }
        rows |= u64::from(are_cut_down(&alphas)) << row;
    }
    rows
}

#[inline(always)]
fn row_of(layer: &TextureLayer, row: usize) -> Option<&AlphaRow> {
    layer.alpha.as_ref()?.rows().get(row)
}

#[inline(always)]
fn row_mut(layer: &mut TextureLayer, row: usize) -> Option<&mut AlphaRow> {
    layer.alpha.as_mut()?.rows_mut().get_mut(row)
}

/// Texel by texel, where alphas are cut down.
fn weighted(shares: &[&WeightRow], ground: &[&AlphaRow], alphas: &mut [AlphaRow; MOST_LAYERS]) {
    let mut wanted = [[0; ALPHA_SIDE]; MOST_LAYERS];
    for (slot, shares) in wanted.iter_mut().zip(shares) {
        *slot = **shares;
    }
    for (slot, ground) in alphas.iter_mut().zip(ground) {
        *slot = **ground;
    }
    let mut rows: Vec<&mut AlphaRow> = alphas.iter_mut().take(ground.len()).collect();
    let wanted = wanted.get(..shares.len()).unwrap_or_default();
    let (rule, depth) = (BlendRule::Weighted, AlphaDepth::Eight);
    alphas_of_row(rule, depth, wanted, &mut rows, 0..ALPHA_SIDE);
}

/// From the top layer down, each alpha takes its share of what those above left.
#[inline(always)]
fn ordered(shares: &[&WeightRow], ground: &[&AlphaRow], alphas: &mut [AlphaRow; MOST_LAYERS]) {
    let mut left = [255u8; ALPHA_SIDE];
    let above = shares.iter().skip(1).zip(ground).zip(alphas.iter_mut());
    let mut top_down: [Option<((&&WeightRow, &&AlphaRow), &mut AlphaRow)>; MOST_LAYERS] =
        [const { None }; MOST_LAYERS];
    for (slot, layer) in top_down.iter_mut().rev().zip(above) {
        *slot = Some(layer);
    }
    for ((wanted, ground), alphas) in top_down.into_iter().flatten() {
        for column in 0..ALPHA_SIDE {
            let (rest, wanted, kept) = (left[column], wanted[column], ground[column]);
            let part = f32::from(wanted) * (255.0 / f32::from(rest.max(1)));
            let fresh = (part + TIE + TO_WHOLE).to_bits() as u8;
            let keeps = times(rest, kept) == wanted;
            alphas[column] = if keeps { kept } else { fresh };
            left[column] = rest - wanted.min(rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::alpha_map::{AlphaForm, AlphaMap};
    use super::super::effective_weights::{alphas_of, weights_of};
    use super::super::move_shares::split_whole;
    use super::super::texture_layer::TextureLayerFlags;
    use super::*;

    fn layer(texel: impl FnMut(usize) -> u8) -> TextureLayer {
        let texels: Vec<u8> = (0..ALPHA_SIDE * ALPHA_SIDE).map(texel).collect();
        let texels = texels.into_boxed_slice().try_into().ok();
        TextureLayer {
            texture: 0,
            flags: TextureLayerFlags(0),
            ground_effect: -1,
            alpha: texels.map(AlphaMap::new),
            form: AlphaForm::EightBit,
        }
    }

    #[test]
    fn each_texel_gets_the_alphas_that_it_gets_alone() {
        let mut seed = 5u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 16
        };
        for rule in [BlendRule::Ordered, BlendRule::Weighted] {
            for (count, most) in [(1, 255), (2, 255), (4, 85), (4, 255), (6, 200)] {
                let ground: Vec<TextureLayer> = (0..count)
                    .map(|_| layer(|_| (next() % (most + 1)) as u8))
                    .collect();
                let mut shares: Vec<SharePlane> =
                    vec![Box::new([[0; ALPHA_SIDE]; ALPHA_SIDE]); count];
                let alphas_at = |layers: &[TextureLayer], at: usize| -> Vec<u8> {
                    let above = layers.iter().skip(1);
                    let alphas = above.filter_map(|layer| Some(layer.alpha.as_ref()?.texels()[at]));
                    alphas.collect()
                };
                for at in 0..ALPHA_SIDE * ALPHA_SIDE {
                    let mut wanted = vec![0; count];
                    // Every third texel wants what it has.
                    if at % 3 == 0 {
                        weights_of(rule, &alphas_at(&ground, at), &mut wanted);
                    } else {
                        let parts: Vec<u64> = (0..count).map(|_| u64::from(next() + 1)).collect();
                        split_whole(&parts, &mut wanted);
                    }
                    for (plane, share) in shares.iter_mut().zip(wanted) {
                        plane.as_flattened_mut()[at] = share;
                    }
                }
                let mut spans = TexelSpans::NONE;
                for row in 0..60 {
                    spans.add(row, row / 2..64 - row / 3);
                }
                let mut layers: Vec<TextureLayer> = (0..count).map(|_| layer(|_| 3)).collect();
                AlphaWrite {
                    rule,
                    shares: &shares,
                    ground: &ground,
                    cut_down: rows_cut_down(&ground),
                    spans: &spans,
                    layers: &mut layers,
                }
                .run();
                for at in 0..ALPHA_SIDE * ALPHA_SIDE {
                    let (row, column) = (at / ALPHA_SIDE, at % ALPHA_SIDE);
                    let mut expected = vec![3; count - 1];
                    if row < 60 {
                        expected = alphas_at(&ground, at);
                        let wanted: Vec<u8> =
                            shares.iter().map(|plane| plane[row][column]).collect();
                        alphas_of(rule, AlphaDepth::Eight, &wanted, &mut expected);
                    }
                    assert_eq!(alphas_at(&layers, at), expected, "{rule:?} of {count}");
                }
            }
        }
    }
}
