//! Transforms, rotations, rays, boxes and colours: plain numbers, nothing else.

mod aabb;
mod affine;
mod chance;
mod point_tree;
mod prefetch;
mod ray;
mod rotation;
mod whole;

pub use aabb::Aabb;
pub use affine::Affine;
pub use chance::{ground_noise, spot_chance, spot_hash};
pub use point_tree::PointTree;
pub use prefetch::prefetch;
pub use ray::Ray;
pub use rotation::{
    decompose_rotation, euler_deg_from_quat, nlerp, quat_from_axis_angle, quat_from_euler_deg,
    rotation_between, slerp_short, unit_or_identity,
};
pub use whole::{TO_WHOLE, times_over_65535};

/// A point or direction in three dimensions; the space is named by the variable that holds it.
pub type Vec3 = nalgebra::Vector3<f32>;
/// A texture coordinate.
pub type Vec2 = nalgebra::Vector2<f32>;
/// A rotation as files store it: not necessarily of unit length.
pub type Quat = nalgebra::Quaternion<f32>;
