//! Mirror images found by edges: from triangles that mirror each other to those beside them.

use super::mirror_map::{VertexSide, WeldPairs, place_pairs};
use super::{Topology, VertexPool};
use std::collections::HashMap;

/// Two triangles that mirror each other, reached over an edge and its mirror image.
#[derive(Clone, Copy, Debug)]
struct Front {
    /// The edge, as welds.
    edge: [u32; 2],
    triangle: usize,
    mirrored: usize,
    /// The side that `triangle` is on.
    side: VertexSide,
}

/// The triangles of a mesh as welds, and which of them have an edge.
struct Shape {
    triangles: Vec<[u32; 3]>,
    /// The triangles of each edge, smaller weld first.
    edges: HashMap<[u32; 2], Vec<usize>>,
}

impl Shape {
    fn new(topology: &Topology) -> Self {
        let mut triangles = Vec::with_capacity(topology.triangles().len());
        let mut edges: HashMap<[u32; 2], Vec<usize>> = HashMap::new();
        for corners in topology.triangles() {
            let welds @ [a, b, c] = corners.map(|vertex| topology.weld_of(vertex));
            if a == b || b == c || c == a {
                continue;
            }
            for (from, to) in [(a, b), (b, c), (c, a)] {
                edges
                    .entry(edge(from, to))
                    .or_default()
                    .push(triangles.len());
            }
            triangles.push(welds);
        }
        Self { triangles, edges }
    }

    /// The two triangles of an edge; `None` where there are not exactly two.
    fn both(&self, edge: [u32; 2]) -> Option<[usize; 2]> {
        match self.edges.get(&edge)?.as_slice() {
            &[first, second] => Some([first, second]),
            _ => None,
        }
    }

    /// The triangle on the other side of an edge.
    fn across(&self, edge: [u32; 2], triangle: usize) -> Option<usize> {
        let [first, second] = self.both(edge)?;
        match triangle {
            _ if triangle == first => Some(second),
            _ if triangle == second => Some(first),
            _ => None,
        }
    }

    /// The corner of a triangle that is not on an edge of it.
    fn tip(&self, triangle: usize, edge: [u32; 2]) -> Option<u32> {
        let corners = self.triangles.get(triangle)?;
        corners
            .iter()
            .copied()
            .find(|corner| !edge.contains(corner))
    }
}

fn edge(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Mirror images of welds by edges, see [`super::MirrorMap::by_edges`].
pub(super) fn grow(pool: &VertexPool, topology: &Topology, tolerance: f32) -> WeldPairs {
    let mut growth = Growth {
        topology,
        shape: Shape::new(topology),
        pairs: WeldPairs::none(topology.vertex_count()),
        is_done: Vec::new(),
        fronts: Vec::new(),
    };
    growth.is_done = vec![false; growth.shape.triangles.len()];
    growth.start_in_the_middle(pool, tolerance);
    growth.run();
    growth.start_at_mirrored_triangles(pool, tolerance);
    growth.pairs
}

struct Growth<'a> {
    topology: &'a Topology,
    shape: Shape,
    pairs: WeldPairs,
    is_done: Vec<bool>,
    fronts: Vec<Front>,
}

