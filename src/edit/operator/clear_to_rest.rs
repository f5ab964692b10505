//! Sets bones to rest (no offset, no turn, scale 1) at a time of a clip.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::posing::{quaternion, vector};
use crate::edit::{BoneRef, Channel, ClipRef, EditError};
use crate::skeleton::LocalTransform;

operator! {
    /// Sets bones to rest (no offset, no turn, scale 1) at a time of a clip.
    ClearToRest = "clear_to_rest" {
        /// The clip.
        clip: ClipRef,
        /// The bones.
        bones: Vec<BoneRef>,
        /// Which channels.
        #[serde(default = "super::spec::all_channels")]
        channels: Vec<Channel> = r#"["translation", "rotation", "scale"]"#,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// Whether keyframes are added; if not, only those already at that time change.
        #[serde(default = "super::spec::yes")]
        key: bool = "true",
    }
    example r##"{"op":"clear_to_rest","model":1,"clip":"Stand","bones":["ArmL"],"channels":["rotation"],"time_ms":500,"key":true}"##
}

impl ClearToRest {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let clip = self.clip.resolve(draft.model)?;
        let bones = draft.bones(&self.bones)?;
        if self.channels.is_empty() {
            return Err(EditError::Empty {
                argument: "channels",
            });
        }
        let rest = LocalTransform::REST;
        for &bone in &bones {
            for &channel in &self.channels {
                let value = match channel {
                    Channel::Translation => vector(&rest.translation),
                    Channel::Rotation => quaternion(&rest.rotation),
                    Channel::Scale => vector(&rest.scale),
                };
                draft.key_bone(bone, channel, clip, self.time_ms, Some(value), self.key)?;
            }
        }
        Ok(format!("Clear {} to rest", draft.bones_label(&bones)))
    }
}
