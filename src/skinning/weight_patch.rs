//! A part of a surface whose weights are worked out from one another and from those around it.

use super::weight_rules::SMALLEST_WEIGHT;
use crate::math::Vec3;
use crate::mesh::{Influence, Topology};
use crate::skeleton::BoneId;
use std::collections::{BTreeMap, HashMap};

/// Least and most that one neighbour pulls: flat and folded triangles would pull the wrong way, or
/// alone.
const PULLS: [f64; 2] = [1e-5, 100.0];
/// What is left of the error when a solution is good enough, as a share of the start, squared.
const SMALL_RESIDUE: f64 = 1e-20;
/// Most steps of the solver.
const MOST_STEPS: usize = 5000;

/// Places of a surface with the places around them, each joined to its neighbours.
///
/// A neighbour pulls by the angles opposite the shared edge (half the sum of their cotangents), so
/// that thin and crowded triangles count no more than the surface they cover, and a weight that
/// falls off evenly over a flat surface stays as it is.
#[derive(Clone, Debug, Default)]
pub struct WeightPatch {
    places: Vec<u32>,
    ring: Vec<u32>,
    starts: Vec<usize>,
    /// For each place its neighbours: a position among the places, or past them in the ring.
    links: Vec<(usize, f64)>,
}

impl WeightPatch {
    /// The patch of these places, each once. Of the vertices around it only those that `pulls`
    /// wants have a say.
    pub fn new(
        topology: &Topology,
        positions: &[Vec3],
        places: &[u32],
        pulls: impl Fn(u32) -> bool,
    ) -> Self {
        let node_of: HashMap<u32, usize> = places.iter().copied().zip(0..).collect();
        let mut wanted = vec![false; topology.vertex_count()];
        for &place in places {
            if let Some(mark) = wanted.get_mut(topology.weld_of(place) as usize) {
                *mark = true;
            }
        }
        let joined = couplings(topology, positions, &wanted);
        let mut patch = Self {
            places: places.to_vec(),
            starts: vec![0],
            ..Self::default()
        };
        let mut ring_of: HashMap<u32, usize> = HashMap::new();
        for &place in places {
            let weld = topology.weld_of(place);
            let first = joined.partition_point(|(from, ..)| *from < weld);
            let own = joined.iter().skip(first);
            for &(_, to, pull) in own.take_while(|(from, ..)| *from == weld) {
                let node = match node_of.get(&to) {
                    Some(&node) => node,
                    None if pulls(to) => *ring_of.entry(to).or_insert_with(|| {
                        patch.ring.push(to);
                        places.len() + patch.ring.len() - 1
                    }),
                    None => continue,
                };
                patch.links.push((node, pull));
            }
            patch.starts.push(patch.links.len());
        }
        patch
    }

    /// The places, as given.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// The vertices around that have a say.
    pub fn ring(&self) -> &[u32] {
        &self.ring
    }

    /// For each place whether a way along edges leads to the ring.
    pub fn reaches_ring(&self) -> Vec<bool> {
        let count = self.places.len();
        let mut reached = vec![false; count];
        let mut open: Vec<usize> = (0..count)
            .filter(|&place| self.links_of(place).iter().any(|(node, _)| *node >= count))
            .collect();
        while let Some(place) = open.pop() {
            match reached.get_mut(place) {
                Some(mark) if !*mark => *mark = true,
                _ => continue,
            }
            let inner = self.links_of(place).iter().map(|(node, _)| *node);
            open.extend(inner.filter(|&node| reached.get(node) == Some(&false)));
        }
        reached
    }

