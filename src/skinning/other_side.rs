//! The other side of a model, for strokes that paint both sides at once.

use super::weight_access::WeightAccess;
use super::weight_paint::{DabScratch, Mirrored, WeightDab, WeightStroke, paint_dab};
use super::weight_pen::WeightPen;
use crate::mesh::MirrorMap;
use crate::skeleton::BoneId;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Both sides of a model: its vertices by a mirror map, its bones by the table of mirrored bones.
#[derive(Clone, Debug)]
pub struct BothSides {
    map: Arc<MirrorMap>,
    partners: HashMap<BoneId, BoneId>,
}

impl BothSides {
    /// Both sides by what is the mirror image of what; bones that `partners` do not have stand for
    /// themselves.
    pub fn new(map: Arc<MirrorMap>, partners: HashMap<BoneId, BoneId>) -> Self {
        Self { map, partners }
    }

    /// The mirror image of a vertex.
    pub fn vertex(&self, vertex: u32) -> Option<u32> {
        self.map.vertex(vertex)
    }

    /// The mirror image of a bone; `None` if it has none.
    pub fn partner(&self, bone: BoneId) -> Option<BoneId> {
        self.partners.get(&bone).copied()
    }

    /// Paints one dab on both sides.
    ///
    /// `strength` says how strongly the stroke itself touched a place: a vertex, or with welds the
    /// smallest that coincides with it. For a stroke whose dabs work on what those before left it
    /// is that of this dab alone, else the most so far.
    pub fn paint_dab(
        &self,
        pen: &mut WeightPen,
        access: &mut impl WeightAccess,
        stroke: &WeightStroke,
        dab: WeightDab<'_>,
        strength: impl Fn(u32) -> f32,
        scratch: &mut DabScratch,
    ) {
        let topology = Arc::clone(pen.shared_topology());
        let welds = pen.welds();
        let place = |vertex: u32| {
            if welds {
                topology.weld_of(vertex)
            } else {
                vertex
            }
        };
        let other_side = OtherSide {
            sides: self,
            bone: self.partner(stroke.bone).unwrap_or(stroke.bone),
            strength: |vertex: u32| strength(place(vertex)),
        };
        if !stroke.mode.has_bone() {
            paint_dab(pen, access, stroke, dab, &other_side, scratch);
            return;
        }
        let touched = dab.vertices.iter().zip(dab.strengths);
        let touched = touched.filter(|(_, strength)| **strength > 0.0);
        let may_change = touched.filter_map(|(&vertex, _)| Some((vertex, pen.place_of(vertex)?)));
        let vertices = self.one_of_each_pair(may_change, place);
        let strengths: Vec<f32> = vertices
            .iter()
            .map(|&vertex| other_side.strength(vertex))
            .collect();
        let single = WeightDab {
            vertices: &vertices,
            strengths: &strengths,
            sources: &[],
        };
        paint_dab(pen, access, stroke, single, &other_side, scratch);
    }

    /// One vertex of each place, without those whose mirror image comes before.
    ///
    /// Painting a vertex paints its mirror image, and where dabs work on what is there each may be
    /// painted only once a dab.
    fn one_of_each_pair(
        &self,
        touched: impl Iterator<Item = (u32, u32)>,
        place: impl Fn(u32) -> u32,
    ) -> Vec<u32> {
        let mut listed = HashSet::new();
        let is_new = move |&(vertex, own): &(u32, u32)| {
            let other = self.vertex(vertex).map(&place);
            let is_covered = other.is_some_and(|other| other != own && listed.contains(&other));
            !is_covered && listed.insert(own)
        };
        touched.filter(is_new).map(|(vertex, _)| vertex).collect()
    }
}

/// The other side for one dab.
struct OtherSide<'a, S> {
    sides: &'a BothSides,
    bone: BoneId,
    strength: S,
}

impl<S: Fn(u32) -> f32> Mirrored for OtherSide<'_, S> {
    fn vertex(&self, vertex: u32) -> Option<u32> {
        self.sides.vertex(vertex)
    }

    fn bone(&self) -> BoneId {
        self.bone
    }

    fn partner(&self, bone: BoneId) -> BoneId {
        self.sides.partner(bone).unwrap_or(bone)
    }

    fn strength(&self, vertex: u32) -> f32 {
        (self.strength)(vertex)
    }
}

/// How strongly a dab touches each place.
pub fn touched_places(dab: WeightDab<'_>, place: impl Fn(u32) -> u32) -> HashMap<u32, f32> {
    let mut touched = HashMap::with_capacity(dab.vertices.len());
    for (&vertex, &strength) in dab.vertices.iter().zip(dab.strengths) {
        let most: &mut f32 = touched.entry(place(vertex)).or_default();
        *most = most.max(strength.min(1.0));
    }
    touched
}
