//! Moving a camera so that things are in its picture.

use nalgebra::Point3;

use super::camera::{LARGEST_DISTANCE, SMALLEST_DISTANCE};
use super::{Camera, Projection};

/// Room around what is framed.
const MARGIN: f32 = 1.08;

impl Camera {
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
