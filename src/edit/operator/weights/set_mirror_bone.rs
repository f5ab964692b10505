//! Says which bone is the mirror image of another, where names and places don't tell.

use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::{BoneRef, Edit, EditError};

operator! {
    /// Says which bone is the mirror image of another: for weights, poses and keyframes alike. The bone itself stands for one in the middle; null leaves it to names and places again.
    SetMirrorBone = "set_mirror_bone" {
        /// The bone.
        bone: BoneRef,
        /// Its mirror image, which gets the bone as its own; null to forget what was said.
        #[serde(default)]
        partner: Option<BoneRef> = "null",
    }
    example r##"{"op":"set_mirror_bone","model":1,"bone":"#0","partner":"#1"}"##
}

impl SetMirrorBone {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let (index, bone) = draft.bone(&self.bone)?;
        let partner = self.partner.as_ref();
        let partner = partner.map(|partner| draft.bone(partner)).transpose()?;
        let model = draft.model;
        let mut settings = model.skin_settings.clone();
        // What was said of either bone before no longer holds.
        let is_about = |id| id == bone || partner.is_some_and(|(_, partner)| id == partner);
        settings
            .mirror_bones
            .retain(|id, other| !is_about(*id) && !is_about(*other));
        if let Some((_, partner)) = partner {
            settings.mirror_bones.insert(bone, partner);
            settings.mirror_bones.insert(partner, bone);
        }
        if settings != model.skin_settings {
            draft.push(Edit::SwapSkinSettings {
                model: model.id,
                settings: Box::new(settings),
            });
        }
        let name = draft.model.bone_name(index);
        Ok(match partner {
            Some((_, partner)) if partner == bone => format!("Put {name} in the middle"),
            Some((other, _)) => format!("Mirror {name} to {}", draft.model.bone_name(other)),
            None => format!("Mirror {name} by its name and place"),
        })
    }
}
