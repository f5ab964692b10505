//! Where a transform happens: its centre, the axes it can go along, and how it is seen.

use super::{Axes, Axis};
use crate::math::{Ray, Vec3};
use crate::ui::viewport::ScreenView;
use eframe::egui::{Pos2, Vec2};
use nalgebra::Matrix3;

/// Where a transform happens, as it was when it began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransformFrame {
    /// The centre in model space.
    pub pivot: Vec3,
    /// Where an offset of the active bone's own axes goes in model space, as columns.
    pub model_from_local: Matrix3<f32>,
    /// The same of its parent's axes.
    pub model_from_parent: Matrix3<f32>,
    /// How it is seen.
    pub view: ScreenView,
}

/// Lines of sight that meet an axis or a plane at a flatter angle than this are of no use.
const FLATTEST: f32 = 0.02;

impl TransformFrame {
    /// The axes as columns in model space; an offset of 1 along one moves a bone by its length.
    pub fn axes(&self, axes: Axes) -> Matrix3<f32> {
        match axes {
            Axes::Model => Matrix3::identity(),
            Axes::Local => self.model_from_local,
            Axes::Parent => self.model_from_parent,
            Axes::View => Matrix3::from_columns(&[
                self.view.camera.right(),
                self.view.camera.up(),
                self.view.camera.backward(),
            ]),
        }
    }

    /// The direction of an axis in model space, of length one.
    pub fn direction(&self, axis: Axis, axes: Axes) -> Vec3 {
        let column: Vec3 = self.axes(axes).column(axis.index()).into_owned();
        column.try_normalize(f32::MIN_POSITIVE).unwrap_or_else(|| {
            let unit: Vec3 = Matrix3::identity().column(axis.index()).into_owned();
            unit
        })
    }

    /// Where the centre is seen; the middle of the pane if it is behind the viewer.
    pub fn centre(&self) -> Pos2 {
        let pos = self.view.pos_of(&self.pivot);
        pos.unwrap_or_else(|| self.view.rect.center())
    }

    /// The move in the plane of the picture that a drag of the mouse shows.
    pub fn offset_in_picture(&self, drag: Vec2) -> Vec3 {
        let scale = self.view.world_per_point(&self.pivot);
        let camera = &self.view.camera;
        camera.right() * (drag.x * scale) - camera.up() * (drag.y * scale)
    }

    /// How far along a direction the centre must go to be seen nearest to where a drag takes it.
    pub fn offset_along(&self, direction: &Vec3, drag: Vec2) -> f32 {
        let along = |pos: Pos2| {
            let sight = self.view.sight(pos);
            nearest_along(&self.pivot, direction, &sight)
        };
        let centre = self.centre();
        match (along(centre + drag), along(centre)) {
            (Some(there), Some(here)) => there - here,
            // Seen from its end, an axis goes by height.
            _ => -drag.y * self.view.world_per_point(&self.pivot),
        }
    }

    /// The move in the plane across a direction that a drag shows; nothing if it is seen edge on.
    pub fn offset_across(&self, normal: &Vec3, drag: Vec2) -> Vec3 {
        let meet = |pos: Pos2| {
            let sight = self.view.sight(pos);
            meet_plane(&self.pivot, normal, &sight)
        };
        let centre = self.centre();
        match (meet(centre + drag), meet(centre)) {
            (Some(there), Some(here)) => there - here,
            _ => Vec3::zeros(),
        }
    }

    /// 1 if an axis points at the viewer, -1 if away, and so on between.
    pub fn facing(&self, direction: &Vec3) -> f32 {
        direction.dot(&self.view.toward_viewer(&self.pivot))
    }

    /// The direction on the screen in which the near side of a ring about an axis moves.
    pub fn near_side_direction(&self, axis: &Vec3) -> Vec2 {
        let toward = self.view.toward_viewer(&self.pivot);
        let moves = axis.cross(&toward);
        let camera = &self.view.camera;
        Vec2::new(moves.dot(&camera.right()), -moves.dot(&camera.up())).normalized()
    }
}

