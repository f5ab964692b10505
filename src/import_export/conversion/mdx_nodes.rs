//! Bones, attachments, events, lights, cameras and the collision mesh of M2 to nodes.

use super::attachment_names::warcraft_attachment;
use super::axis::Axis;
use super::constants::no_keys;
use crate::anim::BoneTracks;
use crate::document::{Attachment, Camera, CollisionShape, Event, Light, Model};
use crate::import_export::Report;
use crate::math::{Aabb, Vec3};
use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The bits of a bone that both formats have.
const SHARED_FLAGS: u32 = BoneFlags::IGNORE_PARENT_TRANSLATION
    | BoneFlags::IGNORE_PARENT_SCALE
    | BoneFlags::IGNORE_PARENT_ROTATION
    | BoneFlags::ANY_BILLBOARD;
/// Set in M2 where a bone has keys; it says nothing that the keys do not.
const HAS_KEYS: u32 = 0x200;

/// The bit with which Warcraft III's own files mark a node of a kind.
fn kind_flag(kind: BoneKind) -> u32 {
    match kind {
        BoneKind::Bone => 0x100,
        BoneKind::Light => 0x200,
        BoneKind::Event => 0x400,
        BoneKind::Attachment => 0x800,
        BoneKind::CollisionShape => 0x2000,
        _ => 0,
    }
}

/// Adds the bones: the one at each position gets that position as its id.
pub fn bones(source: &Model, target: &mut Model, axis: &mut Axis, report: &mut Report) {
    let hierarchy = source.skeleton.hierarchy();
    let names = unique(source.bone_names());
    let bones = source.skeleton.bones.iter().zip(names);
    for (index, (bone, name)) in bones.enumerate() {
        let parent = hierarchy.parent(index);
        target.skeleton.bones.push(Bone {
            id: id(index),
            name: Some(name),
            parent: parent.map(id),
            pivot: bone.pivot,
            flags: BoneFlags(bone.flags.0 & SHARED_FLAGS | kind_flag(BoneKind::Bone)),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind: BoneKind::Bone,
            shape: None,
        });
        let tracks = source.bone_tracks.get(index);
        let tracks = tracks.map(|tracks| axis.bone_tracks(tracks));
        target.bone_tracks.push(tracks.unwrap_or_else(still_tracks));
    }
    tell_bones(source, report);
}

/// Adds the bone that nothing moves.
pub fn still_bone(target: &mut Model) {
    let mut nodes = Nodes { target };
    nodes.add("Still", None, Vec3::zeros(), BoneKind::Bone);
}

/// Makes helpers of the bones that no geoset names.
pub fn helpers(target: &mut Model) {
    let geosets = target.geosets.iter();
    let used: BTreeSet<BoneId> = geosets
        .flat_map(|geoset| geoset.groups.iter().flatten().copied())
        .collect();
    let mut bones = target.skeleton.bones.iter_mut();
    for bone in bones.by_ref().filter(|bone| bone.kind == BoneKind::Bone) {
        if !used.contains(&bone.id) {
            bone.kind = BoneKind::Helper;
            bone.flags.0 &= !kind_flag(BoneKind::Bone);
        }
    }
}

/// Adds what the bones carry.
pub fn carried(source: &Model, target: &mut Model, axis: &mut Axis, report: &mut Report) {
    let positions = source.skeleton.positions();
    let parent = |bone: BoneId| positions.get(&bone).copied().map(id);
    attachments(source, target, axis, &parent);
    events(source, target, axis, &parent, report);
    for (number, light) in source.lights.iter().enumerate() {
        let name = format!("Light {number}");
        let mut nodes = Nodes { target };
        let bone = nodes.add(&name, parent(light.bone), light.position, BoneKind::Light);
        let light = light_of(light, bone, axis);
        target.lights.push(light);
    }
    target.cameras = cameras(source, axis, report);
    collision(source, target, report);
    for (path, what, count) in [
        ("particles", "particle emitters", source.particles.len()),
        ("ribbons", "ribbons", source.ribbons.len()),
    ] {
        if count > 0 {
            report.lose(path, format!("{count} {what}"), 0.0, "");
        }
    }
}

