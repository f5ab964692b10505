//! The surface of a posed mesh whose coincident vertices are one.

use super::{Surface, Topology};
use crate::math::Vec3;

/// The surface of a mesh with positions of its vertices, those that coincide taken as one.
///
/// Distances along it are found for welds. Corners of a triangle may be any vertices of the pool.
#[derive(Clone, Copy, Debug)]
pub struct WeldedSurface<'a> {
    topology: &'a Topology,
    positions: &'a [Vec3],
}

impl<'a> WeldedSurface<'a> {
    /// The surface of this shape, its vertices at `positions`.
    pub fn new(topology: &'a Topology, positions: &'a [Vec3]) -> Self {
        Self {
            topology,
            positions,
        }
    }
}

impl Surface for WeldedSurface<'_> {
    fn vertex_count(&self) -> usize {
        self.topology.vertex_count()
    }

    fn one_of(&self, vertex: u32) -> u32 {
        self.topology.weld_of(vertex)
    }

    fn neighbours(&self, vertex: u32) -> &[u32] {
        self.topology.neighbours(vertex)
    }

    fn position(&self, vertex: u32) -> Option<Vec3> {
        self.positions.get(vertex as usize).copied()
    }
}
