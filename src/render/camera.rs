//! The orbit camera: where the viewer is, what it sees, and how a drag or a wheel moves it.
//!
//! - World space is Z up and models face +X, as in the document; nothing is turned for drawing.
//! - The camera looks from its eye to `target`; yaw 0 stands in front of a model, at +X.
//! - Orthographic and perspective show the target's surroundings at the same size.
//! - Places in the viewport are given as x right and y up, each from -1 to 1.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use nalgebra::{Matrix4, Orthographic3, Perspective3, Point2, Point3, Vector2, Vector3};

use super::{CameraPlace, FixedView, Projection};

/// The camera of one viewport.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point that stays in the middle of the picture, in world space.
    pub target: Point3<f32>,
    /// Turn about world Z, 0 at +X, a quarter turn at +Y.
    pub yaw_rad: f32,
    /// Height of the eye above the target's level, from -90 to 90 degrees.
    pub pitch_rad: f32,
    /// Turn about the line of sight, 0 with the horizon level; right goes up as it grows.
    pub roll_rad: f32,
    /// From the eye to the target, in world units, above zero.
    pub distance: f32,
    /// How depth becomes size.
    pub projection: Projection,
    /// Angle from the bottom to the top of the picture.
    pub fov_y_rad: f32,
    /// How far it must see whatever the distance, in world units: the size of a map. 0 for models.
    pub reach: f32,
}

impl Default for Camera {
    fn default() -> Self {
        let (yaw_rad, pitch_rad) = FixedView::Iso.yaw_and_pitch_rad();
        Self {
            target: Point3::new(0.0, 0.0, 1.0),
            yaw_rad,
            pitch_rad,
            roll_rad: 0.0,
            distance: 6.0,
            projection: Projection::Perspective,
            fov_y_rad: FRAC_PI_4,
            reach: 0.0,
        }
    }
}

const SMALLEST_DISTANCE: f32 = 1e-4;
const LARGEST_DISTANCE: f32 = 1e6;
/// Near and far planes as parts of the distance: a depth buffer of 24 bits still tells a
/// ten-thousandth of the distance apart at the target.
const NEAR_PART: f32 = 0.02;
const FAR_PART: f32 = 200.0;
/// Near plane as a part of the far one, where the far one is `reach`, and the most of the distance
/// that it may be: what is far away must not flicker, and what is at the target not vanish.
const NEAR_OF_REACH: f32 = 1.0 / 20_000.0;
const MOST_NEAR_PART: f32 = 0.3;
/// Room around what is framed.
const MARGIN: f32 = 1.08;

impl Camera {
    /// From the target to the eye, of length one.
    pub fn backward(&self) -> Vector3<f32> {
        let (sin_yaw, cos_yaw) = self.yaw_rad.sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch_rad.sin_cos();
        Vector3::new(cos_pitch * cos_yaw, cos_pitch * sin_yaw, sin_pitch)
    }

    /// What points right in the picture, of length one.
    pub fn right(&self) -> Vector3<f32> {
        let (sin_yaw, cos_yaw) = self.yaw_rad.sin_cos();
        let level = Vector3::new(-sin_yaw, cos_yaw, 0.0);
        if self.roll_rad == 0.0 {
            return level;
        }
        let (sin_roll, cos_roll) = self.roll_rad.sin_cos();
        level * cos_roll + self.backward().cross(&level) * sin_roll
    }

    /// What points up in the picture, of length one.
    pub fn up(&self) -> Vector3<f32> {
        self.backward().cross(&self.right())
    }

    /// Where the viewer is, in world space.
    pub fn eye(&self) -> Point3<f32> {
        self.target + self.backward() * self.distance
    }

    /// World to view space: x right, y up, looking along -z.
    pub fn view_from_world(&self) -> Matrix4<f32> {
        let (right, up, backward) = (self.right(), self.up(), self.backward());
        let eye = self.eye().coords;
        #[rustfmt::skip]
        let matrix = Matrix4::new(
            right.x, right.y, right.z, -right.dot(&eye),
            up.x, up.y, up.z, -up.dot(&eye),
            backward.x, backward.y, backward.z, -backward.dot(&eye),
            0.0, 0.0, 0.0, 1.0,
        );
        matrix
    }