    /// The weights of all places after each went towards the mean around it, `strength` (0 to 1) of
    /// the way, `iterations` times over. The ring stays.
    pub fn relaxed(
        &self,
        weights: impl FnMut(u32) -> Vec<Influence>,
        strength: f32,
        iterations: u32,
    ) -> Vec<Vec<Influence>> {
        let strength = f64::from(strength);
        let mut next = Vec::new();
        self.bone_by_bone(weights, |column| {
            for _ in 0..iterations {
                next.clear();
                for (place, &own) in column.iter().enumerate().take(self.places.len()) {
                    let mean = self.mean(place, column).unwrap_or(own);
                    next.push(own + strength * (mean - own));
                }
                for (own, new) in column.iter_mut().zip(&next) {
                    *own = *new;
                }
            }
        })
    }

    /// The weights that lie most evenly between those of the ring: each the mean of those around.
    /// What the places have has no say; those that no way joins to the ring get none.
    pub fn spread_from_ring(
        &self,
        weights: impl FnMut(u32) -> Vec<Influence>,
    ) -> Vec<Vec<Influence>> {
        self.bone_by_bone(weights, |column| self.solve(column))
    }

    fn links_of(&self, place: usize) -> &[(usize, f64)] {
        let bounds = self.starts.get(place).zip(self.starts.get(place + 1));
        let links = bounds.and_then(|(&start, &end)| self.links.get(start..end));
        links.unwrap_or_default()
    }

    fn mean(&self, place: usize, column: &[f64]) -> Option<f64> {
        let (mut sum, mut total) = (0.0, 0.0);
        for &(node, pull) in self.links_of(place) {
            sum += pull * column.get(node).copied().unwrap_or(0.0);
            total += pull;
        }
        (total > 0.0).then(|| sum / total)
    }

    /// Runs `work` on the weights of one bone after the other; gives those of the places.
    fn bone_by_bone(
        &self,
        mut weights: impl FnMut(u32) -> Vec<Influence>,
        mut work: impl FnMut(&mut Vec<f64>),
    ) -> Vec<Vec<Influence>> {
        let mut by_bone: BTreeMap<BoneId, Vec<(usize, f32)>> = BTreeMap::new();
        let nodes = self.places.iter().chain(&self.ring);
        for (node, &vertex) in nodes.enumerate() {
            for influence in weights(vertex) {
                let list = by_bone.entry(influence.bone).or_default();
                list.push((node, influence.weight));
            }
        }
        let mut rows = vec![Vec::new(); self.places.len()];
        let mut column = Vec::new();
        for (bone, list) in by_bone {
            column.clear();
            column.resize(self.places.len() + self.ring.len(), 0.0);
            for (node, weight) in list {
                if let Some(slot) = column.get_mut(node) {
                    *slot = f64::from(weight);
                }
            }
            work(&mut column);
            for (row, &weight) in rows.iter_mut().zip(&column) {
                let weight = weight.clamp(0.0, 1.0) as f32;
                if weight > SMALLEST_WEIGHT {
                    row.push(Influence { bone, weight });
                }
            }
        }
        rows
    }

    /// Conjugate gradients on "each place is the mean of its neighbours", the ring held.
    fn solve(&self, column: &mut [f64]) {
        let count = self.places.len();
        let Some((inner, ring)) = column.split_at_mut_checked(count) else {
            return;
        };
        let mut totals = vec![0.0; count];
        let mut residue = vec![0.0; count];
        for place in 0..count {
            for &(node, pull) in self.links_of(place) {
                totals[place] += pull;
                if let Some(held) = node.checked_sub(count).and_then(|at| ring.get(at)) {
                    residue[place] += pull * held;
                }
            }
        }
        inner.fill(0.0);
        let scaled = |residue: &[f64]| -> Vec<f64> {
            let pairs = residue.iter().zip(&totals);
            pairs
                .map(|(r, total)| r / total.max(f64::MIN_POSITIVE))
                .collect()
        };
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let mut way = scaled(&residue);
        let mut size = dot(&residue, &way);
        let enough = size * SMALL_RESIDUE;
        for _ in 0..MOST_STEPS {
            if size <= enough {
                break;
            }
            let applied: Vec<f64> = (0..count)
                .map(|place| {
                    let links = self.links_of(place).iter();
                    let around = links.filter_map(|(node, pull)| Some(pull * way.get(*node)?));
                    totals[place] * way[place] - around.sum::<f64>()
                })
                .collect();
            let bend = dot(&way, &applied);
            if bend <= 0.0 {
                break;
            }
            let step = size / bend;
            for place in 0..count {
                inner[place] += step * way[place];
                residue[place] -= step * applied[place];
            }
            let next = scaled(&residue);
            let next_size = dot(&residue, &next);
            let kept = next_size / size;
            for (way, next) in way.iter_mut().zip(next) {
                *way = next + kept * *way;
            }
            size = next_size;
        }
    }
}

