//! Finds vertices by their weights, and by what is selected already.

use super::weight_access::{gather, stored_of};
use crate::mesh::{Influence, Influences, Topology};
use crate::skeleton::BoneId;
use std::collections::HashSet;

/// Sums nearer to 1 than this are 1.
const NEAR_ONE: f64 = 1e-6;
/// Weights are told apart by thousandths.
const STEPS: f32 = 1000.0;

/// Which vertices are looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VertexQuery {
    /// All.
    All,
    /// None.
    Nothing,
    /// Those that are not selected.
    Invert,
    /// Those that edges join to selected ones, however far.
    Linked,
    /// The selected ones and those an edge away.
    Grow,
    /// The selected ones without those an edge away from others.
    Shrink,
    /// Those that have the weights of a selected one.
    SameWeights,
    /// Those that coincide with selected ones, too.
    Coincident,
    /// Those that a bone moves by more than a share.
    InfluencedBy {
        /// The bone.
        bone: BoneId,
        /// The share, 0 to 1.
        above: f32,
    },
    /// Those that no bone moves.
    Unweighted,
    /// Those that more than so many bones move.
    MoreThan(usize),
    /// Those that bones move, with weights that do not sum to 1.
    SumIsNotOne,
    /// Those with weight for a bone that is not there.
    MissingBone,
}

/// The mesh in which vertices are looked for.
#[derive(Clone, Copy, Debug)]
pub struct QueriedMesh<'a> {
    /// Its weights.
    pub influences: &'a Influences,
    /// Its shape.
    pub topology: &'a Topology,
    /// The bones there are, in ascending order.
    pub bones: &'a [BoneId],
}

impl VertexQuery {
    /// The vertices looked for, in ascending order; `selected` are in ascending order, too.
    pub fn select(self, mesh: &QueriedMesh<'_>, selected: &[u32]) -> Vec<u32> {
        let topology = mesh.topology;
        let count = topology.vertex_count() as u32;
        let is_selected = |vertex: u32| selected.binary_search(&vertex).is_ok();
        let by_weights = |wants: &dyn Fn(&[Influence]) -> bool| -> Vec<u32> {
            let mut own = Vec::new();
            let all = (0..count).filter(|&vertex| {
                gather(stored_of(mesh.influences, vertex), &mut own);
                wants(&own)
            });
            all.collect()
        };
        match self {
            Self::All => (0..count).collect(),
            Self::Nothing => Vec::new(),
            Self::Invert => (0..count).filter(|&vertex| !is_selected(vertex)).collect(),
            Self::Linked => {
                let islands = topology.islands();
                let of = |vertex: u32| islands.get(vertex as usize).copied();
                let wanted: HashSet<u32> = selected.iter().filter_map(|&v| of(v)).collect();
                let is_linked = |vertex: &u32| of(*vertex).is_some_and(|i| wanted.contains(&i));
                (0..count).filter(is_linked).collect()
            }
            Self::Grow => {
                let marks = marked_welds(topology, selected);
                let is_near = |vertex: &u32| {
                    let weld = topology.weld_of(*vertex);
                    let around = topology.neighbours(weld);
                    is_marked(&marks, weld) || around.iter().any(|&other| is_marked(&marks, other))
                };
                (0..count).filter(is_near).collect()
            }
            Self::Shrink => {
                let marks = marked_welds(topology, selected);
                let is_inside = |vertex: &u32| {
                    let around = topology.neighbours(topology.weld_of(*vertex));
                    around.iter().all(|&other| is_marked(&marks, other))
                };
                selected.iter().copied().filter(is_inside).collect()
            }
            Self::SameWeights => {
                let mut own = Vec::new();
                let mut key = |vertex: u32| {
                    gather(stored_of(mesh.influences, vertex), &mut own);
                    weights_key(&own)
                };
                let wanted: HashSet<_> = selected.iter().map(|&vertex| key(vertex)).collect();
                (0..count).filter(|&v| wanted.contains(&key(v))).collect()
            }
            Self::Coincident => with_coincident(topology, selected),
            Self::InfluencedBy { bone, above } => by_weights(&|own| {
                let weight = own.iter().find(|influence| influence.bone == bone);
                weight.is_some_and(|influence| influence.weight > above)
            }),
            Self::Unweighted => by_weights(&<[Influence]>::is_empty),
            Self::MoreThan(most) => by_weights(&|own| own.len() > most),
            Self::SumIsNotOne => (0..count)
                .filter(|&vertex| !is_whole(mesh.influences, vertex))
                .collect(),
            Self::MissingBone => by_weights(&|own| {
                let is_there = |bone: BoneId| mesh.bones.binary_search(&bone).is_ok();
                own.iter().any(|influence| !is_there(influence.bone))
            }),
        }
    }
}

/// Vertices with all that coincide with them, in ascending order.
pub fn with_coincident(topology: &Topology, vertices: &[u32]) -> Vec<u32> {
    let count = topology.vertex_count() as u32;
    let there = vertices.iter().filter(|vertex| **vertex < count);
    let mut all: Vec<u32> = there
        .flat_map(|&vertex| topology.coincident(vertex))
        .copied()
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether the weights of a vertex sum to 1, or it has none; a weight that is no share is not.
fn is_whole(influences: &Influences, vertex: u32) -> bool {
    let Some((slots, more)) = stored_of(influences, vertex) else {
        return true;
    };
    let mut sum = 0.0;
    let mut has_any = false;
    for influence in slots.iter().chain(more) {
        let weight = f64::from(influence.weight);
        has_any |= weight != 0.0;
        sum += if weight < 0.0 { f64::NAN } else { weight };
    }
    !has_any || (sum - 1.0).abs() <= NEAR_ONE
}

fn marked_welds(topology: &Topology, selected: &[u32]) -> Vec<bool> {
    let mut marks = vec![false; topology.vertex_count()];
    for &vertex in selected {
        if let Some(mark) = marks.get_mut(topology.weld_of(vertex) as usize) {
            *mark = true;
        }
    }
    marks
}

fn is_marked(marks: &[bool], weld: u32) -> bool {
    marks.get(weld as usize) == Some(&true)
}

/// The same for weights that are the same to a thousandth.
fn weights_key(weights: &[Influence]) -> Vec<(BoneId, i32)> {
    let rounded = |one: &Influence| (one.bone, (one.weight * STEPS).round() as i32);
    let mut key: Vec<_> = weights.iter().map(rounded).collect();
    key.retain(|(_, weight)| *weight != 0);
    key.sort_unstable();
    key
}
