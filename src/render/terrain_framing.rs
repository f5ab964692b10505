//! Where a terrain lies, and cameras that see all of it with north at the top.

use std::f32::consts::{FRAC_PI_2, PI};

use super::{Camera, FixedView};
use crate::document::TerrainShape;
use crate::math::{Aabb, Vec3};
use crate::terrain::TILE_YARDS;

/// How high a camera stands that looks from between sides: maps are flat.
const ISO_PITCH_RAD: f32 = 0.72;

/// Corners of a side of the grid that is framed.
const COARSE: u32 = 48;

/// The box around the ground; empty if there is none.
pub fn terrain_bounds(shape: &TerrainShape) -> Aabb {
    let mut bounds = Aabb::EMPTY;
    match shape {
        TerrainShape::Corners(map) => {
            let (low, high) = map.z_range();
            let [left, bottom] = map.position(0, 0);
            let [right, top] = map.position(map.width() - 1, map.height() - 1);
            bounds.include(&Vec3::new(left, bottom, low));
            bounds.include(&Vec3::new(right, top, high));
        }
        TerrainShape::Tiles(map) => {
            let side = TILE_YARDS / 16.0;
            for (_, chunk) in map.chunks() {
                let [north, west, _] = chunk.position;
                let heights = chunk.world_heights().filter(|height| height.is_finite());
                for height in heights {
                    bounds.include(&Vec3::new(north, west, height));
                    bounds.include(&Vec3::new(north - side, west - side, height));
                }
            }
        }
    }
    bounds
}

/// Places all over the ground, for framing: those of a coarse grid.
fn coarse_points(shape: &TerrainShape) -> Vec<Vec3> {
    match shape {
        TerrainShape::Corners(map) => {
            let step = |count: u32| (count / COARSE).max(1);
            let along = |count: u32| {
                let steps = (0..count).step_by(step(count) as usize);
                steps.chain([count - 1])
            };
            let places = along(map.height())
                .flat_map(|row| along(map.width()).map(move |column| (column, row)));
            let points = places.filter_map(|(column, row)| {
                let [x, y] = map.position(column, row);
                Some(Vec3::new(x, y, map.corner(column, row)?.ground_z()))
            });
            points.collect()
        }
        TerrainShape::Tiles(map) => {
            let side = TILE_YARDS / 16.0;
            let points = map.chunks().flat_map(|(_, chunk)| {
                let [north, west, _] = chunk.position;
                let ends = [(0, 0), (8, 0), (0, 8), (8, 8)];
                ends.into_iter().filter_map(move |(column, row)| {
                    let [down, right] = [row, column].map(|at| at as f32 / 8.0 * side);
                    let height = chunk.corner_height(column, row)?;
                    Some(Vec3::new(north - down, west - right, height))
                })
            });
            points.collect()
        }
    }
}

/// Which way a camera turns that looks at a terrain from the south.
fn yaw_from_south_rad(shape: &TerrainShape) -> f32 {
    match shape {
        // North is +y.
        TerrainShape::Corners(_) => -FRAC_PI_2,
        // North is +x.
        TerrainShape::Tiles(_) => PI,
    }
}

/// Looks at all of a terrain from a side; front is from the south, and north is up from the top.
pub fn frame_terrain(camera: &mut Camera, shape: &TerrainShape, view: FixedView, aspect: f32) {
    turn_to_terrain(camera, shape, view);
    fit_terrain(camera, shape, aspect);
}

/// Looks at the same target from a side.
pub fn turn_to_terrain(camera: &mut Camera, shape: &TerrainShape, view: FixedView) {
    camera.look_from(view);
    camera.yaw_rad += yaw_from_south_rad(shape);
    if view == FixedView::Iso {
        camera.pitch_rad = ISO_PITCH_RAD;
    }
}

/// Moves so that all of a terrain is in the picture from where the camera looks.
pub fn fit_terrain(camera: &mut Camera, shape: &TerrainShape, aspect: f32) {
    camera.reach = terrain_bounds(shape).diagonal();
    let points = coarse_points(shape);
    camera.frame_points(points.into_iter().map(Into::into), aspect);
}
