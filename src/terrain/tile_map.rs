//! A map of tiles, and what holds for all of them.

use super::alpha_map::AlphaForm;
use super::blend_rule::{AlphaDepth, BlendRule};
use super::chunk::Chunk;
use super::tile::{CHUNKS_OF_SIDE, Tile};
use std::collections::BTreeMap;

/// Yards of a side of a tile.
pub const TILE_YARDS: f32 = 1600.0 / 3.0;

/// The place of a tile on the map, as in the name of its file; both 0 to 63 in sound files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileId {
    /// Column, from west to east.
    pub x: u8,
    /// Row, from north to south.
    pub y: u8,
}

/// A map of tiles. World space: x north, y west, z up, yards; the middle of the map is 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileMap {
    /// The tiles that are open.
    pub tiles: BTreeMap<TileId, Tile>,
    /// How finely new alpha maps are stored.
    pub alpha_depth: AlphaDepth,
    /// How layers are mixed.
    pub blend: BlendRule,
    /// Flags of the map, where its own file was found.
    pub map_flags: Option<u32>,
}

/// The place of a map chunk on the whole map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChunkPlace {
    /// Its tile.
    pub tile: TileId,
    /// Column in the tile, 0 to 15.
    pub column: u8,
    /// Row in the tile, 0 to 15.
    pub row: u8,
}

impl ChunkPlace {
    /// Its position in the list of its tile.
    pub fn index(self) -> usize {
        usize::from(self.row) * CHUNKS_OF_SIDE + usize::from(self.column)
    }

    /// The place so many map chunks to the east and to the south, on the next tile if need be.
    pub fn shifted(self, columns: i32, rows: i32) -> Option<Self> {
        let side = CHUNKS_OF_SIDE as i32;
        let column = i32::from(self.tile.x) * side + i32::from(self.column) + columns;
        let row = i32::from(self.tile.y) * side + i32::from(self.row) + rows;
        Some(Self {
            tile: TileId {
                x: u8::try_from(column.div_euclid(side)).ok()?,
                y: u8::try_from(row.div_euclid(side)).ok()?,
            },
            column: column.rem_euclid(side) as u8,
            row: row.rem_euclid(side) as u8,
        })
    }
}

impl TileMap {
    /// The version of the tiles' format that is read and written.
    pub const VERSION: u32 = 18;

    /// The flag of a map whose alpha maps have 8 bits.
    pub const BIG_ALPHA: u32 = 0x4;
    /// The flag of a map whose textures have heights; its alpha maps have 8 bits too.
    pub const HEIGHT_TEXTURES: u32 = 0x80;

    /// How finely the game takes alphas to be stored, by the map's own file; `None` without it.
    pub fn depth_by_flags(&self) -> Option<AlphaDepth> {
        let flags = self.map_flags?;
        Some(match flags & (Self::BIG_ALPHA | Self::HEIGHT_TEXTURES) {
            0 => AlphaDepth::Four,
            _ => AlphaDepth::Eight,
        })
    }

    /// How new alpha maps are stored.
    pub fn alpha_form(&self) -> AlphaForm {
        match self.alpha_depth {
            AlphaDepth::Four => AlphaForm::FourBit,
            AlphaDepth::Eight => AlphaForm::EightBit,
        }
    }

    /// A map chunk by its place.
    pub fn chunk(&self, place: ChunkPlace) -> Option<&Chunk> {
        let tile = self.tiles.get(&place.tile)?;
        tile.chunk(place.column.into(), place.row.into())
    }

    /// A map chunk by its place, to change it.
    pub fn chunk_mut(&mut self, place: ChunkPlace) -> Option<&mut Chunk> {
        let tile = self.tiles.get_mut(&place.tile)?;
        tile.chunk_mut(place.column.into(), place.row.into())
    }

    /// All map chunks with their places, tile by tile.
    pub fn chunks(&self) -> impl Iterator<Item = (ChunkPlace, &Chunk)> {
        self.tiles.iter().flat_map(|(id, tile)| {
            let chunks = tile.chunks.iter().enumerate();
            chunks.map(|(index, chunk)| (place_of(*id, index), chunk))
        })
    }

    /// The same, to change them.
    pub fn chunks_mut(&mut self) -> impl Iterator<Item = (ChunkPlace, &mut Chunk)> {
        self.tiles.iter_mut().flat_map(|(id, tile)| {
            let chunks = tile.chunks.iter_mut().enumerate();
            chunks.map(|(index, chunk)| (place_of(*id, index), chunk))
        })
    }
}

/// The place of the map chunk at `index` of a tile's list.
fn place_of(tile: TileId, index: usize) -> ChunkPlace {
    ChunkPlace {
        tile,
        column: (index % CHUNKS_OF_SIDE) as u8,
        row: (index / CHUNKS_OF_SIDE) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_over_the_border_of_a_tile_lands_on_the_next() {
        let place = ChunkPlace {
            tile: TileId { x: 5, y: 9 },
            column: 15,
            row: 0,
        };
        let there = place.shifted(1, -1).unwrap();
        assert_eq!((there.tile.x, there.tile.y), (6, 8));
        assert_eq!((there.column, there.row, there.index()), (0, 15, 240));
        assert_eq!(there.shifted(-1, 1), Some(place));
    }

    #[test]
    fn there_is_nothing_beyond_the_edge_of_the_map() {
        let corner = place_of(TileId { x: 0, y: 0 }, 0);
        assert_eq!(corner.shifted(-1, 0), None);
        assert_eq!(corner.shifted(0, -1), None);
    }
}
