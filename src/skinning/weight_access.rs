//! Weights that are read and written vertex by vertex, where they are or in a copy of what changes.

use crate::math::prefetch;
use crate::mesh::{Influence, Influences, SLOTS};
use crate::skeleton::BoneId;
use std::collections::HashMap;

/// The slots and the overflow of a vertex.
pub type Stored = ([Influence; SLOTS], Option<Vec<Influence>>);

/// A vertex with what is stored of it.
pub type StoredVertex = (u32, [Influence; SLOTS], Option<Vec<Influence>>);

/// Weights that can be changed vertex by vertex, and that still know what they were at the start.
pub trait WeightAccess {
    /// The slots and further influences of a vertex as they are now; `None` past the end.
    fn now(&self, vertex: u32) -> Option<(&[Influence; SLOTS], &[Influence])>;

    /// The same as it was at the start.
    fn before(&self, vertex: u32) -> Option<(&[Influence; SLOTS], &[Influence])>;

    /// The slots of a vertex that has no further influences, as they are now or, with `from_start`,
    /// were at the start; `None` if it has, or if there is no such vertex.
    fn only_slots(&self, vertex: u32, from_start: bool) -> Option<&[Influence; SLOTS]> {
        let further = [self.now(vertex), self.before(vertex)];
        let has_further = further.iter().flatten().any(|(_, more)| !more.is_empty());
        let from = if from_start {
            self.before(vertex)
        } else {
            self.now(vertex)
        };
        from.filter(|_| !has_further).map(|(slots, _)| slots)
    }

    /// Puts in the slots of a vertex for which [`WeightAccess::only_slots`] gave some.
    fn store_only_slots(&mut self, vertex: u32, slots: [Influence; SLOTS]) {
        self.store(vertex, slots, None);
    }

    /// Hears which vertex is asked for soon.
    #[inline]
    fn expect(&self, _vertex: u32) {}

    /// Puts in what a vertex has from now on; nothing happens past the end.
    fn store(&mut self, vertex: u32, slots: [Influence; SLOTS], overflow: Option<Vec<Influence>>);
}

/// All influences of a vertex, each bone once, into `out`.
///
/// Files that name a bone twice have it once here, with the sum. What is no number, or not above
/// 0, is left out.
#[inline]
pub fn gather(stored: Option<(&[Influence; SLOTS], &[Influence])>, out: &mut Vec<Influence>) {
    out.clear();
    let Some((slots, more)) = stored else { return };
    for influence in slots.iter().chain(more) {
        if !(influence.weight > 0.0 && influence.weight.is_finite()) {
            continue;
        }
        match out.iter_mut().find(|other| other.bone == influence.bone) {
            Some(other) => other.weight += influence.weight,
            None => out.push(*influence),
        }
    }
}

/// The weight of a bone at a vertex; 0 if it has none.
pub fn weight_of(stored: Option<(&[Influence; SLOTS], &[Influence])>, bone: BoneId) -> f32 {
    let Some((slots, more)) = stored else {
        return 0.0;
    };
    let all = slots.iter().chain(more);
    all.filter(|influence| influence.bone == bone && influence.weight.is_finite())
        .map(|influence| influence.weight.max(0.0))
        .sum()
}

/// What influences hold of a vertex.
pub fn stored_of(
    influences: &Influences,
    vertex: u32,
) -> Option<(&[Influence; SLOTS], &[Influence])> {
    let slots = influences.slots.get(vertex as usize)?;
    let more = if influences.overflow.is_empty() {
        &[][..]
    } else {
        influences
            .overflow
            .get(&vertex)
            .map_or(&[][..], Vec::as_slice)
    };
    Some((slots, more))
}

/// Influences that stay as they are, with the changes beside them.
#[derive(Clone, Debug)]
pub struct WeightSheet<'a> {
    base: &'a Influences,
    changed: HashMap<u32, Stored>,
}

impl<'a> WeightSheet<'a> {
    /// A sheet without changes.
    pub fn new(base: &'a Influences) -> Self {
        Self {
            base,
            changed: HashMap::new(),
        }
    }

    /// The vertices that differ from the start to the bit, in ascending order, with what they have.
    pub fn into_changes(self) -> Vec<StoredVertex> {
        let base = self.base;
        let mut changes: Vec<_> = self
            .changed
            .into_iter()
            .filter(|(vertex, stored)| !is_same(stored_of(base, *vertex), stored))
            .map(|(vertex, (slots, overflow))| (vertex, slots, overflow))
            .collect();
        changes.sort_unstable_by_key(|(vertex, ..)| *vertex);
        changes
    }
}

/// Whether a vertex has exactly these bits.
pub fn is_same(kept: Option<(&[Influence; SLOTS], &[Influence])>, stored: &Stored) -> bool {
    let bits = |influence: &Influence| (influence.bone, influence.weight.to_bits());
    kept.is_some_and(|(slots, more)| {
        let (other_slots, other_more) = stored;
        let other_more = other_more.as_deref().unwrap_or_default();
        slots.iter().map(bits).eq(other_slots.iter().map(bits))
            && more.iter().map(bits).eq(other_more.iter().map(bits))
    })
}

