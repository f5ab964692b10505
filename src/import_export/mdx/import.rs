//! A whole MDX to a model of the document.

use super::import_nodes::{bones, cameras, carried};
use super::import_surfaces::{meshes, surfaces};
use super::node_ids::NodeIds;
use super::odd;
use crate::anim::{Clip, ClipFlags, ClipId};
use crate::document::{Model, ModelFormat, ModelId, NativeRole, NativeSource, OpaqueChunk};
use crate::formats::mdx::{ChunkPlace, Extent, FixedText, MdxFile, Sequence};
use crate::formats::{FormatError, FormatErrorKind};
use crate::import_export::Report;
use crate::math::{Aabb, Vec3};
use crate::mesh::Bounds;
use crate::skeleton::BoneId;

/// A model with everything the source holds; what is odd about it goes to the report.
pub fn model_from_source(
    source: &NativeSource,
    id: ModelId,
    title: &str,
    report: &mut Report,
) -> Result<Model, FormatError> {
    let file = read_source(source)?;
    let counts = [
        ("sequences", file.sequences.len()),
        ("nodes", NodeIds::of(&file).nodes.len()),
        ("geosets", file.geosets.len()),
    ];
    for (field, count) in counts {
        if count >= BoneId::NONE.0 as usize {
            let kind = FormatErrorKind::OutOfRange {
                field: "the number of items",
                value: count as u64,
                limit: u64::from(BoneId::NONE.0) - 1,
            };
            return Err(FormatError::new(0, kind).within(field));
        }
    }
    odd::report_raw(&file, report);
    let model = model_from_raw(&file, id, title);
    odd::report_model(&model, report);
    Ok(model)
}

/// Reads the file of a source.
pub fn read_source(source: &NativeSource) -> Result<MdxFile, FormatError> {
    let empty: &[u8] = &[];
    let bytes = source
        .file(NativeRole::Model)
        .map_or(empty, |file| &file.bytes);
    MdxFile::read(bytes)
}

/// The model that raw structs describe, without a native source.
pub fn model_from_raw(file: &MdxFile, id: ModelId, title: &str) -> Model {
    let version = file.version;
    let mut model = Model::new(id, title, ModelFormat::Mdx { version });
    let ids = NodeIds::of(file);
    model.name = file.info.name.text_bytes().to_vec();
    model.animation_path = file.info.animation_file.text_bytes().to_vec();
    model.blend_ms = file.info.blend_ms;
    let whole = bounds(&file.info.bounds);
    (model.bounds, model.bounds_radius) = (whole.aabb, whole.radius);
    model.global_loops_ms.clone_from(&file.global_sequences);
    model.clips = (0..).zip(&file.sequences).map(clip).collect();
    bones(file, &ids, &mut model);
    meshes(file, &ids, &mut model);
    surfaces(file, &mut model);
    carried(file, &ids, &mut model);
    cameras(file, &mut model);
    model.opaque = (0..)
        .zip(&file.layout)
        .filter_map(|(position, place)| match place {
            ChunkPlace::Opaque { tag, bytes } => Some(OpaqueChunk {
                tag: *tag,
                position,
                bytes: bytes.clone(),
            }),
            _ => None,
        })
        .collect();
    model
}

fn clip((index, raw): (u32, &Sequence)) -> Clip {
    let extent = bounds(&raw.bounds);
    let start_ms = i32::try_from(raw.start_ms).unwrap_or(i32::MAX);
    let plays_once = raw.flags & Sequence::DOES_NOT_LOOP != 0;
    Clip {
        id: ClipId(index),
        name: Some(raw.name.text().into_owned()),
        animation_id: 0,
        variation: 0,
        start_ms,
        duration_ms: duration_ms(raw),
        move_speed: raw.move_speed,
        flags: ClipFlags(u32::from(plays_once) * ClipFlags::PLAYS_ONCE),
        frequency: 0,
        padding: 0,
        repeat: [0; 2],
        blend_time: 0,
        bounds: extent.aabb,
        bounds_radius: extent.radius,
        variation_next: ClipId::NONE,
        alias_of: ClipId::NONE,
        rarity: raw.rarity,
        sync_point: raw.sync_point,
    }
}

/// How long a sequence is; one that runs backwards keeps how far, and shows its start only.
fn duration_ms(raw: &Sequence) -> u32 {
    let wrapped = raw.end_ms.wrapping_sub(raw.start_ms);
    let longest = i32::MAX.cast_unsigned();
    match raw.end_ms < raw.start_ms {
        true => wrapped.max(longest + 1),
        false => wrapped.min(longest),
    }
}

/// A box and a sphere.
pub fn bounds(raw: &Extent) -> Bounds {
    Bounds {
        aabb: Aabb {
            min: Vec3::from(raw.min),
            max: Vec3::from(raw.max),
        },
        radius: raw.radius,
    }
}
