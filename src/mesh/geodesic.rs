//! Distances along a surface, so that what is near only through the air is not touched.
//!
//! The front spreads from vertex to vertex as Dijkstra's does. A vertex is reached along edges, and
//! straight across a triangle from two vertices that the front has passed: their distances say
//! where in the triangle's plane the start seems to lie, and if the straight line from there
//! crosses their edge, its length is the distance (as Novotni and Klein do, 2002). On a plane that
//! is exact wherever triangles are not very obtuse.

use crate::math::Vec3;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Vertices with more neighbours are reached along edges only, so that a vertex that joins half
/// of a mesh does not cost a square of that.
const MOST_NEIGHBOURS: usize = 48;
/// A vertex that the front has passed is passed again if it was this share of the radius too far.
const WORTH_CORRECTING: f32 = 1e-3;

/// A surface that distances are measured along: vertices, and which of them edges join.
pub trait Surface {
    /// A number above every vertex.
    fn vertex_count(&self) -> usize;

    /// The vertex that stands for this one and all that coincide with it.
    fn one_of(&self, vertex: u32) -> u32;

    /// The vertices that edges join to one.
    fn neighbours(&self, vertex: u32) -> &[u32];

    /// Where a vertex is; `None` for one that does not exist.
    fn position(&self, vertex: u32) -> Option<Vec3>;
}

/// Memory for measuring along surfaces, used again by each measurement.
#[derive(Clone, Debug, Default)]
pub struct Geodesic {
    /// For each vertex the measurement that came upon it last, and its place in `reached`.
    marks: Vec<(u32, u32)>,
    measurement: u32,
    reached: Vec<Reached>,
    front: BinaryHeap<Front>,
    ring: Vec<Neighbour>,
}

#[derive(Clone, Copy, Debug)]
struct Reached {
    vertex: u32,
    distance: f32,
    is_passed: bool,
}

/// A vertex that an edge joins to the one that the front passes.
#[derive(Clone, Copy, Debug)]
struct Neighbour {
    vertex: u32,
    position: Vec3,
    /// Its distance, if the front has passed it.
    passed: Option<f32>,
}

/// A vertex that the front may pass next; the nearest is the greatest.
#[derive(Clone, Copy, Debug)]
struct Front {
    distance: f32,
    vertex: u32,
}

impl PartialEq for Front {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Front {}

impl PartialOrd for Front {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Front {
    fn cmp(&self, other: &Self) -> Ordering {
        let nearer = other.distance.total_cmp(&self.distance);
        nearer.then(other.vertex.cmp(&self.vertex))
    }
}

impl Geodesic {
    /// Puts every vertex at most `radius` away from `point` along `surface` into `found`, with its
    /// distance. `point` lies on the surface, on the triangle of `corners`.
    ///
    /// What `found` held is dropped. The order
    /// depends on nothing but the mesh. Pieces of the surface that no edges join to the triangle
    /// are not reached; nothing is with a point or radius that is no number.
    pub fn within(
        &mut self,
        surface: &impl Surface,
        corners: [u32; 3],
        point: &Vec3,
        radius: f32,
        found: &mut Vec<(u32, f32)>,
    ) {
        found.clear();
        self.begin(surface.vertex_count());
        if radius.is_nan() || radius < 0.0 {
            return;
        }
        for corner in corners.map(|corner| surface.one_of(corner)) {
            if let Some(position) = surface.position(corner) {
                self.offer(corner, (position - point).norm(), radius);
            }
        }
        while let Some(Front { distance, vertex }) = self.front.pop() {
            match self.known_mut(vertex) {
                Some(known) if known.distance == distance && !known.is_passed => {
                    known.is_passed = true;
                }
                // It has been reached on a shorter way since.
                _ => continue,
            }
            self.spread(surface, vertex, distance, radius);
        }
        let reached = self.reached.iter();
        found.extend(reached.map(|reached| (reached.vertex, reached.distance)));
    }

    fn begin(&mut self, vertex_count: usize) {
        self.reached.clear();
        self.front.clear();
        self.measurement = self.measurement.wrapping_add(1);
        if self.measurement == 0 || self.marks.len() != vertex_count {
            self.marks.clear();
            self.marks.resize(vertex_count, (0, 0));
            self.measurement = 1;
        }
    }

