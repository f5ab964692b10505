//! Automatic weights, and what there is to say about how they came about.

use super::AutomaticMethod;
use std::fmt;

/// The weights of a mesh, and how they came about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AutomaticWeights {
    /// For each vertex bones by position in the skeleton, with their share: heaviest first, the
    /// shares sum to 1. Empty for vertices that were not asked for.
    pub rows: Vec<Vec<(usize, f32)>>,
    /// Bones that did not get all their vertices by the method asked for, in the order of the
    /// input.
    pub fallbacks: Vec<BoneFallback>,
    /// What is wrong with the mesh.
    pub defects: MeshDefects,
}

/// A bone that did not get all its vertices by the method asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoneFallback {
    /// The bone's position in the skeleton.
    pub bone: usize,
    /// How the vertices named here were found; `None` where the bone moves no vertex.
    pub method: Option<AutomaticMethod>,
    /// How many vertices it got that way.
    pub vertex_count: usize,
    /// Why.
    pub reason: FallbackReason,
}

/// Why a bone did not get its vertices by the method asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FallbackReason {
    /// No vertex sees the bone: it lies outside of the mesh, or other parts of it are between.
    NoVertexSeesIt,
    /// A separate part of the mesh sees no bone at all.
    PartSeesNoBone,
    /// The vertices belong to no triangle.
    NoTriangles,
    /// The equations of the surface could not be solved.
    NoSolution,
    /// No way through the inside of the mesh leads to the vertices.
    NotReached,
    /// Every vertex belongs to bones nearer to it.
    OthersAreNearer,
    /// The bone's place is not a number.
    NoPlace,
    /// The vertices' positions are not numbers.
    VerticesHaveNoPlace,
}

impl fmt::Display for FallbackReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoVertexSeesIt => "no vertex sees it",
            Self::PartSeesNoBone => "a separate part of the mesh sees no bone",
            Self::NoTriangles => "the vertices belong to no triangle",
            Self::NoSolution => "the surface around it is too broken for heat",
            Self::NotReached => "no way inside of the mesh leads there",
            Self::OthersAreNearer => "other bones are nearer to every vertex",
            Self::NoPlace => "its place is not a number",
            Self::VerticesHaveNoPlace => "the positions of the vertices are not numbers",
        })
    }
}

/// What is wrong with a mesh, by number. None of it stops automatic weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshDefects {
    /// Vertices at the very place of another; they are taken for one and get the same weights.
    pub duplicate_vertices: usize,
    /// Triangles without area or with a corner that is not a number; they are left out.
    pub degenerate_triangles: usize,
    /// Triangles with the same three corners as another; they are left out.
    pub duplicate_triangles: usize,
    /// Triangles that face the other way than their neighbours, or inwards; they are turned.
    pub flipped_triangles: usize,
    /// Edges of more than two triangles.
    pub non_manifold_edges: usize,
    /// Edges of one triangle only.
    pub open_edges: usize,
    /// Separate parts of the mesh.
    pub islands: usize,
    /// Parts of which no vertex sees a bone.
    pub islands_without_bones: usize,
    /// Vertices that belong to no triangle.
    pub loose_vertices: usize,
    /// Vertices whose position is not a number.
    pub vertices_without_place: usize,
}