/// How strongly the ends of each edge pull at each other, by the first end and the second; only
/// edges that start at a wanted weld.
fn couplings(topology: &Topology, positions: &[Vec3], wanted: &[bool]) -> Vec<(u32, u32, f64)> {
    let mut pulls: Vec<(u32, u32, f64)> = Vec::new();
    let is_wanted = |weld: u32| wanted.get(weld as usize) == Some(&true);
    for corners in topology.triangles() {
        let [a, b, c] = corners.map(|vertex| topology.weld_of(vertex));
        if !(is_wanted(a) || is_wanted(b) || is_wanted(c)) {
            continue;
        }
        for [tip, from, to] in [[a, b, c], [b, c, a], [c, a, b]] {
            if from == to {
                continue;
            }
            let pull = cotangent(positions, tip, from, to) / 2.0;
            for (from, to) in [(from, to), (to, from)] {
                if is_wanted(from) {
                    pulls.push((from, to, pull));
                }
            }
        }
    }
    pulls.sort_by_key(|(from, to, _)| (*from, *to));
    pulls.dedup_by(|next, kept| {
        let is_same = (next.0, next.1) == (kept.0, kept.1);
        if is_same {
            kept.2 += next.2;
        }
        is_same
    });
    let [least, most] = PULLS;
    for (_, _, pull) in &mut pulls {
        *pull = pull.clamp(least, most);
    }
    pulls
}