/// Where along a line through `from` it comes nearest to a line of sight.
fn nearest_along(from: &Vec3, direction: &Vec3, sight: &Ray) -> Option<f32> {
    let between = direction.dot(&sight.direction);
    let flat = 1.0 - between * between;
    if flat < FLATTEST * FLATTEST {
        return None;
    }
    let apart = from - sight.origin;
    let along = (between * sight.direction.dot(&apart) - direction.dot(&apart)) / flat;
    along.is_finite().then_some(along)
}

/// Where a line of sight meets a plane in front of the viewer.
fn meet_plane(point: &Vec3, normal: &Vec3, sight: &Ray) -> Option<Vec3> {
    let facing = normal.dot(&sight.direction);
    if facing.abs() < FLATTEST {
        return None;
    }
    let distance = (point - sight.origin).dot(normal) / facing;
    (distance > 0.0 && distance.is_finite()).then(|| sight.at(distance))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::render::{Camera, FixedView, Projection};
    use eframe::egui::Rect;
    use nalgebra::Point3;

    /// Seen from the front, orthographic: 100 points a unit, the pivot in the middle at 400, 300.
    pub fn front_frame() -> TransformFrame {
        let mut camera = Camera {
            target: Point3::origin(),
            distance: 3.0 / std::f32::consts::FRAC_PI_8.tan(),
            projection: Projection::Orthographic,
            ..Camera::default()
        };
        camera.look_from(FixedView::Front);
        TransformFrame {
            pivot: Vec3::zeros(),
            model_from_local: Matrix3::identity(),
            model_from_parent: Matrix3::identity(),
            view: ScreenView {
                camera,
                rect: Rect::from_min_size(Pos2::ZERO, Vec2::new(800.0, 600.0)),
            },
        }
    }

    #[track_caller]
    fn check_near(found: Vec3, expected: [f32; 3]) {
        assert!((found - Vec3::from(expected)).norm() < 1e-4, "{found:?}");
    }

    #[test]
    fn a_drag_right_and_up_moves_left_of_the_model_and_up() {
        let frame = front_frame();
        check_near(
            frame.offset_in_picture(Vec2::new(100.0, -50.0)),
            [0.0, 1.0, 0.5],
        );
        check_near(
            frame.offset_across(&Vec3::x(), Vec2::new(100.0, -50.0)),
            [0.0, 1.0, 0.5],
        );
    }

    #[test]
    fn along_an_axis_only_that_part_of_the_drag_counts() {
        let frame = front_frame();
        let drag = Vec2::new(100.0, -50.0);
        assert!((frame.offset_along(&Vec3::y(), drag) - 1.0).abs() < 1e-4);
        assert!((frame.offset_along(&Vec3::z(), drag) - 0.5).abs() < 1e-4);
        let slanted = Vec3::new(0.0, 0.6, 0.8);
        assert!((frame.offset_along(&slanted, drag) - 1.0).abs() < 1e-4);
    }

    #[test]
    fn an_axis_seen_from_its_end_goes_by_height_and_a_plane_seen_edge_on_not_at_all() {
        let frame = front_frame();
        assert!((frame.offset_along(&Vec3::x(), Vec2::new(30.0, -50.0)) - 0.5).abs() < 1e-4);
        check_near(
            frame.offset_across(&Vec3::z(), Vec2::new(30.0, -50.0)),
            [0.0; 3],
        );
    }

    #[test]
    fn the_near_side_of_a_ring_moves_as_the_right_hand_says() {
        let frame = front_frame();
        // About up, seen from +X, the near side moves toward +Y, which is right.
        assert!((frame.near_side_direction(&Vec3::z()) - Vec2::new(1.0, 0.0)).length() < 1e-4);
        assert!(frame.facing(&Vec3::x()) > 0.99);
    }
}
