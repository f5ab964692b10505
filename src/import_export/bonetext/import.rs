//! A text skeleton to a model without a mesh.

use crate::anim::{BoneTracks, KeyList, Track, TrackKeys};
use crate::document::{Model, ModelFormat, ModelId};
use crate::formats::bonetext::{BoneLine, BoneTextError, SkeletonFile};
use crate::import_export::Report;
use crate::math::{Aabb, Vec3};
use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind, BoneShape, Hierarchy, rest_frames};
use nalgebra::Vector3;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// The model that a file describes; what is odd about it goes to the report.
pub fn model_from_bytes(
    bytes: &[u8],
    id: ModelId,
    title: &str,
    report: &mut Report,
) -> Result<Model, BoneTextError> {
    let file = SkeletonFile::read(bytes)?;
    Ok(model_from_file(&file, id, title, report))
}

/// The same of a file that was read already.
pub(super) fn model_from_file(
    file: &SkeletonFile,
    id: ModelId,
    title: &str,
    report: &mut Report,
) -> Model {
    let mut model = Model::new(id, title, ModelFormat::BoneText);
    let lines: Vec<&BoneLine> = file.bones().collect();
    let numbers = numbered(&lines, report);
    model.skeleton.bones = (0..)
        .zip(&lines)
        .map(|(index, line)| bone(line, BoneId(index), &numbers))
        .collect();
    model.bone_tracks = lines.iter().map(|_| empty_tracks()).collect();
    report_bones(&model, report);
    let hierarchy = model.skeleton.hierarchy();
    for &index in hierarchy.cyclic() {
        report.warn(
            format!("bones[{index}].parent"),
            "The parents close a circle; it is cut at this bone, which counts as a root.",
        );
    }
    place(&mut model.skeleton.bones, &lines, &hierarchy);
    let around = Aabb::around(model.skeleton.bones.iter().map(|bone| &bone.pivot));
    if !around.is_empty() {
        model.bounds = around;
        model.bounds_radius = around.diagonal() / 2.0;
    }
    model
}

/// Which bone each number means: the first that has it.
fn numbered(lines: &[&BoneLine], report: &mut Report) -> HashMap<u32, BoneId> {
    let mut numbers = HashMap::with_capacity(lines.len());
    for (index, line) in (0..).zip(lines) {
        match numbers.entry(line.id) {
            Entry::Vacant(slot) => {
                slot.insert(BoneId(index));
            }
            Entry::Occupied(_) => report.warn(
                format!("bones[{index}].id"),
                "An earlier bone has this number; children belong to that one.",
            ),
        }
    }
    numbers
}

fn bone(line: &BoneLine, id: BoneId, numbers: &HashMap<u32, BoneId>) -> Bone {
    let has_shape = line.rotation.is_some()
        || line.length.is_some()
        || line.width.is_some()
        || line.colour.is_some();
    let plain = BoneShape::PLAIN;
    Bone {
        id,
        name: Some(line.name.clone()),
        parent: line
            .parent
            .map(|number| numbers.get(&number).copied().unwrap_or(BoneId::NONE)),
        pivot: Vec3::zeros(),
        flags: BoneFlags(0),
        key_bone_id: -1,
        submesh_id: 0,
        name_crc: 0,
        kind: BoneKind::Bone,
        shape: has_shape.then(|| BoneShape {
            colour: line.colour.unwrap_or(plain.colour),
            length: line.length.unwrap_or(plain.length),
            width: line.width.unwrap_or(plain.width),
            rest_degrees: line.rotation.map_or(plain.rest_degrees, Vec3::from),
        }),
    }
}

fn empty_tracks() -> BoneTracks {
    fn empty<T>() -> Track<T> {
        Track {
            keys: TrackKeys::Axis(KeyList::default()),
            ..Track::default()
        }
    }
    BoneTracks {
        translation: empty(),
        rotation: empty(),
        scale: empty(),
    }
}

/// Sums positions up to pivots, parents first, each in the rest frame of its parent. Only the
/// sums are rounded.
fn place(bones: &mut [Bone], lines: &[&BoneLine], hierarchy: &Hierarchy) {
    let frames = rest_frames(bones, hierarchy);
    let mut places = vec![Vector3::zeros(); bones.len()];
    for &index in hierarchy.parents_first() {
        let parent = hierarchy.parent(index);
        let frame = parent.and_then(|parent| frames.get(parent)).copied();
        let start = parent.and_then(|parent| places.get(parent)).copied();
        let Some(line) = lines.get(index) else {
            continue;
        };
        let offset = frame.unwrap_or_default() * Vector3::from(line.position);
        let place = start.unwrap_or_default() + offset;
        if let (Some(bone), Some(slot)) = (bones.get_mut(index), places.get_mut(index)) {
            bone.pivot = place.cast();
            *slot = place;
        }
    }
}

fn report_bones(model: &Model, report: &mut Report) {
    let positions = model.skeleton.positions();
    let mut names = HashSet::new();
    for (index, bone) in model.skeleton.bones.iter().enumerate() {
        if bone
            .parent
            .is_some_and(|parent| !positions.contains_key(&parent))
        {
            report.warn(
                format!("bones[{index}].parent"),
                "No bone has the parent's number; the bone counts as a root.",
            );
        }
        if bone.name.as_ref().is_some_and(|name| !names.insert(name)) {
            report.note(
                format!("bones[{index}].name"),
                "An earlier bone has the same name; scripts have to name this one by #index.",
            );
        }
    }
    if model.skeleton.bones.is_empty() {
        report.note("bones", "The skeleton has no bones.");
    }
}
