//! The ways in which a map chunk can make room for one more texture, and its layers then.

use super::fifth_argument::FifthArgument;
use super::leaving::Leaving;
use super::views::{TextureNumber, Views};
use crate::terrain::{
    ALPHA_SIDE, AlphaForm, ChunkPlace, ChunkShares, DRAWN_LAYERS, TextureLayer, TextureLayerFlags,
    TileMap, depth_of_layers, layer_above, layer_below_all,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How much more a texture that reaches the border counts as covering: neighbours follow there, so
/// of two that cover alike the other one gives way.
pub(super) const BORDER_SHARE: f32 = 0.01;

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

impl Way {
    /// The layer that goes.
    pub fn layer(self) -> usize {
        match self {
            Self::Evict(layer) | Self::Merge(layer, _) => layer,
        }
    }
}

impl Room {
    /// Whether a layer can be added as it is.
    pub fn is_free(&self) -> bool {
        self.layers.len() < DRAWN_LAYERS
    }

    /// The ways to make room that are allowed, the best first; those of `solution` where it was
    /// solved. The layer of `kept` does not go.
    pub fn ways(
        &self,
        place: ChunkPlace,
        fifth: &FifthArgument,
        solution: Option<&[Way]>,
        views: &mut Views,
        kept: Option<TextureNumber>,
    ) -> Vec<Way> {
        // One with more than four would still have too many.
        if self.layers.len() > DRAWN_LAYERS {
            return Vec::new();
        }
        let ways: Vec<Way> = match fifth {
            FifthArgument::Refuse => Vec::new(),
            FifthArgument::Evict { below_percent } => {
                let layers = self.least_covering(below_percent / 100.0);
                let twins = self.twins().into_iter();
                twins.chain(layers.into_iter().map(Way::Evict)).collect()
            }
            FifthArgument::Merge(pairs) => self.pairs(pairs, views),
            FifthArgument::Chosen(choices) => {
                let mut own = choices.iter().filter(|choice| choice.place() == place);
                let way = own.next().and_then(|choice| {
                    let pair = [Some(&choice.texture), choice.into.as_ref()];
                    let pair = pair.map(|path| path.map(|path| views.number(path.as_bytes())));
                    self.chosen(pair[0]?, pair[1])
                });
                way.into_iter().collect()
            }
            FifthArgument::Solve { .. } => solution.unwrap_or_default().to_vec(),
        };
        let goes = |way: &Way| kept.is_none() || self.numbers.get(way.layer()).copied() != kept;
        ways.into_iter().filter(goes).collect()
    }

    /// All ways there are with these look-alikes.
    pub fn all_ways(
        &self,
        look_alikes: &BTreeMap<String, String>,
        views: &mut Views,
        kept: Option<TextureNumber>,
    ) -> Vec<Way> {
        if self.layers.len() > DRAWN_LAYERS {
            return Vec::new();
        }
        let mut ways = self.twins();
        ways.extend(self.pairs(look_alikes, views));
        ways.extend(self.singles().map(Way::Evict));
        ways.retain(|way| kept.is_none() || self.numbers.get(way.layer()).copied() != kept);
        ways
    }

    /// What leaves in a way.
    pub fn leaving(&self, way: Way) -> Option<Leaving> {
        let number = |layer: usize| self.numbers.get(layer).copied();
        let into = match way {
            Way::Evict(_) => None,
            Way::Merge(_, into) => Some(number(into)?),
        };
        let texture = number(way.layer())?;
        Some(Leaving { texture, into })
    }

    /// The same with room made, with alphas that do not yet give these shares.
    pub fn without(&self, way: Way) -> Self {
        let mut made = self.clone();
        let shares = Arc::make_mut(&mut made.shares);
        match way {
            Way::Evict(layer) => {
                let mut order: Vec<usize> = (0..self.numbers.len()).collect();
                order.sort_by_key(|at| (self.numbers.get(*at).copied(), *at));
                shares.remove(layer, &order);
            }
            Way::Merge(layer, into) => shares.merge(layer, into),
        }
        let layer = way.layer();
        if layer < made.layers.len() {
            made.layers.remove(layer);
            made.numbers.remove(layer);
            made.origin.remove(layer);
        }
        if let Some(lowest) = made.layers.first_mut() {
            layer_below_all(lowest);
        }
        made
    }

    /// The same with alphas that give its shares; `None` where they can't on a border texel that
    /// `matters` says must be as it is.
    pub fn stored(
        mut self,
        map: &TileMap,
        form: AlphaForm,
        mut matters: impl FnMut(usize, usize) -> bool,
    ) -> Option<Self> {
        let wanted = Arc::clone(&self.shares);
        let depth = depth_of_layers(&self.layers, map.alpha_depth);
        self.shares.write(map.blend, depth, form, &mut self.layers);
        // What is shown is what can be stored; with 4 bits another order may not be able to give
        // what neighbours have.
        self.shares = Arc::new(ChunkShares::of(map.blend, &self.layers)?);
        let last = ALPHA_SIDE - 1;
        let is_kept =
            |column: usize, row: usize| self.shares.texel(column, row) == wanted.texel(column, row);
        let mut border = (0..ALPHA_SIDE).flat_map(|at| [(at, 0), (at, last), (0, at), (last, at)]);
        border
            .all(|(column, row)| is_kept(column, row) || !matters(column, row))
            .then_some(self)
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

    /// Second layers of a texture into the first of it: nobody sees that.
    fn twins(&self) -> Vec<Way> {
        let layers = self.numbers.iter().enumerate();
        let twins = layers.filter_map(|(layer, number)| {
            let first = self.numbers.iter().position(|other| other == number)?;
            (first != layer).then_some(Way::Merge(layer, first))
        });
        twins.collect()
    }

    /// The layers whose texture no other layer has.
    fn singles(&self) -> impl Iterator<Item = usize> {
        let layers = self.numbers.iter().enumerate();
        let singles = layers.filter(|(_, number)| {
            let same = self.numbers.iter().filter(|other| other == number);
            same.count() == 1
        });
        singles.map(|(layer, _)| layer)
    }

    fn pairs(&self, pairs: &BTreeMap<String, String>, views: &mut Views) -> Vec<Way> {
        let found = pairs.iter().filter_map(|(from, into)| {
            let [from, into] = [from, into].map(|path| views.number(path.as_bytes()));
            let way = self.chosen(from, Some(into))?;
            (from != into).then_some(way)
        });
        found.collect()
    }

    /// The way in which a texture gives way, or goes into another one.
    fn chosen(&self, texture: TextureNumber, into: Option<TextureNumber>) -> Option<Way> {
        let position = |number| self.numbers.iter().position(|other| *other == number);
        match into {
            None => self
                .singles()
                .find(|layer| self.numbers.get(*layer) == Some(&texture))
                .map(Way::Evict),
            Some(into) if into == texture => {
                let mut twins = self.twins().into_iter();
                twins.find(|way| self.numbers.get(way.layer()) == Some(&texture))
            }
            Some(into) => Some(Way::Merge(position(texture)?, position(into)?)),
        }
    }

    /// The layers that cover less than a share, in the order in which they give way: that which
    /// covers least first, where one that reaches the border counts as covering
    /// [`BORDER_SHARE`] more.
    fn least_covering(&self, below: f32) -> Vec<usize> {
        let means = self.shares.means();
        let mut fit: Vec<(usize, f32)> = self
            .singles()
            .filter_map(|layer| Some((layer, *means.get(layer)?)))
            .filter(|(_, mean)| *mean < below)
            .map(|(layer, mean)| (layer, mean + self.border_share(layer)))
            .collect();
        fit.sort_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        fit.into_iter().map(|(layer, _)| layer).collect()
    }

    /// What a layer counts for as it reaches the border, if it does.
    pub fn border_share(&self, layer: usize) -> f32 {
        if self.shares.most_on_border(layer) > 0 {
            BORDER_SHARE
        } else {
            0.0
        }
    }
}
