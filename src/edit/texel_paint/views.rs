//! The shares of map chunks as they were when a stroke began, by textures that all tiles agree on.

use crate::edit::texture_paths::key_of;
use crate::terrain::{
    ChunkPlace, ChunkShares, ChunkTexel, TextureLayer, TileId, TileMap, chunks_over, first_texel,
};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A texture of any tile.
pub(super) type TextureNumber = usize;

/// A map chunk as it was.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The texture of each layer.
    pub numbers: Vec<TextureNumber>,
    /// The share of each layer.
    pub shares: Arc<ChunkShares>,
}

impl View {
    /// The share of a texture at a texel, layers of the same texture together.
    pub fn share(&self, number: TextureNumber, column: usize, row: usize) -> u8 {
        let texel = self.shares.texel(column, row);
        let layers = self.numbers.iter().zip(texel);
        let own = layers.filter(|(other, _)| **other == number);
        own.fold(0, |sum: u8, (_, share)| sum.saturating_add(share))
    }
}

/// The map chunks that a stroke looked at.
#[derive(Debug, Default)]
pub(super) struct Views {
    numbers: HashMap<Vec<u8>, TextureNumber>,
    seen: BTreeMap<ChunkPlace, Option<View>>,
}

impl Views {
    /// The number of a texture by its path.
    pub fn number(&mut self, path: &[u8]) -> TextureNumber {
        let next = self.numbers.len();
        *self.numbers.entry(key_of(path)).or_insert(next)
    }

    /// The number of a layer's texture.
    pub fn of_layer(&mut self, map: &TileMap, tile: TileId, layer: &TextureLayer) -> TextureNumber {
        let listed = map.tiles.get(&tile);
        let listed = listed.and_then(|tile| tile.textures.get(layer.texture as usize));
        match listed {
            Some(texture) => self.number(&texture.path),
            // Layers whose texture is not listed have one of their own.
            None => self.number(format!("#{},{}:{}", tile.x, tile.y, layer.texture).as_bytes()),
        }
    }

    /// A map chunk as it is now, and ever after; `None` without shares that can be told.
    pub fn see(&mut self, map: &TileMap, place: ChunkPlace) -> Option<&View> {
        if !self.seen.contains_key(&place) {
            let view = map.chunk(place).and_then(|chunk| {
                let shares = Arc::new(ChunkShares::of(map.blend, &chunk.layers)?);
                let layers = chunk.layers.iter();
                let numbers = layers.map(|layer| self.of_layer(map, place.tile, layer));
                Some(View {
                    numbers: numbers.collect(),
                    shares,
                })
            });
            self.seen.insert(place, view);
        }
        self.seen.get(&place)?.as_ref()
    }

    /// The shares of a texel by texture, each texture once, in order.
    pub fn texel(&mut self, map: &TileMap, texel: ChunkTexel) -> Vec<(TextureNumber, u8)> {
        let view = self.see(map, texel.place);
        view.map_or_else(Vec::new, |view| {
            shares_by_texture(&view.numbers, &view.shares.texel(texel.column, texel.row))
        })
    }

    /// The texel at a place of the whole map's grid; of several the first.
    pub fn at(&mut self, map: &TileMap, column: i32, row: i32) -> Option<(ChunkTexel, &View)> {
        let place = chunks_over([column; 2], [row; 2]).find(|place| map.chunk(*place).is_some())?;
        let [left, top] = first_texel(place);
        let texel = ChunkTexel {
            place,
            column: usize::try_from(column - left).ok()?,
            row: usize::try_from(row - top).ok()?,
        };
        self.see(map, place).map(|view| (texel, view))
    }
}

/// Shares layer by layer as shares by texture, each texture once, in order.
pub(super) fn shares_by_texture(
    numbers: &[TextureNumber],
    shares: &[u8],
) -> Vec<(TextureNumber, u8)> {
    let mut found: Vec<(TextureNumber, u8)> = Vec::with_capacity(numbers.len());
    for (number, share) in numbers.iter().zip(shares) {
        match found.iter_mut().find(|(other, _)| other == number) {
            Some((_, sum)) => *sum = sum.saturating_add(*share),
            None => found.push((*number, *share)),
        }
    }
    found.sort_unstable();
    found
}

/// The share of a texture among shares by texture.
pub(super) fn share_of(shares: &[(TextureNumber, u8)], number: TextureNumber) -> u8 {
    let found = shares.iter().find(|(other, _)| *other == number);
    found.map_or(0, |(_, share)| *share)
}

/// The largest difference between two texels in any texture.
pub(super) fn spread(one: &[(TextureNumber, u8)], other: &[(TextureNumber, u8)]) -> u8 {
    let numbers = one.iter().chain(other).map(|(number, _)| *number);
    let off = numbers.map(|number| share_of(one, number).abs_diff(share_of(other, number)));
    off.max().unwrap_or(0)
}

/// A share for each layer; of layers with one texture the first has it all.
pub(super) fn by_layer(numbers: &[TextureNumber], shares: &[(TextureNumber, u8)]) -> Vec<u8> {
    let layers = numbers.iter().enumerate();
    let share = layers.map(|(index, number)| {
        let is_first = numbers.iter().take(index).all(|below| below != number);
        if is_first {
            share_of(shares, *number)
        } else {
            0
        }
    });
    share.collect()
}
