//! Vertices that go the quick way together.

use super::quick_weights::{LANES, QuickRules};
#[cfg(target_arch = "x86_64")]
use super::quick_wide::Wide;
use super::weight_access::WeightAccess;
use super::weight_paint::BonePaint;
use crate::mesh::{Influence, SLOTS};
use crate::skeleton::BoneId;

const EMPTY: Influence = Influence {
    bone: BoneId::NONE,
    weight: 0.0,
};

/// How this processor goes the quick way.
#[derive(Clone, Copy, Debug)]
enum QuickWay {
    #[cfg(target_arch = "x86_64")]
    Wide(Wide),
    Any,
}

impl QuickWay {
    fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = Wide::detect() {
            return Self::Wide(wide);
        }
        Self::Any
    }

    /// [`QuickRules::paint`].
    #[inline(always)]
    fn paint(
        self,
        rules: QuickRules,
        slots: &mut [[Influence; SLOTS]; LANES],
        bone: BoneId,
        paint: BonePaint,
        strengths: &[f32; LANES],
    ) -> u32 {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Wide(wide) => wide.paint(rules, slots, bone, paint, strengths),
            Self::Any => rules.paint(slots, bone, paint, strengths),
        }
    }
}

/// Vertices that go the quick way together, with what they have.
pub(super) struct QuickBlock {
    way: QuickWay,
    count: usize,
    vertices: [u32; LANES],
    strengths: [f32; LANES],
    slots: [[Influence; SLOTS]; LANES],
}

impl QuickBlock {
    /// An empty one.
    pub fn new() -> Self {
        Self {
            way: QuickWay::detect(),
            count: 0,
            vertices: [0; LANES],
            strengths: [0.0; LANES],
            slots: [[EMPTY; SLOTS]; LANES],
        }
    }

    /// Takes in a vertex, after which it may be full.
    #[inline(always)]
    pub fn take(&mut self, vertex: u32, strength: f32, slots: &[Influence; SLOTS]) {
        let at = self.count % LANES;
        self.vertices[at] = vertex;
        self.strengths[at] = strength;
        self.slots[at] = *slots;
        self.count = at + 1;
    }

    /// Whether there is room for no further vertex.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.count >= LANES
    }

    /// The vertex at a place and its strength.
    #[inline(always)]
    pub fn touched(&self, place: usize) -> (u32, f32) {
        let at = place % LANES;
        (self.vertices[at], self.strengths[at])
    }

    /// Puts in new weights of its vertices and begins anew; gives the places of those for which the
    /// general rules have to decide, a bit for each.
    #[inline(always)]
    pub fn paint(
        &mut self,
        rules: QuickRules,
        access: &mut impl WeightAccess,
        bone: BoneId,
        paint: BonePaint,
    ) -> u32 {
        let done = self
            .way
            .paint(rules, &mut self.slots, bone, paint, &self.strengths);
        let count = std::mem::take(&mut self.count).min(LANES);
        let mut left = 0;
        for lane in 0..count {
            if done >> lane & 1 == 1 {
                access.store_only_slots(self.vertices[lane], self.slots[lane]);
            } else {
                left |= 1 << lane;
            }
        }
        left
    }
}
