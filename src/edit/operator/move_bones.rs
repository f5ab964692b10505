//! Moves bones at a time of a clip, by setting keyframes of their translation.

use super::spec::operator;
use crate::edit::Channel;
use crate::edit::draft::Draft;
use crate::edit::posing::{finite, turned, vector};
use crate::edit::{BoneRef, ClipRef, EditError, Space};
use crate::math::Vec3;

operator! {
    /// Moves bones at a time of a clip, by setting keyframes of their translation.
    MoveBones = "move_bones" {
        /// The clip.
        clip: ClipRef,
        /// The bones. In model space those below another of the list are carried by it.
        bones: Vec<BoneRef>,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// How far, in file units, along the axes of `space`.
        offset: [f32; 3],
        /// Whose axes `offset` is in.
        #[serde(default)]
        space: Space = "\"local\"",
        /// Whether keyframes are added; if not, only those already at that time change.
        #[serde(default = "super::spec::yes")]
        key: bool = "true",
    }
    example r##"{"op":"move_bones","model":1,"clip":"Stand","bones":["ArmL"],"time_ms":500,"offset":[0.0,0.0,0.25],"space":"model","key":true}"##
}

impl MoveBones {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let clip = self.clip.resolve(draft.model)?;
        let bones = draft.bones(&self.bones)?;
        finite("offset", &self.offset)?;
        let offset = Vec3::from(self.offset);
        let moment = draft.moment(clip, self.time_ms);
        let moving = match self.space {
            Space::Model => moment.topmost(&bones),
            Space::Local | Space::Parent => bones.clone(),
        };
        for index in moving {
            let Some(bone) = moment.bone(draft, index) else {
                continue;
            };
            let translation = match self.space {
                Space::Local => bone.local.translation + turned(&bone.local.rotation, &offset),
                Space::Parent => bone.local.translation + offset,
                Space::Model => bone
                    .translation_to(&(bone.position() + offset))
                    .ok_or_else(|| EditError::Pose {
                        bone: draft.model.bone_name(index),
                        reason: "its parent is scaled to nothing",
                    })?,
            };
            let value = Some(vector(&translation));
            draft.key_bone(
                index,
                Channel::Translation,
                clip,
                self.time_ms,
                value,
                self.key,
            )?;
        }
        Ok(format!("Move {}", draft.bones_label(&bones)))
    }
}
