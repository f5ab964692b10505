//! A model's bones as a text skeleton: over the text it came from, or from nothing.

use super::import::model_from_file;
use super::losses::report_losses;
use crate::document::{Model, NativeRole, NativeSource};
use crate::formats::bonetext::{
    BoneLine, BoneTextError, LARGEST_ID, LARGEST_NUMBER, SkeletonFile, TextLine,
};
use crate::import_export::Report;
use crate::math::Vec3;
use crate::skeleton::{Bone, BoneId, BoneShape, Hierarchy, RestRotation, rest_frames};
use nalgebra::Vector3;
use std::collections::{HashMap, HashSet};

/// Lays the bones out from nothing.
pub fn write_fresh(model: &Model, report: &mut Report) -> Result<Vec<u8>, BoneTextError> {
    report_losses(model, report);
    let mut file = SkeletonFile::empty();
    for line in lines(model, report) {
        file.push(line);
    }
    checked(&file)
}

/// Writes the bones over the text they came from: lines of bones that were not changed stay as
/// they were typed, and so do comments and empty lines.
pub fn write_over(
    model: &Model,
    source: &NativeSource,
    report: &mut Report,
) -> Result<Vec<u8>, BoneTextError> {
    report_losses(model, report);
    let bytes = source.file(NativeRole::Model);
    let mut file = SkeletonFile::read(bytes.map_or(&[], |file| &file.bytes))?;
    let quiet = &mut Report::default();
    let imported = model_from_file(&file, model.id, &model.title, quiet);
    let ids = imported.skeleton.bones.iter().map(|bone| bone.id);
    let fresh = lines(&imported, quiet);
    let target = lines(model, report);
    let numbers = TextIds::new(model);
    let wanted: HashMap<u32, &BoneLine> = target.iter().map(|line| (line.id, line)).collect();
    let mut kept = HashSet::new();
    let mut untouched = ids.zip(fresh);
    file.lines.retain_mut(|line: &mut TextLine| {
        if line.bone.is_none() {
            return true;
        }
        let Some((id, fresh)) = untouched.next() else {
            return false;
        };
        let number = numbers.of(id);
        match number.and_then(|number| wanted.get(&number)) {
            Some(&bone) => {
                if *bone != fresh {
                    line.set(bone.clone());
                }
                kept.insert(bone.id);
                true
            }
            None => false,
        }
    });
    for line in target.iter().filter(|line| !kept.contains(&line.id)) {
        file.push(line.clone());
    }
    checked(&file)
}

/// The bytes, if they read back.
fn checked(file: &SkeletonFile) -> Result<Vec<u8>, BoneTextError> {
    let bytes = file.write();
    SkeletonFile::read(&bytes)?;
    Ok(bytes)
}

/// The numbers that bones have in the file: those of a file stay, new bones get free ones.
struct TextIds {
    numbers: HashMap<BoneId, u32>,
}

impl TextIds {
    fn new(model: &Model) -> Self {
        let bones = &model.skeleton.bones;
        let fits = |id: &BoneId| id.0 <= LARGEST_ID;
        // A reference to a bone that does not exist must not come to mean a new one.
        let referred = bones.iter().filter_map(|bone| bone.parent).filter(fits);
        let mut numbers: HashMap<BoneId, u32> = HashMap::new();
        let own = bones.iter().map(|bone| bone.id).filter(fits);
        numbers.extend(own.map(|id| (id, id.0)));
        let taken: HashSet<u32> = referred
            .map(|id| id.0)
            .chain(numbers.values().copied())
            .collect();
        let mut free = (0..=LARGEST_ID).filter(|number| !taken.contains(number));
        for bone in bones.iter().filter(|bone| !fits(&bone.id)) {
            if let Some(number) = free.next() {
                numbers.insert(bone.id, number);
            }
        }
        Self { numbers }
    }

    /// The number of a bone; `None` where there are more bones than numbers.
    fn of(&self, id: BoneId) -> Option<u32> {
        self.numbers.get(&id).copied()
    }
}

