//! The alpha maps of a map chunk in another form, and what of the look that costs.
//!
//! - A form that holds every alpha that is there changes none of them.
//! - Of 16 values the alphas are taken that come nearest to the shares, layer by layer from the top,
//!   or nearest to the alphas themselves where that is as good.
//! - Under another rule alphas are worked out anew, so that the look stays; with 8 bits it does.

use super::alpha_map::{ALPHA_SIDE, AlphaForm, AlphaMap};
use super::blend_rule::{AlphaDepth, BlendRule};
use super::chunk::{Chunk, ChunkFlags};
use super::chunk_shares::{ChunkShares, depth_of_layers};
use super::texture_layer::{TextureLayer, TextureLayerFlags};

/// What the last rows and columns of 4-bit alpha maps become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AlphaEdges {
    /// As they are. Maps that come to 4 bits keep all their texels.
    #[default]
    Keep,
    /// All 64 rows and columns count.
    All,
    /// The map is 63 by 63, and its last row and column are copied.
    Repeated,
}

/// What the alpha maps of map chunks become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaConversion {
    /// The form of all alpha maps; `None` if each keeps its own.
    pub form: Option<AlphaForm>,
    /// The last rows and columns of those of 4 bits.
    pub edges: AlphaEdges,
    /// How layers are mixed so far.
    pub rule: BlendRule,
    /// How layers are mixed from now on.
    pub new_rule: BlendRule,
    /// The form that layers without an alpha map are said to have; `None` if each keeps its own.
    pub bare_form: Option<AlphaForm>,
}

/// What of the look a conversion changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlphaLoss {
    /// Map chunks with such a texel.
    pub chunks: usize,
    /// Texels at which the share of a layer changes.
    pub texels: usize,
    /// The largest change of a share, of which 255 is all.
    pub worst: u8,
}

/// A map chunk with its alpha maps in another form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedAlphas {
    /// Its layers.
    pub layers: Vec<TextureLayer>,
    /// Its flags.
    pub flags: ChunkFlags,
    /// Alpha maps that have another form than before.
    pub maps: usize,
    /// What of the look changes.
    pub loss: AlphaLoss,
}

impl AlphaLoss {
    /// Takes in what another map chunk loses.
    pub fn add(&mut self, other: Self) {
        self.chunks += other.chunks;
        self.texels += other.texels;
        self.worst = self.worst.max(other.worst);
    }

    /// What is lost from one look to another.
    fn between(old: &ChunkShares, new: &ChunkShares) -> Self {
        let mut texels = [[0_u8; ALPHA_SIDE]; ALPHA_SIDE];
        for (old, new) in old.planes.iter().zip(&new.planes) {
            let pairs = old.as_flattened().iter().zip(new.as_flattened());
            for (worst, (old, new)) in texels.as_flattened_mut().iter_mut().zip(pairs) {
                *worst = old.abs_diff(*new).max(*worst);
            }
        }
        let off = texels.as_flattened().iter().filter(|off| **off > 0);
        let worst = off.clone().max().copied().unwrap_or(0);
        let texels = off.count();
        Self {
            chunks: usize::from(texels > 0),
            texels,
            worst,
        }
    }
}

impl AlphaConversion {
    /// The map chunk as it becomes; `None` if it has more layers than shares can be told of.
    pub fn convert(&self, chunk: &Chunk) -> Option<ConvertedAlphas> {
        let mut layers = chunk.layers.clone();
        let mut maps = 0;
        let mut flags = chunk.flags;
        let mut is_rounded = false;
        for layer in &mut layers {
            match (&mut layer.alpha, self.form) {
                (Some(alpha), Some(form)) if layer.form != form => {
                    maps += 1;
                    is_rounded |= round(alpha, form.depth());
                    if form == AlphaForm::FourBit {
                        flags.0 |= ChunkFlags::KEEPS_ALPHA_EDGE;
                    }
                    layer.form = form;
                    layer.flags.0 &= !TextureLayerFlags::IS_COMPRESSED;
                    if form == AlphaForm::Runs {
                        layer.flags.0 |= TextureLayerFlags::IS_COMPRESSED;
                    }
                }
                (None, _) => layer.form = self.bare_form.unwrap_or(layer.form),
                _ => {}
            }
        }
        let old = match layers.is_empty() {
            true => None,
            false => Some(ChunkShares::of(self.rule, &chunk.layers)?),
        };
        if let Some(old) = &old
            && (is_rounded || self.rule != self.new_rule)
        {
            write_shares(old, self.new_rule, &mut layers);
        }
        let is_four = |layer: &&mut TextureLayer| layer.form == AlphaForm::FourBit;
        let alphas = layers.iter_mut().filter(is_four);
        let mut alphas = alphas.filter_map(|layer| layer.alpha.as_mut()).peekable();
        if alphas.peek().is_some() {
            match self.edges {
                AlphaEdges::Keep => {}
                AlphaEdges::All => flags.0 |= ChunkFlags::KEEPS_ALPHA_EDGE,
                AlphaEdges::Repeated => {
                    flags.0 &= !ChunkFlags::KEEPS_ALPHA_EDGE;
                    alphas.for_each(AlphaMap::repeat_edge);
                }
            }
        }
        let is_same = self.rule == self.new_rule && has_alphas_of(&layers, &chunk.layers);
        let loss = match old {
            Some(old) if !is_same => {
                AlphaLoss::between(&old, &ChunkShares::of(self.new_rule, &layers)?)
            }
            _ => AlphaLoss::default(),
        };
        Some(ConvertedAlphas {
            layers,
            flags,
            maps,
            loss,
        })
    }
}

