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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Geodesic, Submesh, VertexPool, View};

    #[test]
    fn distances_go_on_across_a_seam_of_split_vertices() {
        // Two strips of three by two vertices that share the places of their last and first ones.
        let row = |x: f32| [Vec3::new(x, 0.0, 0.0), Vec3::new(x, 1.0, 0.0)];
        let positions: Vec<Vec3> = [0.0, 1.0, 2.0, 2.0, 3.0, 4.0]
            .into_iter()
            .flat_map(row)
            .collect();
        let strip = |first: u32| [0, 2].map(|at| first + at);
        let squares = strip(0).into_iter().chain(strip(6));
        let triangles: Vec<u32> = squares
            .flat_map(|at| [at, at + 2, at + 1, at + 1, at + 2, at + 3])
            .collect();
        let view = View {
            vertex_indices: (0..12).collect(),
            submeshes: vec![Submesh {
                triangle_count: triangles.len() as u32,
                ..Submesh::default()
            }],
            triangles,
            ..View::default()
        };
        let pool = VertexPool {
            positions,
            normals: vec![Vec3::z(); 12],
            ..VertexPool::default()
        };
        let topology = Topology::new(&pool, Some(&view));
        let surface = WeldedSurface::new(&topology, &pool.positions);
        let mut found = Vec::new();
        // The corners are of the second strip, where it meets the first.
        Geodesic::default().within(&surface, [6, 8, 7], &pool.positions[6], 2.5, &mut found);
        found.sort_unstable_by_key(|&(weld, _)| weld);
        let welds: Vec<u32> = found.iter().map(|&(weld, _)| weld).collect();
        assert_eq!(welds, [0, 1, 2, 3, 4, 5, 8, 9, 10, 11]);
        for (weld, distance) in found {
            let expected = (pool.positions[weld as usize] - pool.positions[6]).norm();
            assert!((distance - expected).abs() < 0.03, "{weld}: {distance}");
        }
    }
}
