//! Writing an MDX: over the bytes it came from, or from nothing.

use super::align::overlay_file;
use super::export::{NodeNumbers, raw_from_model};
use super::import::{model_from_raw, read_source};
use super::node_ids::NodeIds;
use crate::document::{Model, NativeSource};
use crate::formats::FormatError;
use crate::formats::mdx::MdxFile;
use crate::import_export::Report;
use crate::skeleton::BoneId;

/// Lays the model out from nothing.
pub fn write_fresh(model: &Model, report: &mut Report) -> Result<Vec<u8>, FormatError> {
    raw_from_model(model, None, report).write()
}

/// Writes the model with everything of the file it came from that no edit touched.
///
/// The source is read again and exported untouched; where the model's export equals that, the raw
/// value of the source stands.
pub fn write_over(
    model: &Model,
    source: &NativeSource,
    report: &mut Report,
) -> Result<Vec<u8>, FormatError> {
    let base = read_source(source)?;
    let ids = NodeIds::of(&base);
    let imported = model_from_raw(&base, model.id, &model.title);
    let fresh = raw_from_model(&imported, Some(&ids), &mut Report::default());
    let mut target = raw_from_model(model, Some(&ids), report);
    overlay_file(&mut target, model, &base, &fresh, &ids);
    target.write()
}

/// Whether a file reads back.
pub fn check_readable(bytes: &[u8]) -> Result<(), FormatError> {
    MdxFile::read(bytes).map(|_| ())
}

/// The object id that each bone is written with.
///
/// With [`write_over`] that is the one of the file it came from, as long as that can be; a file
/// that can't be read any more gives the ids of [`write_fresh`].
pub fn object_ids_of(model: &Model, source: Option<&NativeSource>) -> Vec<(BoneId, u32)> {
    let base = source.and_then(|source| read_source(source).ok());
    let ids = base.as_ref().map(NodeIds::of);
    let numbers = NodeNumbers::of_model(model, ids.as_ref());
    let bones = model.skeleton.bones.iter();
    bones
        .filter_map(|bone| Some((bone.id, numbers.of(bone.id)?)))
        .collect()
}

/// The object id that each bone of an MDX is written with.
pub fn object_ids(model: &Model) -> Vec<(BoneId, u32)> {
    object_ids_of(model, model.native.as_deref())
}
