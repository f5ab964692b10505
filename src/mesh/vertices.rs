//! The vertices of a model, one array per attribute.

use super::Influences;
use crate::math::{Aabb, Vec2, Vec3};

/// All vertices of a model; views index into it.
///
/// Invariant: all arrays are of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VertexPool {
    /// Positions in the bind pose, model space, file units.
    pub positions: Vec<Vec3>,
    /// Normals in the bind pose, as the file has them (not always of unit length).
    pub normals: Vec<Vec3>,
    /// First and second set of texture coordinates, origin at the top left.
    pub uvs: [Vec<Vec2>; 2],
    /// Which bones move each vertex.
    pub influences: Influences,
}

impl VertexPool {
    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The box around all vertices in the bind pose.
    pub fn bounds(&self) -> Aabb {
        Aabb::around(&self.positions)
    }
}
