//! The surfaces of a map chunk's liquids.

use super::terrain_draw::LiquidPiece;
use crate::terrain::{Chunk, LiquidLayer, LiquidOrigin, TILE_YARDS};

/// Yards of a side of a cell, of which a map chunk has 8 by 8.
const CELL_YARDS: f32 = TILE_YARDS / 128.0;

const WATER: [f32; 4] = [0.18, 0.40, 0.52, 0.55];
const OCEAN: [f32; 4] = [0.08, 0.26, 0.42, 0.65];
const MAGMA: [f32; 4] = [0.86, 0.34, 0.10, 0.88];
const SLIME: [f32; 4] = [0.34, 0.58, 0.12, 0.75];

/// The tone of a liquid by its kind.
///
/// Rows of the game's table of liquids go round: water, ocean, magma, slime.
fn tone(layer: &LiquidLayer) -> [f32; 4] {
    let kind = match layer.origin {
        LiquidOrigin::Old => match layer.kind {
            0x8 => 1,
            0x10 => 2,
            0x20 => 3,
            _ => 0,
        },
        LiquidOrigin::Water => layer.kind.wrapping_sub(1) % 4,
    };
    match kind {
        0 => WATER,
        1 => OCEAN,
        2 => MAGMA,
        _ => SLIME,
    }
}

/// The cells that have liquid, each a piece; cells outside the map chunk are left out.
pub(super) fn liquid_pieces(chunk: &Chunk, pieces: &mut Vec<LiquidPiece>) {
    for layer in &chunk.liquids {
        let [first_column, first_row, columns, rows] = layer.area.map(usize::from);
        let tone = tone(layer);
        for cell in 0..(columns * rows).min(64) {
            let (column, row) = (cell % columns, cell / columns);
            let is_inside = first_column + column < 8 && first_row + row < 8;
            if layer.cells >> cell & 1 == 0 || !is_inside {
                continue;
            }
            let corner = |down: usize, right: usize| {
                let (column, row) = (column + right, row + down);
                let own = layer.heights.get(row * (columns + 1) + column);
                let height = own.copied().unwrap_or(layer.range[0]);
                [
                    chunk.position[0] - (first_row + row) as f32 * CELL_YARDS,
                    chunk.position[1] - (first_column + column) as f32 * CELL_YARDS,
                    height,
                ]
            };
            pieces.push(LiquidPiece {
                corners: [corner(0, 0), corner(0, 1), corner(1, 0), corner(1, 1)],
                tones: [tone; 4],
            });
        }
    }
}
