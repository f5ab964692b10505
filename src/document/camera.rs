//! A camera of the model: portraits, login scenes.

use crate::anim::Track;
use crate::math::Vec3;

/// A camera; its tracks always store tangents, whatever their interpolation.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// MDX: its name, as bytes of the file.
    pub name: Vec<u8>,
    /// -1 flight or interface, 0 portrait, 1 character.
    pub kind: i32,
    /// Field of view along the diagonal, radians.
    pub fov_rad: f32,
    /// Far clip distance, file units.
    pub far: f32,
    /// Near clip distance, file units.
    pub near: f32,
    /// Offset from `position_base` over time.
    pub position: Track<Vec3>,
    /// Where the camera stands, model space.
    pub position_base: Vec3,
    /// Offset from `target_base` over time.
    pub target: Track<Vec3>,
    /// What it looks at, model space.
    pub target_base: Vec3,
    /// Roll about the line of sight, radians.
    pub roll: Track<f32>,
}
