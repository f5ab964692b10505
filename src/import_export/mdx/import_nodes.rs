//! Nodes of the file to bones, and what each kind carries.

use super::import_tracks::{event_times, track, track_or, visibility};
use super::node_ids::NodeIds;
use crate::anim::BoneTracks;
use crate::document::{
    Attachment, Camera, CollisionShape, Event, Light, Model, ModelEmitter, Ribbon, SpriteEmitter,
};
use crate::formats::mdx::{self, FixedText, MdxFile, Node};
use crate::math::Vec3;
use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind};

/// The bones and their tracks, in the order of their object ids.
pub fn bones(file: &MdxFile, ids: &NodeIds<'_>, model: &mut Model) {
    for placed in &ids.nodes {
        let node = placed.node;
        let parent = (node.parent_id != Node::NO_PARENT).then(|| ids.bone(node.parent_id));
        model.skeleton.bones.push(Bone {
            id: placed.id,
            name: Some(node.name.text().into_owned()),
            parent,
            pivot: pivot(file, node),
            flags: BoneFlags(swap_inheritance(node.flags)),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind: placed.kind,
            shape: None,
        });
        model.bone_tracks.push(BoneTracks {
            translation: track(&node.tracks, b"KGTR"),
            rotation: track(&node.tracks, b"KGRT"),
            scale: track(&node.tracks, b"KGSC"),
        });
    }
}

/// Exchanges the two bits that say what is not inherited: 2 is rotation in MDX and scale in M2.
pub fn swap_inheritance(flags: u32) -> u32 {
    let kept = flags & !(Node::IGNORE_PARENT_2 | Node::IGNORE_PARENT_4);
    let set = |bit: u32, other: u32| if flags & bit == 0 { 0 } else { other };
    kept | set(Node::IGNORE_PARENT_2, BoneFlags::IGNORE_PARENT_ROTATION)
        | set(Node::IGNORE_PARENT_4, BoneFlags::IGNORE_PARENT_SCALE)
}

fn pivot(file: &MdxFile, node: &Node) -> Vec3 {
    let raw = file.pivots.get(node.object_id as usize);
    raw.map_or(Vec3::zeros(), |&raw| Vec3::from(raw))
}

/// Everything that is more than a bone.
pub fn carried(file: &MdxFile, ids: &NodeIds<'_>, model: &mut Model) {
    let at = |kind, index| ids.at(kind, index);
    let place = |node: &Node| pivot(file, node);
    model.lights = (0..)
        .zip(&file.lights)
        .map(|(i, raw)| light(raw, at(BoneKind::Light, i), place(&raw.node)))
        .collect();
    model.attachments = (0..)
        .zip(&file.attachments)
        .map(|(i, raw)| Attachment {
            kind: raw.attachment_id,
            bone: at(BoneKind::Attachment, i),
            unknown: 0,
            position: place(&raw.node),
            visibility: visibility(&raw.tracks, b"KATV"),
            path: raw.path.text_bytes().to_vec(),
        })
        .collect();
    model.model_emitters = (0..)
        .zip(&file.model_emitters)
        .map(|(i, raw)| model_emitter(raw, at(BoneKind::ModelEmitter, i)))
        .collect();
    model.sprite_emitters = (0..)
        .zip(&file.sprite_emitters)
        .map(|(i, raw)| sprite_emitter(raw, at(BoneKind::SpriteEmitter, i)))
        .collect();
    model.ribbons = (0..)
        .zip(&file.ribbons)
        .map(|(i, raw)| ribbon(raw, at(BoneKind::Ribbon, i), place(&raw.node)))
        .collect();
    model.events = (0..)
        .zip(&file.events)
        .map(|(i, raw)| Event {
            tag: event_tag(&raw.node),
            payload: 0,
            bone: at(BoneKind::Event, i),
            position: place(&raw.node),
            times: event_times(&raw.times, raw.global_sequence),
        })
        .collect();
    model.collision_shapes = (0..)
        .zip(&file.collision_shapes)
        .map(|(i, raw)| CollisionShape {
            bone: at(BoneKind::CollisionShape, i),
            kind: raw.shape,
            points: raw.points.map(Vec3::from),
            radius: raw.radius,
        })
        .collect();
}

/// The first letters of an event's name say what happens.
fn event_tag(node: &Node) -> [u8; 4] {
    let [a, b, c, ..] = node.name;
    [a, b, c, 0]
}

