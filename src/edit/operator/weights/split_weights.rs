//! Splits the weight of a bone among several.

use super::bones_of::unlocked_bone;
use crate::document::Model;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, counted};
use crate::edit::{BoneRef, EditError, SplitBy};
use crate::math::Vec3;
use crate::mesh::Influence;
use crate::skeleton::BoneId;

operator! {
    /// Splits the weight of a bone among several, which may name the bone itself so that it keeps a part. Weights of other bones stay.
    SplitWeights = "split_weights" {
        /// The bone whose weight is split.
        from: BoneRef,
        /// The bones that get it.
        to: Vec<BoneRef>,
        /// Whether all get the same, or the nearest to a vertex gets all.
        #[serde(default)]
        by: SplitBy = "\"equal\"",
        /// The vertices; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"split_weights","model":1,"from":"#0","to":["#0","#1"],"by":"nearest","vertices":null}"##
}

impl SplitWeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let (from_index, from) = unlocked_bone(draft, &self.from)?;
        if self.to.is_empty() {
            return Err(EditError::Empty { argument: "to" });
        }
        let mut to: Vec<Taker> = Vec::new();
        for bone in &self.to {
            let (index, id) = unlocked_bone(draft, bone)?;
            if to.iter().all(|taker| taker.id != id) {
                to.push(Taker::new(draft.model, index, id));
            }
        }
        if matches!(to.as_slice(), [only] if only.id == from) {
            return Err(EditError::Value {
                argument: "to",
                reason: "must name another bone than 'from'".to_owned(),
            });
        }
        let plan = WeightPlan::of_each(draft.model, self.vertices.as_deref())?;
        let mut weights = plan.begin(draft.model);
        for place in weights.pen.places() {
            let mut own = weights.weights(place);
            let Some(giver) = own.iter_mut().find(|one| one.bone == from) else {
                continue;
            };
            let weight = std::mem::take(&mut giver.weight);
            let position = draft.model.vertices.positions.get(place as usize);
            let takers = match (self.by, position) {
                (SplitBy::Nearest, Some(position)) => {
                    let distance = |taker: &&Taker| taker.distance(position);
                    let nearest = to.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
                    nearest.map_or(&to[..], std::slice::from_ref)
                }
                _ => &to[..],
            };
            let share = weight / takers.len() as f32;
            for taker in takers {
                match own.iter_mut().find(|one| one.bone == taker.id) {
                    Some(one) => one.weight += share,
                    None => own.push(Influence {
                        bone: taker.id,
                        weight: share,
                    }),
                }
            }
            weights.replace(place, &own);
        }
        let count = weights.finish(draft);
        let name = draft.bones_label(&[from_index]);
        Ok(format!("Split weights of {name}, {}", counted(count)))
    }
}

/// A bone that gets weight, and where it lies: from its pivot to those of its children.
struct Taker {
    id: BoneId,
    pivot: Vec3,
    tips: Vec<Vec3>,
}

impl Taker {
    fn new(model: &Model, index: usize, id: BoneId) -> Self {
        let bones = &model.skeleton.bones;
        let children = bones.iter().filter(|bone| bone.parent == Some(id));
        Self {
            id,
            pivot: bones.get(index).map_or_else(Vec3::zeros, |bone| bone.pivot),
            tips: children.map(|bone| bone.pivot).collect(),
        }
    }

    /// How far a point is from the bone; a distance that is no number is the farthest.
    fn distance(&self, point: &Vec3) -> f32 {
        let to_tip = |tip: &Vec3| {
            let way = tip - self.pivot;
            let along = (point - self.pivot).dot(&way) / way.norm_squared();
            let along = if along.is_finite() {
                along.clamp(0.0, 1.0)
            } else {
                0.0
            };
            (point - (self.pivot + way * along)).norm()
        };
        let to_pivot = (point - self.pivot).norm();
        self.tips.iter().map(to_tip).fold(to_pivot, f32::min)
    }
}
