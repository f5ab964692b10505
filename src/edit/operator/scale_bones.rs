//! Scales bones at a time of a clip, by setting keyframes of their scale.

use super::spec::operator;
use crate::edit::Channel;
use crate::edit::draft::Draft;
use crate::edit::posing::{finite, matrix, vector};
use crate::edit::{BoneRef, ClipRef, EditError, Pivot, Space};
use crate::math::Vec3;
use nalgebra::Matrix3;

operator! {
    /// Scales bones at a time of a clip, by setting keyframes of their scale.
    ScaleBones = "scale_bones" {
        /// The clip.
        clip: ClipRef,
        /// The bones.
        bones: Vec<BoneRef>,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// The factors along the axes of `space`.
        factors: [f32; 3],
        /// Whose axes `factors` are along; each own axis of a bone takes them by how far it points
        /// along each.
        #[serde(default)]
        space: Space = "\"local\"",
        /// The point from which the bones' pivots move apart; about a common one, those below another
        /// of the list are carried by it.
        #[serde(default)]
        pivot: Pivot = "\"individual\"",
        /// Whether keyframes are added; if not, only those already at that time change.
        #[serde(default = "super::spec::yes")]
        key: bool = "true",
    }
    example r##"{"op":"scale_bones","model":1,"clip":"Stand","bones":["ArmL"],"time_ms":500,"factors":[1.0,1.0,2.0],"space":"local","pivot":"individual","key":true}"##
}

impl ScaleBones {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let clip = self.clip.resolve(draft.model)?;
        let bones = draft.bones(&self.bones)?;
        finite("factors", &self.factors)?;
        let factors = Vec3::from(self.factors);
        let moment = draft.moment(clip, self.time_ms);
        let centre = moment.centre(draft, &bones, self.pivot);
        let scaling = if centre.is_some() {
            moment.topmost(&bones)
        } else {
            bones.clone()
        };
        for index in scaling {
            let Some(bone) = moment.bone(draft, index) else {
                continue;
            };
            let model_from_space = matrix(&bone.model_from(self.space));
            let own_axes = matrix(&bone.model_from(Space::Local));
            let own_in_space = model_from_space.transpose() * own_axes;
            let along = |axis: usize| {
                let direction = own_in_space.column(axis);
                direction.component_mul(&direction).dot(&factors)
            };
            let own = match self.space {
                Space::Local => factors,
                Space::Parent | Space::Model => Vec3::new(along(0), along(1), along(2)),
            };
            let value = Some(vector(&bone.local.scale.component_mul(&own)));
            draft.key_bone(index, Channel::Scale, clip, self.time_ms, value, self.key)?;
            if let Some(centre) = centre {
                let stretch = model_from_space
                    * Matrix3::from_diagonal(&factors)
                    * model_from_space.transpose();
                let target = centre + stretch * (bone.position() - centre);
                draft.key_position(index, &bone, clip, self.time_ms, &target, self.key)?;
            }
        }
        Ok(format!("Scale {}", draft.bones_label(&bones)))
    }
}
