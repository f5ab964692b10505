//! A spot on a triangle mesh.

use crate::math::Vec3;

/// A spot on a triangle mesh, found by a ray or as the nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceHit {
    /// Which triangle, by its position in the list that the index was made of.
    pub triangle: u32,
    /// The triangle's corners, as that list has them.
    pub corners: [u32; 3],
    /// How much of each corner the spot is made of: at least 0, together 1.
    pub shares: [f32; 3],
    /// The spot, in the space of the positions.
    pub point: Vec3,
    /// The side from which the corners run counter-clockwise, of unit length; zero for a triangle
    /// without an area.
    pub normal: Vec3,
    /// From the ray's origin, in lengths of its direction, or from the point asked for.
    pub distance: f32,
}
