//! What to call the parts of a model that the files leave without names.

use crate::document::{Model, TrackOwner, TrackPath};
use crate::skeleton::{BoneId, BoneKind};

/// What to call a bone; one that is not there is called by its id.
pub fn bone_label(model: &Model, id: BoneId) -> String {
    match model.skeleton.index_of(id) {
        Some(index) => model.bone_name(index),
        None => format!("no bone {}", id.0),
    }
}

/// What to call the owner of a track, such as `Head` or `Light 2`.
pub fn owner_label(model: &Model, owner: TrackOwner) -> String {
    if let Some(node) = own_node(model, owner) {
        return bone_label(model, node);
    }
    match owner {
        TrackOwner::Bone(id) => bone_label(model, id),
        TrackOwner::Colour(i) => match model.colour_targets.get(i as usize) {
            Some(target) => format!("Geoset {}", target.geoset),
            None => format!("Colour {i}"),
        },
        TrackOwner::Layer(i) => layer_label(model, i as usize),
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
            _ => match model
                .cameras
                .get(i as usize)
                .map(|camera| text_of(&camera.name))
            {
                Some(name) if !name.is_empty() => name,
                _ => format!("Camera {i}"),
            },
        },
        TrackOwner::Ribbon(i) => format!("Ribbon {i}"),
        TrackOwner::Particle(i) | TrackOwner::SpriteEmitter(i) => format!("Particles {i}"),
        TrackOwner::ModelEmitter(i) => format!("Model emitter {i}"),
    }
}

/// The node of the tree that an MDX part is; `None` in formats where it only hangs on a bone.
pub fn own_node(model: &Model, owner: TrackOwner) -> Option<BoneId> {
    if !model.format.is_mdx() {
        return None;
    }
    match owner {
        TrackOwner::Attachment(i) => model.attachments.get(i as usize).map(|part| part.bone),
        TrackOwner::Event(i) => model.events.get(i as usize).map(|part| part.bone),
        TrackOwner::Light(i) => model.lights.get(i as usize).map(|part| part.bone),
        TrackOwner::Ribbon(i) => model.ribbons.get(i as usize).map(|part| part.bone),
        TrackOwner::ModelEmitter(i) => model.model_emitters.get(i as usize).map(|part| part.bone),
        TrackOwner::SpriteEmitter(i) => model.sprite_emitters.get(i as usize).map(|part| part.bone),
        _ => None,
    }
}

/// What an MDX node carries, if that has tracks of its own.
pub fn carried_part(model: &Model, node: BoneId) -> Option<TrackOwner> {
    let kind = model.skeleton.bone(node)?.kind;
    let (count, owner): (usize, fn(u32) -> TrackOwner) = match kind {
        BoneKind::Light => (model.lights.len(), TrackOwner::Light),
        BoneKind::Attachment => (model.attachments.len(), TrackOwner::Attachment),
        BoneKind::ModelEmitter => (model.model_emitters.len(), TrackOwner::ModelEmitter),
        BoneKind::SpriteEmitter => (model.sprite_emitters.len(), TrackOwner::SpriteEmitter),
        BoneKind::Ribbon => (model.ribbons.len(), TrackOwner::Ribbon),
        BoneKind::Event => (model.events.len(), TrackOwner::Event),
        BoneKind::Bone | BoneKind::Helper | BoneKind::CollisionShape => return None,
    };
    let owners = (0..).take(count).map(owner);
    owners
        .into_iter()
        .find(|owner| own_node(model, *owner) == Some(node))
}

/// Which material a layer belongs to, and its place there.
fn layer_label(model: &Model, layer: usize) -> String {
    let found = (0..model.layered_materials.len()).find_map(|material| {
        let layers = model.material_layers(material);
        layers
            .contains(&layer)
            .then(|| (material, layer - layers.start))
    });
    match found {
        Some((material, 0)) if model.material_layers(material).len() == 1 => {
            format!("Material {material}")
        }
        Some((material, place)) => format!("Material {material} layer {place}"),
        None => format!("Layer {layer}"),
    }
}

/// What to call a track, such as `Head rotation`.
pub fn track_label(model: &Model, path: TrackPath) -> String {
    let owner = owner_label(model, path.owner);
    format!("{owner} {}", path.channel.replace('_', " "))
}

/// What to call a geoset, such as `Hair 2` or `Skin`; in MDX they have numbers only.
pub fn geoset_label(model: &Model, geoset: u16) -> String {
    if model.format.is_mdx() {
        return format!("Geoset {geoset}");
    }
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

/// Bytes up to the first NUL as text; bytes that are no UTF-8 become marks.
fn text_of(bytes: &[u8]) -> String {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    String::from_utf8_lossy(text).into_owned()
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
            kind: BoneKind::Bone,
            shape: None,
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
