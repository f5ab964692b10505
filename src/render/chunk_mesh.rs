//! The mesh of a map chunk: its vertices, their looks, and its triangles.

use nalgebra::Vector3;

use crate::math::Aabb;
use crate::terrain::{CHUNK_VERTICES, Chunk, TILE_YARDS};

/// Yards between two vertices of an outer row.
const STEP: f32 = TILE_YARDS / 128.0;
/// Cells of a map chunk, and elements of their triangles.
pub(super) const CELLS: usize = 64;
pub(super) const CELL_ELEMENTS: usize = 12;

/// Row and column of each vertex, in steps; inner ones lie half a step off.
fn vertex_places() -> impl Iterator<Item = [f32; 2]> {
    (0..CHUNK_VERTICES).map(|vertex| {
        let (row, column) = ((vertex / 17) as f32, vertex % 17);
        if column < 9 {
            [row, column as f32]
        } else {
            [row + 0.5, column as f32 - 8.5]
        }
    })
}

pub(super) fn chunk_positions(chunk: &Chunk) -> impl Iterator<Item = [f32; 3]> {
    let [north, west, base] = chunk.position;
    let places = vertex_places().zip(chunk.heights.iter());
    places.map(move |([row, column], height)| {
        [north - row * STEP, west - column * STEP, base + height]
    })
}

pub(super) fn chunk_normals(chunk: &Chunk) -> impl Iterator<Item = [f32; 3]> {
    chunk.normals.iter().map(|normal| {
        let [x, y, z] = normal.map(f32::from);
        let normal = Vector3::new(x, y, z).try_normalize(0.0);
        normal.unwrap_or_else(Vector3::z).into()
    })
}

pub(super) fn chunk_tints(chunk: &Chunk) -> impl Iterator<Item = [u8; 4]> {
    (0..CHUNK_VERTICES).map(|vertex| {
        let own = chunk.colours.as_ref().and_then(|all| all.get(vertex));
        own.copied().unwrap_or([127; 4])
    })
}

/// The vertices of a map chunk's triangles. Those in holes become points, which draw nothing, so
/// that every map chunk has as many.
pub(super) fn chunk_elements(chunk: &Chunk, index: usize) -> impl Iterator<Item = u32> {
    let first = index * CHUNK_VERTICES;
    (0..CELLS).flat_map(move |cell| {
        let (row, column) = (cell / 8, cell % 8);
        let north_west = (first + row * 17 + column) as u32;
        let [nw, ne, middle] = [north_west, north_west + 1, north_west + 9];
        let [sw, se] = [north_west + 17, north_west + 18];
        if chunk.is_hole(column, row) {
            return [nw; CELL_ELEMENTS];
        }
        [
            middle, nw, ne, middle, ne, se, middle, se, sw, middle, sw, nw,
        ]
    })
}

pub(super) fn chunk_bounds(chunk: &Chunk) -> Aabb {
    let mut bounds = Aabb::EMPTY;
    for position in chunk_positions(chunk) {
        if position.iter().all(|part| part.is_finite()) {
            bounds.include(&position.into());
        }
    }
    bounds
}
