//! Sets the transform of bones at a time of a clip to typed values.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, ChannelValues, ClipRef, EditError};

operator! {
    /// Sets the transform of bones at a time of a clip to typed values.
    SetBoneTransform = "set_bone_transform" {
        /// The clip.
        clip: ClipRef,
        /// The bones; all get the same values.
        bones: Vec<BoneRef>,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// The values; channels left out are not touched.
        values: ChannelValues,
        /// Whether keyframes are added; if not, only those already at that time change.
        #[serde(default = "super::spec::yes")]
        key: bool = "true",
    }
    example r##"{"op":"set_bone_transform","model":1,"clip":"Stand","bones":["ArmL"],"time_ms":500,"values":{"rotation":{"euler_deg":[0.0,0.0,45.0]}},"key":true}"##
}

impl SetBoneTransform {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let clip = self.clip.resolve(draft.model)?;
        let bones = draft.bones(&self.bones)?;
        let values = self.values.by_channel();
        if values.is_empty() {
            return Err(EditError::Empty { argument: "values" });
        }
        for &bone in &bones {
            for &(channel, value) in &values {
                draft.key_bone(bone, channel, clip, self.time_ms, Some(value), self.key)?;
            }
        }
        Ok(format!("Set transform of {}", draft.bones_label(&bones)))
    }
}
