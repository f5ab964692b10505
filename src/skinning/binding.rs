//! Which bones move each vertex, laid out for deforming: made once, mended where weights change.

use crate::mesh::{Influence, SLOTS, VertexPool};
use crate::skeleton::{BoneId, Skeleton};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// The influences of all vertices by bone *position*, ready for the deform kernels.
///
/// Invariants, held by the constructor and by [`SkinBinding::rebind`]:
/// * every bone position is at most `bone_count`, which stands for "stays at the bind pose";
/// * weights of a vertex sum to 1: excess is divided out, and what is missing goes to the vertex's
///   bind pose (so `v' = v + sum w (M v - v)`).
///
/// It follows bones by position: adding, deleting or reordering bones asks for a new one.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinBinding {
    pub(super) bone_count: usize,
    /// Bones of each vertex, by position.
    pub(super) bones: Vec<[u16; SLOTS]>,
    /// Their weights.
    pub(super) weights: Vec<[f32; SLOTS]>,
    /// All influences of the vertices that need more than four slots; their slots above are empty.
    pub(super) overflow: BTreeMap<u32, Vec<(u16, f32)>>,
}

impl SkinBinding {
    /// The binding of all vertices.
    ///
    /// A bone that the skeleton does not have leaves its share at the bind pose.
    pub fn new(vertices: &VertexPool, skeleton: &Skeleton) -> Self {
        // One position is kept for the bind pose; formats end at 256 bones, edits far below 65535.
        let bone_count = skeleton.bones.len().min(usize::from(u16::MAX));
        let mut binding = Self {
            bone_count,
            bones: Vec::new(),
            weights: Vec::new(),
            overflow: BTreeMap::new(),
        };
        let count = vertices.len();
        binding.bones.resize(count, [0; SLOTS]);
        binding.weights.resize(count, [0.0; SLOTS]);
        binding.rebind(vertices, skeleton, 0..count);
        binding
    }

    /// Takes over changed influences of the vertices in `range`.
    pub fn rebind(&mut self, vertices: &VertexPool, skeleton: &Skeleton, range: Range<usize>) {
        // Bones at the position their id names, the usual case, need no table.
        let strays: HashMap<BoneId, usize> = skeleton
            .bones
            .iter()
            .enumerate()
            .filter(|(index, bone)| bone.id.0 as usize != *index)
            .map(|(index, bone)| (bone.id, index))
            .collect();
        let position_of = |id: BoneId| -> u16 {
            let guess = id.0 as usize;
            let index = match skeleton.bones.get(guess) {
                Some(bone) if bone.id == id => Some(guess),
                _ => strays.get(&id).copied(),
            };
            index
                .filter(|&index| index < self.bone_count)
                .map_or(self.bone_count as u16, |index| index as u16)
        };
        let end = range.end.min(self.bones.len());
        for vertex in range.start..end {
            let (bones, weights, more) =
                prepare(vertices, vertex, self.bone_count as u16, position_of);
            if let (Some(bone_slots), Some(weight_slots)) =
                (self.bones.get_mut(vertex), self.weights.get_mut(vertex))
            {
                *bone_slots = bones;
                *weight_slots = weights;
            }
            let key = vertex as u32;
            match more {
                Some(more) => {
                    self.overflow.insert(key, more);
                }
                None => {
                    self.overflow.remove(&key);
                }
            }
        }
    }

    /// The vertices that need more than four slots, in ascending order, each with its bones by
    /// position and their shares, which sum to 1.
    pub fn crowded(&self) -> impl Iterator<Item = (usize, &[(u16, f32)])> {
        let all = self.overflow.iter();
        all.map(|(&vertex, parts)| (vertex as usize, parts.as_slice()))
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.bones.len()
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.bones.is_empty()
    }

    /// Number of bones whose matrices deforming asks for.
    pub fn bone_count(&self) -> usize {
        self.bone_count
    }
}

type Prepared = ([u16; SLOTS], [f32; SLOTS], Option<Vec<(u16, f32)>>);

/// The slots of one vertex, its weights brought to a sum of 1.
fn prepare(
    vertices: &VertexPool,
    vertex: usize,
    bind: u16,
    position_of: impl Fn(BoneId) -> u16,
) -> Prepared {
    let usable = |influence: &Influence| influence.weight.is_finite();
    let influences = || vertices.influences.of(vertex).filter(usable);
    let total: f64 = influences()
        .map(|influence| f64::from(influence.weight))
        .sum();
    let divisor = total.max(1.0);
    let missing = (1.0 - total / divisor) as f32;
    // A rounding remainder is not worth a slot.
    let remainder = (missing > 1e-6).then_some((bind, missing));
    let used = || {
        influences()
            .map(|influence| {
                let weight = f64::from(influence.weight) / divisor;
                (position_of(influence.bone), weight as f32)
            })
            .chain(remainder)
    };
    let (mut bones, mut weights) = ([0; SLOTS], [0.0; SLOTS]);
    if used().count() > SLOTS {
        return (bones, weights, Some(used().collect()));
    }
    for ((bone, weight), used) in bones.iter_mut().zip(&mut weights).zip(used()) {
        (*bone, *weight) = used;
    }
    (bones, weights, None)
}
