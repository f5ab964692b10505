//! Moves the point about which a bone turns.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::posing::finite;
use crate::edit::{BoneRef, EditError, KeepOnMove};
use crate::math::Vec3;

operator! {
    /// Moves the point about which a bone turns.
    SetPivot = "set_pivot" {
        /// The bone.
        bone: BoneRef,
        /// The new pivot, in model space and file units.
        position: [f32; 3],
        /// What it keeps: where it is at every keyframe, or the numbers of its tracks.
        #[serde(default)]
        keep: KeepOnMove = "\"pose\"",
    }
    example r##"{"op":"set_pivot","model":1,"bone":"#1","position":[0.0,0.0,1.0],"keep":"pose"}"##
}

impl SetPivot {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let (index, _) = draft.bone(&self.bone)?;
        finite("position", &self.position)?;
        let pivot = Vec3::from(self.position);
        if self.keep == KeepOnMove::Pose {
            draft.keep_pose_about(index, pivot)?;
        }
        if let Some(bone) = draft.bone_mut(index) {
            bone.pivot = pivot;
        }
        Ok(format!("Set pivot of {}", draft.model.bone_name(index)))
    }
}