/// A line for each bone, in the order of the model.
fn lines(model: &Model, report: &mut Report) -> Vec<BoneLine> {
    let bones = &model.skeleton.bones;
    let hierarchy = model.skeleton.hierarchy();
    let positions = positions(bones, &hierarchy);
    let numbers = TextIds::new(model);
    let names = model.bone_names();
    let mut out = Vec::with_capacity(bones.len());
    for (index, bone) in bones.iter().enumerate() {
        let Some(id) = numbers.of(bone.id) else {
            report.lose(
                format!("bones[{index}]"),
                "There are more bones than a text skeleton has numbers for; the others are left out.",
                0.0,
                "",
            );
            break;
        };
        let position = positions.get(index).copied().flatten();
        if position.is_none() {
            report.lose(
                format!("bones[{index}].pivot"),
                "The place of a bone is no number, or too far away; it is written as 0.",
                0.0,
                "",
            );
        }
        let shape = bone.shape.map(written);
        let name = names.get(index).filter(|name| !name.is_empty());
        let not_zero = |value: f32| (value != 0.0).then_some(value);
        out.push(BoneLine {
            id,
            name: name.cloned().unwrap_or_else(|| format!("Bone {id}")),
            parent: bone.parent.and_then(|parent| {
                let dangling = || (parent.0 <= LARGEST_ID).then_some(parent.0);
                numbers.of(parent).or_else(dangling)
            }),
            position: position.unwrap_or_default(),
            rotation: shape
                .filter(|shape| shape.rest_degrees != Vec3::zeros())
                .map(|shape| shape.rest_degrees.into()),
            length: shape.and_then(|shape| not_zero(shape.length)),
            width: shape.and_then(|shape| not_zero(shape.width)),
            colour: shape.map(|shape| shape.colour),
        });
    }
    out
}

/// A shape with numbers that can be written.
fn written(shape: BoneShape) -> BoneShape {
    let most = LARGEST_NUMBER as f32;
    let number = |value: f32| {
        if value.is_finite() {
            value.clamp(-most, most)
        } else {
            0.0
        }
    };
    BoneShape {
        colour: shape.colour,
        length: number(shape.length).max(0.0),
        width: number(shape.width).max(0.0),
        rest_degrees: shape.rest_degrees.map(number),
    }
}

/// The place of each bone in its parent's rest frame, in as few decimals as give the same pivot
/// back; `None` where there is none that could be written, which counts as 0.
fn positions(bones: &[Bone], hierarchy: &Hierarchy) -> Vec<Option<[f64; 3]>> {
    let frames = rest_frames(bones, hierarchy);
    let mut positions = vec![None; bones.len()];
    // Where a reader will find the bones: the sums of what is written.
    let mut places = vec![Vector3::zeros(); bones.len()];
    for &index in hierarchy.parents_first() {
        let parent = hierarchy.parent(index);
        let frame = parent.and_then(|parent| frames.get(parent)).copied();
        let start = parent.and_then(|parent| places.get(parent)).copied();
        let (frame, start) = (frame.unwrap_or_default(), start.unwrap_or_default());
        let Some(bone) = bones.get(index) else {
            continue;
        };
        let position = position(start, frame, bone.pivot);
        let offset = frame * position.unwrap_or_default();
        if let Some(place) = places.get_mut(index) {
            *place = start + offset;
        }
        if let Some(slot) = positions.get_mut(index) {
            *slot = position.map(Into::into);
        }
    }
    positions
}

fn position(
    start: Vector3<f64>,
    model_from_parent: RestRotation,
    pivot: Vec3,
) -> Option<Vector3<f64>> {
    let exact = model_from_parent.inverse() * (pivot.cast::<f64>() - start);
    if !exact.iter().all(|value| value.abs() <= LARGEST_NUMBER) {
        return None;
    }
    let rounded = |decimals: i32| {
        let factor = 10f64.powi(decimals);
        // Adding 0 makes a negative zero a plain one.
        exact.map(|value| (value * factor).round() / factor + 0.0)
    };
    let gives_it_back =
        |short: &Vector3<f64>| (start + model_from_parent * short).cast::<f32>() == pivot;
    Some((0..=12).map(rounded).find(gives_it_back).unwrap_or(exact))
}
