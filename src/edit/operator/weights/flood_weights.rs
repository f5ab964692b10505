//! Does to all vertices at once what a brush does at full strength.

use super::bones_of::unlocked_bone;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::posing::finite;
use crate::edit::weight_draft::{WeightPlan, counted};
use crate::edit::{BoneRef, EditError, WeightMode};
use crate::skeleton::BoneId;
use crate::skinning::{DabScratch, OneSided, PaintMode, WeightDab, WeightStroke, paint_dab};

operator! {
    /// Does to vertices at once what a brush does: sets, adds, scales or smooths their weights.
    FloodWeights = "flood_weights" {
        /// The bone, for modes that have one; null for those that work on all influences.
        #[serde(default)]
        bone: Option<BoneRef> = "null",
        /// What is done.
        #[serde(default)]
        mode: WeightMode = "\"set\"",
        /// The weight, the amount or the factor of the mode.
        #[serde(default = "crate::edit::operator::spec::one")]
        value: f32 = "1.0",
        /// How much of it is done, 0 to 1.
        #[serde(default = "crate::edit::operator::spec::one")]
        strength: f32 = "1.0",
        /// How many times over, for modes that look at what is around.
        #[serde(default = "crate::edit::operator::spec::once")]
        iterations: u32 = "1",
        /// The vertices; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"flood_weights","model":1,"bone":"#0","mode":"set","value":1.0,"strength":1.0,"iterations":1,"vertices":[0,1,2]}"##
}

impl FloodWeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        finite("value", &[self.value])?;
        super::bones_of::check_share("strength", self.strength)?;
        let mode = PaintMode::from(self.mode);
        if mode == PaintMode::Smear {
            return Err(EditError::Value {
                argument: "mode",
                reason: "'smear' needs the movement of a brush".to_owned(),
            });
        }
        super::bones_of::check_iterations(self.iterations)?;
        let bone = needed_bone(draft, mode, self.bone.as_ref())?;
        let plan = WeightPlan::new(draft.model, self.vertices.as_deref())?;
        let mut weights = plan.begin(draft.model);
        let places = weights.pen.places();
        let strengths = vec![self.strength; places.len()];
        let stroke = WeightStroke {
            bone: bone.map_or(BoneId::NONE, |(_, id)| id),
            mode,
            value: self.value,
            accumulates: true,
        };
        let dab = WeightDab {
            vertices: &places,
            strengths: &strengths,
            sources: &[],
        };
        let times = if mode.has_bone() { 1 } else { self.iterations };
        let mut scratch = DabScratch::default();
        for _ in 0..times {
            paint_dab(
                &mut weights.pen,
                &mut weights.sheet,
                &stroke,
                dab,
                &OneSided,
                &mut scratch,
            );
        }
        let count = weights.finish(draft);
        Ok(flood_label(
            draft,
            mode,
            bone.map(|(index, _)| index),
            count,
        ))
    }
}

/// The bone that a mode works on; `None` for modes that work on all.
pub(super) fn needed_bone(
    draft: &Draft<'_>,
    mode: PaintMode,
    bone: Option<&BoneRef>,
) -> Result<Option<(usize, BoneId)>, EditError> {
    if !mode.has_bone() {
        return Ok(None);
    }
    let bone = bone.ok_or(EditError::Value {
        argument: "bone",
        reason: "must be given: this mode paints the weight of one bone".to_owned(),
    })?;
    unlocked_bone(draft, bone).map(Some)
}

fn flood_label(draft: &Draft<'_>, mode: PaintMode, bone: Option<usize>, count: usize) -> String {
    let verb = match mode {
        PaintMode::Smooth => "Smooth weights",
        PaintMode::Sharpen => "Sharpen weights",
        PaintMode::Average => "Average weights",
        _ => "Flood weights",
    };
    let bone = bone.map(|index| format!(" of {}", draft.bones_label(&[index])));
    format!("{verb}{}, {}", bone.unwrap_or_default(), counted(count))
}
