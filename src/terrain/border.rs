//! Where map chunks meet: texels of both sides that lie on one place of the ground, and what share
//! each texture has there.
//!
//! The 64 texels of a side reach from border to border, so the last column of a map chunk and the
//! first of its eastern neighbour are one line of the ground, as are the last and the first row. In
//! files of the game 94 of 100 such pairs are equal, far more than texels side by side within one.

use super::alpha_map::ALPHA_SIDE;
use super::blend_rule::BlendRule;
use super::chunk::Chunk;
use super::effective_weights::{MOST_LAYERS, weights_of};
use super::tile_map::{ChunkPlace, TileMap};
use std::collections::{BTreeMap, HashMap};

/// The last column or row.
pub(super) const LAST: usize = ALPHA_SIDE - 1;

/// A texture of any tile by its path, so that tiles can be compared.
pub(super) type TextureNumber = usize;

/// The textures of all tiles, each path once.
#[derive(Debug)]
pub(super) struct TextureNumbers {
    /// The path of each number: lower case, with one kind of slash.
    pub keys: Vec<Vec<u8>>,
    /// The number of each layer, map chunk by map chunk.
    pub layers: BTreeMap<ChunkPlace, Vec<TextureNumber>>,
}

impl TextureNumbers {
    /// Numbers the textures of a map. Layers whose texture is not listed have a number each tile
    /// gives by itself.
    pub fn of(map: &TileMap) -> Self {
        let mut keys = Vec::new();
        let mut numbers: HashMap<Vec<u8>, TextureNumber> = HashMap::new();
        let mut layers = BTreeMap::new();
        for (place, chunk) in map.chunks() {
            let tile = map.tiles.get(&place.tile);
            let of_layer = chunk.layers.iter().map(|layer| {
                let key = tile.and_then(|tile| tile.texture_key(layer.texture));
                let key = key.unwrap_or_else(|| format!("#{}", layer.texture).into_bytes());
                *numbers.entry(key).or_insert_with_key(|key| {
                    keys.push(key.clone());
                    keys.len() - 1
                })
            });
            layers.insert(place, of_layer.collect());
        }
        Self { keys, layers }
    }

    /// The textures of a map chunk, layer by layer.
    pub fn of_chunk(&self, place: ChunkPlace) -> &[TextureNumber] {
        self.layers.get(&place).map_or(&[], Vec::as_slice)
    }
}

/// The weights of a texel, layer by layer; layers past [`MOST_LAYERS`] have none.
pub(super) fn texel_weights(
    rule: BlendRule,
    chunk: &Chunk,
    column: usize,
    row: usize,
) -> [u8; MOST_LAYERS] {
    let mut weights = [0; MOST_LAYERS];
    let mut alphas = [0; MOST_LAYERS - 1];
    let above = chunk.layers.iter().skip(1);
    for (slot, layer) in alphas.iter_mut().zip(above) {
        *slot = layer
            .alpha
            .as_ref()
            .map_or(0, |alpha| alpha.alpha(column, row));
    }
    let count = chunk.layers.len().min(MOST_LAYERS);
    if let (Some(weights), Some(alphas)) = (
        weights.get_mut(..count),
        alphas.get(..count.saturating_sub(1)),
    ) {
        weights_of(rule, alphas, weights);
    }
    weights
}

/// The share of one texture at a texel, layers of the same texture together.
pub(super) fn share_of(
    textures: &[TextureNumber],
    weights: &[u8; MOST_LAYERS],
    texture: TextureNumber,
) -> u8 {
    let layers = textures.iter().zip(weights);
    let own = layers.filter(|(number, _)| **number == texture);
    own.fold(0, |sum: u8, (_, weight)| sum.saturating_add(*weight))
}

/// A texel of a map chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Texel {
    pub place: ChunkPlace,
    pub column: usize,
    pub row: usize,
}

/// All places of the ground on which texels of several map chunks lie, each once.
pub(super) fn shared_points(map: &TileMap) -> impl Iterator<Item = Vec<Texel>> {
    map.chunks().flat_map(move |(place, _)| {
        let edges = (1..LAST).flat_map(move |step| {
            [
                vec![(0, 0, LAST, step), (1, 0, 0, step)],
                vec![(0, 0, step, LAST), (0, 1, step, 0)],
            ]
        });
        let corners = [(0, 0), (LAST, 0), (0, LAST), (LAST, LAST)];
        let corners = corners.map(|(column, row)| {
            let (x, y) = (i32::from(column == LAST), i32::from(row == LAST));
            vec![
                (x - 1, y - 1, LAST, LAST),
                (x, y - 1, 0, LAST),
                (x - 1, y, LAST, 0),
                (x, y, 0, 0),
            ]
        });
        edges.chain(corners).filter_map(move |sides| {
            let sides = sides
                .into_iter()
                .filter_map(|(columns, rows, column, row)| {
                    let place = place.shifted(columns, rows)?;
                    map.chunk(place)?;
                    Some(Texel { place, column, row })
                });
            let sides: Vec<Texel> = sides.collect();
            // A corner comes up with each map chunk that has it; the first one tells it.
            let is_first = sides.iter().all(|side| side.place >= place);
            (sides.len() > 1 && is_first).then_some(sides)
        })
    })
}