    /// View to clip space for a picture of the given width / height.
    pub fn clip_from_view(&self, aspect: f32) -> Matrix4<f32> {
        let far = self.far();
        match self.projection {
            Projection::Perspective => {
                let near = self.distance * NEAR_PART;
                let near =
                    near.max((self.reach * NEAR_OF_REACH).min(self.distance * MOST_NEAR_PART));
                Perspective3::new(aspect, self.fov_y_rad, near, far).to_homogeneous()
            }
            Projection::Orthographic => {
                let half = self.half_size(aspect);
                Orthographic3::new(-half.x, half.x, -half.y, half.y, -far, far).to_homogeneous()
            }
        }
    }

    /// From the eye, or in parallel projection from the target, to the far plane.
    fn far(&self) -> f32 {
        if self.reach > 0.0 {
            // All of a map is seen from anywhere over it.
            self.reach + 4.0 * self.distance
        } else {
            self.distance * FAR_PART
        }
    }

    /// World to clip space for a picture of the given width / height.
    pub fn clip_from_world(&self, aspect: f32) -> Matrix4<f32> {
        self.clip_from_view(aspect) * self.view_from_world()
    }

    /// Half the width and height of what the picture shows in the plane of the target.
    pub fn half_size(&self, aspect: f32) -> Vector2<f32> {
        let half_height = self.distance * (self.fov_y_rad * 0.5).tan();
        Vector2::new(half_height * aspect, half_height)
    }

    /// World units per pixel at the target, for a picture `height_px` pixels high.
    pub fn world_per_pixel(&self, height_px: f32) -> f32 {
        2.0 * self.half_size(1.0).y / height_px.max(1.0)
    }

    /// World units per pixel at any point; at or behind the eye as at the near plane.
    pub fn world_per_pixel_at(&self, point: &Point3<f32>, height_px: f32) -> f32 {
        let scale = match self.projection {
            Projection::Orthographic => 1.0,
            Projection::Perspective => {
                let depth = (self.eye() - point).dot(&self.backward());
                (depth / self.distance).max(NEAR_PART)
            }
        };
        self.world_per_pixel(height_px) * scale
    }

    /// Where a world point is in the viewport, or `None` at or behind the eye.
    pub fn place_of(&self, point: &Point3<f32>, aspect: f32) -> Option<Point2<f32>> {
        let clip = self.clip_from_world(aspect) * point.to_homogeneous();
        (clip.w > 1e-9).then(|| Point2::new(clip.x / clip.w, clip.y / clip.w))
    }

    /// The line of sight through a place: its start and its direction of length one.
    pub fn sight_through(&self, place: Point2<f32>, aspect: f32) -> (Point3<f32>, Vector3<f32>) {
        let in_plane = self.in_target_plane(place, aspect);
        match self.projection {
            Projection::Perspective => {
                let eye = self.eye();
                let toward = in_plane - eye;
                (
                    eye,
                    toward
                        .try_normalize(0.0)
                        .unwrap_or_else(|| -self.backward()),
                )
            }
            Projection::Orthographic => {
                let backward = self.backward();
                (in_plane + backward * self.far(), -backward)
            }
        }
    }

    /// The point of the plane through the target that is seen at `place`.
    fn in_target_plane(&self, place: Point2<f32>, aspect: f32) -> Point3<f32> {
        let half = self.half_size(aspect);
        self.target + self.right() * (place.x * half.x) + self.up() * (place.y * half.y)
    }

