//! The vertices of map chunks as spots of the ground: those that lie on one place are one spot.

use super::chunk::Chunk;
use super::ground_spot::{GroundSpot, SpotGround};
use super::tile::CHUNKS_OF_SIDE;
use super::tile_map::{ChunkPlace, TILE_YARDS, TileId, TileMap};

/// Steps of the lattice from one side of a map chunk to the other.
const CHUNK_STEPS: i32 = 16;
/// Yards of a step.
pub const SPOT_YARDS: f32 = TILE_YARDS / (CHUNKS_OF_SIDE as f32 * CHUNK_STEPS as f32);

/// Steps to the neighbours aslant, which are of the other kind of row, and to the next of its own.
const NEIGHBOURS: [(i32, i32, f32); 4] = [(1, 1, 2.0), (1, -1, 2.0), (2, 0, 1.0), (0, 2, 1.0)];

/// A vertex of a map chunk.
pub type VertexPlace = (ChunkPlace, usize);

/// Position in its chunk's list of the vertex so many steps from the north-west corner; `None` where
/// there is none.
fn vertex_of_steps(column: i32, row: i32) -> Option<usize> {
    let is_inside = (0..=CHUNK_STEPS).contains(&column) && (0..=CHUNK_STEPS).contains(&row);
    let line = (row / 2 * 17 + column / 2) as usize;
    match (column % 2, row % 2) {
        (0, 0) if is_inside => Some(line),
        (1, 1) if is_inside => Some(line + 9),
        _ => None,
    }
}

/// Steps from its chunk's north-west corner to a vertex: columns and rows.
pub fn steps_of_vertex(vertex: usize) -> (i32, i32) {
    let (line, place) = ((vertex / 17) as i32, (vertex % 17) as i32);
    match place {
        0..9 => (place * 2, line * 2),
        _ => ((place - 9) * 2 + 1, line * 2 + 1),
    }
}

/// The spot of a vertex.
pub fn spot_of_vertex(place: ChunkPlace, vertex: usize) -> GroundSpot {
    let (columns, rows) = steps_of_vertex(vertex);
    let side = CHUNKS_OF_SIDE as i32;
    let chunk_column = i32::from(place.tile.x) * side + i32::from(place.column);
    let chunk_row = i32::from(place.tile.y) * side + i32::from(place.row);
    GroundSpot {
        column: chunk_column * CHUNK_STEPS + columns,
        row: chunk_row * CHUNK_STEPS + rows,
    }
}

/// World x and y of a vertex, by the place of its map chunk.
pub fn position_of_vertex(chunk: &Chunk, vertex: usize) -> [f32; 2] {
    let (columns, rows) = steps_of_vertex(vertex);
    [
        chunk.position[0] - rows as f32 * SPOT_YARDS,
        chunk.position[1] - columns as f32 * SPOT_YARDS,
    ]
}

impl TileMap {
    /// The vertices that lie on a spot, at most four, always in the same order; none where the map
    /// has no such spot.
    pub fn vertices_of_spot(&self, spot: GroundSpot) -> impl Iterator<Item = VertexPlace> + '_ {
        let chunk_of = |step: i32, back: i32| {
            let chunk = step.div_euclid(CHUNK_STEPS) - back;
            (chunk, step - chunk * CHUNK_STEPS)
        };
        [(1, 1), (0, 1), (1, 0), (0, 0)]
            .into_iter()
            .filter_map(move |(columns_back, rows_back)| {
                let (chunk_column, column) = chunk_of(spot.column, columns_back);
                let (chunk_row, row) = chunk_of(spot.row, rows_back);
                let vertex = vertex_of_steps(column, row)?;
                let side = CHUNKS_OF_SIDE as i32;
                let place = ChunkPlace {
                    tile: TileId {
                        x: u8::try_from(chunk_column.div_euclid(side)).ok()?,
                        y: u8::try_from(chunk_row.div_euclid(side)).ok()?,
                    },
                    column: chunk_column.rem_euclid(side) as u8,
                    row: chunk_row.rem_euclid(side) as u8,
                };
                self.chunk(place)?;
                Some((place, vertex))
            })
    }

    /// World height of a vertex.
    pub fn vertex_height(&self, (place, vertex): VertexPlace) -> Option<f32> {
        let chunk = self.chunk(place)?;
        Some(chunk.position[2] + chunk.heights.get(vertex)?)
    }

    /// The map chunks that have ground at most `reach` from `middle` in both x and y.
    pub fn chunks_near(
        &self,
        middle: [f32; 2],
        reach: f32,
    ) -> impl Iterator<Item = (ChunkPlace, &Chunk)> {
        let side = SPOT_YARDS * CHUNK_STEPS as f32;
        self.chunks().filter(move |(_, chunk)| {
            let [x, y, _] = chunk.position;
            let is_near =
                |high: f32, middle: f32| high - side <= middle + reach && high >= middle - reach;
            is_near(x, middle[0]) && is_near(y, middle[1])
        })
    }
}

impl SpotGround for TileMap {
    fn spot_height(&self, spot: GroundSpot) -> Option<f32> {
        self.vertex_height(self.vertices_of_spot(spot).next()?)
    }

    fn spot_position(&self, spot: GroundSpot) -> Option<[f32; 2]> {
        let (place, vertex) = self.vertices_of_spot(spot).next()?;
        Some(position_of_vertex(self.chunk(place)?, vertex))
    }

    fn for_spots_near(
        &self,
        middle: [f32; 2],
        reach: f32,
        visit: &mut dyn FnMut(GroundSpot, [f32; 2]),
    ) {
        // A border of two chunks may lie a hair apart by their own positions: a step more is looked
        // at, and the first chunk of a spot says where it lies.
        for (place, chunk) in self.chunks_near(middle, reach + SPOT_YARDS) {
            for vertex in 0..chunk.heights.len() {
                let position = position_of_vertex(chunk, vertex);
                let is_near = |axis: usize| (position[axis] - middle[axis]).abs() <= reach;
                if !is_near(0) || !is_near(1) {
                    continue;
                }
                let spot = spot_of_vertex(place, vertex);
                if self.vertices_of_spot(spot).next() == Some((place, vertex)) {
                    visit(spot, position);
                }
            }
        }
    }

    fn step_units(&self) -> f32 {
        SPOT_YARDS
    }

    fn neighbour_steps(&self) -> &'static [(i32, i32, f32)] {
        &NEIGHBOURS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::CHUNK_VERTICES;

    #[test]
    fn every_vertex_has_a_spot_that_leads_back_to_it() {
        for vertex in 0..CHUNK_VERTICES {
            let (columns, rows) = steps_of_vertex(vertex);
            assert_eq!(vertex_of_steps(columns, rows), Some(vertex));
        }
        for (column, row) in [
            (1, 0),
            (0, 1),
            (17, 1),
            (-1, -1),
            (16, 15),
            (-2, 0),
            (18, 18),
        ] {
            assert_eq!(vertex_of_steps(column, row), None, "{column} {row}");
        }
        assert_eq!(vertex_of_steps(16, 16), Some(144));
    }
}
