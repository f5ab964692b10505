//! Paints weights with a stroke of a brush.

use super::bones_of::check_share;
use super::flood_weights::needed_bone;
use crate::document::{Document, Model};
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::posing::finite;
use crate::edit::stroke_samples::{SampledStroke, sampled_dabs};
use crate::edit::weight_draft::{Prepared, WeightPlan, check_vertices, counted, weight_rules};
use crate::edit::{
    BoneRef, DabArgument, EditError, FalloffArgument, SampleArgument, SampledPose, WeightMode,
};
use crate::skeleton::BoneId;
use crate::skinning::{
    BothSides, DabScratch, OneSided, PaintMode, WeightDab, WeightStroke, paint_dab, touched_places,
};
use std::borrow::Cow;

operator! {
    /// Paints weights with a stroke of a brush: what it touched and how strongly.
    PaintWeights = "paint_weights" {
        /// The bone, for modes that have one; null for those that work on all influences.
        #[serde(default)]
        bone: Option<BoneRef> = "null",
        /// What the brush does.
        #[serde(default)]
        mode: WeightMode = "\"set\"",
        /// The weight, the amount or the factor of the mode.
        #[serde(default = "crate::edit::operator::spec::one")]
        value: f32 = "1.0",
        /// Whether each dab works on what the dabs before left; if not, a vertex is touched once, as strongly as its strongest dab.
        #[serde(default)]
        accumulate: bool = "false",
        /// Whether the other side is painted too, its bones in place of these.
        #[serde(default)]
        mirror: bool = "false",
        /// Where weights are brought to a sum of 1: whether that is done once after the stroke and not with every dab, so that the painted bone shares in it.
        #[serde(default)]
        normalise_after: bool = "false",
        /// The vertices that may change; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
        /// What the stroke touched, dab by dab; empty where `samples` say it.
        #[serde(default)]
        dabs: Vec<DabArgument> = "[]",
        /// Where the brush was, in model space: every vertex within the radius is touched.
        #[serde(default)]
        samples: Vec<SampleArgument> = "[]",
        /// Of samples: the radius of the brush, in file units.
        #[serde(default)]
        radius: f32 = "0.0",
        /// Of samples: how much is done at the middle, 0 to 1.
        #[serde(default = "crate::edit::operator::spec::one")]
        strength: f32 = "1.0",
        /// Of samples: how the brush fades.
        #[serde(default)]
        falloff: FalloffArgument = "\"smooth\"",
        /// Of samples: how much of the radius is whole, 0 to 1.
        #[serde(default)]
        hardness: f32 = "0.0",
        /// Of samples: whether only vertices are touched whose normal faces against `view`.
        #[serde(default)]
        front_only: bool = "false",
        /// Of samples: the direction in which one looks.
        #[serde(default)]
        view: Option<[f32; 3]> = "null",
        /// Of samples: the pose they were taken in; null for the bind pose.
        #[serde(default)]
        pose: Option<SampledPose> = "null",
    }
    example r##"{"op":"paint_weights","model":1,"bone":"#0","mode":"add","value":0.5,"accumulate":false,"mirror":false,"normalise_after":false,"vertices":null,"dabs":[{"vertices":[0,1],"strengths":[1.0,0.5]}],"samples":[],"radius":0.0,"strength":1.0,"falloff":"smooth","hardness":0.0,"front_only":false,"view":null,"pose":null}"##
}

impl Default for PaintWeights {
    fn default() -> Self {
        Self {
            model: None,
            bone: None,
            mode: WeightMode::default(),
            value: 1.0,
            accumulate: false,
            mirror: false,
            normalise_after: false,
            vertices: None,
            dabs: Vec::new(),
            samples: Vec::new(),
            radius: 0.0,
            strength: 1.0,
            falloff: FalloffArgument::default(),
            hardness: 0.0,
            front_only: false,
            view: None,
            pose: None,
        }
    }
}

impl PaintWeights {
    /// What a live stroke works with; dabs come later.
    pub(in crate::edit) fn prepare(&self, document: &Document) -> Result<Prepared, EditError> {
        let draft = Draft::new(document, self.model)?;
        let (stroke, _) = self.stroke(&draft)?;
        let plan = self.raw_plan(draft.model)?;
        let sides = self.both_sides(draft.model);
        Ok(Prepared::new(draft.model, stroke, plan.pen(), sides))
    }

    /// What the dabs write by.
    fn raw_plan(&self, model: &Model) -> Result<WeightPlan, EditError> {
        let plan = WeightPlan::new(model, self.vertices.as_deref())?;
        Ok(match self.normalise_after {
            true => plan.with_rules(|rules| rules.with_normalising(false)),
            false => plan,
        })
    }

    /// Both sides of the model, if both are painted.
    fn both_sides(&self, model: &Model) -> Option<BothSides> {
        self.mirror.then(|| {
            let partners = model.mirror_pairs().by_id(&model.skeleton);
            BothSides::new(model.mirror_map(), partners)
        })
    }