fn attachments(
    source: &Model,
    target: &mut Model,
    axis: &mut Axis,
    parent: &impl Fn(BoneId) -> Option<BoneId>,
) {
    let names = source.attachments.iter();
    let names = unique(names.map(|one| warcraft_attachment(one.kind)).collect());
    for ((number, from), name) in (0..).zip(&source.attachments).zip(names) {
        let mut nodes = Nodes { target };
        let bone = nodes.add(
            &name,
            parent(from.bone),
            from.position,
            BoneKind::Attachment,
        );
        target.attachments.push(Attachment {
            kind: number,
            bone,
            unknown: 0,
            position: from.position,
            visibility: axis.value(&from.visibility, 1),
            path: Vec::new(),
        });
    }
}

/// Steps become footprints; no other event has one that means the same.
fn events(
    source: &Model,
    target: &mut Model,
    axis: &mut Axis,
    parent: &impl Fn(BoneId) -> Option<BoneId>,
    report: &mut Report,
) {
    let mut lost: BTreeMap<String, usize> = BTreeMap::new();
    let mut letters = (b'x'..=b'z').chain(b'a'..=b'w').cycle();
    for event in &source.events {
        let side = match event.tag {
            [
                b'$',
                b'W' | b'S' | b'B' | b'F' | b'R',
                side @ (b'L' | b'R'),
                b'0'..=b'3',
            ] => side,
            _ => {
                *lost.entry(event.tag_text()).or_default() += 1;
                continue;
            }
        };
        let letter = char::from(letters.next().unwrap_or(b'x'));
        let name = format!("FPT{letter}FB{}0", char::from(side));
        let mut nodes = Nodes { target };
        let bone = nodes.add(&name, parent(event.bone), event.position, BoneKind::Event);
        target.events.push(Event {
            tag: *b"FPT\0",
            payload: 0,
            bone,
            position: event.position,
            times: axis.events(&event.times),
        });
    }
    if !lost.is_empty() {
        let count: usize = lost.values().sum();
        let tags: Vec<&str> = lost.keys().map(String::as_str).collect();
        let what = format!("{count} events without a counterpart: {}", tags.join(" "));
        report.lose("events", what, 0.0, "");
    }
}

fn light_of(light: &Light, bone: BoneId, axis: &mut Axis) -> Light {
    let white = Vec3::repeat(1.0);
    Light {
        kind: light.kind,
        bone,
        position: light.position,
        ambient_colour: axis.value(&light.ambient_colour, white),
        ambient_intensity: axis.value(&light.ambient_intensity, 0.0),
        diffuse_colour: axis.value(&light.diffuse_colour, white),
        diffuse_intensity: axis.value(&light.diffuse_intensity, 1.0),
        attenuation_start: axis.value(&light.attenuation_start, 80.0),
        attenuation_end: axis.value(&light.attenuation_end, 200.0),
        visibility: axis.value(&light.visibility, 1),
    }
}

fn cameras(source: &Model, axis: &mut Axis, report: &mut Report) -> Vec<Camera> {
    let names = source.cameras.iter().map(|camera| match camera.kind {
        0 => "Portrait".to_owned(),
        1 => "Character".to_owned(),
        _ => "Camera".to_owned(),
    });
    let names = unique(names.collect());
    let kinds = source.cameras.iter().filter(|camera| camera.kind != 0);
    let kinds = kinds.count();
    if kinds > 0 {
        let what =
            format!("{kinds} cameras that are no portrait keep their kind in their name only");
        report.lose("cameras.kind", what, 0.0, "");
    }
    let cameras = source.cameras.iter().zip(names);
    cameras
        .map(|(camera, name)| Camera {
            name: name.into_bytes(),
            kind: -1,
            position: axis.track(&camera.position),
            target: axis.track(&camera.target),
            roll: axis.track(&camera.roll),
            ..camera.clone()
        })
        .collect()
}

