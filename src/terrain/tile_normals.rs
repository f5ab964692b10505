//! Normals of map chunks from the heights around, across borders of chunks and tiles.

use super::ground_spot::{GroundSpot, SpotGround};
use super::plane_fit::PlaneFit;
use super::tile_map::TileMap;
use super::tile_spots::SPOT_YARDS;
use std::collections::BTreeSet;

/// Steps to the four nearest spots: the corners of the four triangles around a vertex.
const ASLANT: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
/// Steps to the next spots of the same row and column, for vertices at the edge of the map.
const STRAIGHT: [(i32, i32); 4] = [(2, 0), (-2, 0), (0, 2), (0, -2)];

/// What the normal of each vertex is multiplied with before it is stored.
const NORMAL_SCALE: f64 = 127.0;

impl TileMap {
    /// The normal that the heights around a spot give it, as it is stored: x north, y west, z up,
    /// 127 is 1. `None` where the map has no such spot, or a height is no number.
    ///
    /// It is that of the plane that best fits the four nearest spots, and at the edge of the map,
    /// where some are missing, also the next ones of the same row and column.
    pub fn normal_from_heights(&self, spot: GroundSpot) -> Option<[i8; 3]> {
        normal_of_heights(spot, |spot| self.spot_height(spot))
    }

    /// The spots whose normals depend on the heights of these.
    pub fn spots_with_normals_of(&self, changed: &[GroundSpot]) -> BTreeSet<GroundSpot> {
        let mut all = BTreeSet::new();
        for spot in changed {
            all.insert(*spot);
            for (columns, rows) in ASLANT {
                all.insert(spot.shifted(columns, rows));
            }
            for (columns, rows) in STRAIGHT {
                // Only at the edge of the map these count.
                let there = spot.shifted(columns, rows);
                let is_edge = ASLANT.iter().any(|&(columns, rows)| {
                    let next = there.shifted(columns, rows);
                    self.vertices_of_spot(next).next().is_none()
                });
                if is_edge {
                    all.insert(there);
                }
            }
        }
        all.retain(|spot| self.vertices_of_spot(*spot).next().is_some());
        all
    }
}

/// The normal that heights around a spot give it; see [`TileMap::normal_from_heights`].
pub fn normal_of_heights(
    spot: GroundSpot,
    height: impl Fn(GroundSpot) -> Option<f32>,
) -> Option<[i8; 3]> {
    let own = f64::from(height(spot)?);
    let mut plane = PlaneFit::default();
    let mut add = |(columns, rows): (i32, i32)| {
        let Some(height) = height(spot.shifted(columns, rows)) else {
            return false;
        };
        let yards = |steps: i32| f64::from(-steps) * f64::from(SPOT_YARDS);
        plane.add(yards(rows), yards(columns), f64::from(height) - own);
        true
    };
    let count = ASLANT.into_iter().filter(|steps| add(*steps)).count();
    if count < ASLANT.len() {
        for steps in STRAIGHT {
            add(steps);
        }
    }
    let [north, west] = plane.slopes();
    let length = (north * north + west * west + 1.0).sqrt();
    let normal = [-north, -west, 1.0].map(|part| (part / length * NORMAL_SCALE).round());
    let is_number = normal.iter().all(|part| part.is_finite());
    is_number.then(|| normal.map(|part| part as i8))
}
