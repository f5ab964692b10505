//! A model's bones as a text skeleton: over the text it came from, or from nothing.

use super::import::model_from_file;
use super::losses::report_losses;
use crate::document::{Model, ModelFormat, NativeRole, NativeSource};
use crate::formats::bonetext::{
    BoneLine, BoneTextError, LARGEST_ID, LARGEST_NUMBER, SkeletonFile, TextLine,
};
use crate::import_export::Report;
use crate::math::Vec3;
use crate::skeleton::{Bone, BoneId, BoneShape, Hierarchy, RestRotation, rest_frames};
use nalgebra::Vector3;
use std::collections::{HashMap, HashSet};

/// Lays the bones out from nothing; those that came from a text keep their numbers.
pub fn write_fresh(model: &Model, report: &mut Report) -> Result<Vec<u8>, BoneTextError> {
    report_losses(model, report);
    let source = match (&model.native, model.format) {
        (Some(source), ModelFormat::BoneText) => read_source(source)?,
        _ => SkeletonFile::empty(),
    };
    let mut file = SkeletonFile::empty();
    for (_, line) in lines(model, &source, report) {
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
    let mut file = read_source(source)?;
    let quiet = &mut Report::default();
    let imported = model_from_file(&file, model.id, &model.title, quiet);
    let mut untouched = lines(&imported, &file, quiet).into_iter();
    let target = lines(model, &file, report);
    let wanted: HashMap<BoneId, &BoneLine> = target.iter().map(|(id, line)| (*id, line)).collect();
    let mut kept = HashSet::new();
    file.lines.retain_mut(|line: &mut TextLine| {
        if line.bone.is_none() {
            return true;
        }
        let Some((id, fresh)) = untouched.next() else {
            return false;
        };
        let Some(&bone) = wanted.get(&id) else {
            return false;
        };
        if *bone != fresh {
            line.set(bone.clone());
        }
        kept.insert(id);
        true
    });
    for (_, line) in target.iter().filter(|(id, _)| !kept.contains(id)) {
        file.push(line.clone());
    }
    checked(&file)
}

/// The text that a model came from.
fn read_source(source: &NativeSource) -> Result<SkeletonFile, BoneTextError> {
    let bytes = source.file(NativeRole::Model);
    SkeletonFile::read(bytes.map_or(&[], |file| &file.bytes))
}

/// The bytes, if they read back.
fn checked(file: &SkeletonFile) -> Result<Vec<u8>, BoneTextError> {
    let bytes = file.write();
    SkeletonFile::read(&bytes)?;
    Ok(bytes)
}

/// The numbers that bones have in the file: those of the source stay, others get free ones.
struct TextIds {
    numbers: HashMap<BoneId, u32>,
}

impl TextIds {
    fn new(model: &Model, source: &SkeletonFile) -> Self {
        let typed: Vec<u32> = source.bones().map(|line| line.id).collect();
        // A reference to a bone that does not exist must not come to mean a new one.
        let referred = source.bones().filter_map(|line| line.parent);
        let mut taken: HashSet<u32> = typed.iter().copied().chain(referred).collect();
        let mut given: HashSet<u32> = HashSet::new();
        let mut numbers: HashMap<BoneId, u32> = HashMap::new();
        let bones = &model.skeleton.bones;
        for bone in bones {
            // Bones of a file have their position as id.
            let own = match typed.as_slice() {
                [] => Some(bone.id.0).filter(|&number| number <= LARGEST_ID),
                typed => typed.get(bone.id.0 as usize).copied(),
            };
            if let Some(number) = own.filter(|&number| given.insert(number)) {
                numbers.insert(bone.id, number);
            }
        }
        taken.extend(&given);
        let mut free = (0..=LARGEST_ID).filter(|number| !taken.contains(number));
        for bone in bones {
            if !numbers.contains_key(&bone.id)
                && let Some(number) = free.next()
            {
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
fn lines(model: &Model, source: &SkeletonFile, report: &mut Report) -> Vec<(BoneId, BoneLine)> {
    let bones = &model.skeleton.bones;
    let hierarchy = model.skeleton.hierarchy();
    let positions = positions(bones, &hierarchy);
    let numbers = TextIds::new(model, source);
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
        let line = BoneLine {
            id,
            name: name.cloned().unwrap_or_else(|| format!("Bone {id}")),
            parent: bone.parent.and_then(|parent| numbers.of(parent)),
            position: position.unwrap_or_default(),
            rotation: shape
                .filter(|shape| shape.rest_degrees != Vec3::zeros())
                .map(|shape| shape.rest_degrees.into()),
            length: shape.and_then(|shape| not_zero(shape.length)),
            width: shape.and_then(|shape| not_zero(shape.width)),
            colour: shape.map(|shape| shape.colour),
        };
        out.push((bone.id, line));
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
