//! Brings the weights of vertices to a sum of 1, or those of one bone to a highest of 1.

use super::bones_of::unlocked_bone;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, counted};
use crate::edit::{BoneRef, EditError};
use crate::skinning::{WeightAccess as _, weight_of};

operator! {
    /// Brings the weights of each vertex to a sum of 1; locked bones keep theirs. With a bone, scales its weights so that the highest is 1 instead.
    NormaliseWeights = "normalise_weights" {
        /// The one bone; null to bring sums to 1.
        #[serde(default)]
        bone: Option<BoneRef> = "null",
        /// The vertices; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"normalise_weights","model":1,"bone":null,"vertices":[0,1,2]}"##
}

/// Sums this near to 1 are not touched.
const NEAR: f32 = 1e-6;

impl NormaliseWeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let plan = WeightPlan::of_each(draft.model, self.vertices.as_deref())?;
        let Some(bone) = &self.bone else {
            let plan = plan.with_rules(|rules| rules.with_normalising(true));
            let mut weights = plan.begin(draft.model);
            for place in weights.pen.places() {
                let own = weights.weights(place);
                let sum: f32 = own.iter().map(|influence| influence.weight).sum();
                if !own.is_empty() && (sum - 1.0).abs() > NEAR {
                    weights.replace(place, &own);
                }
            }
            let count = weights.finish(draft);
            return Ok(format!("Normalise weights, {}", counted(count)));
        };
        let (index, bone) = unlocked_bone(draft, bone)?;
        let mut weights = plan.begin(draft.model);
        let places = weights.pen.places();
        let weight_at = |place: &u32| weight_of(weights.sheet.now(*place), bone);
        let highest = places.iter().map(weight_at).fold(0.0, f32::max);
        let name = draft.bones_label(&[index]);
        if highest <= 0.0 {
            return Err(EditError::Value {
                argument: "bone",
                reason: format!("'{name}' has no weight at any of these vertices"),
            });
        }
        for place in places {
            let weight = weight_of(weights.sheet.now(place), bone);
            if weight > 0.0 {
                weights.set(place, &[(bone, weight / highest)]);
            }
        }
        let count = weights.finish(draft);
        Ok(format!("Normalise weights of {name}, {}", counted(count)))
    }
}
