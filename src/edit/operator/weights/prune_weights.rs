//! Takes small weights away.

use super::bones_of::check_share;
use crate::edit::EditError;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, counted};

operator! {
    /// Takes weights below a threshold away, and shares them among the others. The strongest of a vertex stays, and so do those of locked bones.
    PruneWeights = "prune_weights" {
        /// Weights below this go, 0 to 1.
        below: f32,
        /// The vertices; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"prune_weights","model":1,"below":0.02,"vertices":null}"##
}

impl PruneWeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        check_share("below", self.below)?;
        let plan = WeightPlan::of_each(draft.model, self.vertices.as_deref())?;
        let mut weights = plan.begin(draft.model);
        let mut dropped = 0;
        for place in weights.pen.places() {
            let mut own = weights.weights(place);
            let before = own.len();
            let strongest = own
                .iter()
                .map(|influence| influence.weight)
                .fold(0.0, f32::max);
            let sum: f32 = own.iter().map(|influence| influence.weight).sum();
            let rules = weights.pen.rules().clone();
            own.retain(|influence| {
                influence.weight >= self.below
                    || influence.weight == strongest
                    || rules.is_locked(influence.bone)
            });
            if own.len() == before {
                continue;
            }
            dropped += before - own.len();
            if !rules.normalises() {
                // The sum stays what it was.
                let is_free = |bone| !rules.is_locked(bone);
                let kept: f32 = own.iter().map(|influence| influence.weight).sum();
                let free = own.iter().filter(|influence| is_free(influence.bone));
                let free: f32 = free.map(|influence| influence.weight).sum();
                if free > 0.0 {
                    let factor = (free + sum - kept) / free;
                    let all = own.iter_mut().filter(|influence| is_free(influence.bone));
                    all.for_each(|influence| influence.weight *= factor);
                }
            }
            weights.replace(place, &own);
        }
        let count = weights.finish(draft);
        if dropped > 0 {
            draft.note(format!("{dropped} influences were below {}", self.below));
        }
        Ok(format!("Prune weights, {}", counted(count)))
    }
}
