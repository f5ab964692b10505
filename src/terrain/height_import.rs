//! New heights for outer vertices of map chunks, and what follows from them: inner vertices between,
//! and the normals around.

use super::chunk::CHUNK_VERTICES;
use super::ground_spot::GroundSpot;
use super::tile_area::TileArea;
use super::tile_map::{ChunkPlace, TileMap};
use super::tile_normals::normal_of_heights;
use super::tile_spots::spot_of_vertex;
use std::collections::{BTreeMap, BTreeSet};

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
        self.add_normals(&mut new);
        new
    }

    /// Gives the outer vertices of an area the world heights that `height` has for their places in
    /// the grid of the area, and all that follows from them.
    pub fn set_outer_heights(&mut self, area: TileArea, mut height: impl FnMut(usize) -> f32) {
        let mut wanted: BTreeMap<ChunkPlace, Vec<(usize, f32)>> = BTreeMap::new();
        self.for_outer_vertices(area, |place, vertex, _, at, _| {
            let vertices = wanted.entry(place).or_default();
            vertices.push((vertex, height(at)));
        });
        let new = self.with_outer_heights(&wanted);
        for (place, heights) in new.heights {
            if let Some(chunk) = self.chunk_mut(place) {
                chunk.heights = heights;
            }
        }
        for (place, normals) in new.normals {
            if let Some(chunk) = self.chunk_mut(place) {
                chunk.normals = normals;
            }
        }
    }

    /// Normals of all vertices near one with a new height, across borders of map chunks and tiles.
    fn add_normals(&self, new: &mut NewHeights) {
        let mut changed = Vec::new();
        for (place, heights) in &new.heights {
            let old = self.chunk(*place).map(|chunk| chunk.heights.iter());
            let pairs = old.into_iter().flatten().zip(heights.iter()).enumerate();
            let differ = pairs.filter(|(_, (old, new))| old.to_bits() != new.to_bits());
            changed.extend(differ.map(|(vertex, _)| spot_of_vertex(*place, vertex)));
        }
        let mut normals: BTreeMap<ChunkPlace, Box<[[i8; 3]; CHUNK_VERTICES]>> = BTreeMap::new();
        for spot in self.spots_with_normals_of(&changed) {
            let Some(normal) = normal_of_heights(spot, |spot| self.new_height(spot, new)) else {
                continue;
            };
            for (place, vertex) in self.vertices_of_spot(spot) {
                let Some(chunk) = self.chunk(place) else {
                    continue;
                };
                let of_chunk = normals
                    .entry(place)
                    .or_insert_with(|| chunk.normals.clone());
                if let Some(slot) = of_chunk.get_mut(vertex) {
                    *slot = normal;
                }
            }
        }
        normals.retain(|place, normals| {
            let chunk = self.chunk(*place);
            chunk.is_some_and(|chunk| chunk.normals != *normals)
        });
        new.normals = normals;
    }

    /// World height of a spot, a new one where it has one.
    fn new_height(&self, spot: GroundSpot, new: &NewHeights) -> Option<f32> {
        let (place, vertex) = self.vertices_of_spot(spot).next()?;
        let chunk = self.chunk(place)?;
        let heights = new.heights.get(&place).unwrap_or(&chunk.heights);
        Some(chunk.position[2] + heights.get(vertex)?)
    }
}
