//! Rotates bones at a time of a clip, by setting keyframes of their rotation.

use super::spec::operator;
use crate::edit::Channel;
use crate::edit::draft::Draft;
use crate::edit::posing::{finite, quaternion, turned};
use crate::edit::{BoneRef, ClipRef, EditError, Pivot, Space};
use crate::math::{Vec3, quat_from_axis_angle, unit_or_identity};

operator! {
    /// Rotates bones at a time of a clip, by setting keyframes of their rotation.
    RotateBones = "rotate_bones" {
        /// The clip.
        clip: ClipRef,
        /// The bones. About individual pivots each turns; about a common one, those below another
        /// of the list are carried by it.
        bones: Vec<BoneRef>,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// The axis, in the axes of `space`.
        axis: [f32; 3],
        /// The angle in degrees, counter-clockwise seen from the axis' tip.
        degrees: f32,
        /// Whose axes `axis` is in.
        #[serde(default)]
        space: Space = "\"local\"",
        /// The point about which they turn.
        #[serde(default)]
        pivot: Pivot = "\"individual\"",
        /// Whether keyframes are added; if not, only those already at that time change.
        #[serde(default = "super::spec::yes")]
        key: bool = "true",
    }
    example r##"{"op":"rotate_bones","model":1,"clip":"Stand","bones":["ArmL"],"time_ms":500,"axis":[0.0,0.0,1.0],"degrees":30.0,"space":"local","pivot":"individual","key":true}"##
}

impl RotateBones {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let clip = self.clip.resolve(draft.model)?;
        let bones = draft.bones(&self.bones)?;
        finite("axis", &self.axis)?;
        finite("degrees", &[self.degrees])?;
        let axis = Vec3::from(self.axis);
        if axis.norm() <= f32::MIN_POSITIVE {
            return Err(EditError::Value {
                argument: "axis",
                reason: "has no direction".to_owned(),
            });
        }
        let moment = draft.moment(clip, self.time_ms);
        let centre = moment.centre(draft, &bones, self.pivot);
        let turning = if centre.is_some() {
            moment.topmost(&bones)
        } else {
            bones.clone()
        };
        for index in turning {
            let Some(bone) = moment.bone(draft, index) else {
                continue;
            };
            let axis_in_model = turned(&bone.model_from(self.space), &axis);
            let in_model = quat_from_axis_angle(&axis_in_model, self.degrees.to_radians());
            let model_from_parent = bone.model_from_parent();
            let in_parent = model_from_parent.conjugate() * in_model * model_from_parent;
            let rotation = unit_or_identity(&(in_parent * bone.local.rotation));
            let value = Some(quaternion(&rotation));
            draft.key_bone(
                index,
                Channel::Rotation,
                clip,
                self.time_ms,
                value,
                self.key,
            )?;
            if let Some(centre) = centre {
                let target = centre + turned(&in_model, &(bone.position() - centre));
                draft.key_position(index, &bone, clip, self.time_ms, &target, self.key)?;
            }
        }
        Ok(format!("Rotate {}", draft.bones_label(&bones)))
    }
}
