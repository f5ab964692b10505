//! A map chunk that a stroke works on.

use super::views::TextureNumber;
use crate::terrain::{ALPHA_SIDE, AlphaDepth, BlendRule, ChunkShares, TextureLayer};

/// The columns of each row that something was done to: from, and up to without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spans(pub [[u8; 2]; ALPHA_SIDE]);

impl Spans {
    /// None at all.
    pub const NONE: Self = Self([[0, 0]; ALPHA_SIDE]);

    /// Adds a texel.
    #[inline]
    pub fn add(&mut self, column: usize, row: usize) {
        if let Some(span) = self.0.get_mut(row) {
            let [from, to] = *span;
            let column = column as u8;
            *span = if from == to {
                [column, column + 1]
            } else {
                [from.min(column), to.max(column + 1)]
            };
        }
    }

    /// Adds all of another's.
    pub fn merge(&mut self, other: &Self) {
        for (span, more) in self.0.iter_mut().zip(&other.0) {
            if more[0] < more[1] {
                *span = if span[0] == span[1] {
                    *more
                } else {
                    [span[0].min(more[0]), span[1].max(more[1])]
                };
            }
        }
    }

    /// The rows that have any, with their columns.
    pub fn rows(&self) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
        let spans = self.0.into_iter().enumerate();
        spans
            .filter(|(_, [from, to])| from < to)
            .map(|(row, [from, to])| (row, usize::from(from)..usize::from(to)))
    }

    /// Those of its texels that lie on a border of the map chunk.
    pub fn on_border(&self) -> impl Iterator<Item = (usize, usize)> {
        let last = ALPHA_SIDE - 1;
        self.rows().flat_map(move |(row, columns)| {
            columns
                .filter(move |column| row == 0 || row == last || *column == 0 || *column == last)
                .map(move |column| (column, row))
        })
    }
}

/// A map chunk that a stroke works on.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// Its layers before the stroke.
    pub original: Vec<TextureLayer>,
    /// Its layers when room was made for a texture: what alphas start from.
    pub ground: Vec<TextureLayer>,
    /// Its layers as they are shown.
    pub layers: Vec<TextureLayer>,
    /// The shares of `ground`.
    pub start: ChunkShares,
    /// The shares now.
    pub now: ChunkShares,
    /// The texture of each layer.
    pub numbers: Vec<TextureNumber>,
    /// All layers, by their textures.
    pub order: Vec<usize>,
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
    pub touched: Spans,
    /// Texels that are to be shown.
    pub unshown: Spans,
    /// Whether the whole of its layers is to be shown.
    pub is_new: bool,
    /// Whether it has been shown.
    pub is_shown: bool,
    /// What is known of the texels on its borders.
    pub borders: Box<[[Border; ALPHA_SIDE]; ALPHA_SIDE]>,
}

/// What is known of a texel on a border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Border {
    /// Nothing yet.
    #[default]
    Unknown,
    /// All sides began equal and are worked on alike, so they end equal by themselves.
    Alike,
    /// Its sides are to be made equal after each dab.
    Uneven,
}

impl Held {
    /// Holds a map chunk; `layers` are those it has when room was made.
    pub fn new(
        original: Vec<TextureLayer>,
        ground: Vec<TextureLayer>,
        start: ChunkShares,
        numbers: Vec<TextureNumber>,
        origin: Vec<Option<usize>>,
        depth: AlphaDepth,
    ) -> Self {
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_by_key(|layer| (numbers.get(*layer).copied(), *layer));
        Self {
            original,
            layers: ground.clone(),
            ground,
            now: start.clone(),
            start,
            numbers,
            order,
            origin,
            target: None,
            is_asked: true,
            is_refused: false,
            follows: false,
            depth,
            touched: Spans::NONE,
            unshown: Spans::NONE,
            is_new: true,
            is_shown: false,
            borders: Box::new([[Border::Unknown; ALPHA_SIDE]; ALPHA_SIDE]),
        }
    }

    /// Whether the stroke changed any share.
    pub fn has_changed(&self) -> bool {
        self.follows || self.now != self.start
    }

    /// Whether layers are other ones than before, or in another order, but for one on top.
    pub fn is_recast(&self) -> bool {
        let kept = self.origin.iter().enumerate();
        let mut kept = kept.take(self.original.len());
        kept.any(|(at, from)| *from != Some(at)) || self.origin.len() < self.original.len()
    }

    /// Makes alphas of shares, starting from those of the ground, so that it does not matter which
    /// shares a texel had in between.
    pub fn write(&mut self, rule: BlendRule, depth: AlphaDepth, spans: &Spans) {
        for (row, columns) in spans.rows() {
            for (layer, ground) in self.layers.iter_mut().zip(&self.ground) {
                let (Some(alpha), Some(ground)) = (&mut layer.alpha, &ground.alpha) else {
                    continue;
                };
                let kept = ground
                    .rows()
                    .get(row)
                    .and_then(|row| row.get(columns.clone()));
                let fresh = alpha.rows_mut().get_mut(row);
                let fresh = fresh.and_then(|row| row.get_mut(columns.clone()));
                if let (Some(fresh), Some(kept)) = (fresh, kept) {
                    fresh.copy_from_slice(kept);
                }
            }
            self.now
                .write_row(rule, depth, &mut self.layers, row, columns);
        }
    }

    /// Copies what is to be shown into the layers of the document.
    pub fn show(&mut self, layers: &mut Vec<TextureLayer>) {
        if self.is_new {
            layers.clone_from(&self.layers);
        } else {
            for (row, columns) in self.unshown.rows() {
                for (shown, layer) in layers.iter_mut().zip(&self.layers) {
                    let (Some(shown), Some(alpha)) = (&mut shown.alpha, &layer.alpha) else {
                        continue;
                    };
                    let fresh = alpha
                        .rows()
                        .get(row)
                        .and_then(|row| row.get(columns.clone()));
                    let shown = shown.rows_mut().get_mut(row);
                    let shown = shown.and_then(|row| row.get_mut(columns.clone()));
                    if let (Some(shown), Some(fresh)) = (shown, fresh) {
                        shown.copy_from_slice(fresh);
                    }
                }
            }
        }
        (self.is_new, self.is_shown, self.unshown) = (false, true, Spans::NONE);
    }
}
