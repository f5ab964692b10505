//! All texels of a map of tiles on one grid of whole numbers, so that texels of neighbouring map
//! chunks that lie on one place of the ground have one name.
//!
//! Columns grow to the east and rows to the south; a map chunk begins every 63 texels, its last
//! column being the first of its neighbour.

use super::alpha_map::ALPHA_SIDE;
use super::tile::CHUNKS_OF_SIDE;
use super::tile_map::{ChunkPlace, TILE_YARDS, TileId};

/// Texels from the first of a map chunk to the first of the next.
const STEPS: i32 = ALPHA_SIDE as i32 - 1;
/// Map chunks of a side of the whole map.
const MOST_CHUNKS: i32 = 64 * CHUNKS_OF_SIDE as i32;

/// Yards between two texels.
pub const TEXEL_YARDS: f64 = 1600.0 / 3.0 / 16.0 / STEPS as f64;

/// A texel of a map chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChunkTexel {
    /// The map chunk.
    pub place: ChunkPlace,
    /// Column, 0 to 63.
    pub column: usize,
    /// Row, 0 to 63.
    pub row: usize,
}

/// Column and row of a world position (x north, y west).
pub fn texel_of_world([x, y]: [f32; 2]) -> [f64; 2] {
    let edge = 32.0 * f64::from(TILE_YARDS);
    [y, x].map(|part| (edge - f64::from(part)) / TEXEL_YARDS)
}

/// World position (x north, y west) of a texel.
pub fn world_of_texel(column: i32, row: i32) -> [f32; 2] {
    let edge = 32.0 * f64::from(TILE_YARDS);
    [row, column].map(|part| (edge - f64::from(part) * TEXEL_YARDS) as f32)
}

/// Column and row of the first texel of a map chunk.
pub fn first_texel(place: ChunkPlace) -> [i32; 2] {
    let side = CHUNKS_OF_SIDE as i32;
    let column = i32::from(place.tile.x) * side + i32::from(place.column);
    let row = i32::from(place.tile.y) * side + i32::from(place.row);
    [column * STEPS, row * STEPS]
}

/// The places of all map chunks that have a texel in these columns and rows, ends included.
pub fn chunks_over(columns: [i32; 2], rows: [i32; 2]) -> impl Iterator<Item = ChunkPlace> {
    let chunks = |[first, last]: [i32; 2]| {
        let first = (first - 1).div_euclid(STEPS).max(0);
        first..=last.div_euclid(STEPS).min(MOST_CHUNKS - 1)
    };
    let side = CHUNKS_OF_SIDE as i32;
    chunks(rows).flat_map(move |row| {
        chunks(columns).map(move |column| ChunkPlace {
            tile: TileId {
                x: (column / side) as u8,
                y: (row / side) as u8,
            },
            column: (column % side) as u8,
            row: (row % side) as u8,
        })
    })
}

/// All texels on the same place of the ground as this one, itself among them: four at a corner of a
/// map chunk, two on an edge, else itself alone. Some may be off the map.
pub fn texel_sides(texel: ChunkTexel) -> impl Iterator<Item = ChunkTexel> {
    let last = ALPHA_SIDE - 1;
    let sides = move |at: usize| match at {
        0 => [Some((-1, last)), Some((0, 0))],
        at if at == last => [Some((0, last)), Some((1, 0))],
        at => [Some((0, at)), None],
    };
    let rows = sides(texel.row).into_iter().flatten();
    rows.flat_map(move |(down, row)| {
        let columns = sides(texel.column).into_iter().flatten();
        columns.filter_map(move |(right, column)| {
            let place = texel.place.shifted(right, down)?;
            Some(ChunkTexel { place, column, row })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: ChunkPlace = ChunkPlace {
        tile: TileId { x: 31, y: 33 },
        column: 15,
        row: 0,
    };

    #[test]
    fn a_place_of_the_ground_has_one_name_whichever_map_chunk_has_it() {
        for (column, row, count) in [(0, 0, 4), (63, 63, 4), (63, 5, 2), (9, 0, 2), (9, 9, 1)] {
            let place = PLACE;
            let texel = ChunkTexel { place, column, row };
            let sides: Vec<ChunkTexel> = texel_sides(texel).collect();
            assert_eq!(sides.len(), count);
            assert!(sides.contains(&texel));
            for side in sides {
                let name = |texel: ChunkTexel| {
                    let [left, top] = first_texel(texel.place);
                    [left + texel.column as i32, top + texel.row as i32]
                };
                assert_eq!(name(side), name(texel));
            }
        }
    }

    #[test]
    fn the_north_west_corner_of_a_map_chunk_lies_where_files_have_it() {
        let [column, row] = first_texel(PLACE);
        let tile = 1600.0 / 3.0;
        let north = (32.0 - 33.0) * tile;
        let west = (32.0 - 31.0) * tile - 15.0 * tile / 16.0;
        let [x, y] = world_of_texel(column, row);
        assert!((x - north).abs() < 1e-3 && (y - west).abs() < 1e-3);
        let [found_column, found_row] = texel_of_world([north, west]);
        assert!((found_column - f64::from(column)).abs() < 1e-2);
        assert!((found_row - f64::from(row)).abs() < 1e-2);
    }

    #[test]
    fn map_chunks_that_share_a_border_are_both_found_by_it() {
        let [column, row] = first_texel(PLACE);
        let found: Vec<ChunkPlace> =
            chunks_over([column + 63, column + 63], [row + 5, row + 6]).collect();
        assert_eq!(found, [PLACE, PLACE.shifted(1, 0).expect("a neighbour")]);
        let inside: Vec<ChunkPlace> =
            chunks_over([column + 1, column + 62], [row + 5; 2]).collect();
        assert_eq!(inside, [PLACE]);
    }
}
