//! A half-line, for picking.

use super::Vec3;

/// A half-line from `origin` along `direction` (unit length).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where the ray starts.
    pub origin: Vec3,
    /// Where it goes; unit length.
    pub direction: Vec3,
}

impl Ray {
    /// The point at distance `t` along the ray.
    pub fn at(&self, t: f32) -> Vec3 {
        self.origin + self.direction * t
    }

    /// Distance along the ray to a sphere, or `None` if it misses or the sphere lies behind.
    pub fn hit_sphere(&self, centre: &Vec3, radius: f32) -> Option<f32> {
        let to_centre = centre - self.origin;
        let along = to_centre.dot(&self.direction);
        let miss_squared = to_centre.norm_squared() - along * along;
        let half_chord_squared = radius * radius - miss_squared;
        if half_chord_squared < 0.0 {
            return None;
        }
        let near = along - half_chord_squared.sqrt();
        let hit = if near >= 0.0 {
            near
        } else {
            along + half_chord_squared.sqrt()
        };
        (hit >= 0.0).then_some(hit)
    }

    /// Distance to a triangle hit from either side, or `None` (Möller and Trumbore).
    pub fn hit_triangle(&self, a: &Vec3, b: &Vec3, c: &Vec3) -> Option<f32> {
        let edge_1 = b - a;
        let edge_2 = c - a;
        let p = self.direction.cross(&edge_2);
        let determinant = edge_1.dot(&p);
        if determinant.abs() < f32::MIN_POSITIVE {
            return None;
        }
        let inverse = 1.0 / determinant;
        let s = self.origin - a;
        let u = s.dot(&p) * inverse;
        let q = s.cross(&edge_1);
        let v = self.direction.dot(&q) * inverse;
        if !(0.0..=1.0).contains(&u) || v < 0.0 || u + v > 1.0 {
            return None;
        }
        let t = edge_2.dot(&q) * inverse;
        (t >= 0.0).then_some(t)
    }

    /// Shortest distance between the ray and a segment, with the distance along the ray there.
    pub fn distance_to_segment(&self, a: &Vec3, b: &Vec3) -> (f32, f32) {
        let segment = b - a;
        let from_a = self.origin - a;
        let length_squared = segment.norm_squared();
        if length_squared <= f32::MIN_POSITIVE {
            let t = (a - self.origin).dot(&self.direction).max(0.0);
            return ((self.at(t) - a).norm(), t);
        }
        let d_s = self.direction.dot(&segment);
        let denominator = length_squared - d_s * d_s;
        let mut along_segment = if denominator.abs() <= 1e-12 * length_squared {
            0.0
        } else {
            (segment.dot(&from_a) - d_s * self.direction.dot(&from_a)) / denominator
        };
        along_segment = along_segment.clamp(0.0, 1.0);
        let point = a + segment * along_segment;
        let t = (point - self.origin).dot(&self.direction).max(0.0);
        ((self.at(t) - point).norm(), t)
    }
}
