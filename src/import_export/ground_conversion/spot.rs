//! The ground at any spot of a map of tiles or corners.

use crate::terrain::{
    ALPHA_SIDE, CHUNKS_OF_SIDE, CORNER_SPACING, Chunk, ChunkPlace, Corner, CornerMap, TILE_YARDS,
    TileArea, TileId, TileMap,
};

/// Yards of a side of a map chunk.
pub const CHUNK_YARDS: f64 = TILE_YARDS as f64 / CHUNKS_OF_SIDE as f64;

/// The map chunk of an area at so many yards to the east and south of its north-west corner, and
/// the shares of its sides there.
pub fn chunk_at(
    map: &TileMap,
    area: TileArea,
    east: f64,
    south: f64,
) -> Option<(ChunkPlace, &Chunk, f64, f64)> {
    let (columns, rows) = area.tile_count();
    let split = |yards: f64, tiles: usize| {
        let at = yards / CHUNK_YARDS;
        let last = (tiles * CHUNKS_OF_SIDE - 1) as f64;
        let chunk = at.floor().clamp(0.0, last);
        (chunk as usize, (at - chunk).clamp(0.0, 1.0))
    };
    let (column, across) = split(east, columns);
    let (row, down) = split(south, rows);
    let place = ChunkPlace {
        tile: TileId {
            x: u8::try_from(usize::from(area.first.x) + column / CHUNKS_OF_SIDE).ok()?,
            y: u8::try_from(usize::from(area.first.y) + row / CHUNKS_OF_SIDE).ok()?,
        },
        column: (column % CHUNKS_OF_SIDE) as u8,
        row: (row % CHUNKS_OF_SIDE) as u8,
    };
    let chunk = map.chunk(place)?;
    Some((place, chunk, across, down))
}

/// World height of a map chunk at shares of its sides: on the triangle that the game draws there.
pub fn chunk_height(chunk: &Chunk, across: f64, down: f64) -> f64 {
    let (across, down) = (across * 8.0, down * 8.0);
    let (column, row) = (across.floor().min(7.0), down.floor().min(7.0));
    let (u, v) = (across - column, down - row);
    let first = row as usize * 17 + column as usize;
    let height = |at: usize| {
        chunk
            .heights
            .get(at)
            .map_or(0.0, |height| f64::from(*height))
    };
    let middle = height(first + 9);
    let [north_west, north_east, south_west, south_east] =
        [first, first + 1, first + 17, first + 18].map(height);
    // Which of the four triangles around the inner vertex: its outer side is one of the square's.
    let (from, to, along, away) = if v <= u && v <= 1.0 - u {
        (north_west, north_east, u, v)
    } else if v >= u && v >= 1.0 - u {
        (south_west, south_east, u, 1.0 - v)
    } else if u < v {
        (north_west, south_west, v, u)
    } else {
        (north_east, south_east, v, 1.0 - u)
    };
    // `away` is 0 at the outer side and a half in the middle.
    let middle_share = 2.0 * away;
    let side_share = 1.0 - middle_share;
    let rest = (along - away).clamp(0.0, side_share.max(0.0));
    let above = middle * middle_share + from * (side_share - rest) + to * rest;
    f64::from(chunk.position[2]) + above
}

/// Column and row of the texel nearest to shares of a map chunk's sides.
pub fn texel_at(across: f64, down: f64) -> usize {
    let texel = |share: f64| (share * (ALPHA_SIDE - 1) as f64).round() as usize;
    texel(down) * ALPHA_SIDE + texel(across)
}

/// Columns and rows to the east and north of the south-west corner, as whole tiles and shares.
pub struct CornerSpot {
    /// The tile's column and row.
    pub tile: (u32, u32),
    /// Shares of its sides, 0 to 1.
    pub shares: (f64, f64),
    /// Whether the spot was outside the map, and the nearest one on its border stands for it.
    pub is_outside: bool,
}

impl CornerSpot {
    /// The spot at so many units to the east and north of the south-west corner.
    pub fn at(map: &CornerMap, east: f64, north: f64) -> Self {
        let split = |units: f64, corners: u32| {
            let at = units / f64::from(CORNER_SPACING);
            let last = f64::from(corners.saturating_sub(1));
            let inside = at.clamp(0.0, last);
            let tile = inside.floor().min((last - 1.0).max(0.0));
            // A hair beyond the border is the border.
            (tile as u32, inside - tile, (at - inside).abs() > 1e-6)
        };
        let (column, across, is_east) = split(east, map.width());
        let (row, up, is_north) = split(north, map.height());
        Self {
            tile: (column, row),
            shares: (across, up),
            is_outside: is_east || is_north,
        }
    }

    /// The four corners around with their shares of the spot, which sum to 1.
    pub fn corners(&self, map: &CornerMap) -> [(Corner, f64); 4] {
        let (column, row) = self.tile;
        let (across, up) = self.shares;
        let corner = |columns: u32, rows: u32| {
            let at = |at: u32, count: u32| at.min(count.saturating_sub(1));
            let column = at(column + columns, map.width());
            let row = at(row + rows, map.height());
            map.corner(column, row).unwrap_or(Corner::LEVEL)
        };
        [
            (corner(0, 0), (1.0 - across) * (1.0 - up)),
            (corner(1, 0), across * (1.0 - up)),
            (corner(0, 1), (1.0 - across) * up),
            (corner(1, 1), across * up),
        ]
    }

    /// The height there, between those of the corners.
    pub fn height(&self, map: &CornerMap) -> f64 {
        let corners = self.corners(map).into_iter();
        corners
            .map(|(corner, share)| f64::from(corner.ground_z()) * share)
            .sum()
    }
}
