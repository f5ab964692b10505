//! How far the mouse went since a transform began, slower while Shift is held.

use super::TransformFrame;
use crate::math::Vec3;
use eframe::egui::{Pos2, Vec2};
use std::f32::consts::{PI, TAU};

/// How much of a movement counts while Shift is held.
const FINE_PART: f32 = 0.1;
/// From this near to the centre the angle of the cursor means nothing.
const DEAD_RADIUS: f32 = 3.0;
/// Rings flatter than this turn by how far the mouse goes along them.
const FLATTEST_RING: f32 = 0.25;
/// Points along a flat ring that turn by one radian.
const POINTS_PER_RADIAN: f32 = 90.0;

/// How far the mouse went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointerTrack {
    /// Where it was when the transform began.
    pub start: Pos2,
    /// Where it is.
    pub last: Pos2,
    /// How far it went, Shift taken into account.
    pub drag: Vec2,
    /// How far it turned about the centre of what is transformed, counter-clockwise.
    pub turned_rad: f32,
    /// How far it went along a ring that is seen edge on, in radians.
    pub along_ring_rad: f32,
}

impl PointerTrack {
    /// A mouse that has not moved yet.
    pub fn new(start: Pos2) -> Self {
        Self {
            start,
            last: start,
            drag: Vec2::ZERO,
            turned_rad: 0.0,
            along_ring_rad: 0.0,
        }
    }

    /// Follows the mouse; `axis` is what a rotation turns about.
    pub fn follow(&mut self, to: Pos2, is_fine: bool, frame: &TransformFrame, axis: &Vec3) {
        let part = if is_fine { FINE_PART } else { 1.0 };
        let by = (to - self.last) * part;
        self.drag += by;
        let centre = frame.centre();
        let (before, after) = (self.last - centre, to - centre);
        if before.length() > DEAD_RADIUS && after.length() > DEAD_RADIUS {
            // Screen angles grow clockwise, for y points down.
            let turned = before.angle() - after.angle();
            let shortest = (turned + PI).rem_euclid(TAU) - PI;
            self.turned_rad += shortest * part;
        }
        self.along_ring_rad += by.dot(frame.near_side_direction(axis)) / POINTS_PER_RADIAN;
        self.last = to;
    }

    /// How far a rotation about `axis` has come, in radians.
    pub fn angle_rad(&self, frame: &TransformFrame, axis: &Vec3) -> f32 {
        let facing = frame.facing(axis);
        if facing.abs() < FLATTEST_RING {
            self.along_ring_rad
        } else {
            self.turned_rad * facing.signum()
        }
    }

    /// How much larger the distance to the centre has become; below zero on its other side.
    pub fn scale_factor(&self, frame: &TransformFrame) -> f32 {
        let from_centre = self.start - frame.centre();
        let length = from_centre.length();
        if length < DEAD_RADIUS {
            // Begun at the centre, it grows to the right.
            return 1.0 + self.drag.x / POINTS_PER_RADIAN;
        }
        let direction = from_centre / length;
        (from_centre + self.drag).dot(direction) / length
    }
}

#[cfg(test)]
mod tests {
    use super::super::transform_frame::tests::front_frame;
    use super::*;

    fn moved(start: [f32; 2], path: &[[f32; 2]], is_fine: bool) -> PointerTrack {
        let mut track = PointerTrack::new(start.into());
        for &to in path {
            track.follow(to.into(), is_fine, &front_frame(), &Vec3::x());
        }
        track
    }

    #[test]
    fn going_round_the_centre_counts_every_turn() {
        let quarters = [
            [400.0, 200.0],
            [300.0, 300.0],
            [400.0, 400.0],
            [500.0, 300.0],
            [400.0, 200.0],
        ];
        let track = moved([500.0, 300.0], &quarters, false);
        // Five quarter turns counter-clockwise.
        assert!((track.turned_rad - 2.5 * PI).abs() < 1e-4);
        let frame = front_frame();
        assert!((track.angle_rad(&frame, &Vec3::x()) - 2.5 * PI).abs() < 1e-4);
        assert!((track.angle_rad(&frame, &-Vec3::x()) + 2.5 * PI).abs() < 1e-4);
    }

    #[test]
    fn shift_makes_a_movement_a_tenth() {
        let track = moved([500.0, 300.0], &[[400.0, 200.0]], true);
        assert!((track.turned_rad - 0.05 * PI).abs() < 1e-4);
        assert!((track.drag - Vec2::new(-10.0, -10.0)).length() < 1e-4);
    }

    #[test]
    fn a_ring_seen_edge_on_turns_by_the_way_along_it() {
        let mut track = PointerTrack::new(Pos2::new(400.0, 300.0));
        let frame = front_frame();
        track.follow(Pos2::new(490.0, 300.0), false, &frame, &Vec3::z());
        assert!((track.angle_rad(&frame, &Vec3::z()) - 1.0).abs() < 1e-4);
    }

    #[test]
    fn twice_as_far_from_the_centre_is_twice_as_large() {
        let frame = front_frame();
        let factor = |to| moved([450.0, 300.0], &[to], false).scale_factor(&frame);
        assert!((factor([500.0, 300.0]) - 2.0).abs() < 1e-4);
        assert!((factor([425.0, 310.0]) - 0.5).abs() < 1e-4);
        assert!((factor([350.0, 300.0]) + 1.0).abs() < 1e-4);
    }
}