/// The cotangent of the angle at `tip`; 0 where there is none.
fn cotangent(positions: &[Vec3], tip: u32, from: u32, to: u32) -> f64 {
    let at = |vertex: u32| positions.get(vertex as usize).map(|p| p.cast::<f64>());
    let (Some(tip), Some(from), Some(to)) = (at(tip), at(from), at(to)) else {
        return 0.0;
    };
    let (a, b) = (from - tip, to - tip);
    let cotangent = a.dot(&b) / a.cross(&b).norm();
    if cotangent.is_finite() {
        cotangent
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{VertexPool, View};

    /// A flat sheet whose columns are at these places and whose rows are 1 apart.
    fn sheet(columns: &[f32], rows: u32) -> (Topology, Vec<Vec3>) {
        let width = columns.len() as u32;
        let positions: Vec<Vec3> = (0..rows)
            .flat_map(|row| columns.iter().map(move |x| Vec3::new(*x, row as f32, 0.0)))
            .collect();
        let mut triangles = Vec::new();
        for row in 0..rows - 1 {
            for column in 0..width - 1 {
                let at = row * width + column;
                triangles.extend([at, at + 1, at + width, at + 1, at + width + 1, at + width]);
            }
        }
        let view = View {
            vertex_indices: (0..width * rows).collect(),
            triangles,
            ..View::default()
        };
        let pool = VertexPool {
            positions: positions.clone(),
            ..VertexPool::default()
        };
        (Topology::new(&pool, Some(&view)), positions)
    }

    fn one(bone: u32, weight: f32) -> Influence {
        Influence {
            bone: BoneId(bone),
            weight,
        }
    }

    const COLUMNS: [f32; 6] = [0.0, 0.5, 2.0, 2.25, 4.0, 5.0];

    /// Weight 1 for bone 7 at the left edge, for bone 8 at the right.
    fn linear(positions: &[Vec3], vertex: u32) -> Vec<Influence> {
        let share = positions[vertex as usize].x / 5.0;
        vec![one(7, 1.0 - share), one(8, share)]
    }

    #[test]
    fn weights_between_two_edges_fall_off_by_distance_whatever_the_spacing() {
        let (topology, positions) = sheet(&COLUMNS, 5);
        let inner: Vec<u32> = (0..30).filter(|v| !matches!(v % 6, 0 | 5)).collect();
        let patch = WeightPatch::new(&topology, &positions, &inner, |_| true);
        assert!(patch.reaches_ring().iter().all(|reached| *reached));
        let rows = patch.spread_from_ring(|vertex| linear(&positions, vertex));
        for (place, row) in inner.iter().zip(rows) {
            let expected = linear(&positions, *place);
            for (found, expected) in row.iter().zip(&expected) {
                assert!(
                    (found.weight - expected.weight).abs() < 1e-5,
                    "{place} {row:?}"
                );
            }
        }
    }

    #[test]
    fn an_even_fall_off_on_a_flat_sheet_is_not_changed_by_relaxing() {
        let (topology, positions) = sheet(&COLUMNS, 5);
        // The rim has no neighbours on one side, so only what is inside has this mean.
        let inner: Vec<u32> = (6..24).filter(|v| !matches!(v % 6, 0 | 5)).collect();
        let patch = WeightPatch::new(&topology, &positions, &inner, |_| true);
        let rows = patch.relaxed(|vertex| linear(&positions, vertex), 1.0, 10);
        for (place, row) in inner.iter().zip(rows) {
            let expected = linear(&positions, *place);
            for (found, expected) in row.iter().zip(&expected) {
                assert!(
                    (found.weight - expected.weight).abs() < 1e-5,
                    "{place} {row:?}"
                );
            }
        }
    }

    #[test]
    fn relaxing_long_enough_is_what_lies_most_evenly() {
        let (topology, positions) = sheet(&COLUMNS, 4);
        let inner: Vec<u32> = (0..24).filter(|v| !matches!(v % 6, 0 | 5)).collect();
        let patch = WeightPatch::new(&topology, &positions, &inner, |_| true);
        let rim = |vertex: u32| match vertex % 6 {
            0 => vec![one(1, 1.0)],
            5 => vec![one(2, 0.25), one(3, 0.75)],
            _ => vec![one(4, 1.0)],
        };
        let solved = patch.spread_from_ring(rim);
        let relaxed = patch.relaxed(rim, 0.9, 2000);
        for (a, b) in solved.iter().zip(&relaxed) {
            let sum: f32 = a.iter().map(|influence| influence.weight).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{a:?}");
            for influence in a {
                let other = b.iter().find(|other| other.bone == influence.bone);
                let weight = other.map_or(0.0, |other| other.weight);
                assert!((weight - influence.weight).abs() < 1e-4, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn what_nothing_joins_to_the_ring_gets_no_weights() {
        let (topology, positions) = sheet(&COLUMNS, 3);
        let all: Vec<u32> = (0..18).collect();
        let patch = WeightPatch::new(&topology, &positions, &all, |_| true);
        assert!(patch.ring().is_empty());
        assert!(patch.reaches_ring().iter().all(|reached| !reached));
        let rows = patch.spread_from_ring(|_| vec![one(1, 1.0)]);
        assert!(rows.iter().all(Vec::is_empty));
    }

    #[test]
    fn positions_that_are_no_numbers_still_give_weights() {
        let (topology, mut positions) = sheet(&COLUMNS, 3);
        positions[8] = Vec3::new(f32::NAN, 0.0, 0.0);
        positions[9] = positions[10];
        let patch = WeightPatch::new(&topology, &positions, &[7, 8, 9], |_| true);
        let rows = patch.spread_from_ring(|_| vec![one(1, 1.0)]);
        for row in rows {
            assert!((row[0].weight - 1.0).abs() < 1e-5);
        }
    }
}