    /// What is done, and the position of its bone.
    fn stroke(&self, draft: &Draft<'_>) -> Result<(WeightStroke, Option<usize>), EditError> {
        finite("value", &[self.value])?;
        let mode = PaintMode::from(self.mode);
        let bone = needed_bone(draft, mode, self.bone.as_ref())?;
        let stroke = WeightStroke {
            bone: bone.map_or(BoneId::NONE, |(_, id)| id),
            mode,
            value: self.value,
            accumulates: self.accumulate,
        };
        Ok((stroke, bone.map(|(index, _)| index)))
    }

    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let (stroke, bone) = self.stroke(draft)?;
        let given = self.all_dabs(draft)?;
        let plan = self.raw_plan(draft.model)?;
        let mut weights = plan.begin(draft.model);
        let merged;
        let dabs = if stroke.is_in_order() {
            given.as_ref()
        } else {
            merged = [strongest(&given)];
            &merged[..]
        };
        let sides = self.both_sides(draft.model);
        if let (Some(sides), Some(index)) = (&sides, bone)
            && sides.partner(stroke.bone).is_none()
        {
            let name = draft.model.bone_name(index);
            draft.note(format!(
                "'{name}' has no mirror image, so both sides were painted for it"
            ));
        }
        let mut scratch = DabScratch::default();
        for dab in dabs {
            let dab = WeightDab {
                vertices: &dab.vertices,
                strengths: &dab.strengths,
                sources: &dab.sources,
            };
            let (pen, sheet) = (&mut weights.pen, &mut weights.sheet);
            match &sides {
                None => paint_dab(pen, sheet, &stroke, dab, &OneSided, &mut scratch),
                Some(sides) => {
                    let touched = touched_places(dab, |vertex| pen.whole_place(vertex));
                    let strength = |place: u32| touched.get(&place).copied().unwrap_or_default();
                    sides.paint_dab(pen, sheet, &stroke, dab, strength, &mut scratch);
                }
            }
        }
        let rules = weight_rules(draft.model);
        if self.normalise_after && rules.normalises() {
            let emptied = weights.normalise_changed(rules);
            if emptied > 0 {
                draft.note(format!(
                    "{} kept weights: no other weight was left there",
                    counted(emptied)
                ));
            }
        }
        let count = weights.finish(draft);
        Ok(match bone {
            Some(index) => format!(
                "Paint weights, {}, {}",
                draft.bones_label(&[index]),
                counted(count)
            ),
            None => format!("{} weights, {}", verb(stroke.mode), counted(count)),
        })
    }

    /// The dabs that are given, and those that samples stand for.
    fn all_dabs(&self, draft: &mut Draft<'_>) -> Result<Cow<'_, [DabArgument]>, EditError> {
        if self.samples.is_empty() {
            self.check_dabs(draft.model.vertices.len())?;
            return Ok(Cow::Borrowed(&self.dabs));
        }
        if !self.dabs.is_empty() || self.mode == WeightMode::Smear {
            let reason = "can't stand beside 'dabs', nor for mode 'smear'".to_owned();
            return Err(EditError::Value {
                argument: "samples",
                reason,
            });
        }
        check_share("strength", self.strength)?;
        check_share("hardness", self.hardness)?;
        let stroke = SampledStroke {
            samples: &self.samples,
            radius: self.radius,
            strength: self.strength,
            falloff: &self.falloff,
            hardness: self.hardness,
            view: self.view.filter(|_| self.front_only),
            pose: self.pose.as_ref(),
        };
        if self.front_only && self.view.is_none() {
            return Err(EditError::Value {
                argument: "view",
                reason: "must be given with 'front_only'".to_owned(),
            });
        }
        let dabs = sampled_dabs(draft, &stroke)?;
        if dabs.iter().all(|dab| dab.vertices.is_empty()) {
            draft.note("no vertex is within the radius of any sample".to_owned());
        }
        Ok(Cow::Owned(dabs))
    }

    fn check_dabs(&self, vertex_count: usize) -> Result<(), EditError> {
        if self.dabs.iter().all(|dab| dab.vertices.is_empty()) {
            return Err(EditError::Empty { argument: "dabs" });
        }
        for dab in &self.dabs {
            check_vertices(&dab.vertices, vertex_count)?;
            check_vertices(&dab.sources, vertex_count)?;
            finite("strengths", &dab.strengths)?;
            let needs_sources = self.mode == WeightMode::Smear;
            if dab.strengths.len() != dab.vertices.len()
                || (needs_sources && dab.sources.len() != dab.vertices.len())
            {
                return Err(EditError::Value {
                    argument: "dabs",
                    reason: "must have a strength for each vertex, and for 'smear' a source"
                        .to_owned(),
                });
            }
        }
        Ok(())
    }
}

/// All dabs as one, each vertex with its strongest touch, in the order of first touch.
fn strongest(dabs: &[DabArgument]) -> DabArgument {
    let mut place_of = std::collections::HashMap::new();
    let mut all = DabArgument::default();
    for dab in dabs {
        for (&vertex, &strength) in dab.vertices.iter().zip(&dab.strengths) {
            let place = *place_of.entry(vertex).or_insert_with(|| {
                all.vertices.push(vertex);
                all.strengths.push(0.0);
                all.strengths.len() - 1
            });
            if let Some(most) = all.strengths.get_mut(place) {
                *most = most.max(strength);
            }
        }
    }
    all
}

fn verb(mode: PaintMode) -> &'static str {
    match mode {
        PaintMode::Sharpen => "Sharpen",
        PaintMode::Average => "Average",
        PaintMode::Smear => "Smear",
        _ => "Smooth",
    }
}
