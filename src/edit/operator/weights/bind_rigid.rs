//! Hangs vertices on one bone alone.

use super::bones_of::unlocked_bone;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, counted};
use crate::edit::{BindBy, BoneRef, EditError};
use crate::mesh::Influence;
use crate::skeleton::BoneId;
use std::collections::BTreeMap;

operator! {
    /// Hangs vertices on one bone alone, for what does not bend: weapons, eyes, plates. Locked bones keep their weights, and the one bone gets the rest.
    BindRigid = "bind_rigid" {
        /// The bone; null for the one that is strongest already.
        #[serde(default)]
        bone: Option<BoneRef> = "null",
        /// Whether the strongest bone is looked for at each vertex, or among all the given vertices that edges join.
        #[serde(default)]
        by: BindBy = "\"vertex\"",
        /// The vertices; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"bind_rigid","model":1,"bone":null,"by":"island","vertices":[0,1,2]}"##
}

impl BindRigid {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let bone = match &self.bone {
            Some(bone) => Some(unlocked_bone(draft, bone)?),
            None => None,
        };
        let plan = WeightPlan::of_each(draft.model, self.vertices.as_deref())?;
        let mut weights = plan.begin(draft.model);
        let places = weights.pen.places();
        let islands = match self.by {
            BindBy::Island => draft.model.topology().islands(),
            BindBy::Vertex => (0..plan.topology.vertex_count() as u32).collect(),
        };
        let island_of = |place: u32| islands.get(place as usize).copied().unwrap_or(place);
        let rules = weights.pen.rules().clone();
        let mut totals: BTreeMap<u32, BTreeMap<BoneId, f64>> = BTreeMap::new();
        for &place in &places {
            let island = totals.entry(island_of(place)).or_default();
            for one in weights.weights(place) {
                if !rules.is_locked(one.bone) {
                    *island.entry(one.bone).or_default() += f64::from(one.weight);
                }
            }
        }
        let strongest = |place: u32| {
            let bones = totals.get(&island_of(place))?.iter();
            // Of equal ones the first.
            let strongest = bones.rev().max_by(|(_, a), (_, b)| a.total_cmp(b))?;
            Some(*strongest.0)
        };
        let mut without = 0;
        for place in places {
            let Some(bone) = bone.map(|(_, id)| id).or_else(|| strongest(place)) else {
                without += 1;
                continue;
            };
            let own = weights.weights(place);
            let locked = own.iter().filter(|one| rules.is_locked(one.bone));
            let locked: f32 = locked.map(|one| one.weight).sum();
            let weight = (1.0 - locked).max(0.0);
            weights.replace(place, &[Influence { bone, weight }]);
        }
        let count = weights.finish(draft);
        if without > 0 {
            draft.note(format!(
                "{} stayed as they were: no unlocked bone moves them",
                counted(without)
            ));
        }
        Ok(match bone {
            Some((index, _)) => {
                let name = draft.bones_label(&[index]);
                format!("Bind rigidly to {name}, {}", counted(count))
            }
            None => format!("Bind rigidly to strongest bones, {}", counted(count)),
        })
    }
}
