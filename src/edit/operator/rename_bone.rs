//! Names a bone, and writes the name's checksum where the format has one.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, EditError};

operator! {
    /// Names a bone, and writes the name's checksum where the format has one.
    RenameBone = "rename_bone" {
        /// The bone.
        bone: BoneRef,
        /// The new name; empty takes the user's name away.
        name: String,
    }
    example r##"{"op":"rename_bone","model":1,"bone":"#0","name":"Root"}"##
}

impl RenameBone {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let (index, _) = draft.bone(&self.bone)?;
        let before = draft.model.bone_name(index);
        let name = self.name.trim();
        if name.contains('\0') {
            return Err(EditError::Value {
                argument: "name",
                reason: "must not contain a zero character".to_owned(),
            });
        }
        let stores_crc = !draft.is_on_axis();
        if let Some(bone) = draft.bone_mut(index) {
            bone.name = (!name.is_empty()).then(|| name.to_owned());
            if stores_crc && !name.is_empty() {
                bone.name_crc = crc32fast::hash(name.as_bytes());
            }
        }
        let bones = 0..draft.model.skeleton.bones.len();
        if bones
            .filter(|&i| i != index)
            .any(|i| draft.model.bone_name(i) == name)
        {
            draft.note(format!("another bone is called '{name}' too"));
        }
        Ok(if name.is_empty() {
            format!("Unname {before}")
        } else {
            format!("Rename {before} to {name}")
        })
    }
}
