//! New heights for outer vertices of map chunks, and what follows from them: inner vertices between,
//! and the normals around.

use super::chunk::CHUNK_VERTICES;
use super::tile_map::{ChunkPlace, TILE_YARDS, TileMap};
use std::collections::{BTreeMap, BTreeSet};

/// Vertices of a map chunk, the outer and the inner rows in turn, by half steps from its corner.
const HALF_STEPS: i32 = 16;
/// Yards of a half step.
const HALF_STEP_YARDS: f64 = TILE_YARDS as f64 / 256.0;
/// Half steps to the vertices around one that are nearest.
const ASLANT: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
/// Half steps to the next ones in its row and column, for the edge of the map.
const STRAIGHT: [(i32, i32); 4] = [(2, 0), (-2, 0), (0, 2), (0, -2)];

/// What map chunks have after outer vertices got new heights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewHeights {
    /// The heights above the base of each map chunk that changes.
    pub heights: BTreeMap<ChunkPlace, Box<[f32; CHUNK_VERTICES]>>,
    /// The normals of each map chunk near to it.
    pub normals: BTreeMap<ChunkPlace, Box<[[i8; 3]; CHUNK_VERTICES]>>,
    /// Inner vertices that were put in the middle of the outer ones around.
    pub inner_count: usize,
}

/// The vertex so many half steps to the south and east of the corner of its map chunk.
fn vertex_at(column: i32, row: i32) -> Option<usize> {
    let (pair, place) = ((row / 2) as usize, (column / 2) as usize);
    match (column % 2, row % 2) {
        (0, 0) => Some(pair * 17 + place),
        (1, 1) => Some(pair * 17 + 9 + place),
        _ => None,
    }
}

/// Half steps from the corner of its map chunk to a vertex: columns and rows.
fn half_steps(vertex: usize) -> (i32, i32) {
    let (pair, place) = ((vertex / 17) as i32, (vertex % 17) as i32);
    match place {
        0..9 => (place * 2, pair * 2),
        _ => ((place - 9) * 2 + 1, pair * 2 + 1),
    }
}

impl TileMap {
    /// What follows when outer vertices get these world heights, each by its place in the list of
    /// its map chunk.
    pub fn with_outer_heights(
        &self,
        wanted: &BTreeMap<ChunkPlace, Vec<(usize, f32)>>,
    ) -> NewHeights {
        let mut new = NewHeights::default();
        for (place, vertices) in wanted {
            let Some(chunk) = self.chunk(*place) else {
                continue;
            };
            let mut heights = chunk.heights.clone();
            for (vertex, height) in vertices {
                if let Some(slot) = heights.get_mut(*vertex) {
                    *slot = height - chunk.position[2];
                }
            }
            let is_new: BTreeSet<usize> = vertices.iter().map(|(vertex, _)| *vertex).collect();
            for cell in 0..64 {
                let first = cell / 8 * 17 + cell % 8;
                let around = [first, first + 1, first + 17, first + 18];
                if !around.iter().any(|vertex| is_new.contains(vertex)) {
                    continue;
                }
                let outer = around.iter().filter_map(|vertex| heights.get(*vertex));
                let mean = outer.map(|height| f64::from(*height)).sum::<f64>() / 4.0;
                if let Some(inner) = heights.get_mut(first + 9) {
                    *inner = mean as f32;
                    new.inner_count += 1;
                }
            }
            new.heights.insert(*place, heights);
        }
        self.add_normals(wanted.keys(), &mut new);
        new
    }

