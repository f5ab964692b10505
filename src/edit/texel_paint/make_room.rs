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
    /// A texture goes into another one that looks like it, where the map chunk has both.
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

/// How room was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// There was some.
    Free,
    /// A texture gave way.
    Evicted,
    /// A texture went into one that looks like it.
    Merged,
}

impl Room {
    /// Makes room for one more layer; `None` where that can't be.
    pub fn make(
        &mut self,
        fifth: &FifthArgument,
        views: &mut Views,
        rule: BlendRule,
        map_depth: AlphaDepth,
        form: AlphaForm,
    ) -> Option<Made> {
        if self.layers.len() < DRAWN_LAYERS {
            return Some(Made::Free);
        }
        if self.layers.len() > DRAWN_LAYERS {
            return None;
        }
        let made = match fifth {
            FifthArgument::Refuse => return None,
            FifthArgument::Evict { below_percent } => {
                let layer = self.least_covering(below_percent / 100.0)?;
                let mut order: Vec<usize> = (0..self.numbers.len()).collect();
                order.sort_by_key(|at| (self.numbers.get(*at).copied(), *at));
                Arc::make_mut(&mut self.shares).remove(layer, &order);
                self.forget(layer);
                Made::Evicted
            }
            FifthArgument::Merge(pairs) => {
                let (layer, into) = pairs.iter().find_map(|(from, into)| {
                    let (from, into) =
                        (views.number(from.as_bytes()), views.number(into.as_bytes()));
                    let layer = |number| self.numbers.iter().position(|other| *other == number);
                    let (layer, into) = (layer(from)?, layer(into)?);
                    (layer != into).then_some((layer, into))
                })?;
                Arc::make_mut(&mut self.shares).merge(layer, into);
                self.forget(layer);
                Made::Merged
            }
        };
        let wanted = Arc::clone(&self.shares);
        let depth = depth_of_layers(&self.layers, map_depth);
        self.shares.write(rule, depth, form, &mut self.layers);
        // What is shown is what can be stored.
        self.shares = Arc::new(ChunkShares::of(rule, &self.layers)?);
        // With 4 bits another order may not be able to give what neighbours have on the border.
        let keeps_borders = self.shares.has_borders_of(&wanted);
        (made == Made::Merged || keeps_borders).then_some(made)
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

    /// The layer that covers least, if it covers less than a share and does not reach a border,
    /// where its neighbours would still have it.
    fn least_covering(&self, below: f32) -> Option<usize> {
        let means = self.shares.means().into_iter().enumerate();
        let mut fit = means
            .filter(|(_, mean)| *mean < below)
            .filter(|(layer, _)| self.shares.most_on_border(*layer) == 0)
            .collect::<Vec<_>>();
        fit.sort_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        fit.first().map(|(layer, _)| *layer)
    }
}
