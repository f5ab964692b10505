//! Bones that get automatic weights after others have theirs: they take their share of each vertex,
//! and the other bones keep their proportion in what is left.

use crate::document::Model;
use crate::mesh::{Influence, Influences, Topology};
use crate::skeleton::BoneId;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// What is needed of a model to put the weights of some bones between those of the others.
#[derive(Clone, Debug)]
pub(super) struct LateBones {
    /// The bones that get new weights.
    chosen: HashSet<BoneId>,
    before: Influences,
    /// Tells coincident vertices, where they are changed as one.
    welded: Option<Arc<Topology>>,
}

impl LateBones {
    /// New weights for these bones, by position in the skeleton.
    pub fn new(model: &Model, chosen: &BTreeSet<usize>) -> Self {
        let bones = &model.skeleton.bones;
        let ids = chosen.iter().filter_map(|&index| bones.get(index));
        Self {
            chosen: ids.map(|bone| bone.id).collect(),
            before: model.vertices.influences.clone(),
            welded: model.skin_settings.welds.then(|| model.topology()),
        }
    }

    /// Whether a bone gets new weights.
    pub fn has(&self, bone: BoneId) -> bool {
        self.chosen.contains(&bone)
    }

    /// The new influences of all vertices where a chosen bone has weight, before or after.
    ///
    /// `found` are weights of all bones for each vertex, empty for one that may not change.
    /// Influences of bones that are not among `ids` are dropped.
    pub fn rows(&self, ids: &[BoneId], found: &[Vec<(usize, f32)>]) -> Vec<(u32, Vec<Influence>)> {
        let known: HashSet<BoneId> = ids.iter().copied().collect();
        let named = |row: &[(usize, f32)]| -> Vec<Influence> {
            let pairs = row.iter();
            let influence = |&(bone, weight): &(usize, f32)| {
                let bone = *ids.get(bone)?;
                Some(Influence { bone, weight })
            };
            pairs.filter_map(influence).collect()
        };
        let mut is_touched = vec![false; found.len()];
        let mut places = HashSet::new();
        for (vertex, row) in found.iter().enumerate() {
            let after = row.iter().filter_map(|(bone, _)| ids.get(*bone));
            let is_met = after.copied().any(|bone| self.has(bone))
                || self.before.of(vertex).any(|old| self.has(old.bone));
            if row.is_empty() || !is_met {
                continue;
            }
            if let Some(flag) = is_touched.get_mut(vertex) {
                *flag = true;
            }
            places.extend(self.place(vertex));
        }
        let mut rows = Vec::new();
        for (vertex, (row, is_touched)) in (0u32..).zip(found.iter().zip(is_touched)) {
            let shares_place = || {
                let place = self.place(vertex as usize);
                place.is_some_and(|place| places.contains(&place))
            };
            if row.is_empty() || !(is_touched || shares_place()) {
                continue;
            }
            let before = self.before.of(vertex as usize);
            let before = before.filter(|old| known.contains(&old.bone) && old.weight.is_finite());
            rows.push((vertex, self.blend(before, named(row))));
        }
        rows
    }

    /// What coincident vertices have in common.
    fn place(&self, vertex: usize) -> Option<u32> {
        let topology = self.welded.as_ref()?;
        Some(topology.weld_of(u32::try_from(vertex).ok()?))
    }

    /// The chosen bones as found, the others as before in what is left. A vertex without other
    /// bones is taken over as found, for there is no proportion to keep.
    fn blend(
        &self,
        before: impl Iterator<Item = Influence>,
        found: Vec<Influence>,
    ) -> Vec<Influence> {
        let others: Vec<Influence> = before.filter(|old| !self.has(old.bone)).collect();
        let sum = |row: &[Influence]| -> f64 { row.iter().map(|i| f64::from(i.weight)).sum() };
        let of_others = sum(&others);
        if of_others <= 0.0 {
            return found;
        }
        let mut row = found;
        row.retain(|new| self.has(new.bone));
        let left = (1.0 - sum(&row)).max(0.0);
        row.extend(others.into_iter().map(|old| Influence {
            weight: (f64::from(old.weight) / of_others * left).min(1.0) as f32,
            ..old
        }));
        row
    }
}
