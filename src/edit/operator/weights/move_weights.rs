//! Moves weight from one bone to another.

use super::bones_of::{check_share, two_unlocked};
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, counted};
use crate::edit::{BoneRef, EditError};
use crate::mesh::Influence;

operator! {
    /// Moves a share of the weight of one bone to another. Weights of other bones stay.
    MoveWeights = "move_weights" {
        /// The bone that loses weight.
        from: BoneRef,
        /// The bone that gets it.
        to: BoneRef,
        /// How much of it, 0 to 1.
        #[serde(default = "crate::edit::operator::spec::one")]
        share: f32 = "1.0",
        /// The vertices; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"move_weights","model":1,"from":"#0","to":"#1","share":1.0,"vertices":null}"##
}

impl MoveWeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        check_share("share", self.share)?;
        let [(from_index, from), (to_index, to)] =
            two_unlocked(draft, "to", [&self.from, &self.to])?;
        let plan = WeightPlan::of_each(draft.model, self.vertices.as_deref())?;
        let mut weights = plan.begin(draft.model);
        for place in weights.pen.places() {
            let mut own = weights.weights(place);
            let Some(giver) = own.iter_mut().find(|one| one.bone == from) else {
                continue;
            };
            let moved = giver.weight * self.share;
            giver.weight -= moved;
            match own.iter_mut().find(|one| one.bone == to) {
                Some(taker) => taker.weight += moved,
                None => own.push(Influence {
                    bone: to,
                    weight: moved,
                }),
            }
            weights.replace(place, &own);
        }
        let count = weights.finish(draft);
        let (from, to) = (
            draft.bones_label(&[from_index]),
            draft.bones_label(&[to_index]),
        );
        Ok(format!(
            "Move weights from {from} to {to}, {}",
            counted(count)
        ))
    }
}
