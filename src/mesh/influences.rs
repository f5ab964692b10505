//! Which bones move a vertex, and how much.

use crate::skeleton::BoneId;
use std::collections::BTreeMap;

/// Influences a vertex has room for without an entry in the overflow.
pub const SLOTS: usize = 4;

/// One bone's say in where a vertex goes.
///
/// Laid out as it reads, so that four can be taken as one register.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Influence {
    /// The bone.
    pub bone: BoneId,
    /// Its share, 0 to 1.
    pub weight: f32,
}

impl Influence {
    /// An empty slot.
    pub const NONE: Self = Self {
        bone: BoneId(0),
        weight: 0.0,
    };
}

/// The influences of all vertices.
///
/// Four slots a vertex lie side by side, so that a brush touches only the vertices under it; a
/// vertex with more has the rest in `overflow`. A slot of weight 0 is unused but keeps its bone,
/// as files do. Weights of a vertex need not sum to 1: what is missing stays at the bind position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Influences {
    /// Four slots for every vertex.
    pub slots: Vec<[Influence; SLOTS]>,
    /// Further influences of the vertices that have more than four, by vertex.
    pub overflow: BTreeMap<u32, Vec<Influence>>,
}

impl Influences {
    /// All influences of a vertex with a weight above 0.
    pub fn of(&self, vertex: usize) -> impl Iterator<Item = Influence> + '_ {
        let slots = self
            .slots
            .get(vertex)
            .map(|slots| slots.iter())
            .into_iter()
            .flatten();
        let more = u32::try_from(vertex)
            .ok()
            .and_then(|vertex| self.overflow.get(&vertex))
            .map(|more| more.iter())
            .into_iter()
            .flatten();
        slots
            .chain(more)
            .copied()
            .filter(|influence| influence.weight > 0.0)
    }

    /// The largest number of influences any vertex has.
    pub fn max_per_vertex(&self) -> usize {
        let in_slots = self
            .slots
            .iter()
            .map(|slots| slots.iter().filter(|slot| slot.weight > 0.0).count())
            .max()
            .unwrap_or(0);
        let in_overflow = self
            .overflow
            .keys()
            .map(|&vertex| self.of(vertex as usize).count())
            .max()
            .unwrap_or(0);
        in_slots.max(in_overflow)
    }
}