/// Takes each alpha to the nearest that can be stored; `true` if one was not one.
fn round(alpha: &mut AlphaMap, depth: AlphaDepth) -> bool {
    let mut is_rounded = false;
    for texel in alpha.texels_mut() {
        let near = depth.nearest(*texel);
        is_rounded |= near != *texel;
        *texel = near;
    }
    is_rounded
}

fn has_alphas_of(layers: &[TextureLayer], others: &[TextureLayer]) -> bool {
    let mut pairs = layers.iter().zip(others);
    pairs.all(|(one, other)| one.alpha == other.alpha)
}

/// Sets the alphas of layers so that they give shares, as far as their forms can. A layer above the
/// first without an alpha map has no share and gets none.
fn write_shares(shares: &ChunkShares, rule: BlendRule, layers: &mut [TextureLayer]) {
    let depth = depth_of_layers(layers, AlphaDepth::Eight);
    let is_mixed = |(at, layer): &(usize, &TextureLayer)| *at == 0 || layer.alpha.is_some();
    let places: Vec<usize> = layers
        .iter()
        .enumerate()
        .filter(is_mixed)
        .map(|(at, _)| at)
        .collect();
    let mut mixed: Vec<TextureLayer> = places
        .iter()
        .filter_map(|at| layers.get(*at).cloned())
        .collect();
    let planes = places.iter().filter_map(|at| shares.planes.get(*at));
    let own = ChunkShares {
        planes: planes.cloned().collect(),
    };
    for row in 0..ALPHA_SIDE {
        own.write_row(rule, depth, &mut mixed, row, 0..ALPHA_SIDE);
    }
    for (at, layer) in places.into_iter().zip(mixed) {
        if let Some(kept) = layers.get_mut(at) {
            *kept = layer;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::alpha_map::ALPHA_TEXELS;
    use super::super::effective_weights::weights_of;
    use super::super::tile_map::{ChunkPlace, TileId};
    use super::*;

    /// A map chunk with layers whose alphas are noise.
    fn chunk(count: usize, form: AlphaForm, flags: u32, seed: u32) -> Chunk {
        let mut seed = seed;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        };
        let layers = (0..count).map(|at| {
            let texels: Vec<u8> = (0..ALPHA_TEXELS)
                .map(|_| form.depth().nearest(next()))
                .collect();
            let texels: Box<[u8; ALPHA_TEXELS]> = texels.into_boxed_slice().try_into().unwrap();
            TextureLayer {
                texture: at as u32,
                flags: TextureLayerFlags(if at > 0 { 0x100 } else { 0 }),
                ground_effect: -1,
                alpha: (at > 0).then(|| AlphaMap::new(texels)),
                form,
            }
        });
        Chunk {
            flags: ChunkFlags(flags),
            layers: layers.collect(),
            ..Chunk::level(ChunkPlace {
                tile: TileId { x: 0, y: 0 },
                column: 0,
                row: 0,
            })
        }
    }

    fn to(form: AlphaForm, rule: BlendRule, new_rule: BlendRule) -> AlphaConversion {
        AlphaConversion {
            form: Some(form),
            edges: AlphaEdges::Keep,
            rule,
            new_rule,
            bare_form: None,
        }
    }

    /// The shares of a texel, from its alphas alone.
    fn shares_at(rule: BlendRule, layers: &[TextureLayer], at: usize) -> Vec<u8> {
        let above = layers.iter().skip(1);
        let alphas: Vec<u8> = above
            .map(|layer| layer.alpha.as_ref().map_or(0, |alpha| alpha.texels()[at]))
            .collect();
        let mut shares = vec![0; layers.len()];
        weights_of(rule, &alphas, &mut shares);
        shares
    }

    #[test]
    fn what_is_lost_is_what_comparing_texel_by_texel_finds() {
        let rules = [BlendRule::Ordered, BlendRule::Weighted];
        for (seed, (rule, new_rule)) in
            (1..).zip(rules.map(|rule| (rule, rule)).into_iter().chain([
                (BlendRule::Weighted, BlendRule::Ordered),
                (BlendRule::Ordered, BlendRule::Weighted),
            ]))
        {
            for count in [0, 1, 2, 4] {
                let before = chunk(count, AlphaForm::EightBit, 0, seed);
                let after = to(AlphaForm::FourBit, rule, new_rule)
                    .convert(&before)
                    .unwrap();
                let mut expected = AlphaLoss::default();
                for at in 0..ALPHA_TEXELS {
                    let old = shares_at(rule, &before.layers, at);
                    let new = shares_at(new_rule, &after.layers, at);
                    let off = old.iter().zip(&new).map(|(a, b)| a.abs_diff(*b));
                    let off = off.max().unwrap_or(0);
                    expected.texels += usize::from(off > 0);
                    expected.worst = expected.worst.max(off);
                }
                expected.chunks = usize::from(expected.texels > 0);
                assert_eq!(
                    after.loss, expected,
                    "{count} layers, {rule:?} to {new_rule:?}"
                );
                assert_eq!(after.loss.worst > 0, count > 1);
                assert_eq!(after.maps, count.saturating_sub(1));
                let texels = after.layers.iter().filter_map(|layer| layer.alpha.as_ref());
                assert!(texels.flat_map(|map| map.texels()).all(|it| it % 17 == 0));
                // Two layers are as near as 16 values can come.
                if count == 2 {
                    assert!(after.loss.worst <= 8);
                }
                assert!(after.loss.worst <= 24);
            }
        }
    }

    #[test]
    fn runs_and_more_bits_lose_nothing_and_change_no_alpha() {
        let before = chunk(4, AlphaForm::FourBit, 0x8000, 3);
        for form in [AlphaForm::EightBit, AlphaForm::Runs] {
            for rule in [BlendRule::Ordered, BlendRule::Weighted] {
                let after = to(form, rule, rule).convert(&before).unwrap();
                assert_eq!(after.loss, AlphaLoss::default());
                assert_eq!((after.maps, after.flags), (3, before.flags));
                assert!(has_alphas_of(&after.layers, &before.layers));
                for layer in after.layers.iter().skip(1) {
                    assert_eq!(layer.form, form);
                    assert_eq!(layer.flags.has(0x200), form == AlphaForm::Runs);
                }
                let back = Chunk {
                    layers: after.layers,
                    ..before.clone()
                };
                let back = to(AlphaForm::FourBit, rule, rule).convert(&back).unwrap();
                assert_eq!(back.loss, AlphaLoss::default());
                assert!(has_alphas_of(&back.layers, &before.layers));
                assert!(back.layers.iter().all(|layer| !layer.flags.has(0x200)));
            }
        }
    }

    #[test]
    fn another_rule_keeps_the_look_with_8_bits() {
        let before = chunk(4, AlphaForm::FourBit, 0x8000, 9);
        let step = to(AlphaForm::EightBit, BlendRule::Ordered, BlendRule::Weighted);
        let after = step.convert(&before).unwrap();
        assert_eq!(after.loss, AlphaLoss::default());
        assert!(!has_alphas_of(&after.layers, &before.layers));
        for at in (0..ALPHA_TEXELS).step_by(11) {
            assert_eq!(
                shares_at(BlendRule::Ordered, &before.layers, at),
                shares_at(BlendRule::Weighted, &after.layers, at)
            );
        }
    }

    #[test]
    fn repeated_edges_are_copies_and_what_they_lose_is_told() {
        let before = chunk(3, AlphaForm::FourBit, 0x8000, 5);
        let step = AlphaConversion {
            form: None,
            edges: AlphaEdges::Repeated,
            ..to(AlphaForm::FourBit, BlendRule::Ordered, BlendRule::Ordered)
        };
        let after = step.convert(&before).unwrap();
        assert!(!after.flags.has(ChunkFlags::KEEPS_ALPHA_EDGE));
        let mut differing = std::collections::BTreeSet::new();
        for (old, new) in before.layers.iter().zip(&after.layers).skip(1) {
            let (old, new) = (old.alpha.as_ref().unwrap(), new.alpha.as_ref().unwrap());
            for row in 0..64 {
                for column in 0..64 {
                    assert_eq!(
                        new.alpha(column, row),
                        old.alpha(column.min(62), row.min(62))
                    );
                    if new.alpha(column, row) != old.alpha(column, row) {
                        differing.insert((column, row));
                    }
                }
            }
        }
        // A hidden layer may change without being seen.
        assert!(after.loss.texels > 0 && after.loss.texels <= differing.len());
        assert_eq!(after.maps, 0);
        // Once copied, copying loses nothing, and nor do borders that all count.
        let copied = Chunk {
            layers: after.layers.clone(),
            flags: after.flags,
            ..before
        };
        for (edges, flags) in [(AlphaEdges::Repeated, 0), (AlphaEdges::All, 0x8000)] {
            let again = AlphaConversion { edges, ..step }.convert(&copied).unwrap();
            assert_eq!(again.loss, AlphaLoss::default());
            assert_eq!(again.layers, after.layers);
            assert_eq!(again.flags.0, flags);
        }
    }

    #[test]
    fn a_layer_that_has_no_alpha_map_gets_none() {
        let mut before = chunk(4, AlphaForm::EightBit, 0, 7);
        before.layers[2].alpha = None;
        let step = to(AlphaForm::FourBit, BlendRule::Weighted, BlendRule::Ordered);
        let after = step.convert(&before).unwrap();
        let has: Vec<bool> = after.layers.iter().map(|it| it.alpha.is_some()).collect();
        assert_eq!(has, [false, true, false, true]);
        assert!(after.loss.worst <= 24);
    }
}
