//! Which vertex is the mirror image of which, across the plane Y = 0.

use super::mirror_growth::grow;
use super::{Topology, VertexPool};
use crate::math::{PointTree, Vec3};
use std::collections::HashMap;

/// Stands for no vertex.
pub(super) const NOBODY: u32 = u32::MAX;

/// Vertices at one place among which a mirror image is looked for.
const MOST_ALIKE: usize = 64;

/// Which side of a model a vertex is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum VertexSide {
    /// Where Y is below 0.
    Right,
    /// In the plane between: its own mirror image.
    #[default]
    Middle,
    /// Where Y is above 0.
    Left,
}

impl VertexSide {
    /// The other side.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Middle => Self::Middle,
            Self::Left => Self::Right,
        }
    }

    /// The side of a value of Y.
    pub fn of(y: f32) -> Self {
        if y > 0.0 {
            Self::Left
        } else if y < 0.0 {
            Self::Right
        } else {
            Self::Middle
        }
    }
}

/// The mirror image of each weld, as far as there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WeldPairs {
    /// For each vertex that is a weld the other weld, or [`NOBODY`].
    pub other: Vec<u32>,
    /// For each vertex that is a weld its side.
    pub side: Vec<VertexSide>,
}

impl WeldPairs {
    pub(super) fn none(vertex_count: usize) -> Self {
        Self {
            other: vec![NOBODY; vertex_count],
            side: vec![VertexSide::Middle; vertex_count],
        }
    }

    pub(super) fn of(&self, weld: u32) -> Option<u32> {
        let other = self.other.get(weld as usize).copied();
        other.filter(|&other| other != NOBODY)
    }

    pub(super) fn set(&mut self, weld: u32, other: u32, side: VertexSide) {
        if let (Some(kept), Some(kept_side)) = (
            self.other.get_mut(weld as usize),
            self.side.get_mut(weld as usize),
        ) {
            (*kept, *kept_side) = (other, side);
        }
    }
}

/// The mirror image of each vertex. All meshes of a model are one pool, so sides may be in
/// different submeshes.
///
/// Invariant: vertices that coincide have mirror images that coincide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MirrorMap {
    vertices: Vec<u32>,
    sides: Vec<VertexSide>,
}

impl MirrorMap {
    /// The map by places: exact mirror images first, else the nearest on the other side that is at
    /// most `tolerance` away. A vertex nearer to its own mirror image than to any other is in the
    /// middle.
    pub fn by_place(pool: &VertexPool, topology: &Topology, tolerance: f32) -> Self {
        Self::of_welds(pool, topology, &place_pairs(pool, topology, tolerance))
    }

    /// The map by edges: it grows from the line in the middle over triangles that both sides have
    /// alike, wherever their corners are. Parts without such a line grow from triangles that mirror
    /// each other within `tolerance`.
    pub fn by_edges(pool: &VertexPool, topology: &Topology, tolerance: f32) -> Self {
        Self::of_welds(pool, topology, &grow(pool, topology, tolerance))
    }

