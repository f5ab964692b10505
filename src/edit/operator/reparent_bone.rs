//! Hangs a bone below another.

use super::spec::operator;
use crate::edit::bake::NewParent;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, EditError, KeepOnMove};

operator! {
    /// Hangs a bone below another.
    ReparentBone = "reparent_bone" {
        /// The bone.
        bone: BoneRef,
        /// The new parent; without one it becomes a root.
        #[serde(default)]
        parent: Option<BoneRef> = "null",
        /// What it keeps: where it is, or the numbers of its tracks.
        #[serde(default)]
        keep: KeepOnMove = "\"pose\"",
    }
    example r##"{"op":"reparent_bone","model":1,"bone":"#2","parent":"#0","keep":"pose"}"##
}

impl ReparentBone {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let (index, _) = draft.bone(&self.bone)?;
        let name = draft.model.bone_name(index);
        let parent = match &self.parent {
            Some(parent) => Some(draft.bone(parent)?),
            None => None,
        };
        if let Some((above, _)) = parent
            && draft
                .model
                .skeleton
                .hierarchy()
                .is_ancestor_or_self(index, above)
        {
            return Err(EditError::Cycle {
                bone: name,
                parent: draft.model.bone_name(above),
            });
        }
        if self.keep == KeepOnMove::Pose {
            let parent = parent.map(|(above, _)| above);
            draft.keep_pose(&[NewParent {
                bone: index,
                parent,
            }])?;
        }
        if let Some(bone) = draft.bone_mut(index) {
            bone.parent = parent.map(|(_, id)| id);
        }
        Ok(match parent {
            Some((above, _)) => format!("Hang {name} below {}", draft.model.bone_name(above)),
            None => format!("Make {name} a root"),
        })
    }
}
