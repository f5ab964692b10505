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

#[cfg(test)]
mod tests {
    use super::super::chunk::ChunkFlags;
    use super::*;

    fn chunk(height: impl Fn(f32, f32) -> f32) -> Chunk {
        let vertex = |at: usize| {
            let (pair, rest) = (at / 17, at % 17);
            if rest < 9 {
                height(rest as f32, pair as f32)
            } else {
                height(rest as f32 - 8.5, pair as f32 + 0.5)
            }
        };
        Chunk {
            flags: ChunkFlags::default(),
            area_id: 0,
            holes: 0,
            position: [0.0, 0.0, 40.0],
            heights: Box::new(std::array::from_fn(vertex)),
            normals: Box::new([[0, 0, 127]; 145]),
            colours: None,
            shadow: None,
            clutter_layers: [0; 8],
            no_clutter: [0; 8],
            layers: Vec::new(),
            liquids: Vec::new(),
        }
    }

    #[test]
    fn a_slanted_plane_has_its_height_and_slope_at_every_texel() {
        let cell = TILE_YARDS / 128.0;
        let plane = chunk(|x, y| 3.0 * x - 2.0 * y);
        let slope = (13.0f32.sqrt() / cell).atan().to_degrees();
        for row in 0..64 {
            for column in 0..64 {
                let [height, found] = texel_relief(&plane, column, row);
                let (x, y) = (column as f32 * 8.0 / 63.0, row as f32 * 8.0 / 63.0);
                assert!((height - (40.0 + 3.0 * x - 2.0 * y)).abs() < 1e-3);
                assert!((found - slope).abs() < 1e-3, "{found}");
            }
        }
        assert_eq!(texel_relief(&chunk(|_, _| 2.0), 70, 70), [42.0, 0.0]);
    }
}
