//! The shape of the valley: how high the ground is, where the river and the road run.
//!
//! Places are shares of the map: `u` from west to east, `v` from north to south, both 0 to 1.
//! Heights are shares of the highest hill; the water's surface is 0.

use crate::math::Vec3;
use crate::samples::noise::{layered, smooth, step};
use std::f32::consts::TAU;

/// How far the water reaches from the middle of the river, at most.
const RIVER: f32 = 0.03;

/// Where the middle of the river is, from the west.
fn river_at(v: f32) -> f32 {
    0.48 + 0.13 * (v * TAU * 0.8 + 0.7).sin() + 0.03 * (v * TAU * 2.3).sin()
}

/// Where the middle of the road is, from the north.
fn road_at(u: f32) -> f32 {
    0.56 + 0.1 * (u * TAU * 0.7 + 2.2).sin() + 0.02 * (u * TAU * 2.0).sin()
}

/// How far a place is from the middle of the river.
pub(super) fn from_river(u: f32, v: f32) -> f32 {
    // Nearly right: the river never runs steeply across.
    (u - river_at(v)).abs() * 0.85
}

/// How far a place is from the middle of the road.
pub(super) fn from_road(u: f32, v: f32) -> f32 {
    (v - road_at(u)).abs() * 0.85
}

/// How high the ground is.
pub(super) fn height(u: f32, v: f32) -> f32 {
    let away = from_river(u, v);
    let folds = layered(&Vec3::new(u * 5.0, v * 5.0, 1.0));
    let ridges = 1.0 - (2.0 * smooth(&Vec3::new(u * 4.0, v * 4.0, 9.0)) - 1.0).abs();
    let hills = step(0.07, 0.36, away) * (0.25 + 0.45 * folds + 0.3 * ridges);
    let meadow = 0.02 + 0.035 * folds + 0.05 * step(0.03, 0.2, away);
    let ground = meadow + hills * 0.93;
    // The road cuts into the slopes a little, so that it can be walked.
    let road = step(0.035, 0.012, from_road(u, v));
    let ground = ground * (1.0 - 0.25 * road);
    let bed = -0.07 * step(RIVER, 0.2 * RIVER, away);
    let bank = step(RIVER * 1.9, RIVER * 0.9, away);
    ground + (bed - ground) * bank
}

/// How steep the ground is where the map is so many times wider than the highest hill is high:
/// the tangent of its slope.
pub(super) fn steepness(u: f32, v: f32, width: f32) -> f32 {
    let [east, south] = gradient(u, v);
    east.hypot(south) / width
}

/// How fast the ground rises to the east and to the south.
pub(super) fn gradient(u: f32, v: f32) -> [f32; 2] {
    const STEP: f32 = 1.0 / 1024.0;
    let along = |du: f32, dv: f32| height(u + du, v + dv) - height(u - du, v - dv);
    [along(STEP, 0.0), along(0.0, STEP)].map(|rise| rise / (2.0 * STEP))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_hills_on_both_sides_of_a_river_that_never_runs_dry() {
        for step in 0..=64 {
            let v = step as f32 / 64.0;
            assert!(height(river_at(v), v) < -0.05, "{v}");
        }
        let highest = |from: f32| {
            let places = (0..64 * 64).map(|at| (at % 64, at / 64));
            let heights =
                places.map(|(u, v)| height(from + u as f32 / 64.0 * 0.2, v as f32 / 64.0));
            heights.fold(0.0, f32::max)
        };
        for side in [0.0, 0.8] {
            let top = highest(side);
            assert!((0.5..1.2).contains(&top), "{top}");
        }
    }
}