fn light(raw: &mdx::Light, bone: BoneId, position: Vec3) -> Light {
    let tracks = &raw.tracks;
    Light {
        kind: light_kind(raw.kind),
        bone,
        position,
        ambient_colour: track_or(tracks, b"KLBC", Vec3::from(raw.ambient_color)),
        ambient_intensity: track_or(tracks, b"KLBI", raw.ambient_intensity),
        diffuse_colour: track_or(tracks, b"KLAC", Vec3::from(raw.color)),
        diffuse_intensity: track_or(tracks, b"KLAI", raw.intensity),
        attenuation_start: track_or(tracks, b"KLAS", raw.attenuation_start),
        attenuation_end: track_or(tracks, b"KLAE", raw.attenuation_end),
        visibility: visibility(tracks, b"KLAV"),
    }
}

/// 0 and 1 mean the opposite in both formats. Its own inverse, numbers past 16 bits aside.
pub fn light_kind(kind: u32) -> u16 {
    match kind {
        0 => 1,
        1 => 0,
        other => u16::try_from(other).unwrap_or(u16::MAX),
    }
}

fn model_emitter(raw: &mdx::ModelEmitter, bone: BoneId) -> ModelEmitter {
    let tracks = &raw.tracks;
    ModelEmitter {
        bone,
        emission_rate: track_or(tracks, b"KPEE", raw.emission_rate),
        gravity: track_or(tracks, b"KPEG", raw.gravity),
        longitude: track_or(tracks, b"KPLN", raw.longitude),
        latitude: track_or(tracks, b"KPLT", raw.latitude),
        path: raw.path.text_bytes().to_vec(),
        lifespan: track_or(tracks, b"KPEL", raw.lifespan),
        speed: track_or(tracks, b"KPES", raw.speed),
        visibility: visibility(tracks, b"KPEV"),
    }
}

fn sprite_emitter(raw: &mdx::SpriteEmitter, bone: BoneId) -> SpriteEmitter {
    let tracks = &raw.tracks;
    SpriteEmitter {
        bone,
        speed: track_or(tracks, b"KP2S", raw.speed),
        variation: track_or(tracks, b"KP2R", raw.variation),
        latitude: track_or(tracks, b"KP2L", raw.latitude),
        gravity: track_or(tracks, b"KP2G", raw.gravity),
        lifespan: raw.lifespan,
        emission_rate: track_or(tracks, b"KP2E", raw.emission_rate),
        length: track_or(tracks, b"KP2N", raw.length),
        width: track_or(tracks, b"KP2W", raw.width),
        filter: raw.filter_mode,
        rows: raw.rows,
        columns: raw.columns,
        head_or_tail: raw.head_or_tail,
        tail_length: raw.tail_length,
        middle: raw.middle_time,
        colours: raw.colors.map(Vec3::from),
        alphas: raw.alphas,
        scales: raw.scales,
        head_life: raw.head_life,
        head_decay: raw.head_decay,
        tail_life: raw.tail_life,
        tail_decay: raw.tail_decay,
        texture: raw.texture_id,
        squirt: raw.squirt,
        priority_plane: raw.priority_plane,
        replaceable: raw.replaceable_id,
        visibility: visibility(tracks, b"KP2V"),
    }
}

fn ribbon(raw: &mdx::Ribbon, bone: BoneId, position: Vec3) -> Ribbon {
    let tracks = &raw.tracks;
    let short = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
    Ribbon {
        number: u32::MAX,
        bone,
        position,
        textures: Vec::new(),
        materials: vec![short(raw.material_id)],
        colour: track_or(tracks, b"KRCO", Vec3::from(raw.color)),
        alpha: track_or(tracks, b"KRAL", raw.alpha),
        height_above: track_or(tracks, b"KRHA", raw.height_above),
        height_below: track_or(tracks, b"KRHB", raw.height_below),
        edges_per_second: raw.emission_rate as f32,
        edge_lifetime: raw.lifespan,
        gravity: raw.gravity,
        rows: short(raw.rows),
        columns: short(raw.columns),
        texture_slot: track_or(tracks, b"KRTX", raw.texture_slot.cast_signed()),
        visibility: visibility(tracks, b"KRVS"),
        priority_plane: 0,
        padding: 0,
    }
}

/// The cameras, which are no nodes.
pub fn cameras(file: &MdxFile, model: &mut Model) {
    model.cameras = file
        .cameras
        .iter()
        .map(|raw| Camera {
            name: raw.name.text_bytes().to_vec(),
            kind: -1,
            fov_rad: raw.field_of_view,
            far: raw.far,
            near: raw.near,
            position: track(&raw.tracks, b"KCTR"),
            position_base: Vec3::from(raw.position),
            target: track(&raw.tracks, b"KTTR"),
            target_base: Vec3::from(raw.target),
            roll: track(&raw.tracks, b"KCRL"),
        })
        .collect();
}