impl Growth<'_> {
    /// Edges in the plane with a triangle on either side.
    fn start_in_the_middle(&mut self, pool: &VertexPool, tolerance: f32) {
        let y = |weld: u32| pool.positions.get(weld as usize).map(|at| at.y);
        let is_middle = |weld: u32| y(weld).is_some_and(|y| y.abs() <= tolerance);
        let mut lines: Vec<[u32; 2]> = self.shape.edges.keys().copied().collect();
        lines.retain(|&[a, b]| is_middle(a) && is_middle(b));
        lines.sort_unstable();
        for line in lines {
            let Some([first, second]) = self.shape.both(line) else {
                continue;
            };
            let tips = self
                .shape
                .tip(first, line)
                .zip(self.shape.tip(second, line));
            let Some((tip, other)) = tips else { continue };
            let (Some(height), Some(other_height)) = (y(tip), y(other)) else {
                continue;
            };
            let (left, right) = if height > other_height {
                (first, second)
            } else {
                (second, first)
            };
            // A fold of one side that touches the plane is no line between sides.
            if height.max(other_height) <= 0.0 || height.min(other_height) >= 0.0 {
                continue;
            }
            for weld in line {
                self.pairs.set(weld, weld, VertexSide::Middle);
            }
            self.fronts.push(Front {
                edge: line,
                triangle: left,
                mirrored: right,
                side: VertexSide::Left,
            });
        }
    }

    /// Triangles of parts that were not reached, where both sides mirror each other in place.
    fn start_at_mirrored_triangles(&mut self, pool: &VertexPool, tolerance: f32) {
        let places = place_pairs(pool, self.topology, tolerance);
        let sorted = |mut corners: [u32; 3]| {
            corners.sort_unstable();
            corners
        };
        let triangles = self.shape.triangles.iter().zip(0..);
        let by_corners: HashMap<[u32; 3], usize> = triangles
            .map(|(corners, place)| (sorted(*corners), place))
            .collect();
        for triangle in 0..self.shape.triangles.len() {
            let Some(&corners) = self.shape.triangles.get(triangle) else {
                continue;
            };
            let reached = corners.iter().any(|&weld| self.pairs.of(weld).is_some());
            let others = corners.map(|weld| places.of(weld));
            let [Some(a), Some(b), Some(c)] = others else {
                continue;
            };
            let Some(&mirrored) = by_corners.get(&sorted([a, b, c])) else {
                continue;
            };
            if reached || mirrored == triangle || self.is_done.get(triangle) != Some(&false) {
                continue;
            }
            let sides = corners.map(|weld| places.side.get(weld as usize).copied());
            let side = sides
                .into_iter()
                .flatten()
                .find(|side| *side != VertexSide::Middle);
            let Some(side) = side else { continue };
            for (weld, other) in corners.into_iter().zip([a, b, c]) {
                self.join(weld, other, side);
            }
            let [p, q, r] = corners;
            for line in [edge(p, q), edge(q, r), edge(r, p)] {
                self.fronts.push(Front {
                    edge: line,
                    triangle,
                    mirrored,
                    side,
                });
            }
            self.run();
        }
    }

    fn join(&mut self, weld: u32, other: u32, side: VertexSide) {
        if weld == other {
            self.pairs.set(weld, weld, VertexSide::Middle);
            return;
        }
        self.pairs.set(weld, other, side);
        self.pairs.set(other, weld, side.opposite());
    }

    /// Goes on until nothing more is reached, nearest triangles first.
    fn run(&mut self) {
        let mut next = Vec::new();
        while !self.fronts.is_empty() {
            for front in std::mem::take(&mut self.fronts) {
                self.step(front, &mut next);
            }
            std::mem::swap(&mut self.fronts, &mut next);
        }
    }

    fn step(&mut self, front: Front, next: &mut Vec<Front>) {
        let Front {
            edge: [a, b],
            triangle,
            mirrored,
            side,
        } = front;
        if self.is_done.get(triangle) != Some(&false) {
            return;
        }
        let (Some(other_a), Some(other_b)) = (self.pairs.of(a), self.pairs.of(b)) else {
            return;
        };
        let tips = (
            self.shape.tip(triangle, [a, b]),
            self.shape.tip(mirrored, [other_a, other_b]),
        );
        let (Some(tip), Some(other_tip)) = tips else {
            return;
        };
        match (self.pairs.of(tip), self.pairs.of(other_tip)) {
            (None, None) if self.is_alike(tip, other_tip) => self.join(tip, other_tip, side),
            (Some(known), _) if known == other_tip => {}
            // The sides differ from here on.
            _ => return,
        }
        for done in [triangle, mirrored] {
            if let Some(is_done) = self.is_done.get_mut(done) {
                *is_done = true;
            }
        }
        for ((from, to), (other_from, other_to)) in [
            ((a, tip), (other_a, other_tip)),
            ((tip, b), (other_tip, other_b)),
            ((a, b), (other_a, other_b)),
        ] {
            let beside = self.shape.across(edge(from, to), triangle);
            let other_beside = self.shape.across(edge(other_from, other_to), mirrored);
            if let (Some(triangle), Some(mirrored)) = (beside, other_beside) {
                next.push(Front {
                    edge: edge(from, to),
                    triangle,
                    mirrored,
                    side,
                });
            }
        }
    }

    /// Whether as many edges meet at one weld as at the other.
    fn is_alike(&self, weld: u32, other: u32) -> bool {
        self.topology.neighbours(weld).len() == self.topology.neighbours(other).len()
    }
}

#[cfg(test)]
mod tests {
    use crate::math::Vec3;
    use crate::mesh::{MirrorMap, Topology, VertexPool, VertexSide, View};

