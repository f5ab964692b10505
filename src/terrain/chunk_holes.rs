//! The 16 places of a map chunk that may be holes.

use super::chunk::Chunk;
use super::tile::CHUNKS_OF_SIDE;
use super::tile_map::TILE_YARDS;

/// Places of a side of a map chunk that may be holes.
pub const HOLES_OF_SIDE: usize = 4;
/// Yards of a side of such a place.
pub const HOLE_YARDS: f32 = TILE_YARDS / (CHUNKS_OF_SIDE * HOLES_OF_SIDE) as f32;

impl Chunk {
    /// World x and y of the middle of each place that may be a hole, with its bit.
    pub fn hole_places(&self) -> impl Iterator<Item = (u16, [f32; 2])> {
        let [north, west, _] = self.position;
        (0..HOLES_OF_SIDE * HOLES_OF_SIDE).map(move |place| {
            let (row, column) = (place / HOLES_OF_SIDE, place % HOLES_OF_SIDE);
            let position = [
                north - (row as f32 + 0.5) * HOLE_YARDS,
                west - (column as f32 + 0.5) * HOLE_YARDS,
            ];
            (1 << place, position)
        })
    }

    /// World x and y of its middle.
    pub fn middle(&self) -> [f32; 2] {
        let half = HOLE_YARDS * HOLES_OF_SIDE as f32 / 2.0;
        [self.position[0] - half, self.position[1] - half]
    }
}
