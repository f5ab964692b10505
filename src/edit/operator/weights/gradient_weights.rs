//! Lays weights along a drag: of one bone, or from one bone to another.

use super::bones_of::unlocked_bone;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::posing::finite;
use crate::edit::weight_draft::{WeightPlan, counted};
use crate::edit::{BoneRef, EditError, GradientCurveArgument, GradientShapeArgument};
use crate::math::Vec3;
use crate::skeleton::BoneId;
use crate::skinning::WeightGradient;

operator! {
    /// Lays weights along a drag. With one bone its weight falls from 1 at the start to 0 at the end, and others share the rest. With two the share that both have goes over from the first to the second, and other bones keep theirs; a vertex without any weights gets all of its weight from the two.
    GradientWeights = "gradient_weights" {
        /// Where the drag starts, in the bind pose.
        from: [f32; 3],
        /// Where it ends.
        to: [f32; 3],
        /// One bone, or two.
        bones: Vec<BoneRef>,
        /// Whether it runs along the drag, or outwards from its start.
        #[serde(default)]
        shape: GradientShapeArgument = "\"linear\"",
        /// Whether it runs evenly, or slowly at both ends.
        #[serde(default)]
        curve: GradientCurveArgument = "\"linear\"",
        /// The vertices; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"gradient_weights","model":1,"from":[0.0,0.0,0.0],"to":[0.0,0.0,1.0],"bones":["#0","#1"],"shape":"linear","curve":"smooth","vertices":null}"##
}

impl GradientWeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let gradient = self.gradient()?;
        let mut bones: Vec<(usize, BoneId)> = Vec::new();
        for bone in &self.bones {
            let bone = unlocked_bone(draft, bone)?;
            if !bones.contains(&bone) {
                bones.push(bone);
            }
        }
        let (first, second) = match bones.as_slice() {
            [first] if self.bones.len() == 1 => (first.1, None),
            [first, second] => (first.1, Some(second.1)),
            _ => {
                return Err(EditError::Value {
                    argument: "bones",
                    reason: "must name one bone, or two that differ".to_owned(),
                });
            }
        };
        let plan = WeightPlan::new(draft.model, self.vertices.as_deref())?;
        let mut weights = plan.begin(draft.model);
        let mut without = 0;
        for place in weights.pen.places() {
            let position = draft.model.vertices.positions.get(place as usize);
            let Some(along) = position.and_then(|position| gradient.at(*position)) else {
                continue;
            };
            let Some(second) = second else {
                weights.set(place, &[(first, 1.0 - along)]);
                continue;
            };
            let own = weights.weights(place);
            let of_two = own.iter().filter(|one| [first, second].contains(&one.bone));
            let share: f32 = of_two.map(|one| one.weight).sum();
            let share = if own.is_empty() { 1.0 } else { share.min(1.0) };
            if share > 0.0 {
                let of_second = share * along;
                weights.set(place, &[(first, share - of_second), (second, of_second)]);
            } else {
                without += 1;
            }
        }
        let count = weights.finish(draft);
        if without > 0 {
            draft.note(format!(
                "{} kept weights: neither bone has a share there",
                counted(without)
            ));
        }
        let indices: Vec<usize> = bones.iter().map(|(index, _)| *index).collect();
        let name = draft.bones_label(&indices);
        Ok(format!("Gradient of {name}, {}", counted(count)))
    }

    fn gradient(&self) -> Result<WeightGradient, EditError> {
        finite("from", &self.from)?;
        finite("to", &self.to)?;
        let (from, to) = (Vec3::from(self.from), Vec3::from(self.to));
        let gradient = WeightGradient {
            from,
            to,
            shape: self.shape.into(),
            curve: self.curve.into(),
        };
        match gradient.at(from) {
            Some(_) => Ok(gradient),
            None => Err(EditError::Value {
                argument: "to",
                reason: "must be another point than 'from'".to_owned(),
            }),
        }
    }
}
