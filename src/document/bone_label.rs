//! What to call a bone, though most files store no names.
//!
//! Names are stable: they depend on what the file says of the bone and on nothing that moves.

use super::{Event, Model, ModelFormat};
use crate::skeleton::{BoneId, bone_name_of_crc};
use std::collections::HashMap;

impl Model {
    /// What to call the bone at `index`; empty past the end.
    ///
    /// The name a user gave; else the known name with its checksum; else the game's name for the key
    /// bone it plays; else the attachment or event on it; else `Bone` and the position at
    /// which the file had it. Several bones can share a name.
    pub fn bone_name(&self, index: usize) -> String {
        let Some(bone) = self.skeleton.bones.get(index) else {
            return String::new();
        };
        self.own_name(index)
            .or_else(|| self.carried_name(bone.id))
            .unwrap_or_else(|| numbered(bone.id))
    }

    /// The names of all bones, in file order.
    pub fn bone_names(&self) -> Vec<String> {
        let mut carried: HashMap<BoneId, String> = HashMap::new();
        let attachments = self.attachments.iter();
        for attachment in attachments {
            let name = || attachment_label(attachment.kind);
            carried.entry(attachment.bone).or_insert_with(name);
        }
        for event in &self.events {
            let name = || event_label(event);
            carried.entry(event.bone).or_insert_with(name);
        }
        let bones = self.skeleton.bones.iter().enumerate();
        bones
            .map(|(index, bone)| {
                self.own_name(index)
                    .or_else(|| carried.get(&bone.id).cloned())
                    .unwrap_or_else(|| numbered(bone.id))
            })
            .collect()
    }

    /// What the bone itself says of its name.
    fn own_name(&self, index: usize) -> Option<String> {
        let bone = self.skeleton.bones.get(index)?;
        if let Some(name) = &bone.name {
            return Some(name.clone());
        }
        let known = self.crc_name(index);
        known
            .or_else(|| key_bone_name(bone.key_bone_id))
            .map(str::to_owned)
    }

    /// The name behind the checksum, in versions that store one.
    fn crc_name(&self, index: usize) -> Option<&'static str> {
        match self.format {
            ModelFormat::M2 { version } if version >= 264 => {
                bone_name_of_crc(self.skeleton.bones.get(index)?.name_crc)
            }
            ModelFormat::M2 { .. } | ModelFormat::Mdx { .. } | ModelFormat::BoneText => None,
        }
    }

    /// The name of the first attachment, else event, on a bone.
    fn carried_name(&self, id: BoneId) -> Option<String> {
        let attachment = self
            .attachments
            .iter()
            .find(|attachment| attachment.bone == id);
        if let Some(attachment) = attachment {
            return Some(attachment_label(attachment.kind));
        }
        let event = self.events.iter().find(|event| event.bone == id)?;
        Some(event_label(event))
    }
}

fn numbered(id: BoneId) -> String {
    format!("Bone {}", number(id))
}

fn attachment_label(kind: u32) -> String {
    match attachment_name(kind) {
        Some(name) => format!("Attachment {name}"),
        None => format!("Attachment {kind}"),
    }
}

fn event_label(event: &Event) -> String {
    format!("Event {}", event.tag_text())
}

/// The number in the name of a nameless bone: its place in the file, or its id if made later.
fn number(id: BoneId) -> u32 {
    match id.0.checked_sub(BoneId::FIRST_NEW) {
        Some(made) => made.saturating_add(1000),
        None => id.0,
    }
}

/// The game's name for a key bone.
pub fn key_bone_name(key_bone_id: i32) -> Option<&'static str> {
    Some(match key_bone_id {
        0 => "ArmL",
        1 => "ArmR",
        2 => "ShoulderL",
        3 => "ShoulderR",
        4 => "SpineLow",
        5 => "Waist",
        6 => "Head",
        7 => "Jaw",
        8 => "IndexFingerR",
        9 => "MiddleFingerR",
        10 => "PinkyFingerR",
        11 => "RingFingerR",
        12 => "ThumbR",
        13 => "IndexFingerL",
        14 => "MiddleFingerL",
        15 => "PinkyFingerL",
        16 => "RingFingerL",
        17 => "ThumbL",
        18 => "$BTH",
        19 => "$CSR",
        20 => "$CSL",
        21 => "_Breath",
        22 => "_Name",
        23 => "_NameMount",
        24 => "$CHD",
        25 => "$CCH",
        26 => "Root",
        27 => "Wheel1",
        29 => "Wheel3",
        30 => "Wheel4",
        _ => return None,
    })
}

/// What hangs on an attachment of this kind.
pub fn attachment_name(kind: u32) -> Option<&'static str> {
    Some(match kind {
        0 => "Shield",
        1 => "HandR",
        2 => "HandL",
        5 => "ShoulderR",
        6 => "ShoulderL",
        11 => "Helm",
        18 => "Name",
        19 => "Base",
        20 => "Head",
        21 => "SpellHandL",
        22 => "SpellHandR",
        34 => "Chest",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::ModelId;
    use crate::math::Vec3;
    use crate::skeleton::{Bone, BoneFlags, BoneKind};

    #[test]
    fn a_bone_is_called_by_the_best_that_is_known_of_it() {
        let mut model = Model::new(ModelId(1), "test", ModelFormat::M2 { version: 264 });
        let bone = |id, name: Option<&str>, key_bone_id, name_crc| Bone {
            id: BoneId(id),
            name: name.map(str::to_owned),
            parent: None,
            pivot: Vec3::zeros(),
            flags: BoneFlags(0),
            key_bone_id,
            submesh_id: 0,
            name_crc,
            kind: BoneKind::Bone,
            shape: None,
        };
        model.skeleton.bones = vec![
            bone(0, Some("Mine"), 26, 0),
            bone(1, None, 26, 0),
            bone(2, None, -1, crc32fast::hash(b"ForearmL")),
            bone(3, None, -1, 7),
        ];
        assert_eq!(model.bone_names(), ["Mine", "Root", "ForearmL", "Bone 3"]);
        assert_eq!(model.bone_name(9), "");
        model.format = ModelFormat::M2 { version: 256 };
        assert_eq!(model.bone_name(2), "Bone 2");
    }
}
