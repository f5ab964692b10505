//! Adds a bone after the last.

use super::spec::operator;
use crate::anim::BoneTracks;
use crate::edit::Edit;
use crate::edit::any_track::empty_track;
use crate::edit::draft::Draft;
use crate::edit::posing::finite;
use crate::edit::{BoneRef, EditError};
use crate::math::Vec3;
use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind};

operator! {
    /// Adds a bone after the last.
    AddBone = "add_bone" {
        /// Its name.
        #[serde(default)]
        name: Option<String> = "null",
        /// Its parent; without one it is a root.
        #[serde(default)]
        parent: Option<BoneRef> = "null",
        /// Its pivot, in model space and file units.
        position: [f32; 3],
    }
    example r##"{"op":"add_bone","model":1,"name":"Tail2","parent":"#0","position":[0.0,0.0,1.0]}"##
}

impl AddBone {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        finite("position", &self.position)?;
        let parent = match &self.parent {
            Some(parent) => Some(draft.bone(parent)?.1),
            None => None,
        };
        let name = self
            .name
            .as_deref()
            .map(str::trim)
            .filter(|name| !name.is_empty());
        let on_axis = draft.is_on_axis();
        let id = BoneId(draft.new_id());
        let bone = Bone {
            id,
            name: name.map(str::to_owned),
            parent,
            pivot: Vec3::from(self.position),
            flags: BoneFlags(0),
            key_bone_id: -1,
            submesh_id: 0,
            kind: BoneKind::Bone,
            shape: None,
            name_crc: match name {
                Some(name) if !on_axis => crc32fast::hash(name.as_bytes()),
                _ => 0,
            },
        };
        let tracks = BoneTracks {
            translation: empty_track(on_axis),
            rotation: empty_track(on_axis),
            scale: empty_track(on_axis),
        };
        let model = draft.model;
        draft.push(Edit::ToggleBone {
            model: model.id,
            position: model.skeleton.bones.len(),
            id,
            bone: Some(Box::new((bone, tracks))),
        });
        Ok(match name {
            Some(name) => format!("Add bone {name}"),
            None => "Add bone".to_owned(),
        })
    }
}
