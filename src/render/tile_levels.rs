//! How finely a map chunk is drawn: with all of its vertices near by, with fewer far away.
//!
//! - What a level leaves out is less than a pixel off, so the ground looks the same.
//! - A border between two levels has the vertices of the coarser one on both sides: nothing gapes.
//! - Holes stay as they are at every level.

use super::tile_mesh::STEP;
use crate::terrain::{CHUNK_VERTICES, Chunk};

/// Levels, the finest first: all 145 vertices, then outer ones with 1, 2, 4 and 8 steps between.
pub(super) const LEVELS: usize = 5;
/// Steps between the vertices of a border.
const STEPS: [usize; LEVELS] = [1, 1, 2, 4, 8];
/// The coarsest level that can have holes, which are two steps wide.
const LAST_WITH_HOLES: usize = 2;
/// How far a vertex that is left out may be off, in pixels.
const MOST_ERROR_PX: f32 = 0.6;
/// How wide a cell may be, in pixels: light and colours are mixed across it.
const MOST_CELL_PX: f32 = 16.0;

/// What decides how finely a map chunk may be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ChunkShape {
    /// How far what each level leaves out is off, yards.
    errors: [f32; LEVELS],
    /// A bit for each of the 64 cells, rows from the north; 1 is a hole.
    holes: u64,
}

/// The level of a map chunk, and of its neighbours to the north, east, south and west.
pub(super) type LevelsAround = [u8; 5];

impl ChunkShape {
    pub fn of(chunk: &Chunk) -> Self {
        let holes = (0..64).filter(|cell| chunk.is_hole(cell % 8, cell / 8));
        let mut errors = [0.0; LEVELS];
        for (error, step) in errors.iter_mut().zip(STEPS).skip(1) {
            *error = error_of(&chunk.heights, step);
        }
        Self {
            errors,
            holes: holes.fold(0, |holes, cell| holes | 1 << cell),
        }
    }

    /// The coarsest level that looks the same where a yard is so many pixels.
    pub fn level(&self, pixels_per_yard: f32) -> u8 {
        let last = if self.holes == 0 {
            LEVELS - 1
        } else {
            LAST_WITH_HOLES
        };
        let fits = |level: &usize| {
            let error = self.errors.get(*level).copied().unwrap_or(f32::INFINITY);
            let cell = STEP * STEPS.get(*level).map_or(1.0, |step| *step as f32);
            error * pixels_per_yard <= MOST_ERROR_PX && cell * pixels_per_yard <= MOST_CELL_PX
        };
        (1..=last).rev().find(fits).unwrap_or(0) as u8
    }

    /// Adds the triangles of a map chunk whose vertices begin at `first`.
    pub fn push_elements(&self, first: u32, levels: LevelsAround, elements: &mut Vec<u32>) {
        let [own, around @ ..] = levels.map(|level| usize::from(level).min(LEVELS - 1));
        let own_step = step_of(own);
        // A border has the steps of the coarser side.
        let sides = around.map(|level| step_of(level).max(own_step));
        let corner = |row: usize, column: usize| {
            let (row, column) = on_border(row, column, sides);
            first + (row * 17 + column) as u32
        };
        for row in (0..8).step_by(own_step) {
            for column in (0..8).step_by(own_step) {
                if self.holes >> (row * 8 + column) & 1 == 1 {
                    continue;
                }
                let [nw, ne] = [corner(row, column), corner(row, column + own_step)];
                let [sw, se] = [
                    corner(row + own_step, column),
                    corner(row + own_step, column + own_step),
                ];
                // Beside a vertex that moved, an inner one would lie on the wrong side of an edge.
                let stays = |vertex: u32, row: usize, column: usize| {
                    vertex == first + (row * 17 + column) as u32
                };
                let is_whole = stays(nw, row, column)
                    && stays(ne, row, column + own_step)
                    && stays(sw, row + own_step, column)
                    && stays(se, row + own_step, column + own_step);
                let triangles: &[[u32; 3]] = if own == 0 && is_whole {
                    let middle = first + (row * 17 + 9 + column) as u32;
                    &[
                        [middle, nw, ne],
                        [middle, ne, se],
                        [middle, se, sw],
                        [middle, sw, nw],
                    ]
                } else {
                    &[[nw, ne, se], [nw, se, sw]]
                };
                for [a, b, c] in triangles {
                    if a != b && b != c && c != a {
                        elements.extend([a, b, c]);
                    }
                }
            }
        }
    }
}

fn step_of(level: usize) -> usize {
    STEPS.get(level).copied().unwrap_or(8)
}

/// A vertex on a border that a coarser neighbour does not have moves to one that it has.
fn on_border(row: usize, column: usize, sides: [usize; 4]) -> (usize, usize) {
    let [north, east, south, west] = sides;
    let column_of = |step: usize| (row, column / step * step);
    let row_of = |step: usize| (row / step * step, column);
    match (row, column) {
        (0, _) => column_of(north),
        (8, _) => column_of(south),
        (_, 0) => row_of(west),
        (_, 8) => row_of(east),
        inner => inner,
    }
}

