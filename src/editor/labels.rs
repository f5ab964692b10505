//! What to call the parts of a model that the files leave without names.

use crate::document::{Model, TrackOwner, TrackPath};
use crate::skeleton::BoneId;

/// What to call a bone; one that is not there is called by its id.
pub fn bone_label(model: &Model, id: BoneId) -> String {
    match model.skeleton.index_of(id) {
        Some(index) => model.bone_name(index),
        None => format!("no bone {}", id.0),
    }
}

/// What to call the owner of a track, such as `Head` or `Light 2`.
pub fn owner_label(model: &Model, owner: TrackOwner) -> String {
    match owner {
        TrackOwner::Bone(id) => bone_label(model, id),
        TrackOwner::Colour(i) => format!("Colour {i}"),
        TrackOwner::TextureWeight(i) => format!("Texture weight {i}"),
        TrackOwner::TextureTransform(i) => format!("Texture transform {i}"),
        TrackOwner::Attachment(i) => {
            let attachment = model.attachments.get(i as usize);
            attachment
                .and_then(|part| attachment_label(part.kind))
                .map_or_else(|| format!("Attachment {i}"), str::to_owned)
        }
        TrackOwner::Event(i) => model
            .events
            .get(i as usize)
            .map_or_else(|| format!("Event {i}"), |event| event.tag_text()),
        TrackOwner::Light(i) => format!("Light {i}"),
        TrackOwner::Camera(i) => match model.cameras.get(i as usize).map(|camera| camera.kind) {
            Some(0) => "Portrait camera".to_owned(),
            Some(1) => "Character camera".to_owned(),
            _ => format!("Camera {i}"),
        },
        TrackOwner::Ribbon(i) => format!("Ribbon {i}"),
        TrackOwner::Particle(i) => format!("Particles {i}"),
    }
}

/// What to call a track, such as `Head rotation`.
pub fn track_label(model: &Model, path: TrackPath) -> String {
    let owner = owner_label(model, path.owner);
    format!("{owner} {}", path.channel.replace('_', " "))
}

/// What to call a geoset, such as `Hair 2` or `Skin`.
pub fn geoset_label(geoset: u16) -> String {
    let variant = geoset % 100;
    let group = match geoset / 100 {
        0 if variant == 0 => return "Skin (0)".to_owned(),
        0 => "Hair",
        1 => "Beard",
        2 => "Moustache",
        3 => "Sideburns",
        4 => "Gloves",
        5 => "Boots",
        6 => "Tail",
        7 => "Ears",
        8 => "Sleeves",
        9 => "Knees",
        10 => "Chest",
        11 => "Trousers",
        12 => "Tabard",
        13 => "Legs",
        15 => "Cape",
        17 => "Eye glow",
        18 => "Belt",
        20 => "Feet",
        _ => "Geoset",
    };
    format!("{group} {variant} ({geoset})")
}

/// What hangs on an attachment of this kind, in words; `None` for a number without a known name.
fn attachment_label(kind: u32) -> Option<&'static str> {
    let index = usize::try_from(kind).ok()?;
    let name = ATTACHMENTS.get(index).copied()?;
    (!name.is_empty()).then_some(name)
}

#[rustfmt::skip]
const ATTACHMENTS: [&str; 50] = [
    "Shield", "Right hand", "Left hand", "Right elbow", "Left elbow", "Right shoulder",
    "Left shoulder", "Right knee", "Left knee", "Right hip", "Left hip", "Helm", "Back",
    "Right shoulder flap", "Left shoulder flap", "Chest, front", "Chest, back", "Breath", "Name",
    "Base", "Head top", "Left spell hand", "Right spell hand", "", "", "", "Weapon on back",
    "Off-hand weapon on back", "Shield on back", "Mount name", "Large off-hand weapon on back",
    "Large weapon on back", "Weapon on left hip", "Weapon on right hip", "Torso spell", "Arrow",
    "Bullet", "Spell, both hands", "Spell, directed", "Seat 1", "Seat 2", "Seat 3", "Seat 4", "",
    "", "", "", "Left foot", "Right foot", "Shield without glove",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{ModelFormat, ModelId};
    use crate::math::Vec3;
    use crate::skeleton::{Bone, BoneFlags};

    fn bone(id: u32, name: Option<&str>, key_bone_id: i32) -> Bone {
        Bone {
            id: BoneId(id),
            name: name.map(str::to_owned),
            parent: None,
            pivot: Vec3::zeros(),
            flags: BoneFlags::default(),
            key_bone_id,
            submesh_id: 0,
            name_crc: 0,
        }
    }

    #[test]
    fn a_bone_is_called_by_its_name_then_its_role_then_its_number() {
        let mut model = Model::new(ModelId(0), "x", ModelFormat::M2 { version: 264 });
        model.skeleton.bones = vec![
            bone(0, Some("Tail_1"), 6),
            bone(1, None, 6),
            bone(2, None, -1),
        ];
        assert_eq!(bone_label(&model, BoneId(0)), "Tail_1");
        assert_eq!(bone_label(&model, BoneId(1)), "Head");
        assert_eq!(bone_label(&model, BoneId(2)), "Bone 2");
        assert_eq!(bone_label(&model, BoneId(9)), "no bone 9");
    }
}
