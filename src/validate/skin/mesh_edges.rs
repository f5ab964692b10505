//! The edges and triangles of what a model shows, by vertices of its pool.

use crate::document::Model;
use crate::math::Vec3;
use crate::mesh::View;

/// Edges and triangles of the first view that is not empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshEdges {
    /// Each edge once, the smaller vertex first, in ascending order, with its length in the bind
    /// pose; edges without a length are left out.
    pub edges: Vec<([u32; 2], f32)>,
    /// Triangles of three vertices that exist.
    pub triangles: Vec<[u32; 3]>,
    /// The length in the middle of all lengths; 0 without edges.
    pub typical: f32,
}

impl MeshEdges {
    /// Those of a model. Corners that point past the vertices are left out.
    pub fn of(model: &Model) -> Self {
        let empty = View::default();
        let view = model.views.iter().find(|view| **view != empty);
        let view = view.unwrap_or(&empty);
        let positions = &model.vertices.positions;
        let vertex = |place: u32| -> Option<u32> {
            let vertex = *view.vertex_indices.get(place as usize)?;
            ((vertex as usize) < positions.len()).then_some(vertex)
        };
        let corners = view.triangles.as_chunks::<3>().0.iter();
        let triangles: Vec<[u32; 3]> = corners
            .filter_map(|&[a, b, c]| Some([vertex(a)?, vertex(b)?, vertex(c)?]))
            .collect();
        let mut pairs: Vec<[u32; 2]> = triangles
            .iter()
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let at = |vertex: u32| positions.get(vertex as usize).copied();
        let length = |[a, b]: [u32; 2]| -> Option<f32> { Some((at(a)? - at(b)?).norm()) };
        // Shorter than what an f32 tells apart at that distance from the middle is no edge.
        let least = model.size() * 1e-6;
        let measured = pairs.into_iter().filter_map(|pair| {
            let length = length(pair)?;
            (length.is_finite() && length > least).then_some((pair, length))
        });
        let edges: Vec<([u32; 2], f32)> = measured.collect();
        let mut lengths: Vec<f32> = edges.iter().map(|edge| edge.1).collect();
        lengths.sort_by(f32::total_cmp);
        let typical = lengths.get(lengths.len() / 2).copied().unwrap_or(0.0);
        Self {
            edges,
            triangles,
            typical,
        }
    }
}

/// What the triangles around each vertex enclose with a point: six times the volume is
/// `constant - point . normal`.
#[derive(Clone, Copy, Debug, Default)]
pub struct RingVolume {
    constant: f64,
    normal: nalgebra::Vector3<f64>,
    area: f64,
}

impl RingVolume {
    /// Fills `out` with the triangles around each vertex.
    pub fn all(triangles: &[[u32; 3]], positions: &[Vec3], out: &mut Vec<Self>) {
        out.clear();
        out.resize(positions.len(), Self::default());
        for &triangle in triangles {
            let [a, b, c] = triangle.map(|vertex| {
                let at = positions.get(vertex as usize).copied();
                at.unwrap_or_default().cast::<f64>()
            });
            let normal = (b - a).cross(&(c - a));
            let constant = a.dot(&normal);
            let area = normal.norm();
            for vertex in triangle {
                if let Some(ring) = out.get_mut(vertex as usize) {
                    ring.constant += constant;
                    ring.normal += normal;
                    ring.area += area;
                }
            }
        }
    }

    /// The volume between the triangles and a point.
    pub fn to(&self, point: &Vec3) -> f64 {
        (self.constant - point.cast::<f64>().dot(&self.normal)) / 6.0
    }

    /// The area of the triangles.
    pub fn area(&self) -> f64 {
        self.area * 0.5
    }
}
