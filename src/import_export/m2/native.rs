//! Writing an M2: over the bytes it came from, or from nothing.

use super::export::{RawModel, is_missing, raw_from_model};
use super::export_views::settle_excess;
use super::import::{RawSource, model_from_raw, read_source};
use crate::anim::ClipId;
use crate::document::{Model, NativeRole, NativeSource};
use crate::formats::FormatError;
use crate::formats::m2::{AnimSet, M2Bytes, M2File};
use crate::import_export::Report;
use std::collections::BTreeMap;

/// The bytes of a model and its companions, by role.
pub type Files = BTreeMap<NativeRole, Vec<u8>>;

/// Lays the model out from nothing.
pub fn write_fresh(model: &Model, report: &mut Report) -> Result<Files, FormatError> {
    let RawModel { mut file, skins } = raw_from_model(model, report);
    settle_excess(&mut file.vertices.items, &[]);
    let bytes = file.write_fresh()?;
    let mut files = model_files(bytes);
    for (view, skin) in (0..).zip(&skins) {
        if let Some(skin) = skin {
            files.insert(NativeRole::Skin(view), skin.write_fresh()?);
        }
    }
    Ok(files)
}

/// Writes the model over the bytes it came from: what was not changed keeps its raw values, its
/// place and the bytes around it.
///
/// The source is read again and exported untouched; where the model's export equals that, the raw
/// value of the source stands.
pub fn write_over(
    model: &Model,
    source: &NativeSource,
    report: &mut Report,
) -> Result<Files, FormatError> {
    let RawSource {
        file: base,
        skins: base_skins,
    } = read_source(source)?;
    let untouched = RawSource {
        file: base,
        skins: base_skins,
    };
    let imported = model_from_raw(&untouched, model.id, &model.title);
    let fresh = raw_from_model(&imported, &mut Report::default());
    let mut target = raw_from_model(model, report);
    settle_excess(&mut target.file.vertices.items, &fresh.file.vertices.items);
    target.file.overlay(&untouched.file, &fresh.file);

    let mut bytes = M2Bytes::default();
    for file in &source.files {
        match file.role {
            NativeRole::Model => bytes.model = file.bytes.to_vec(),
            NativeRole::Anim(ClipId(clip)) => {
                bytes.anims.insert(clip as usize, file.bytes.to_vec());
            }
            NativeRole::Skin(_)
            | NativeRole::Terrain
            | NativeRole::Archive
            | NativeRole::Map
            | NativeRole::Tile { .. }
            | NativeRole::TileFolder
            | NativeRole::TileOnDisk { .. }
            | NativeRole::SplatList
            | NativeRole::SplatPicture(_)
            | NativeRole::TileTextures { .. }
            | NativeRole::TileObjects { .. } => {}
        }
    }
    let mut files = model_files(target.file.write_over(&bytes)?);
    for (number, view) in (0u32..).zip(&model.views) {
        if is_missing(view) {
            continue;
        }
        let at = number as usize;
        let Some(skin) = target.skins.get_mut(at).and_then(Option::as_mut) else {
            continue;
        };
        let original = source.file(NativeRole::Skin(number));
        let base = untouched.skins.get(at).and_then(Option::as_ref);
        let fresh = fresh.skins.get(at).and_then(Option::as_ref);
        let bytes = match (original, base, fresh) {
            (Some(original), Some(base), Some(fresh)) => {
                skin.overlay(base, fresh);
                skin.write_over(&original.bytes)?
            }
            _ => skin.write_fresh()?,
        };
        files.insert(NativeRole::Skin(number), bytes);
    }
    Ok(files)
}

/// Whether a model file reads back, its companions aside.
pub fn check_readable(model: &[u8]) -> Result<(), FormatError> {
    M2File::read(model, &AnimSet::new()).map(|_| ())
}

fn model_files(bytes: M2Bytes) -> Files {
    let mut files = Files::from([(NativeRole::Model, bytes.model)]);
    for (index, bytes) in bytes.anims {
        let clip = ClipId(u32::try_from(index).unwrap_or(u32::MAX));
        files.insert(NativeRole::Anim(clip), bytes);
    }
    files
}
