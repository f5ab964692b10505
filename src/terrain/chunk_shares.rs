//! The shares of all layers of a map chunk, as planes that can be changed and written back.

use super::alpha_map::{ALPHA_SIDE, ALPHA_TEXELS, AlphaForm, AlphaMap};
use super::blend_rule::{AlphaDepth, BlendRule};
use super::effective_weights::MOST_LAYERS;
use super::move_shares::split_whole;
use super::texture_layer::{TextureLayer, TextureLayerFlags};
use super::weight_rows::{AlphaRow, WeightRow, alphas_of_row, weights_of_row};
use std::ops::Range;

/// The shares of one layer, 64 rows of 64.
pub type SharePlane = Box<[WeightRow; ALPHA_SIDE]>;

/// The shares of all layers of a map chunk, layer by layer; at each texel they sum to 255.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkShares {
    /// A plane for each layer.
    pub planes: Vec<SharePlane>,
}

impl ChunkShares {
    /// The shares of layers; `None` for none, or more than can be told.
    pub fn of(rule: BlendRule, layers: &[TextureLayer]) -> Option<Self> {
        if layers.is_empty() || layers.len() > MOST_LAYERS {
            return None;
        }
        let mut planes: Vec<SharePlane> = layers.iter().map(|_| empty_plane()).collect();
        let nothing = [0; ALPHA_SIDE];
        for row in 0..ALPHA_SIDE {
            let mut alphas = [&nothing; MOST_LAYERS];
            for (slot, layer) in alphas.iter_mut().zip(layers.iter().skip(1)) {
                let alpha = layer.alpha.as_ref();
                *slot = alpha
                    .and_then(|alpha| alpha.rows().get(row))
                    .unwrap_or(slot);
            }
            let mut weights = [[0; ALPHA_SIDE]; MOST_LAYERS];
            let weights = weights.get_mut(..layers.len()).unwrap_or_default();
            let alphas = alphas.get(..layers.len() - 1).unwrap_or_default();
            weights_of_row(rule, alphas, weights);
            for (plane, weights) in planes.iter_mut().zip(weights.iter()) {
                plane[row] = *weights;
            }
        }
        Some(Self { planes })
    }

    /// A row of each layer.
    pub fn row(&self, row: usize) -> Vec<&WeightRow> {
        let rows = self.planes.iter().filter_map(|plane| plane.get(row));
        rows.collect()
    }

    /// A row of each layer, to change.
    pub fn row_mut(&mut self, row: usize) -> Vec<&mut WeightRow> {
        let rows = self
            .planes
            .iter_mut()
            .filter_map(|plane| plane.get_mut(row));
        rows.collect()
    }

    /// The shares of a texel, layer by layer; layers that are not there have none.
    pub fn texel(&self, column: usize, row: usize) -> [u8; MOST_LAYERS] {
        let mut shares = [0; MOST_LAYERS];
        for (share, plane) in shares.iter_mut().zip(&self.planes) {
            let found = plane.get(row).and_then(|row| row.get(column));
            *share = found.copied().unwrap_or(0);
        }
        shares
    }

    /// Sets the shares of a texel.
    pub fn set_texel(&mut self, column: usize, row: usize, shares: &[u8]) {
        for (plane, share) in self.planes.iter_mut().zip(shares) {
            if let Some(kept) = plane.get_mut(row).and_then(|row| row.get_mut(column)) {
                *kept = *share;
            }
        }
    }

    /// Adds a layer above all, with no share anywhere.
    pub fn push_empty(&mut self) {
        self.planes.push(empty_plane());
    }

    /// Takes a layer out; the others fill up in proportion, and where there is nothing else the
    /// first does. Rounding goes along `order`, which names the other layers by what they were.
    pub fn remove(&mut self, layer: usize, order: &[usize]) {
        for row in 0..ALPHA_SIDE {
            for column in 0..ALPHA_SIDE {
                let mut shares = self.texel(column, row);
                if shares.get(layer).is_none_or(|share| *share == 0) {
                    continue;
                }
                let others: Vec<usize> = order.iter().copied().filter(|at| *at != layer).collect();
                let part = |at: &usize| shares.get(*at).copied().unwrap_or(0);
                let parts: Vec<u64> = others.iter().map(part).map(u64::from).collect();
                let mut split = vec![0; parts.len()];
                split_whole(&parts, &mut split);
                if parts.iter().all(|part| *part == 0)
                    && let Some(lowest) =
                        others.iter().position(|at| others.iter().all(|o| at <= o))
                    && let Some(share) = split.get_mut(lowest)
                {
                    *share = u8::MAX;
                }
                for (at, share) in others.iter().zip(split) {
                    if let Some(kept) = shares.get_mut(*at) {
                        *kept = share;
                    }
                }
                self.set_texel(column, row, &shares);
            }
        }
        if layer < self.planes.len() {
            self.planes.remove(layer);
        }
    }

