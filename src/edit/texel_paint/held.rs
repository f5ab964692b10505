//! A map chunk that a stroke works on.

use super::make_room::Room;
use super::views::TextureNumber;
use crate::terrain::{
    AlphaDepth, AlphaWrite, BlendRule, BorderBits, ChunkShares, TexelSpans, TextureLayer,
    depth_of_layers,
};
use std::ops::Range;
use std::sync::Arc;

/// A map chunk that a stroke works on.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// Its layers before the stroke, where room was made for a texture since.
    original: Option<Vec<TextureLayer>>,
    /// Its layers when there was room for the texture: what alphas start from.
    pub ground: Vec<TextureLayer>,
    /// Its layers as they are shown.
    pub layers: Vec<TextureLayer>,
    /// The shares of `ground`.
    pub start: Arc<ChunkShares>,
    /// The shares now.
    pub now: ChunkShares,
    /// The texture of each layer.
    pub numbers: Vec<TextureNumber>,
    /// All layers, by their textures.
    pub order: Vec<usize>,
    /// Whether two layers have the same texture.
    pub has_twice: bool,
    /// Where each layer was before; `None` for one that was added.
    pub origin: Vec<Option<usize>>,
    /// The layer that is painted.
    pub target: Option<usize>,
    /// Whether it was asked to take the painted texture; if not, it only follows neighbours.
    pub is_asked: bool,
    /// Whether it was asked and can't take it.
    pub is_refused: bool,
    /// Whether its shares on borders were changed before anything was painted, as neighbours did.
    pub follows: bool,
    /// How finely its alphas are stored.
    pub depth: AlphaDepth,
    /// Texels that were touched.
    pub touched: TexelSpans,
    /// Texels that are to be shown.
    pub unshown: TexelSpans,
    /// Whether the whole of its layers is to be shown.
    pub is_new: bool,
    /// Whether it has been shown.
    pub is_shown: bool,
    /// Texels on its borders of which it is known whether their sides end equal by themselves.
    known: BorderBits,
    /// Those of them whose sides do not, so that they are made equal after each dab. The others
    /// began equal and are worked on alike.
    uneven: BorderBits,
}

impl Held {
    /// Holds a map chunk with these layers, in which there is room; `depth` is that of the map.
    pub fn new(original: &[TextureLayer], room: Room, depth: AlphaDepth) -> Self {
        let depth = depth_of_layers(&room.layers, depth);
        let Room {
            layers: ground,
            shares: start,
            numbers,
            origin,
        } = room;
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_by_key(|layer| (numbers.get(*layer).copied(), *layer));
        let by_order = |place: usize| numbers.get(*order.get(place)?);
        let has_twice = (1..order.len()).any(|place| by_order(place) == by_order(place - 1));
        Self {
            original: (ground != original).then(|| original.to_vec()),
            layers: ground.clone(),
            ground,
            now: ChunkShares::clone(&start),
            start,
            numbers,
            order,
            has_twice,
            origin,
            target: None,
            is_asked: true,
            is_refused: false,
            follows: false,
            depth,
            touched: TexelSpans::NONE,
            unshown: TexelSpans::NONE,
            is_new: true,
            is_shown: false,
            known: [0; 4],
            uneven: [0; 4],
        }
    }

    /// Those of some texels on its borders of which nothing is known.
    pub fn unknown(&self, texels: BorderBits) -> BorderBits {
        std::array::from_fn(|side| texels[side] & !self.known[side])
    }

    /// Takes note which of some texels on its borders are uneven; all of those that are.
    pub fn learn(&mut self, texels: BorderBits, uneven: BorderBits) -> BorderBits {
        for (side, bits) in texels.into_iter().enumerate() {
            self.known[side] |= bits;
            self.uneven[side] |= uneven[side];
        }
        std::array::from_fn(|side| texels[side] & self.uneven[side])
    }

    /// Whether the stroke changed any share.
    pub fn has_changed(&self) -> bool {
        self.follows || self.now != *self.start
    }

    /// Prepares for a change of what the stroke starts from: its layers before are kept, and what is
    /// known of its borders is forgotten.
    pub fn recast(&mut self) {
        if self.original.is_none() {
            self.original = Some(self.ground.clone());
        }
        self.known = [0; 4];
        self.follows = true;
    }

    /// Its layers before the stroke.
    pub fn original(&self) -> &Vec<TextureLayer> {
        self.original.as_ref().unwrap_or(&self.ground)
    }

    /// Whether layers are other ones than before, or in another order, but for one on top.
    pub fn is_recast(&self) -> bool {
        let kept = self.origin.iter().enumerate();
        let mut kept = kept.take(self.original().len());
        kept.any(|(at, from)| *from != Some(at)) || self.origin.len() < self.original().len()
    }

    /// Makes alphas of shares, starting from those of the ground, so that it does not matter which
    /// shares a texel had in between.
    pub fn write(&mut self, rule: BlendRule, depth: AlphaDepth, spans: &TexelSpans) {
        match depth {
            AlphaDepth::Eight => AlphaWrite {
                rule,
                shares: &self.now.planes,
                ground: &self.ground,
                spans,
                layers: &mut self.layers,
            }
            .run(),
            AlphaDepth::Four => {
                for (row, columns) in spans.rows() {
                    copy_columns(&mut self.layers, &self.ground, row, &columns);
                    let layers = &mut self.layers;
                    self.now.write_row(rule, depth, layers, row, columns);
                }
            }
        }
    }

    /// Copies what is to be shown into the layers of the document.
    pub fn show(&mut self, layers: &mut Vec<TextureLayer>) {
        if self.is_new {
            layers.clone_from(&self.layers);
        } else {
            for (row, columns) in self.unshown.rows() {
                copy_columns(layers, &self.layers, row, &columns);
            }
        }
        (self.is_new, self.is_shown, self.unshown) = (false, true, TexelSpans::NONE);
    }
}

/// Copies some alphas of a row, layer by layer.
fn copy_columns(
    to: &mut [TextureLayer],
    from: &[TextureLayer],
    row: usize,
    columns: &Range<usize>,
) {
    for (to, from) in to.iter_mut().zip(from) {
        let (Some(to), Some(from)) = (&mut to.alpha, &from.alpha) else {
            continue;
        };
        let from = from
            .rows()
            .get(row)
            .and_then(|row| row.get(columns.clone()));
        let to = to.rows_mut().get_mut(row);
        let to = to.and_then(|row| row.get_mut(columns.clone()));
        if let (Some(to), Some(from)) = (to, from) {
            to.copy_from_slice(from);
        }
    }
}