    /// A grid of `2 * half + 1` columns along Y and `rows` rows along X; diagonals mirror at the
    /// middle. `bend` moves points.
    fn grid(half: i32, rows: i32, bend: impl Fn(Vec3) -> Vec3) -> (VertexPool, Topology) {
        let columns = 2 * half + 1;
        let mut positions = Vec::new();
        for row in 0..rows {
            for column in -half..=half {
                positions.push(bend(Vec3::new(row as f32, column as f32, 0.0)));
            }
        }
        let at = |row: i32, column: i32| (row * columns + column + half) as u32;
        let mut triangles = Vec::new();
        for row in 0..rows - 1 {
            for column in -half..half {
                let (a, b) = (at(row, column), at(row, column + 1));
                let (c, d) = (at(row + 1, column), at(row + 1, column + 1));
                if column < 0 {
                    triangles.extend([a, b, c, b, d, c]);
                } else {
                    triangles.extend([a, b, d, a, d, c]);
                }
            }
        }
        let count = positions.len() as u32;
        let pool = VertexPool {
            positions,
            ..VertexPool::default()
        };
        let view = View {
            vertex_indices: (0..count).collect(),
            triangles,
            ..View::default()
        };
        let topology = Topology::new(&pool, Some(&view));
        (pool, topology)
    }

    #[test]
    fn sides_that_lie_elsewhere_are_found_by_their_edges() {
        // The left side is raised and stretched: no place mirrors another.
        let bend = |at: Vec3| {
            if at.y > 0.0 {
                Vec3::new(at.x + 0.3 * at.y, at.y * 1.7, at.y * at.y)
            } else {
                at
            }
        };
        let (pool, topology) = grid(4, 6, bend);
        assert!(
            MirrorMap::by_place(&pool, &topology, 0.01)
                .unmatched()
                .len()
                > 40
        );
        let map = MirrorMap::by_edges(&pool, &topology, 0.01);
        for row in 0..6 {
            for column in -4..=4 {
                let vertex = (row * 9 + column + 4) as u32;
                let mirrored = (row * 9 - column + 4) as u32;
                assert_eq!(map.vertex(vertex), Some(mirrored), "{row} {column}");
                let side = VertexSide::of(column as f32);
                assert_eq!(map.side(vertex), side, "{row} {column}");
            }
        }
    }

    #[test]
    fn separate_parts_grow_from_what_mirrors_in_place() {
        // Without its middle column the grid is two parts; far from it the left one is bent.
        let (mut pool, _) = grid(4, 6, |at| at);
        let shape = |pool: &VertexPool| {
            let keep = |vertex: u32| !(3..=5).contains(&(vertex as i32 % 9));
            let (_, whole) = grid(4, 6, |at| at);
            let triangles = whole
                .triangles()
                .iter()
                .filter(|t| t.iter().all(|v| keep(*v)));
            let view = View {
                vertex_indices: (0..54).collect(),
                triangles: triangles.flatten().copied().collect(),
                ..View::default()
            };
            Topology::new(pool, Some(&view))
        };
        for at in &mut pool.positions {
            if at.y > 1.5 && at.x > 1.5 {
                at.z = at.x * at.y;
            }
        }
        let topology = shape(&pool);
        let map = MirrorMap::by_edges(&pool, &topology, 0.01);
        for row in 0..6 {
            for column in [-4, -3, -2, 2, 3, 4] {
                let vertex = (row * 9 + column + 4) as u32;
                assert_eq!(map.vertex(vertex), Some((row * 9 - column + 4) as u32));
            }
        }
    }

    #[test]
    fn where_the_sides_differ_growing_stops() {
        let (pool, topology) = grid(3, 4, |at| at);
        // One square of the right side is cut along its other diagonal.
        let mut triangles: Vec<[u32; 3]> = topology.triangles().to_vec();
        let (a, b, c, d) = (0, 1, 7, 8);
        for triangle in &mut triangles {
            if *triangle == [a, b, c] {
                *triangle = [a, b, d];
            } else if *triangle == [b, d, c] {
                *triangle = [a, d, c];
            }
        }
        let view = View {
            vertex_indices: (0..28).collect(),
            triangles: triangles.into_iter().flatten().collect(),
            ..View::default()
        };
        let topology = Topology::new(&pool, Some(&view));
        // Bent, so that places do not help.
        let mut bent = pool.clone();
        for at in &mut bent.positions {
            at.z = at.y.max(0.0) * 3.0;
        }
        let map = MirrorMap::by_edges(&bent, &topology, 0.01);
        for vertex in 0..28 {
            let (row, column) = (vertex / 7, vertex % 7);
            let found = map.vertex(vertex);
            assert!(
                found.is_none_or(|found| found == row * 7 + 6 - column),
                "{vertex} {found:?}"
            );
        }
        assert_eq!(map.vertex(20), Some(14));
        assert_eq!(map.vertex(0), None);
    }
}
