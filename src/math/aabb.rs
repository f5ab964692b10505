//! An axis-aligned box.

use super::Vec3;

/// An axis-aligned box in whatever space its corners are in.
///
/// An empty box has `min` above `max`; see [`Aabb::EMPTY`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Lowest corner.
    pub min: Vec3,
    /// Highest corner.
    pub max: Vec3,
}

impl Aabb {
    /// The box that holds nothing; joining it with a point gives that point.
    pub const EMPTY: Self = Self {
        min: Vec3::new(f32::INFINITY, f32::INFINITY, f32::INFINITY),
        max: Vec3::new(f32::NEG_INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY),
    };

    /// The smallest box around all finite points; [`Aabb::EMPTY`] if there are none.
    pub fn around<'a>(points: impl IntoIterator<Item = &'a Vec3>) -> Self {
        let mut aabb = Self::EMPTY;
        for point in points {
            if point.iter().all(|c| c.is_finite()) {
                aabb.include(point);
            }
        }
        aabb
    }

    /// Grows the box to hold `point`.
    pub fn include(&mut self, point: &Vec3) {
        self.min = self.min.inf(point);
        self.max = self.max.sup(point);
    }

    /// Whether the box holds no point at all.
    pub fn is_empty(&self) -> bool {
        self.min.x > self.max.x || self.min.y > self.max.y || self.min.z > self.max.z
    }

    /// The middle; the origin for an empty box.
    pub fn centre(&self) -> Vec3 {
        if self.is_empty() {
            Vec3::zeros()
        } else {
            (self.min + self.max) * 0.5
        }
    }

    /// Length of the diagonal; 0 for an empty box.
    pub fn diagonal(&self) -> f32 {
        if self.is_empty() {
            0.0
        } else {
            (self.max - self.min).norm()
        }
    }
}