/// How far heights are from the triangles between every `step`-th outer vertex.
fn error_of(heights: &[f32; CHUNK_VERTICES], step: usize) -> f32 {
    let outer = |row: usize, column: usize| heights.get(row * 17 + column).copied().unwrap_or(0.0);
    let side = step as f32;
    let mut worst = 0.0f32;
    for (vertex, height) in heights.iter().enumerate() {
        let (pair, rest) = (vertex / 17, vertex % 17);
        let (row, column) = if rest < 9 {
            (pair as f32, rest as f32)
        } else {
            (pair as f32 + 0.5, rest as f32 - 8.5)
        };
        let start = |place: f32| ((place / side) as usize * step).min(8 - step);
        let (top, left) = (start(row), start(column));
        let (down, right) = ((row - top as f32) / side, (column - left as f32) / side);
        let (nw, ne) = (outer(top, left), outer(top, left + step));
        let (sw, se) = (outer(top + step, left), outer(top + step, left + step));
        let drawn = if right >= down {
            nw + right * (ne - nw) + down * (se - ne)
        } else {
            nw + down * (sw - nw) + right * (se - sw)
        };
        let error = (height - drawn).abs();
        // What is no number is never left out.
        worst = if error.is_finite() {
            worst.max(error)
        } else {
            f32::INFINITY
        };
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn shape(height: impl Fn(f32, f32) -> f32) -> ChunkShape {
        let heights = std::array::from_fn(|vertex| {
            let (pair, rest) = ((vertex / 17) as f32, vertex % 17);
            match rest {
                0..9 => height(pair, rest as f32),
                _ => height(pair + 0.5, rest as f32 - 8.5),
            }
        });
        let mut errors = [0.0; LEVELS];
        for level in 1..LEVELS {
            errors[level] = error_of(&heights, STEPS[level]);
        }
        ChunkShape { errors, holes: 0 }
    }

    fn triangles(shape: &ChunkShape, levels: LevelsAround) -> Vec<[u32; 3]> {
        let mut elements = Vec::new();
        shape.push_elements(0, levels, &mut elements);
        elements.as_chunks().0.to_vec()
    }

    /// Twice the area of a triangle on the map, in cells.
    fn area([a, b, c]: [u32; 3]) -> f32 {
        let place = |vertex: u32| {
            let (pair, rest) = ((vertex / 17) as f32, vertex % 17);
            match rest {
                0..9 => (pair, rest as f32),
                _ => (pair + 0.5, rest as f32 - 8.5),
            }
        };
        let ((ay, ax), (by, bx), (cy, cx)) = (place(a), place(b), place(c));
        (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    }

    #[test]
    fn a_plane_is_drawn_with_two_triangles_far_away_and_a_peak_stays() {
        let plane = shape(|row, column| 3.0 * row - 0.5 * column);
        assert!(plane.errors.iter().all(|error| *error < 1e-4));
        assert_eq!(plane.level(0.01), 4);
        assert_eq!(triangles(&plane, [4; 5]).len(), 2);
        assert_eq!(plane.level(100.0), 0);
        assert_eq!(triangles(&plane, [0; 5]).len(), 256);
        // A peak of 8 yards on a vertex that only the two finest levels have.
        let peak = shape(|row, column| {
            if (row, column) == (3.0, 5.0) {
                8.0
            } else {
                0.0
            }
        });
        assert_eq!(
            peak.errors.map(|error| error.round() as i32)[2..],
            [8, 8, 8]
        );
        assert!(peak.level(0.5) < 2, "8 yards are 4 pixels");
        assert_eq!(peak.level(0.05), 4, "less than half a pixel");
    }

    #[test]
    fn every_pair_of_levels_covers_the_chunk_once_and_shares_its_borders() {
        let plane = shape(|_, _| 0.0);
        for own in 0..5 {
            for other in 0..5 {
                let found = triangles(&plane, [own, other, other, other, other]);
                let whole: f32 = found.iter().map(|triangle| area(*triangle)).sum();
                assert!((whole - 128.0).abs() < 1e-3, "{own} {other}: {whole}");
                // Upright ones, seen as lines on the map, close gaps in corners.
                assert!(found.iter().all(|triangle| area(*triangle) >= 0.0));
                // The vertices of the northern border are those of the coarser side.
                let border: BTreeSet<u32> =
                    found.into_iter().flatten().filter(|it| *it < 9).collect();
                let step = STEPS[usize::from(own.max(other))] as u32;
                let wanted: BTreeSet<u32> = (0..9).step_by(step as usize).collect();
                assert_eq!(border, wanted, "{own} {other}");
            }
        }
    }

    #[test]
    fn holes_are_as_large_at_every_level_that_may_have_them() {
        let mut holed = shape(|_, _| 0.0);
        holed.holes = 0b11 << 18 | 0b11 << 26;
        assert_eq!(holed.level(0.0), 2);
        for level in 0..3 {
            let found = triangles(&holed, [level; 5]);
            let whole: f32 = found.iter().map(|triangle| area(*triangle)).sum();
            assert!((whole - 120.0).abs() < 1e-3, "{level}: {whole}");
        }
    }
}
