//! Sets and clears bits of the flag word of bones.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, EditError};

operator! {
    /// Sets and clears bits of the flag word of bones.
    SetBoneFlags = "set_bone_flags" {
        /// The bones.
        bones: Vec<BoneRef>,
        /// Bits to set.
        #[serde(default)]
        set: u32 = "0",
        /// Bits to clear, before those of `set` are set.
        #[serde(default)]
        clear: u32 = "0",
    }
    example r##"{"op":"set_bone_flags","model":1,"bones":["#0"],"set":8,"clear":1}"##
}

impl SetBoneFlags {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let bones = draft.bones(&self.bones)?;
        for &index in &bones {
            if let Some(bone) = draft.bone_mut(index) {
                bone.flags.0 = (bone.flags.0 & !self.clear) | self.set;
            }
        }
        Ok(format!("Set flags of {}", draft.bones_label(&bones)))
    }
}