impl WeightAccess for WeightSheet<'_> {
    fn now(&self, vertex: u32) -> Option<(&[Influence; SLOTS], &[Influence])> {
        match self.changed.get(&vertex) {
            Some((slots, more)) => Some((slots, more.as_deref().unwrap_or_default())),
            None => stored_of(self.base, vertex),
        }
    }

    fn before(&self, vertex: u32) -> Option<(&[Influence; SLOTS], &[Influence])> {
        stored_of(self.base, vertex)
    }

    fn store(&mut self, vertex: u32, slots: [Influence; SLOTS], overflow: Option<Vec<Influence>>) {
        if (vertex as usize) < self.base.slots.len() {
            self.changed.insert(vertex, (slots, overflow));
        }
    }
}

/// What was changed of influences that are changed where they are, to put it back.
///
/// It keeps its memory from stroke to stroke, and starting one does not depend on the number of
/// vertices.
#[derive(Clone, Debug, Default)]
pub struct Originals {
    /// For each vertex the stroke that changed it last, and its place in `kept`.
    marks: Vec<(u32, u32)>,
    stroke: u32,
    kept: Vec<StoredVertex>,
    /// Whether any that is kept had more influences than there are slots.
    has_more: bool,
}

impl Originals {
    /// Forgets what was kept, for a mesh of this many vertices.
    pub fn begin(&mut self, vertex_count: usize) {
        self.kept.clear();
        self.has_more = false;
        self.stroke = self.stroke.wrapping_add(1);
        if self.stroke == 0 || self.marks.len() != vertex_count {
            self.marks.clear();
            self.marks.resize(vertex_count, (0, 0));
            self.stroke = 1;
        }
    }

    /// The vertices that were changed, in the order they were, with what they had.
    pub fn kept(&self) -> &[StoredVertex] {
        &self.kept
    }

    #[inline(always)]
    fn of(&self, vertex: u32) -> Option<&StoredVertex> {
        let (stroke, place) = self.marks.get(vertex as usize)?;
        (*stroke == self.stroke)
            .then(|| self.kept.get(*place as usize))
            .flatten()
    }

    /// Exchanges what is kept with what `influences` have: back to the start, or forth again.
    pub fn exchange(&mut self, influences: &mut Influences) {
        for (vertex, slots, overflow) in &mut self.kept {
            if let Some(kept) = influences.slots.get_mut(*vertex as usize) {
                std::mem::swap(slots, kept);
            }
            let kept = influences.overflow.remove(vertex);
            self.has_more |= kept.is_some();
            if let Some(more) = std::mem::replace(overflow, kept) {
                influences.overflow.insert(*vertex, more);
            }
        }
    }
}

/// Influences that are changed where they are.
#[derive(Debug)]
pub struct LiveWeights<'a> {
    /// The influences.
    pub influences: &'a mut Influences,
    /// What they were.
    pub originals: &'a mut Originals,
}

impl WeightAccess for LiveWeights<'_> {
    #[inline(always)]
    fn expect(&self, vertex: u32) {
        prefetch(&self.influences.slots, vertex as usize);
        prefetch(&self.originals.marks, vertex as usize);
    }

    #[inline]
    fn now(&self, vertex: u32) -> Option<(&[Influence; SLOTS], &[Influence])> {
        stored_of(self.influences, vertex)
    }

    #[inline]
    fn before(&self, vertex: u32) -> Option<(&[Influence; SLOTS], &[Influence])> {
        match self.originals.of(vertex) {
            Some((_, slots, more)) => Some((slots, more.as_deref().unwrap_or_default())),
            None => stored_of(self.influences, vertex),
        }
    }

    // Always: these are the innermost of a dab.
    #[inline(always)]
    fn only_slots(&self, vertex: u32, from_start: bool) -> Option<&[Influence; SLOTS]> {
        let slots = self.influences.slots.get(vertex as usize)?;
        if !self.influences.overflow.is_empty() && self.influences.overflow.contains_key(&vertex) {
            return None;
        }
        // What is kept lies elsewhere in memory: it is not asked where it would not be needed.
        if !from_start && !self.originals.has_more {
            return Some(slots);
        }
        match self.originals.of(vertex) {
            Some((_, _, Some(_))) => None,
            Some((_, before, None)) if from_start => Some(before),
            _ => Some(slots),
        }
    }

    #[inline(always)]
    fn store_only_slots(&mut self, vertex: u32, slots: [Influence; SLOTS]) {
        let place = vertex as usize;
        let originals = &mut *self.originals;
        if let (Some(kept), Some(mark)) = (
            self.influences.slots.get_mut(place),
            originals.marks.get_mut(place),
        ) {
            if mark.0 != originals.stroke {
                *mark = (originals.stroke, originals.kept.len() as u32);
                originals.kept.push((vertex, *kept, None));
            }
            *kept = slots;
        }
    }

    #[inline]
    fn store(&mut self, vertex: u32, slots: [Influence; SLOTS], overflow: Option<Vec<Influence>>) {
        let Some(kept) = self.influences.slots.get_mut(vertex as usize) else {
            return;
        };
        let old = std::mem::replace(kept, slots);
        let has_more = overflow.is_some() || !self.influences.overflow.is_empty();
        let old_more = if has_more {
            let old_more = self.influences.overflow.remove(&vertex);
            if let Some(more) = overflow {
                self.influences.overflow.insert(vertex, more);
            }
            old_more
        } else {
            None
        };
        let originals = &mut *self.originals;
        if let Some(mark) = originals.marks.get_mut(vertex as usize)
            && mark.0 != originals.stroke
        {
            *mark = (originals.stroke, originals.kept.len() as u32);
            originals.has_more |= old_more.is_some();
            originals.kept.push((vertex, old, old_more));
        }
    }
}