    /// Turns about the target; pitch stops at straight up and straight down.
    pub fn orbit(&mut self, yaw_by_rad: f32, pitch_by_rad: f32) {
        self.yaw_rad = (self.yaw_rad + yaw_by_rad).rem_euclid(2.0 * PI);
        self.pitch_rad = (self.pitch_rad + pitch_by_rad).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Moves so that what was at `from` in the target's plane is seen at `to`.
    pub fn pan(&mut self, from: Point2<f32>, to: Point2<f32>, aspect: f32) {
        let moved = self.in_target_plane(from, aspect) - self.in_target_plane(to, aspect);
        self.target += moved;
    }

    /// Multiplies the distance by `factor`, keeping what is seen at `place` where it is.
    ///
    /// A factor below one comes nearer. Distances stay within what can be drawn.
    pub fn zoom_at(&mut self, place: Point2<f32>, factor: f32, aspect: f32) {
        let wanted = (self.distance * factor).clamp(SMALLEST_DISTANCE, LARGEST_DISTANCE);
        let applied = wanted / self.distance;
        let kept = self.in_target_plane(place, aspect);
        self.target = kept + (self.target - kept) * applied;
        self.distance = wanted;
    }

    /// Moves the target along the line of sight to the depth of a point, so that dragging and
    /// zooming go by what is there. The picture stays; a point behind the eye changes nothing.
    pub fn refocus(&mut self, point: &Point3<f32>) {
        let (eye, backward) = (self.eye(), self.backward());
        let depth = (eye - point).dot(&backward);
        if !(SMALLEST_DISTANCE..LARGEST_DISTANCE).contains(&depth) {
            return;
        }
        self.target = eye - backward * depth;
        // In parallel projection the distance is the size of the picture.
        if self.projection == Projection::Perspective {
            self.distance = depth;
        }
    }

    /// Looks from a named side at the same target, the horizon level.
    pub fn look_from(&mut self, view: FixedView) {
        (self.yaw_rad, self.pitch_rad) = view.yaw_and_pitch_rad();
        self.roll_rad = 0.0;
    }

    /// Stands where `eye` is and looks at `target`.
    ///
    /// Looking straight up or down, or nowhere, keeps what cannot be told.
    pub fn look_at(&mut self, eye: Point3<f32>, target: Point3<f32>) {
        let backward = eye - target;
        let level = backward.xy().norm();
        self.target = target;
        self.distance = backward.norm().clamp(SMALLEST_DISTANCE, LARGEST_DISTANCE);
        if level > 0.0 {
            self.yaw_rad = backward.y.atan2(backward.x);
        }
        if level > 0.0 || backward.z != 0.0 {
            self.pitch_rad = backward.z.atan2(level);
        }
    }

    /// Sees what a camera of the model sees, in a picture of this shape; its clip distances are
    /// not taken over.
    pub fn of_model_camera(place: &CameraPlace, aspect: f32) -> Self {
        let tan_diagonal = (place.fov_diagonal_rad * 0.5).clamp(0.01, 1.5).tan();
        let mut camera = Self {
            fov_y_rad: 2.0 * (tan_diagonal / (1.0 + aspect * aspect).sqrt()).atan(),
            ..Self::default()
        };
        camera.look_at(place.position.into(), place.target.into());
        camera.roll_rad = place.roll_rad;
        camera
    }

    /// Moves so that all of a box is in the picture from where the camera looks, with a small
    /// margin. An empty or endless box keeps the camera as it is.
    pub fn frame_box(&mut self, min: Point3<f32>, max: Point3<f32>, aspect: f32) {
        let corners = (0..8u8).map(|corner| {
            let pick = |bit: u8, low: f32, high: f32| if corner & bit == 0 { low } else { high };
            Point3::new(
                pick(1, min.x, max.x),
                pick(2, min.y, max.y),
                pick(4, min.z, max.z),
            )
        });
        if (0..3).all(|axis| min[axis] <= max[axis]) {
            self.frame_points(corners, aspect);
        }
    }

    /// Moves so that all points are in the picture from where the camera looks, with a small
    /// margin. Points that are no numbers do not count; without points the camera stays.
    ///
    /// A single point becomes the target, at the same distance.
    pub fn frame_points(&mut self, points: impl Iterator<Item = Point3<f32>> + Clone, aspect: f32) {
        let axes = [self.right(), self.up(), self.backward()];
        let points = points
            .filter(|point| point.iter().all(|part| part.is_finite()))
            .map(|point| axes.map(|axis| axis.dot(&point.coords)));
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for point in points.clone() {
            for axis in 0..3 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        if low[0] > high[0] {
            return;
        }
        let middle = [0, 1, 2].map(|axis| (low[axis] + high[axis]) * 0.5);
        self.target = (axes[0] * middle[0] + axes[1] * middle[1] + axes[2] * middle[2]).into();
        let tan_y = (self.fov_y_rad * 0.5).tan();
        let tan_x = tan_y * aspect;
        let mut distance: f32 = 0.0;
        for point in points {
            let toward_eye = match self.projection {
                Projection::Perspective => point[2] - middle[2],
                Projection::Orthographic => 0.0,
            };
            let across = (point[0] - middle[0]).abs() / tan_x;
            let above = (point[1] - middle[1]).abs() / tan_y;
            distance = distance.max(toward_eye + across.max(above));
        }
        if distance > 0.0 {
            self.distance = (distance * MARGIN).clamp(SMALLEST_DISTANCE, LARGEST_DISTANCE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASPECT: f32 = 1.5;

    #[track_caller]
    fn check_near(found: Vector3<f32>, expected: [f32; 3]) {
        let error = (found - Vector3::from(expected)).norm();
        assert!(error < 1e-5, "{found:?} is not {expected:?}");
    }

    #[track_caller]
    fn check_place(camera: &Camera, point: Point3<f32>, expected: [f32; 2]) {
        let found = camera
            .place_of(&point, ASPECT)
            .expect("in front of the eye");
        let error = (found.coords - Vector2::from(expected)).norm();
        assert!(error < 1e-4, "{found:?} is not {expected:?}");
    }

    #[test]
    fn each_fixed_view_looks_along_its_axis_with_the_right_side_up() {
        let cases = [
            (
                FixedView::Front,
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
            ),
            (
                FixedView::Back,
                [-1.0, 0.0, 0.0],
                [0.0, -1.0, 0.0],
                [0.0, 0.0, 1.0],
            ),
            (
                FixedView::Left,
                [0.0, 1.0, 0.0],
                [-1.0, 0.0, 0.0],
                [0.0, 0.0, 1.0],
            ),
            (
                FixedView::Right,
                [0.0, -1.0, 0.0],
                [1.0, 0.0, 0.0],
                [0.0, 0.0, 1.0],
            ),
            (
                FixedView::Top,
                [0.0, 0.0, 1.0],
                [0.0, 1.0, 0.0],
                [-1.0, 0.0, 0.0],
            ),
            (
                FixedView::Bottom,
                [0.0, 0.0, -1.0],
                [0.0, 1.0, 0.0],
                [1.0, 0.0, 0.0],
            ),
        ];
        for (view, backward, right, up) in cases {
            let mut camera = Camera::default();
            camera.look_from(view);
            check_near(camera.backward(), backward);
            check_near(camera.right(), right);
            check_near(camera.up(), up);
        }
    }

    #[test]
    fn the_target_is_in_the_middle_and_both_projections_agree_there() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let camera = Camera {
                projection,
                ..Camera::default()
            };
            check_place(&camera, camera.target, [0.0, 0.0]);
            let half = camera.half_size(ASPECT);
            check_place(&camera, camera.target + camera.right() * half.x, [1.0, 0.0]);
            check_place(&camera, camera.target + camera.up() * half.y, [0.0, 1.0]);
        }
    }

    #[test]
    fn the_line_of_sight_passes_through_what_is_seen_there() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let camera = Camera {
                projection,
                ..Camera::default()
            };
            let place = Point2::new(0.4, -0.7);
            let (start, direction) = camera.sight_through(place, ASPECT);
            let to_target = (camera.target - start).norm();
            for part in [0.8, 1.0, 1.1] {
                let point = start + direction * (to_target * part);
                check_place(&camera, point, [0.4, -0.7]);
            }
        }
    }

    #[test]
    fn zooming_keeps_what_is_under_the_cursor() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let mut camera = Camera {
                projection,
                ..Camera::default()
            };
            let place = Point2::new(-0.6, 0.3);
            let point = camera.in_target_plane(place, ASPECT);
            let before = camera.distance;
            camera.zoom_at(place, 0.5, ASPECT);
            check_place(&camera, point, [-0.6, 0.3]);
            assert!((camera.distance - before * 0.5).abs() < 1e-5);
        }
    }

    #[test]
    fn zooming_stops_at_the_smallest_distance() {
        let mut camera = Camera::default();
        for _ in 0..1000 {
            camera.zoom_at(Point2::new(0.9, 0.9), 0.1, ASPECT);
        }
        assert_eq!(camera.distance, SMALLEST_DISTANCE);
        assert!(camera.target.coords.iter().all(|part| part.is_finite()));
    }

    #[test]
    fn panning_carries_the_grabbed_point_along() {
        let mut camera = Camera::default();
        let grabbed = camera.in_target_plane(Point2::new(0.1, 0.2), ASPECT);
        camera.pan(Point2::new(0.1, 0.2), Point2::new(-0.5, 0.6), ASPECT);
        check_place(&camera, grabbed, [-0.5, 0.6]);
    }

    #[test]
    fn pitch_stops_straight_above_and_below() {
        let mut camera = Camera::default();
        camera.orbit(0.3, 9.0);
        assert_eq!(camera.pitch_rad, FRAC_PI_2);
        camera.orbit(0.3, -9.0);
        assert_eq!(camera.pitch_rad, -FRAC_PI_2);
    }

    #[test]
    fn looking_from_a_point_puts_the_eye_there() {
        let (eye, target) = (Point3::new(3.0, -2.0, 5.0), Point3::new(-1.0, 0.5, 2.0));
        let mut camera = Camera::default();
        camera.look_at(eye, target);
        check_near(camera.eye().coords, eye.coords.into());
        check_place(&camera, target, [0.0, 0.0]);
    }

    #[test]
    fn rolling_lifts_what_is_on_the_right() {
        let mut camera = Camera::default();
        camera.look_from(FixedView::Front);
        camera.roll_rad = FRAC_PI_2;
        check_near(camera.right(), [0.0, 0.0, 1.0]);
        check_near(camera.up(), [0.0, -1.0, 0.0]);
    }

    #[test]
    fn a_framed_box_fills_the_picture_without_leaving_it() {
        let (min, max) = (Point3::new(-1.0, -4.0, 0.0), Point3::new(2.0, 4.0, 3.0));
        for projection in [Projection::Perspective, Projection::Orthographic] {
            for view in [FixedView::Front, FixedView::Iso, FixedView::Top] {
                let mut camera = Camera {
                    projection,
                    ..Camera::default()
                };
                camera.look_from(view);
                camera.frame_box(min, max, ASPECT);
                let mut widest: f32 = 0.0;
                for corner in 0..8u8 {
                    let pick =
                        |bit: u8, low: f32, high: f32| if corner & bit == 0 { low } else { high };
                    let point = Point3::new(
                        pick(1, min.x, max.x),
                        pick(2, min.y, max.y),
                        pick(4, min.z, max.z),
                    );
                    let place = camera
                        .place_of(&point, ASPECT)
                        .expect("in front of the eye");
                    widest = widest.max(place.x.abs()).max(place.y.abs());
                }
                assert!(
                    widest < 1.0 && widest > 0.85,
                    "{view:?} {projection:?}: {widest}"
                );
            }
        }
    }

    #[test]
    fn size_per_pixel_follows_depth_in_perspective_only() {
        let mut camera = Camera::default();
        let half_way = camera.target + camera.backward() * (camera.distance * 0.5);
        let at_target = camera.world_per_pixel_at(&camera.target, 600.0);
        assert!((camera.world_per_pixel_at(&half_way, 600.0) - at_target * 0.5).abs() < 1e-6);
        camera.projection = Projection::Orthographic;
        assert!((camera.world_per_pixel_at(&half_way, 600.0) - at_target).abs() < 1e-6);
    }
}
