//! A rectangle of tiles, and the grids of texels and vertices that lie over it.

use super::alpha_map::ALPHA_SIDE;
use super::tile::CHUNKS_OF_SIDE;
use super::tile_map::{ChunkPlace, TileId, TileMap};

/// Texels from one side of a map chunk to the other.
pub const CHUNK_TEXEL_STEPS: usize = ALPHA_SIDE - 1;
/// Outer vertices from one side of a map chunk to the other.
pub const CHUNK_VERTEX_STEPS: usize = 8;

/// A rectangle of tiles, both corners included. `first` is nowhere beyond `last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TileArea {
    /// The north-west tile.
    pub first: TileId,
    /// The south-east tile.
    pub last: TileId,
}

impl TileArea {
    /// The area of one tile.
    pub fn one(tile: TileId) -> Self {
        Self {
            first: tile,
            last: tile,
        }
    }

    /// The area between two tiles; `None` if the first lies beyond the last.
    pub fn new(first: TileId, last: TileId) -> Option<Self> {
        (first.x <= last.x && first.y <= last.y).then_some(Self { first, last })
    }

    /// The smallest area with all tiles of a map; `None` for a map without any.
    pub fn around(map: &TileMap) -> Option<Self> {
        let mut tiles = map.tiles.keys().copied();
        let first = tiles.next()?;
        Some(tiles.fold(Self::one(first), |area, tile| Self {
            first: TileId {
                x: area.first.x.min(tile.x),
                y: area.first.y.min(tile.y),
            },
            last: TileId {
                x: area.last.x.max(tile.x),
                y: area.last.y.max(tile.y),
            },
        }))
    }

    /// Columns and rows of tiles.
    pub fn tile_count(self) -> (usize, usize) {
        let side = |first: u8, last: u8| usize::from(last.saturating_sub(first)) + 1;
        (
            side(self.first.x, self.last.x),
            side(self.first.y, self.last.y),
        )
    }

    /// Columns and rows of a grid with so many steps to a map chunk.
    fn grid_size(self, steps: usize) -> (usize, usize) {
        let (columns, rows) = self.tile_count();
        let side = |tiles: usize| tiles * CHUNKS_OF_SIDE * steps + 1;
        (side(columns), side(rows))
    }

    /// Columns and rows of texels; those on borders of map chunks are one for all of them.
    pub fn texel_size(self) -> (usize, usize) {
        self.grid_size(CHUNK_TEXEL_STEPS)
    }

    /// Columns and rows of outer vertices; those on borders of map chunks are one for all of them.
    pub fn vertex_size(self) -> (usize, usize) {
        self.grid_size(CHUNK_VERTEX_STEPS)
    }

    /// The map chunks of the area that the map has, each with its column and row in the area.
    pub fn places(self, map: &TileMap) -> impl Iterator<Item = (ChunkPlace, usize, usize)> {
        let places = map.chunks().map(|(place, _)| place);
        places.filter_map(move |place| {
            let within = |first: u8, last: u8, tile: u8, chunk: u8| {
                let is_inside =
                    (first..=last).contains(&tile) && usize::from(chunk) < CHUNKS_OF_SIDE;
                is_inside.then(|| usize::from(tile - first) * CHUNKS_OF_SIDE + usize::from(chunk))
            };
            let tile = place.tile;
            let column = within(self.first.x, self.last.x, tile.x, place.column)?;
            let row = within(self.first.y, self.last.y, tile.y, place.row)?;
            Some((place, column, row))
        })
    }

    /// Whether a map chunk lies in it.
    pub fn has(self, place: ChunkPlace) -> bool {
        let TileId { x, y } = place.tile;
        (self.first.x..=self.last.x).contains(&x) && (self.first.y..=self.last.y).contains(&y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_has_1009_texels_and_129_vertices_a_side_and_two_share_a_border() {
        let tile = TileId { x: 3, y: 9 };
        assert_eq!(TileArea::one(tile).texel_size(), (1009, 1009));
        assert_eq!(TileArea::one(tile).vertex_size(), (129, 129));
        let two = TileArea::new(tile, TileId { x: 4, y: 9 }).unwrap();
        assert_eq!(two.texel_size(), (2017, 1009));
        assert_eq!(two.vertex_size(), (257, 129));
        assert_eq!(TileArea::new(TileId { x: 4, y: 0 }, tile), None);
    }
}
