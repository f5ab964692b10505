//! How high the ground is at a texel, and how steep.

use super::alpha_map::ALPHA_SIDE;
use super::chunk::Chunk;
use super::tile_map::TILE_YARDS;

/// Cells of a side of a map chunk.
const CELLS: usize = 8;

/// World height (yards) and slope (degrees) of the ground at a texel, on the triangle of the game's
/// mesh that it lies in. Texels outside are taken as the nearest.
pub fn texel_relief(chunk: &Chunk, column: usize, row: usize) -> [f32; 2] {
    let per_texel = CELLS as f32 / (ALPHA_SIDE - 1) as f32;
    let cell = |at: usize| {
        let along = at.min(ALPHA_SIDE - 1) as f32 * per_texel;
        let cell = (along as usize).min(CELLS - 1);
        (cell, along - cell as f32)
    };
    let ((across, x), (down, y)) = (cell(column), cell(row));
    let outer = |right: usize, below: usize| {
        let index = (down + below) * 17 + across + right;
        chunk.heights.get(index).copied().unwrap_or(0.0)
    };
    let middle = chunk.heights.get(down * 17 + 9 + across);
    let middle = middle.copied().unwrap_or(0.0);
    let (nw, ne, sw, se) = (outer(0, 0), outer(1, 0), outer(0, 1), outer(1, 1));
    let (east, south) = (x - 0.5, y - 0.5);
    // Four triangles meet in the middle of a cell.
    let (rise_x, rise_y) = if south.abs() >= east.abs() {
        if south < 0.0 {
            (ne - nw, 2.0 * middle - nw - ne)
        } else {
            (se - sw, sw + se - 2.0 * middle)
        }
    } else if east < 0.0 {
        (2.0 * middle - nw - sw, sw - nw)
    } else {
        (ne + se - 2.0 * middle, se - ne)
    };
    let height = chunk.position[2] + middle + rise_x * east + rise_y * south;
    let cell_yards = TILE_YARDS / 16.0 / CELLS as f32;
    let slope = (rise_x.hypot(rise_y) / cell_yards).atan().to_degrees();
    [height, slope]
}
