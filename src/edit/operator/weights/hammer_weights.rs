//! Rebuilds the weights of vertices from those around them.

use crate::edit::EditError;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, counted};
use crate::skinning::{WeightPatch, gather, stored_of};

operator! {
    /// Rebuilds the weights of vertices from those around them: what they had is forgotten, and each becomes the mean of its neighbours. Vertices that no edge joins to others with weights stay.
    HammerWeights = "hammer_weights" {
        /// The vertices.
        vertices: Vec<u32>,
    }
    example r##"{"op":"hammer_weights","model":1,"vertices":[0,1,2]}"##
}

/// A share below this is of a bone too far away to matter.
const FAR_AWAY: f32 = 1e-4;

impl HammerWeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let plan = WeightPlan::new(draft.model, Some(&self.vertices))?;
        let mut weights = plan.begin(draft.model);
        let places = weights.pen.places();
        let pool = &draft.model.vertices;
        let own = |vertex: u32| {
            let mut own = Vec::new();
            gather(stored_of(&pool.influences, vertex), &mut own);
            own
        };
        let has_weights = |vertex: u32| !own(vertex).is_empty();
        let patch = WeightPatch::new(&plan.topology, &pool.positions, &places, has_weights);
        let rows = patch.spread_from_ring(own);
        let mut alone = 0;
        for ((place, mut row), reached) in places.into_iter().zip(rows).zip(patch.reaches_ring()) {
            row.retain(|influence| influence.weight >= FAR_AWAY);
            if reached && !row.is_empty() {
                weights.replace(place, &row);
            } else {
                alone += 1;
            }
        }
        let count = weights.finish(draft);
        if alone > 0 {
            draft.note(format!(
                "{} kept weights: no edge leads to a vertex with weights outside",
                counted(alone)
            ));
        }
        Ok(format!("Hammer weights, {}", counted(count)))
    }
}