    fn known(&self, vertex: u32) -> Option<&Reached> {
        let &(measurement, place) = self.marks.get(vertex as usize)?;
        (measurement == self.measurement).then(|| self.reached.get(place as usize))?
    }

    fn known_mut(&mut self, vertex: u32) -> Option<&mut Reached> {
        let &(measurement, place) = self.marks.get(vertex as usize)?;
        (measurement == self.measurement).then(|| self.reached.get_mut(place as usize))?
    }

    /// Takes a distance if it is shorter than what is known.
    fn offer(&mut self, vertex: u32, distance: f32, radius: f32) {
        // Written so that what is no number is not taken.
        let is_within = distance <= radius && distance < f32::INFINITY;
        let Some(mark) = self.marks.get_mut(vertex as usize).filter(|_| is_within) else {
            return;
        };
        let place = if mark.0 == self.measurement {
            mark.1 as usize
        } else {
            *mark = (self.measurement, self.reached.len() as u32);
            self.reached.push(Reached {
                vertex,
                distance: f32::INFINITY,
                is_passed: false,
            });
            self.reached.len() - 1
        };
        let Some(known) = self.reached.get_mut(place) else {
            return;
        };
        let worth = if known.is_passed {
            WORTH_CORRECTING * radius
        } else {
            0.0
        };
        if known.distance - distance > worth {
            known.distance = distance;
            known.is_passed = false;
            self.front.push(Front { distance, vertex });
        }
    }

