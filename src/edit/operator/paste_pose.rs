//! Sets bones to a copied pose at a time of a clip.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BonePose, ClipRef, EditError};
use crate::edit::{ChannelValues, KeyArgument};

operator! {
    /// Sets bones to a copied pose at a time of a clip.
    PastePose = "paste_pose" {
        /// The clip.
        clip: ClipRef,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// What each bone does; channels left out are not touched.
        pose: Vec<BonePose>,
        /// Whether keyframes are added; if not, only those already at that time change.
        #[serde(default = "super::spec::yes")]
        key: bool = "true",
    }
    example r##"{"op":"paste_pose","model":1,"clip":"Stand","time_ms":500,"pose":[{"bone":"ArmL","rotation":[0.0,0.0,0.0,1.0]}],"key":true}"##
}

impl PastePose {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let clip = self.clip.resolve(draft.model)?;
        if self.pose.is_empty() {
            return Err(EditError::Empty { argument: "pose" });
        }
        let mut pasted = Vec::with_capacity(self.pose.len());
        for entry in &self.pose {
            let (bone, _) = draft.bone(&entry.bone)?;
            if pasted.contains(&bone) {
                return Err(EditError::Value {
                    argument: "pose",
                    reason: format!("has bone '{}' twice", draft.model.bone_name(bone)),
                });
            }
            let values = ChannelValues {
                translation: entry.translation,
                rotation: entry.rotation.map(KeyArgument::Quaternion),
                scale: entry.scale,
            };
            for (channel, value) in values.by_channel() {
                draft.key_bone(bone, channel, clip, self.time_ms, Some(value), self.key)?;
            }
            pasted.push(bone);
        }
        Ok(format!("Paste pose on {}", draft.bones_label(&pasted)))
    }
}