    /// Normals of the map chunks that changed and those around, where heights near them changed.
    fn add_normals<'a>(&self, changed: impl Iterator<Item = &'a ChunkPlace>, new: &mut NewHeights) {
        let mut near = BTreeSet::new();
        for place in changed {
            for rows in -1..=1 {
                near.extend((-1..=1).filter_map(|columns| place.shifted(columns, rows)));
            }
        }
        for place in near {
            let Some(chunk) = self.chunk(place) else {
                continue;
            };
            let mut normals = chunk.normals.clone();
            for (vertex, normal) in normals.iter_mut().enumerate() {
                if self.is_near_change(place, vertex, new)
                    && let Some(found) = self.new_normal(place, vertex, new)
                {
                    *normal = found;
                }
            }
            if normals != chunk.normals {
                new.normals.insert(place, normals);
            }
        }
    }

    /// The map chunk and vertex so many half steps from a map chunk's corner.
    fn vertex_from(&self, place: ChunkPlace, column: i32, row: i32) -> Option<(ChunkPlace, usize)> {
        let own = |step: i32| step.div_euclid(HALF_STEPS);
        // On a border any of the map chunks will do, and this one does where it reaches.
        let keep = |step: i32| if step == HALF_STEPS { 0 } else { own(step) };
        let (columns, rows) = (keep(column), keep(row));
        let there = place.shifted(columns, rows)?;
        self.chunk(there)?;
        let vertex = vertex_at(column - columns * HALF_STEPS, row - rows * HALF_STEPS)?;
        Some((there, vertex))
    }

    fn new_height(
        &self,
        place: ChunkPlace,
        column: i32,
        row: i32,
        new: &NewHeights,
    ) -> Option<f64> {
        let (there, vertex) = self.vertex_from(place, column, row)?;
        let chunk = self.chunk(there)?;
        let heights = new.heights.get(&there).unwrap_or(&chunk.heights);
        Some(f64::from(chunk.position[2]) + f64::from(*heights.get(vertex)?))
    }

    /// Whether a vertex or one whose height counts for its normal has a new height.
    fn is_near_change(&self, place: ChunkPlace, vertex: usize, new: &NewHeights) -> bool {
        let (column, row) = half_steps(vertex);
        let steps = ASLANT.iter().chain(&STRAIGHT).chain(&[(0, 0)]);
        steps.into_iter().any(|(columns, rows)| {
            let there = self.vertex_from(place, column + columns, row + rows);
            there.is_some_and(|(there, vertex)| {
                let old = self.chunk(there).map(|chunk| &chunk.heights);
                let (old, new) = (old.zip(new.heights.get(&there))).unzip();
                old.and_then(|heights| heights.get(vertex))
                    != new.and_then(|heights| heights.get(vertex))
            })
        })
    }

    /// The normal of the plane that fits the heights around a vertex best.
    fn new_normal(&self, place: ChunkPlace, vertex: usize, new: &NewHeights) -> Option<[i8; 3]> {
        let (column, row) = half_steps(vertex);
        let own = self.new_height(place, column, row, new)?;
        let [mut xx, mut xy, mut yy, mut xz, mut yz] = [0.0; 5];
        let mut add = |(columns, rows): (i32, i32)| {
            let Some(height) = self.new_height(place, column + columns, row + rows, new) else {
                return false;
            };
            // x to the north, y to the west.
            let x = f64::from(-rows) * HALF_STEP_YARDS;
            let y = f64::from(-columns) * HALF_STEP_YARDS;
            let z = height - own;
            xx += x * x;
            xy += x * y;
            yy += y * y;
            xz += x * z;
            yz += y * z;
            true
        };
        if ASLANT.map(&mut add).contains(&false) {
            for steps in STRAIGHT {
                add(steps);
            }
        }
        let area = xx * yy - xy * xy;
        if area <= 1e-9 {
            return None;
        }
        let north = (xz * yy - yz * xy) / area;
        let west = (yz * xx - xz * xy) / area;
        let length = (north * north + west * west + 1.0).sqrt();
        let normal = [-north, -west, 1.0].map(|part| (part / length * 127.0).round());
        let is_number = normal.iter().all(|part| part.is_finite());
        is_number.then(|| normal.map(|part| part as i8))
    }
}
