//! Evens weights out over the surface, all influences at once.

use super::bones_of::{check_iterations, check_share};
use super::sums::{has_same_weights, keep_sum};
use crate::edit::EditError;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, counted};
use crate::skinning::{WeightPatch, gather, stored_of};

operator! {
    /// Evens weights out over the surface, all influences at once, sums kept. Neighbours count by the angles of the surface between, so that crowded and thin triangles do not pull more than others.
    RelaxWeights = "relax_weights" {
        /// How far each vertex goes towards the mean around it at once, 0 to 1.
        #[serde(default = "crate::edit::operator::spec::one")]
        strength: f32 = "1.0",
        /// How many times over.
        #[serde(default = "crate::edit::operator::spec::once")]
        iterations: u32 = "1",
        /// The vertices; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"relax_weights","model":1,"strength":0.5,"iterations":10,"vertices":[0,1,2]}"##
}

impl RelaxWeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        check_share("strength", self.strength)?;
        check_iterations(self.iterations)?;
        let plan = WeightPlan::new(draft.model, self.vertices.as_deref())?;
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
        let rows = patch.relaxed(own, self.strength, self.iterations);
        let rules = weights.pen.rules().clone();
        for (place, mut row) in places.into_iter().zip(rows) {
            let before = own(place);
            if !row.is_empty() && !has_same_weights(&before, &row) {
                keep_sum(&rules, &before, &mut row);
                weights.replace(place, &row);
            }
        }
        let count = weights.finish(draft);
        Ok(format!("Relax weights, {}", counted(count)))
    }
}
