//! A shape on a bone that the mouse and missiles hit.

use crate::math::Vec3;
use crate::skeleton::BoneId;

/// A shape that the mouse and missiles hit (MDX `CLID`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CollisionShape {
    /// Its node.
    pub bone: BoneId,
    /// 0 box, 1 plane, 2 sphere, 3 cylinder.
    pub kind: u32,
    /// Two corners, or the ends of a cylinder; a sphere has its centre twice.
    pub points: [Vec3; 2],
    /// Radius of a sphere or cylinder; else 0.
    pub radius: f32,
}

impl CollisionShape {
    /// A box between two corners.
    pub const BOX: u32 = 0;
    /// A rectangle between two corners.
    pub const PLANE: u32 = 1;
    /// A sphere.
    pub const SPHERE: u32 = 2;
    /// A cylinder between two points.
    pub const CYLINDER: u32 = 3;

    /// Whether shapes of this kind store a radius.
    pub fn has_radius(self) -> bool {
        matches!(self.kind, Self::SPHERE | Self::CYLINDER)
    }
}
