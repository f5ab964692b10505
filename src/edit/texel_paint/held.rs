//! A map chunk that a stroke works on.

use super::make_room::Room;
use super::views::TextureNumber;
use crate::terrain::{
    AlphaDepth, AlphaWrite, BlendRule, BorderBits, ChunkShares, TexelSpans, TextureLayer,
    depth_of_layers, rows_cut_down,
};
use std::sync::Arc;

/// A map chunk that a stroke works on.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// Its layers before the stroke, where room was made for a texture since.
    original: Option<Vec<TextureLayer>>,
    /// Its layers when there was room for the texture: what alphas start from.
    pub ground: Vec<TextureLayer>,
    /// Which rows of `ground` have texels that are cut down, a bit for each.
    cut_down: u64,
    /// Its layers as the stroke leaves them; empty until it ends.
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
            cut_down: rows_cut_down(&ground),
            layers: Vec::new(),
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
        self.uneven_of(texels)
    }

    /// Those of some texels on its borders that are known to be uneven.
    pub fn uneven_of(&self, texels: BorderBits) -> BorderBits {
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

    /// Takes note that its ground was changed.
    pub fn ground_changed(&mut self) {
        self.cut_down = rows_cut_down(&self.ground);
    }

    /// Takes note of texels that are no longer as they were shown.
    pub fn change(&mut self, spans: &TexelSpans) {
        self.touched.merge(spans);
        self.unshown.merge(spans);
    }

    /// Makes the layers that the stroke leaves, as finely as they are stored.
    pub fn finish(&mut self, rule: BlendRule) {
        let mut layers = self.ground.clone();
        match self.depth {
            AlphaDepth::Eight => self.write(rule, &self.touched, &mut layers),
            AlphaDepth::Four => {
                for (row, columns) in self.touched.rows() {
                    self.now
                        .write_row(rule, AlphaDepth::Four, &mut layers, row, columns);
                }
            }
        }
        self.layers = layers;
    }

    /// Makes alphas of shares, starting from those of the ground, so that it does not matter which
    /// shares a texel had in between.
    fn write(&self, rule: BlendRule, spans: &TexelSpans, layers: &mut [TextureLayer]) {
        AlphaWrite {
            rule,
            shares: &self.now.planes,
            ground: &self.ground,
            cut_down: self.cut_down,
            spans,
            layers,
        }
        .run();
    }

    /// Writes what is to be shown into the layers of the document, as finely as alphas can be.
    pub fn show(&mut self, rule: BlendRule, layers: &mut Vec<TextureLayer>) {
        if self.is_new {
            layers.clone_from(&self.ground);
            self.write(rule, &self.touched, layers);
        } else {
            self.write(rule, &self.unshown, layers);
        }
        (self.is_new, self.is_shown, self.unshown) = (false, true, TexelSpans::NONE);
    }
}