    /// Gives all of a layer's share to another and takes it out.
    pub fn merge(&mut self, layer: usize, into: usize) {
        if layer == into || layer.max(into) >= self.planes.len() {
            return;
        }
        let taken = self.planes.remove(layer);
        let into = if into > layer { into - 1 } else { into };
        if let Some(plane) = self.planes.get_mut(into) {
            let texels = plane.as_flattened_mut().iter_mut();
            for (share, more) in texels.zip(taken.as_flattened()) {
                *share = share.saturating_add(*more);
            }
        }
    }

    /// The mean share of each layer, 0 to 1.
    pub fn means(&self) -> Vec<f32> {
        let mean = |plane: &SharePlane| {
            let sum: u32 = plane
                .as_flattened()
                .iter()
                .map(|share| u32::from(*share))
                .sum();
            sum as f32 / (255 * ALPHA_TEXELS) as f32
        };
        self.planes.iter().map(mean).collect()
    }

    /// The largest share of a layer on the borders of the map chunk.
    pub fn most_on_border(&self, layer: usize) -> u8 {
        let last = ALPHA_SIDE - 1;
        let Some(plane) = self.planes.get(layer) else {
            return 0;
        };
        let along = (0..ALPHA_SIDE)
            .flat_map(|at| [plane[0][at], plane[last][at], plane[at][0], plane[at][last]]);
        along.max().unwrap_or(0)
    }

    /// Whether the texels on the borders of the map chunk are those of `other`.
    pub fn has_borders_of(&self, other: &Self) -> bool {
        let last = ALPHA_SIDE - 1;
        let is_same = |column, row| self.texel(column, row) == other.texel(column, row);
        (0..ALPHA_SIDE)
            .all(|at| is_same(at, 0) && is_same(at, last) && is_same(0, at) && is_same(last, at))
    }

    /// Sets the alphas of some columns of a row of `layers` so that they give these shares. Layers
    /// above the first have alpha maps.
    pub fn write_row(
        &self,
        rule: BlendRule,
        depth: AlphaDepth,
        layers: &mut [TextureLayer],
        row: usize,
        columns: Range<usize>,
    ) {
        let mut weights = [[0; ALPHA_SIDE]; MOST_LAYERS];
        for (slot, plane) in weights.iter_mut().zip(&self.planes) {
            if let Some(shares) = plane.get(row) {
                *slot = *shares;
            }
        }
        let weights = weights.get(..self.planes.len()).unwrap_or_default();
        let mut alphas: Vec<&mut AlphaRow> = layers
            .iter_mut()
            .skip(1)
            .filter_map(|layer| layer.alpha.as_mut()?.rows_mut().get_mut(row))
            .collect();
        alphas_of_row(rule, depth, weights, &mut alphas, columns);
    }

    /// Sets all alphas of `layers`: the first loses its alpha map, the others have one.
    pub fn write(
        &self,
        rule: BlendRule,
        depth: AlphaDepth,
        form: AlphaForm,
        layers: &mut [TextureLayer],
    ) {
        for (index, layer) in layers.iter_mut().enumerate() {
            if index == 0 {
                layer_below_all(layer);
            } else {
                layer_above(layer, form);
            }
        }
        for row in 0..ALPHA_SIDE {
            self.write_row(rule, depth, layers, row, 0..ALPHA_SIDE);
        }
    }
}

fn empty_plane() -> SharePlane {
    Box::new([[0; ALPHA_SIDE]; ALPHA_SIDE])
}

/// Makes a layer one that lies below all others.
pub fn layer_below_all(layer: &mut TextureLayer) {
    if layer.alpha.take().is_some() {
        layer.flags.0 &= !(TextureLayerFlags::HAS_ALPHA | TextureLayerFlags::IS_COMPRESSED);
    }
}

/// Makes a layer one that lies above another: with an alpha map.
pub fn layer_above(layer: &mut TextureLayer, form: AlphaForm) {
    if layer.alpha.is_none() {
        layer.alpha = Some(AlphaMap::filled(0));
        layer.form = form;
        layer.flags.0 |= TextureLayerFlags::HAS_ALPHA;
        if form != AlphaForm::Runs {
            layer.flags.0 &= !TextureLayerFlags::IS_COMPRESSED;
        }
    }
}

/// How finely the alpha maps of layers are stored: by the coarsest of them, else as the map has it.
pub fn depth_of_layers(layers: &[TextureLayer], map: AlphaDepth) -> AlphaDepth {
    let mut forms = layers.iter().filter(|layer| layer.alpha.is_some());
    match forms.next() {
        None => map,
        Some(first) => {
            let is_four = |layer: &TextureLayer| layer.form == AlphaForm::FourBit;
            if is_four(first) || forms.any(is_four) {
                AlphaDepth::Four
            } else {
                AlphaDepth::Eight
            }
        }
    }
}
