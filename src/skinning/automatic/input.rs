//! What automatic weights are made of, and what can be wrong with it.

use super::BoneSegments;
use crate::math::Vec3;

/// A mesh and the bones that shall move it.
#[derive(Clone, Copy, Debug)]
pub struct AutomaticInput<'a> {
    /// The vertices, at the bind pose.
    pub positions: &'a [Vec3],
    /// The triangles, as positions in `positions`.
    pub triangles: &'a [[u32; 3]],
    /// The bones to share the vertices among, each once.
    pub bones: &'a [BoneSegments],
    /// The vertices to weight; `None` for all. The others count as part of the mesh.
    pub vertices: Option<&'a [u32]>,
    /// How.
    pub method: AutomaticMethod,
}

/// A way to find weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AutomaticMethod {
    /// Heat from which other parts of the mesh hide no bone, where the mesh allows it; geodesic
    /// voxels for the rest, the closest bone for what even they do not reach.
    #[default]
    Best,
    /// Heat that bones give to the vertices they see, spread along the surface.
    Heat,
    /// Distance inside of the mesh, through small cubes.
    GeodesicVoxels,
    /// Every vertex to the bone that is nearest, whatever is between them.
    Closest,
}

impl AutomaticMethod {
    /// What people call it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Heat => "heat",
            Self::GeodesicVoxels => "geodesic voxels",
            Self::Closest => "closest bone",
        }
    }
}

/// Why there are no automatic weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AutomaticError {
    /// There is nothing to share vertices among.
    #[error("no bone to give weights to: choose at least one that can move vertices")]
    NoBones,
    /// No bone has a place.
    #[error("no chosen bone has a place that is a number")]
    NoUsableBones,
    /// There is no vertex.
    #[error("the model has no vertices to weight")]
    NoVertices,
    /// A vertex was asked for that is not there.
    #[error("vertex {vertex} is not there: the model has {count}")]
    NoSuchVertex {
        /// The vertex asked for.
        vertex: u32,
        /// How many there are.
        count: usize,
    },
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} names vertex {vertex}; the model has {count}")]
    TriangleOutside {
        /// Position of the triangle.
        triangle: usize,
        /// The vertex it names.
        vertex: u32,
        /// How many there are.
        count: usize,
    },
    /// Somebody stopped it.
    #[error("stopped before the weights were found")]
    Cancelled,
}
