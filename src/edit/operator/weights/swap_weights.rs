//! Exchanges the weights of two bones.

use super::bones_of::two_unlocked;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, counted};
use crate::edit::{BoneRef, EditError};

operator! {
    /// Exchanges the weights of two bones.
    SwapWeights = "swap_weights" {
        /// One bone.
        a: BoneRef,
        /// The other.
        b: BoneRef,
        /// The vertices; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"swap_weights","model":1,"a":"#0","b":"#1","vertices":null}"##
}

impl SwapWeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let [(a_index, a), (b_index, b)] = two_unlocked(draft, "b", [&self.a, &self.b])?;
        let plan = WeightPlan::of_each(draft.model, self.vertices.as_deref())?;
        let mut weights = plan.begin(draft.model);
        for place in weights.pen.places() {
            let mut own = weights.weights(place);
            let mut is_touched = false;
            for one in &mut own {
                let other = match one.bone {
                    bone if bone == a => b,
                    bone if bone == b => a,
                    _ => continue,
                };
                one.bone = other;
                is_touched = true;
            }
            if is_touched {
                weights.replace(place, &own);
            }
        }
        let count = weights.finish(draft);
        let (a, b) = (draft.bones_label(&[a_index]), draft.bones_label(&[b_index]));
        Ok(format!("Swap weights of {a} and {b}, {}", counted(count)))
    }
}