/// The box around the collision mesh takes its place.
fn collision(source: &Model, target: &mut Model, report: &mut Report) {
    let collision = &source.collision;
    let around = Aabb::around(&collision.vertices);
    let aabb = if around.is_empty() {
        collision.bounds
    } else {
        around
    };
    if aabb.diagonal().is_finite() && aabb.diagonal() > 0.0 {
        let mut nodes = Nodes { target };
        let name = "Collision Box";
        let bone = nodes.add(name, None, aabb.centre(), BoneKind::CollisionShape);
        target.collision_shapes.push(CollisionShape {
            bone,
            kind: CollisionShape::BOX,
            points: [aabb.min, aabb.max],
            radius: 0.0,
        });
    }
    let triangles = collision.indices.len() / 3;
    if triangles > 0 {
        let what =
            format!("{triangles} triangles of the collision mesh become the box around them");
        let gap = largest_gap(&aabb, &collision.vertices);
        report.lose("collision", what, gap.into(), "units");
    }
}

/// How far a corner of a box is from the nearest of the points it was put around, at most.
fn largest_gap(aabb: &Aabb, points: &[Vec3]) -> f32 {
    let corners = (0..8).map(|corner: u32| {
        let pick = |axis: u32| {
            let from = if corner >> axis & 1 == 0 {
                &aabb.min
            } else {
                &aabb.max
            };
            from[axis as usize]
        };
        Vec3::new(pick(0), pick(1), pick(2))
    });
    corners
        .map(|corner| {
            let distances = points.iter().map(|at| (at - corner).norm());
            distances
                .filter(|gap| gap.is_finite())
                .fold(f32::MAX, f32::min)
        })
        .filter(|gap| *gap < f32::MAX)
        .fold(0.0, f32::max)
}

/// Adds nodes that have no tracks of their own.
struct Nodes<'a> {
    target: &'a mut Model,
}

impl Nodes<'_> {
    fn add(&mut self, name: &str, parent: Option<BoneId>, pivot: Vec3, kind: BoneKind) -> BoneId {
        let bones = &mut self.target.skeleton.bones;
        let id = id(bones.len());
        bones.push(Bone {
            id,
            name: Some(name.to_owned()),
            parent,
            pivot,
            flags: BoneFlags(kind_flag(kind)),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind,
            shape: None,
        });
        self.target.bone_tracks.push(still_tracks());
        id
    }
}

fn still_tracks() -> BoneTracks {
    BoneTracks {
        translation: no_keys(),
        rotation: no_keys(),
        scale: no_keys(),
    }
}

/// The id of the bone at a position.
fn id(position: usize) -> BoneId {
    BoneId(u32::try_from(position).unwrap_or(u32::MAX))
}

/// Names of which no two are equal: later ones get a number.
fn unique(names: Vec<String>) -> Vec<String> {
    let mut taken: BTreeSet<String> = names.iter().cloned().collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    names
        .into_iter()
        .map(|name| {
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            if *count == 1 {
                return name;
            }
            loop {
                let numbered = format!("{name} {count}");
                if taken.insert(numbered.clone()) {
                    return numbered;
                }
                *count += 1;
            }
        })
        .collect()
}

fn tell_bones(source: &Model, report: &mut Report) {
    let bones = || source.skeleton.bones.iter();
    let mut lose = |count: usize, path: &str, what: &str| {
        if count > 0 {
            report.lose(path, format!("{count} {what}"), 0.0, "");
        }
    };
    let flags = |bone: &&Bone| bone.flags.0 & !(SHARED_FLAGS | HAS_KEYS) != 0;
    lose(
        bones().filter(flags).count(),
        "bones.flags",
        "bones have flags that Warcraft III does not know",
    );
    lose(
        bones().filter(|bone| bone.key_bone_id >= 0).count(),
        "bones.key_bone_id",
        "bones say which key bone they are; their names are left to tell",
    );
    lose(
        bones().filter(|bone| bone.submesh_id != 0).count(),
        "bones.submesh_id",
        "bones have a submesh field",
    );
    let nameless = |bone: &&Bone| {
        bone.name_crc != 0
            && bone.name.is_none()
            && crate::skeleton::bone_name_of_crc(bone.name_crc).is_none()
    };
    lose(
        bones().filter(nameless).count(),
        "bones.name_crc",
        "bones have a checksum of an unknown name; they get a name of their own",
    );
}