    fn of_welds(pool: &VertexPool, topology: &Topology, pairs: &WeldPairs) -> Self {
        let count = topology.vertex_count();
        let mut map = Self {
            vertices: vec![NOBODY; count],
            sides: vec![VertexSide::Middle; count],
        };
        for weld in topology.welds() {
            let others = pairs.of(weld).map(|other| topology.members(other));
            let place = pool.positions.get(weld as usize);
            let side = match (others, pairs.side.get(weld as usize)) {
                (Some(_), Some(side)) => *side,
                _ => place.map(|at| VertexSide::of(at.y)).unwrap_or_default(),
            };
            let own = topology.members(weld);
            for (rank, &vertex) in own.iter().enumerate() {
                if let Some(kept) = map.sides.get_mut(vertex as usize) {
                    *kept = side;
                }
                let other = others.and_then(|others| likest(pool, vertex, rank, others));
                if let (Some(kept), Some(other)) = (map.vertices.get_mut(vertex as usize), other) {
                    *kept = other;
                }
            }
        }
        map
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// The mirror image of a vertex; itself, or one that coincides, in the middle. Where several
    /// coincide, the one that looks most alike.
    #[inline]
    pub fn vertex(&self, vertex: u32) -> Option<u32> {
        let other = self.vertices.get(vertex as usize).copied();
        other.filter(|&other| other != NOBODY)
    }

    /// Which side a vertex is on; by its place where it has no mirror image.
    #[inline]
    pub fn side(&self, vertex: u32) -> VertexSide {
        self.sides.get(vertex as usize).copied().unwrap_or_default()
    }

    /// The vertices that have no mirror image, in ascending order.
    pub fn unmatched(&self) -> Vec<u32> {
        let all = (0..).zip(&self.vertices);
        all.filter(|(_, other)| **other == NOBODY)
            .map(|(vertex, _)| vertex)
            .collect()
    }
}

/// Of vertices at one place, the one with the most alike mirrored normal, texture coordinates and
/// rank.
fn likest(pool: &VertexPool, vertex: u32, rank: usize, others: &[u32]) -> Option<u32> {
    if let [one] = others {
        return Some(*one);
    }
    let normal = |vertex: u32| pool.normals.get(vertex as usize).copied();
    let uv = |vertex: u32| pool.uvs.first()?.get(vertex as usize).copied();
    let mirrored = normal(vertex).map(|normal| Vec3::new(normal.x, -normal.y, normal.z));
    let unlike = |place: usize, other: u32| {
        let turned = mirrored.zip(normal(other));
        let moved = uv(vertex).zip(uv(other));
        (
            turned.map_or(0.0, |(a, b)| (a - b).norm()),
            moved.map_or(0.0, |(a, b)| (a - b).norm()),
            place.abs_diff(rank),
        )
    };
    // Of very many only those of like rank, or the time would grow with their square.
    let start = if others.len() > MOST_ALIKE {
        rank.saturating_sub(MOST_ALIKE / 2)
            .min(others.len() - MOST_ALIKE)
    } else {
        0
    };
    let near = others.iter().enumerate().skip(start).take(MOST_ALIKE);
    let best = near.min_by(|(at, a), (other_at, b)| {
        let (a, b) = (unlike(*at, **a), unlike(*other_at, **b));
        let order = a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
        order.then(a.2.cmp(&b.2))
    });
    best.map(|(_, other)| *other)
}

/// The mirror images of welds by their places.
pub(super) fn place_pairs(pool: &VertexPool, topology: &Topology, tolerance: f32) -> WeldPairs {
    let tolerance = if tolerance.is_nan() {
        0.0
    } else {
        tolerance.max(0.0)
    };
    let mut pairs = WeldPairs::none(topology.vertex_count());
    let place = |weld: u32| pool.positions.get(weld as usize).copied();
    // Adding zero makes the negative zero the positive one.
    let key = |at: &Vec3| [at.x, at.y, at.z].map(|part| (part + 0.0).to_bits());
    let at = |weld: u32| place(weld).filter(|at| at.iter().all(|part| part.is_finite()));
    let by_place: HashMap<[u32; 3], u32> = topology
        .welds()
        .filter_map(|weld| Some((key(&at(weld)?), weld)))
        .collect();
    let mut rest = Vec::new();
    for weld in topology.welds() {
        let Some(at) = at(weld) else { continue };
        let mirrored = Vec3::new(at.x, -at.y, at.z);
        match by_place.get(&key(&mirrored)) {
            Some(&other) => pairs.set(weld, other, VertexSide::of(at.y)),
            None => rest.push((weld, at, mirrored)),
        }
    }
    if rest.is_empty() || tolerance == 0.0 {
        return pairs;
    }
    let tree = PointTree::new(topology.welds().filter_map(|weld| Some((weld, at(weld)?))));
    for (weld, at, mirrored) in rest {
        let own_side = VertexSide::of(at.y);
        let is_across =
            |other: u32| place(other).is_some_and(|at| VertexSide::of(at.y) != own_side);
        let found = tree.nearest(&mirrored, tolerance, is_across);
        let to_itself = 2.0 * at.y.abs();
        match found {
            Some((other, away)) if away < to_itself => pairs.set(weld, other, own_side),
            _ if to_itself <= tolerance => pairs.set(weld, weld, VertexSide::Middle),
            _ => {}
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec2;

    fn map(positions: &[[f32; 3]], tolerance: f32) -> MirrorMap {
        let pool = VertexPool {
            positions: positions.iter().map(|at| Vec3::from(*at)).collect(),
            ..VertexPool::default()
        };
        let topology = Topology::new(&pool, None);
        MirrorMap::by_place(&pool, &topology, tolerance)
    }

    #[test]
    fn exact_mirror_images_win_over_near_ones() {
        let found = map(
            &[
                [0.0, 1.0, 0.0],
                [0.0, -0.999, 0.0],
                [0.0, -1.0, 0.0],
                [0.0, 0.0, 0.0],
                [0.0, -0.0, 1.0],
                [5.0, 1.0, 0.0],
            ],
            0.01,
        );
        let vertices: Vec<_> = (0..6).map(|vertex| found.vertex(vertex)).collect();
        assert_eq!(
            vertices,
            [Some(2), Some(0), Some(0), Some(3), Some(4), None]
        );
        assert_eq!(found.side(0), VertexSide::Left);
        assert_eq!(found.side(1), VertexSide::Right);
        assert_eq!(found.side(3), VertexSide::Middle);
        assert_eq!(found.unmatched(), [5]);
    }

    #[test]
    fn a_vertex_near_the_plane_is_in_the_middle_unless_another_is_nearer() {
        let found = map(
            &[
                [0.0, 0.004, 0.0],
                [0.0, 0.004, 1.0],
                [0.0, -0.0041, 1.0],
                [0.0, 0.2, 2.0],
            ],
            0.01,
        );
        assert_eq!(found.vertex(0), Some(0));
        assert_eq!(found.side(0), VertexSide::Middle);
        assert_eq!(found.vertex(1), Some(2));
        assert_eq!(found.vertex(2), Some(1));
        assert_eq!(found.vertex(3), None);
    }

    #[test]
    fn of_vertices_at_one_place_the_one_that_looks_alike_is_meant() {
        let up = Vec3::z();
        let side = Vec3::y();
        let at = [
            [0.0, 1.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, -1.0, 0.0],
            [0.0, -1.0, 0.0],
        ];
        let pool = VertexPool {
            positions: at.map(Vec3::from).to_vec(),
            normals: vec![up, side, -side, up],
            uvs: [vec![Vec2::zeros(); 4], Vec::new()],
            ..VertexPool::default()
        };
        let topology = Topology::new(&pool, None);
        let found = MirrorMap::by_place(&pool, &topology, 0.0);
        assert_eq!(found.vertex(0), Some(3));
        assert_eq!(found.vertex(1), Some(2));
        assert_eq!(found.vertex(2), Some(1));
    }

    #[test]
    fn no_numbers_and_no_vertices_do_no_harm() {
        assert_eq!(map(&[], 1.0).vertex(0), None);
        let odd = map(&[[f32::NAN, 1.0, 0.0], [f32::MAX, f32::MIN, 0.0]], f32::NAN);
        assert_eq!(odd.unmatched(), [0, 1]);
    }
}
