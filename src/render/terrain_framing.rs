//! Where a terrain lies, and cameras that see all of it with north at the top.

use std::f32::consts::{FRAC_PI_2, PI};

use super::{Camera, FixedView};
use crate::document::TerrainShape;
use crate::math::{Aabb, Vec3};
use crate::terrain::TILE_YARDS;

/// How high a camera stands that looks from between sides: maps are flat.
const ISO_PITCH_RAD: f32 = 0.72;

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
    camera.look_from(view);
    camera.yaw_rad += yaw_from_south_rad(shape);
    if view == FixedView::Iso {
        camera.pitch_rad = ISO_PITCH_RAD;
    }
    let bounds = terrain_bounds(shape);
    camera.reach = bounds.diagonal();
    camera.frame_box(bounds.min.into(), bounds.max.into(), aspect);
}
