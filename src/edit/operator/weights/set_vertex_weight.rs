//! Gives vertices exactly this weight for a bone.

use super::bones_of::{check_share, unlocked_bone};
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, counted};
use crate::edit::{BoneRef, EditError};

operator! {
    /// Gives vertices exactly this weight for a bone. With `exact` no other weight changes, so that a sum may be built bone by bone; without, other bones share the rest as the settings say.
    SetVertexWeight = "set_vertex_weight" {
        /// The bone.
        bone: BoneRef,
        /// The vertices.
        vertices: Vec<u32>,
        /// The weight, 0 to 1.
        weight: f32,
        /// Whether no other weight changes.
        #[serde(default)]
        exact: bool = "false",
    }
    example r##"{"op":"set_vertex_weight","model":1,"bone":"#0","vertices":[0,1,2],"weight":0.5,"exact":true}"##
}

impl SetVertexWeight {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let (index, bone) = unlocked_bone(draft, &self.bone)?;
        check_share("weight", self.weight)?;
        let plan = WeightPlan::new(draft.model, Some(&self.vertices))?;
        let plan = plan.with_rules(|rules| {
            let normalises = rules.normalises() && !self.exact;
            rules.with_normalising(normalises)
        });
        let mut weights = plan.begin(draft.model);
        for place in weights.pen.places() {
            weights.set(place, &[(bone, self.weight)]);
        }
        let count = weights.finish(draft);
        Ok(format!(
            "Set weight of {}, {}",
            draft.bones_label(&[index]),
            counted(count)
        ))
    }
}
