//! The other side of a model, for strokes that paint both sides at once.

use super::weight_paint::Mirrored;
use crate::mesh::MirrorMap;
use crate::skeleton::BoneId;
use std::collections::{HashMap, HashSet};

/// The other side of a model: its vertices by a mirror map, and what the stroke touched of it.
#[derive(Clone, Copy, Debug)]
pub struct OtherSide<'a, S> {
    map: &'a MirrorMap,
    partners: &'a HashMap<BoneId, BoneId>,
    bone: BoneId,
    strength: S,
}

impl<'a, S: Fn(u32) -> f32> OtherSide<'a, S> {
    /// The other side for a stroke of `bone`. Bones that `partners` do not have stand for
    /// themselves.
    ///
    /// `strength` says how strongly the stroke itself touched a vertex so far, 0 to 1; vertices
    /// that coincide are touched alike.
    pub fn new(
        map: &'a MirrorMap,
        partners: &'a HashMap<BoneId, BoneId>,
        bone: BoneId,
        strength: S,
    ) -> Self {
        Self {
            map,
            partners,
            bone: partners.get(&bone).copied().unwrap_or(bone),
            strength,
        }
    }
}

impl<S: Fn(u32) -> f32> Mirrored for OtherSide<'_, S> {
    fn vertex(&self, vertex: u32) -> Option<u32> {
        self.map.vertex(vertex)
    }

    fn bone(&self) -> BoneId {
        self.bone
    }

    fn partner(&self, bone: BoneId) -> BoneId {
        self.partners.get(&bone).copied().unwrap_or(bone)
    }

    fn strength(&self, vertex: u32) -> f32 {
        (self.strength)(vertex)
    }
}

/// What one dab touches, without vertices whose mirror image it touches too and lists before.
///
/// Painting a vertex paints its mirror image, and in a stroke that accumulates each may be painted
/// only once a dab. `place` says which vertices are one.
pub fn one_of_each_pair(
    vertices: &[u32],
    strengths: &[f32],
    map: &MirrorMap,
    place: impl Fn(u32) -> u32,
) -> (Vec<u32>, Vec<f32>) {
    let mut listed = HashSet::with_capacity(vertices.len());
    let mut kept = (Vec::new(), Vec::new());
    for (&vertex, &strength) in vertices.iter().zip(strengths) {
        let own = place(vertex);
        let other = map.vertex(vertex).map(&place);
        let is_covered = other.is_some_and(|other| other != own && listed.contains(&other));
        if !is_covered && listed.insert(own) {
            kept.0.push(vertex);
            kept.1.push(strength);
        }
    }
    kept
}
