//! A layer for a texture that a map chunk lacks, and what is done where it has four already.

use super::views::{TextureNumber, Views};
use crate::edit::EditError;
use crate::edit::posing::finite;
use crate::terrain::AlphaDepth;
use crate::terrain::{
    AlphaForm, BlendRule, ChunkShares, DRAWN_LAYERS, TextureLayer, TextureLayerFlags,
    depth_of_layers, layer_above,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is done where a map chunk has four textures and a fifth is painted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FifthArgument {
    /// Nothing is painted there, and the notes say where.
    #[default]
    Refuse,
    /// The texture that covers least of the map chunk gives way, if it covers less than this and
    /// does not reach a border.
    Evict {
        /// Percent of the map chunk.
        below_percent: f32,
    },
    /// A texture goes into another one that looks like it, where the map chunk has both. On its
    /// borders neighbours follow; where they lack the other one, nothing is painted.
    Merge(BTreeMap<String, String>),
}

impl FifthArgument {
    /// Refuses numbers that are none.
    pub(in crate::edit) fn check(&self) -> Result<(), EditError> {
        match self {
            Self::Evict { below_percent } => finite("fifth", &[*below_percent]),
            Self::Merge(pairs) if pairs.is_empty() => Err(EditError::Empty { argument: "fifth" }),
            Self::Refuse | Self::Merge(_) => Ok(()),
        }
    }
}

/// The layers of a map chunk while room is made.
#[derive(Clone, Debug)]
pub(super) struct Room {
    pub layers: Vec<TextureLayer>,
    pub shares: Arc<ChunkShares>,
    pub numbers: Vec<TextureNumber>,
    /// Where each layer was.
    pub origin: Vec<Option<usize>>,
}

/// A way to make room for one more layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// This layer gives way.
    Evict(usize),
    /// The first layer goes into the second.
    Merge(usize, usize),
}

impl Room {
    /// Whether a layer can be added as it is.
    pub fn is_free(&self) -> bool {
        self.layers.len() < DRAWN_LAYERS
    }

    /// The ways to make room that are allowed, the best first. The layer of `kept` does not go.
    pub fn ways(
        &self,
        fifth: &FifthArgument,
        views: &mut Views,
        kept: Option<TextureNumber>,
    ) -> Vec<Way> {
        // One with more than four would still have too many.
        if self.layers.len() > DRAWN_LAYERS {
            return Vec::new();
        }
        let goes = |way: &Way| {
            let (Way::Evict(layer) | Way::Merge(layer, _)) = *way;
            kept.is_none() || self.numbers.get(layer).copied() != kept
        };
        let ways: Vec<Way> = match fifth {
            FifthArgument::Refuse => Vec::new(),
            FifthArgument::Evict { below_percent } => {
                let layers = self.least_covering(below_percent / 100.0);
                layers.into_iter().map(Way::Evict).collect()
            }
            FifthArgument::Merge(pairs) => {
                let found = pairs.iter().filter_map(|(from, into)| {
                    let numbers = [from, into].map(|path| views.number(path.as_bytes()));
                    let [layer, into] = numbers
                        .map(|number| self.numbers.iter().position(|other| *other == number));
                    (layer != into).then_some(Way::Merge(layer?, into?))
                });
                found.collect()
            }
        };
        ways.into_iter().filter(goes).collect()
    }

    /// The same with room made; `None` where alphas could not give what neighbours have on the
    /// border.
    pub fn made(
        mut self,
        way: Way,
        rule: BlendRule,
        map_depth: AlphaDepth,
        form: AlphaForm,
    ) -> Option<Self> {
        match way {
            Way::Evict(layer) => {
                let mut order: Vec<usize> = (0..self.numbers.len()).collect();
                order.sort_by_key(|at| (self.numbers.get(*at).copied(), *at));
                Arc::make_mut(&mut self.shares).remove(layer, &order);
                self.forget(layer);
            }
            Way::Merge(layer, into) => {
                Arc::make_mut(&mut self.shares).merge(layer, into);
                self.forget(layer);
            }
        }
        let wanted = Arc::clone(&self.shares);
        let depth = depth_of_layers(&self.layers, map_depth);
        self.shares.write(rule, depth, form, &mut self.layers);
        // What is shown is what can be stored; with 4 bits another order may not be able to give
        // what neighbours have.
        self.shares = Arc::new(ChunkShares::of(rule, &self.layers)?);
        self.shares.has_borders_of(&wanted).then_some(self)
    }

    /// Adds a layer on top, without any share.
    pub fn add(&mut self, texture: u32, number: TextureNumber, map_form: AlphaForm) {
        let mut layer = TextureLayer {
            texture,
            flags: TextureLayerFlags::default(),
            ground_effect: -1,
            alpha: None,
            form: map_form,
        };
        layer_above(&mut layer, self.form(map_form));
        self.layers.push(layer);
        Arc::make_mut(&mut self.shares).push_empty();
        self.numbers.push(number);
        self.origin.push(None);
    }

    /// How a new alpha map of it is stored: as those it has.
    pub fn form(&self, map_form: AlphaForm) -> AlphaForm {
        let found = self.layers.iter().find(|layer| layer.alpha.is_some());
        match found.map(|layer| layer.form) {
            Some(AlphaForm::Runs) => AlphaForm::EightBit,
            Some(form) => form,
            None => map_form,
        }
    }

    fn forget(&mut self, layer: usize) {
        self.layers.remove(layer);
        self.numbers.remove(layer);
        self.origin.remove(layer);
    }

    /// The layers that cover less than a share and do not reach a border, where their neighbours
    /// would still have them; that which covers least first.
    fn least_covering(&self, below: f32) -> Vec<usize> {
        let means = self.shares.means().into_iter().enumerate();
        let mut fit = means
            .filter(|(_, mean)| *mean < below)
            .filter(|(layer, _)| self.shares.most_on_border(*layer) == 0)
            .collect::<Vec<_>>();
        fit.sort_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        fit.into_iter().map(|(layer, _)| layer).collect()
    }
}
