//! Where points of model space are in the pane, and which line of sight a place of the pane is.

use crate::math::{Ray, Vec3};
use crate::render::Camera;
use eframe::egui::{Pos2, Rect, Vec2};
use nalgebra::{Point2, Point3};

/// A camera and the part of the window it fills, in logical points, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenView {
    /// Where it is seen from.
    pub camera: Camera,
    /// The pane.
    pub rect: Rect,
}

impl ScreenView {
    /// Width divided by height of the pane.
    pub fn aspect(&self) -> f32 {
        self.rect.width().max(1.0) / self.rect.height().max(1.0)
    }

    /// The pane's place as the camera counts: x right and y up, each from -1 to 1.
    pub fn place_of(&self, pos: Pos2) -> Point2<f32> {
        let half = self.rect.size().max(Vec2::splat(1.0)) * 0.5;
        let from_middle = pos - self.rect.center();
        Point2::new(from_middle.x / half.x, -from_middle.y / half.y)
    }

    /// Where a point is seen, or `None` at or behind the eye.
    pub fn pos_of(&self, point: &Vec3) -> Option<Pos2> {
        let place = self.camera.place_of(&Point3::from(*point), self.aspect())?;
        let half = self.rect.size().max(Vec2::splat(1.0)) * 0.5;
        let pos = self.rect.center() + Vec2::new(place.x * half.x, -place.y * half.y);
        pos.is_finite().then_some(pos)
    }

    /// How far a point is in front of the eye, along the line of sight to the middle.
    pub fn depth_of(&self, point: &Vec3) -> f32 {
        (self.camera.eye().coords - point).dot(&self.camera.backward())
    }

    /// The line of sight through a place of the pane.
    pub fn sight(&self, pos: Pos2) -> Ray {
        let (start, direction) = self.camera.sight_through(self.place_of(pos), self.aspect());
        Ray {
            origin: start.coords,
            direction,
        }
    }

    /// World units per logical point at a point of model space.
    pub fn world_per_point(&self, point: &Vec3) -> f32 {
        self.camera
            .world_per_pixel_at(&Point3::from(*point), self.rect.height())
    }

    /// From a point to the viewer, of length one.
    pub fn toward_viewer(&self, point: &Vec3) -> Vec3 {
        let to_eye = match self.camera.projection {
            crate::render::Projection::Perspective => self.camera.eye().coords - point,
            crate::render::Projection::Orthographic => self.camera.backward(),
        };
        to_eye
            .try_normalize(0.0)
            .unwrap_or_else(|| self.camera.backward())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{FixedView, Projection};

    /// From the front, 10 units away: 1 unit is `300 / (10 * tan 22.5)` points at the target.
    fn front(projection: Projection) -> ScreenView {
        let mut camera = Camera {
            target: Point3::new(0.0, 0.0, 1.0),
            distance: 10.0,
            projection,
            ..Camera::default()
        };
        camera.look_from(FixedView::Front);
        ScreenView {
            camera,
            rect: Rect::from_min_size(Pos2::new(100.0, 50.0), Vec2::new(800.0, 600.0)),
        }
    }

    #[track_caller]
    fn check_pos(view: &ScreenView, point: [f32; 3], expected: [f32; 2]) {
        let pos = view.pos_of(&Vec3::from(point)).expect("in front");
        let error = (pos - Pos2::from(expected)).length();
        assert!(error < 0.01, "{pos:?} is not {expected:?}");
    }

    #[test]
    fn the_models_left_is_right_of_the_middle_and_up_is_up() {
        let unit = 300.0 / (10.0 * (std::f32::consts::FRAC_PI_8).tan());
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let view = front(projection);
            check_pos(&view, [0.0, 0.0, 1.0], [500.0, 350.0]);
            check_pos(&view, [0.0, 2.0, 1.0], [500.0 + 2.0 * unit, 350.0]);
            check_pos(&view, [0.0, 0.0, 3.0], [500.0, 350.0 - 2.0 * unit]);
            let per_point = view.world_per_point(&Vec3::new(0.0, 0.0, 1.0));
            assert!((per_point - 1.0 / unit).abs() < 1e-6);
        }
    }

    #[test]
    fn nearer_points_are_larger_in_perspective_only() {
        let near = Vec3::new(5.0, 0.0, 1.0);
        let at_target = Vec3::new(0.0, 0.0, 1.0);
        let view = front(Projection::Perspective);
        let ratio = view.world_per_point(&near) / view.world_per_point(&at_target);
        assert!((ratio - 0.5).abs() < 1e-5);
        assert!((view.depth_of(&near) - 5.0).abs() < 1e-5);
        let view = front(Projection::Orthographic);
        assert_eq!(
            view.world_per_point(&near),
            view.world_per_point(&at_target)
        );
    }

    #[test]
    fn the_line_of_sight_goes_through_what_is_seen_there() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let view = front(projection);
            let point = Vec3::new(1.5, -0.7, 2.2);
            let ray = view.sight(view.pos_of(&point).expect("in front"));
            let along = (point - ray.origin).dot(&ray.direction);
            assert!((ray.at(along) - point).norm() < 2e-3, "{projection:?}");
        }
    }

    #[test]
    fn what_is_behind_the_viewer_is_nowhere() {
        let view = front(Projection::Perspective);
        assert_eq!(view.pos_of(&Vec3::new(11.0, 0.0, 1.0)), None);
    }
}
