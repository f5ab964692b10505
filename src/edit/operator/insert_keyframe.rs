//! Adds keyframes to tracks of bones: what they already are at that time, or given values.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, Channel, ChannelValues, ClipRef, EditError};

operator! {
    /// Adds keyframes to tracks of bones: what they already are at that time, or given values.
    InsertKeyframe = "insert_keyframe" {
        /// The clip.
        clip: ClipRef,
        /// The bones.
        bones: Vec<BoneRef>,
        /// Which channels.
        #[serde(default = "super::spec::all_channels")]
        channels: Vec<Channel> = r#"["translation", "rotation", "scale"]"#,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// Values for those channels; without one the channel keeps its pose.
        #[serde(default)]
        values: Option<ChannelValues> = "null",
    }
    example r##"{"op":"insert_keyframe","model":1,"clip":"Stand","bones":["ArmL"],"channels":["rotation"],"time_ms":500,"values":{"rotation":[0.0,0.0,0.0,1.0]}}"##
}

impl InsertKeyframe {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let clip = self.clip.resolve(draft.model)?;
        let bones = draft.bones(&self.bones)?;
        if self.channels.is_empty() {
            return Err(EditError::Empty {
                argument: "channels",
            });
        }
        let values = self
            .values
            .map(|values| values.by_channel())
            .unwrap_or_default();
        if let Some((channel, _)) = values.iter().find(|(c, _)| !self.channels.contains(c)) {
            return Err(EditError::Value {
                argument: "values",
                reason: format!("has a {0}, but 'channels' has no {0}", channel.name()),
            });
        }
        for &bone in &bones {
            for &channel in &self.channels {
                let given = values.iter().find(|(given, _)| *given == channel);
                let value = given.map(|&(_, value)| value);
                draft.key_bone(bone, channel, clip, self.time_ms, value, true)?;
            }
        }
        Ok(format!("Insert keyframe on {}", draft.bones_label(&bones)))
    }
}
