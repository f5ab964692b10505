//! Locks the weights of bones against every tool, or unlocks them.

use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::{BoneRef, Edit, EditError};

operator! {
    /// Locks the weights of bones, so that no tool changes them, or unlocks them.
    LockBones = "lock_bones" {
        /// The bones.
        bones: Vec<BoneRef>,
        /// Whether they are locked from now on.
        #[serde(default = "crate::edit::operator::spec::yes")]
        locked: bool = "true",
    }
    example r##"{"op":"lock_bones","model":1,"bones":["#0"],"locked":true}"##
}

impl LockBones {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let bones = draft.bones(&self.bones)?;
        let model = draft.model;
        let mut settings = model.skin_settings.clone();
        for &index in &bones {
            let Some(bone) = model.skeleton.bones.get(index) else {
                continue;
            };
            if self.locked {
                settings.locked_bones.insert(bone.id);
            } else {
                settings.locked_bones.remove(&bone.id);
            }
        }
        if settings != model.skin_settings {
            draft.push(Edit::SwapSkinSettings {
                model: model.id,
                settings: Box::new(settings),
            });
        }
        let verb = if self.locked { "Lock" } else { "Unlock" };
        Ok(format!("{verb} weights of {}", draft.bones_label(&bones)))
    }
}