    /// Offers distances to the vertices around one that the front passes.
    fn spread(&mut self, surface: &impl Surface, vertex: u32, distance: f32, radius: f32) {
        let Some(position) = surface.position(vertex) else {
            return;
        };
        let mut ring = std::mem::take(&mut self.ring);
        ring.clear();
        let around = surface.neighbours(vertex).iter();
        ring.extend(around.filter_map(|&other| {
            let passed = self.known(other).filter(|known| known.is_passed);
            Some(Neighbour {
                vertex: other,
                position: surface.position(other)?,
                passed: passed.map(|known| known.distance),
            })
        }));
        for other in &ring {
            let mut shortest = distance + (other.position - position).norm();
            let others = surface.neighbours(other.vertex);
            if ring.len() <= MOST_NEIGHBOURS && others.len() <= MOST_NEIGHBOURS {
                for third in &ring {
                    // A triangle, as its three vertices are joined by edges.
                    if let Some(passed) = third.passed
                        && others.contains(&third.vertex)
                        && let Some(across) = across(
                            (&position, distance),
                            (&third.position, passed),
                            &other.position,
                        )
                    {
                        shortest = shortest.min(across);
                    }
                }
            }
            self.offer(other.vertex, shortest, radius);
        }
        self.ring = ring;
    }
}

/// How far `c` is from the start straight across the edge from `a` to `b`, which are so far from
/// it; `None` where the straight line does not cross that edge.
fn across((a, to_a): (&Vec3, f32), (b, to_b): (&Vec3, f32), c: &Vec3) -> Option<f32> {
    // In the triangle's plane, with `a` at the origin and `b` on the first axis.
    let (edge, side) = (b - a, c - a);
    let length = edge.norm();
    let along = side.dot(&edge) / length;
    let above = (side - edge * (along / length)).norm();
    let start_along = (to_a * to_a - to_b * to_b + length * length) / (2.0 * length);
    let below_squared = to_a * to_a - start_along * start_along;
    // The two distances must be those of one start; rounding may have it just off the edge's line.
    let rounding = 1e-6 * (to_a * to_a + length * length);
    if below_squared.is_nan() || below_squared < -rounding {
        return None;
    }
    let below = below_squared.max(0.0).sqrt();
    let crossing = start_along + (along - start_along) * (below / (below + above));
    let distance = ((along - start_along).powi(2) + (above + below).powi(2)).sqrt();
    (crossing >= 0.0 && crossing <= length && distance.is_finite()).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    struct Mesh {
        positions: Vec<Vec3>,
        neighbours: Vec<Vec<u32>>,
    }

    impl Surface for Mesh {
        fn vertex_count(&self) -> usize {
            self.positions.len()
        }

        fn one_of(&self, vertex: u32) -> u32 {
            vertex
        }

        fn neighbours(&self, vertex: u32) -> &[u32] {
            &self.neighbours[vertex as usize]
        }

        fn position(&self, vertex: u32) -> Option<Vec3> {
            self.positions.get(vertex as usize).copied()
        }
    }

    impl Mesh {
        fn new(positions: Vec<Vec3>, triangles: &[[u32; 3]]) -> Self {
            let mut sets = vec![BTreeSet::new(); positions.len()];
            for &[a, b, c] in triangles {
                for (from, to) in [(a, b), (b, c), (c, a)] {
                    sets[from as usize].insert(to);
                    sets[to as usize].insert(from);
                }
            }
            let neighbours = sets.into_iter().map(|set| set.into_iter().collect());
            Self {
                positions,
                neighbours: neighbours.collect(),
            }
        }

        fn measure(&self, corners: [u32; 3], point: &Vec3, radius: f32) -> Vec<(u32, f32)> {
            let mut found = Vec::new();
            let mut geodesic = Geodesic::default();
            // The second time the memory is used again.
            for _ in 0..2 {
                geodesic.within(self, corners, point, radius, &mut found);
            }
            found
        }
    }

    /// `count` by `count` places, each sent to a point, in squares cut along one diagonal.
    fn sheet(count: u32, first: u32) -> (Vec<[f32; 2]>, Vec<[u32; 3]>) {
        let (mut places, mut triangles) = (Vec::new(), Vec::new());
        for j in 0..count {
            for i in 0..count {
                places.push([i as f32, j as f32]);
                if i + 1 < count && j + 1 < count {
                    let at = first + j * count + i;
                    triangles.push([at, at + 1, at + count]);
                    triangles.push([at + 1, at + count + 1, at + count]);
                }
            }
        }
        (places, triangles)
    }

    fn noise(index: usize) -> f32 {
        let z = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Checks distances on a mesh against `expected`, off by at most `share` of the radius, and
    /// that all nearer vertices are found.
    #[track_caller]
    fn check_distances(
        mesh: &Mesh,
        corners: [u32; 3],
        point: &Vec3,
        radius: f32,
        share: f32,
        expected: impl Fn(&Vec3) -> f32,
    ) {
        let found = mesh.measure(corners, point, radius);
        for &(vertex, distance) in &found {
            let truth = expected(&mesh.positions[vertex as usize]);
            assert!(
                (distance - truth).abs() <= share * radius,
                "{vertex}: {distance}, but {truth}"
            );
        }
        let near = mesh.positions.iter();
        let near = near.filter(|position| expected(position) <= radius * (1.0 - share));
        assert!(found.len() >= near.count() && found.len() > 100);
    }

    #[test]
    fn on_a_plane_distances_are_those_through_the_air() {
        let (places, triangles) = sheet(41, 0);
        let positions = places.iter().map(|&[x, y]| Vec3::new(x, y, 0.0));
        let even = Mesh::new(positions.collect(), &triangles);
        let shaken = places.iter().enumerate().map(|(index, &[x, y])| {
            let (a, b) = (noise(2 * index) - 0.5, noise(2 * index + 1) - 0.5);
            Vec3::new(x + 0.6 * a, y + 0.6 * b, 0.0)
        });
        let uneven = Mesh::new(shaken.collect(), &triangles);
        let stretched = places
            .iter()
            .map(|&[x, y]| Vec3::new(x, 0.35 * y + 0.3 * x, 0.0));
        let stretched = Mesh::new(stretched.collect(), &triangles);
        let corners = [20 * 41 + 20, 20 * 41 + 21, 21 * 41 + 20];
        for (mesh, share) in [(&even, 5e-3), (&uneven, 0.01), (&stretched, 0.03)] {
            let [a, b, c] = corners.map(|corner| mesh.positions[corner as usize]);
            let point = a * 0.5 + b * 0.3 + c * 0.2;
            check_distances(mesh, corners, &point, 6.5, share, |p| (p - point).norm());
        }
    }

    #[test]
    fn on_a_cylinder_distances_are_those_of_the_sheet_rolled_out() {
        let count = 120;
        let (places, triangles) = sheet(count, 0);
        let radius = count as f32 / std::f32::consts::TAU;
        // The first and last column do not meet; the start is far from both.
        let roll = |&[x, y]: &[f32; 2]| {
            let angle = x / radius;
            Vec3::new(radius * angle.cos(), radius * angle.sin(), y)
        };
        let mesh = Mesh::new(places.iter().map(roll).collect(), &triangles);
        let middle = 60 * count + 60;
        let point = mesh.positions[middle as usize];
        check_distances(
            &mesh,
            [middle, middle + 1, middle + count],
            &point,
            25.0,
            0.01,
            |p| {
                let around = |p: &Vec3| p.y.atan2(p.x).rem_euclid(std::f32::consts::TAU) * radius;
                (around(p) - around(&point)).hypot(p.z - point.z)
            },
        );
    }

    #[test]
    fn sheets_that_only_lie_close_are_not_reached() {
        let (places, mut triangles) = sheet(20, 0);
        let lower = places.iter().map(|&[x, y]| Vec3::new(x, y, 0.0));
        let upper = places.iter().map(|&[x, y]| Vec3::new(x, y, 0.5));
        triangles.extend(sheet(20, 400).1);
        let mesh = Mesh::new(lower.chain(upper).collect(), &triangles);
        let found = mesh.measure([0, 1, 20], &Vec3::zeros(), 100.0);
        assert_eq!(found.len(), 400);
        assert!(found.iter().all(|&(vertex, _)| vertex < 400));
    }

    #[test]
    fn lips_that_meet_at_a_corner_are_reached_round_the_corner() {
        // A strip folded over: far along the strip, close through the air.
        let (places, triangles) = sheet(30, 0);
        let fold = |&[x, y]: &[f32; 2]| {
            if x <= 15.0 {
                Vec3::new(x, y, 0.0)
            } else {
                Vec3::new(30.0 - x, y, 0.01)
            }
        };
        let mesh = Mesh::new(places.iter().map(fold).collect(), &triangles);
        let start = 15 * 30 + 5;
        let point = mesh.positions[start as usize];
        let found = mesh.measure([start, start + 1, start + 30], &point, 8.0);
        let (x_of, limit) = (|vertex: u32| vertex % 30, 5 + 8);
        assert!(found.iter().all(|&(vertex, _)| x_of(vertex) <= limit));
        assert!(found.len() > 100);
    }

    #[test]
    fn bad_numbers_reach_nothing_and_a_huge_radius_ends() {
        let (places, triangles) = sheet(12, 0);
        let mut positions: Vec<Vec3> = places.iter().map(|&[x, y]| Vec3::new(x, y, 0.0)).collect();
        positions[30].x = f32::NAN;
        positions[31].y = f32::INFINITY;
        let mesh = Mesh::new(positions, &triangles);
        assert!(
            mesh.measure([0, 1, 12], &Vec3::zeros(), f32::NAN)
                .is_empty()
        );
        assert!(mesh.measure([0, 1, 12], &Vec3::zeros(), -1.0).is_empty());
        let nowhere = Vec3::repeat(f32::NAN);
        assert!(mesh.measure([0, 1, 12], &nowhere, 5.0).is_empty());
        for radius in [1e30, f32::INFINITY] {
            let all = mesh.measure([0, 1, 999], &Vec3::zeros(), radius);
            assert_eq!(all.len(), 142);
        }
    }

    #[test]
    fn a_vertex_that_joins_all_others_costs_no_square() {
        let count = 60_000_u32;
        let around = (0..count).map(|i| {
            let angle = i as f32 / count as f32 * std::f32::consts::TAU;
            Vec3::new(angle.cos(), angle.sin(), 0.0)
        });
        let positions: Vec<Vec3> = [Vec3::zeros()].into_iter().chain(around).collect();
        let fan: Vec<[u32; 3]> = (0..count)
            .map(|i| [0, 1 + i, 1 + (i + 1) % count])
            .collect();
        let mesh = Mesh::new(positions, &fan);
        let found = mesh.measure([0, 1, 2], &Vec3::zeros(), 1.5);
        assert_eq!(found.len(), 60_001);
        assert!(
            found
                .iter()
                .skip(1)
                .all(|&(_, distance)| (distance - 1.0).abs() < 1e-3)
        );
    }
}
