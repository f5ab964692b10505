//! Writing a model to a format we write, as bytes with names; nothing here touches the disk.

use super::{MapPictureError, Origin, Profile, Report, bonetext, convert, m2, mdx};
use crate::anim::ClipId;
use crate::assets::{ArchiveError, anim_name, skin_name};
use crate::document::{Model, ModelFormat, NativeRole};
use crate::formats::FormatError;
use crate::formats::bonetext::BoneTextError;
use std::borrow::Cow;
use std::collections::HashSet;

/// How to place the content of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExportLayout {
    /// Over the bytes the model came from, where it has any; else from nothing.
    #[default]
    KeepNative,
    /// From nothing, whatever the model came from.
    FromNothing,
}

/// One file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedFile {
    /// Its name, beside the model file.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// All files of a model, the model file first, and what they can't hold.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The files, none of them written yet.
    pub files: Vec<ExportedFile>,
    /// What is lost and what was noticed.
    pub report: Report,
}

/// Why a model can't be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The bytes it came from can't be read any more, or the new ones can't be laid out.
    #[error("the model can't be laid out: {0}")]
    Format(#[from] FormatError),
    /// Two clips have the same animation and variation, and both have a key file.
    #[error(
        "the keys of two clips would both go to {name}; give one of them another animation or variation"
    )]
    SameName {
        /// The name of the file.
        name: String,
    },
    /// There is no conversion between these formats.
    #[error("this version can't write a model of {from} as {to}")]
    NoWay {
        /// The model's own format.
        from: Profile,
        /// What was asked for.
        to: Profile,
    },
    /// There is no conversion between these formats of terrains.
    #[error("this version can't write a terrain of {from} as {to}")]
    NoWayForTerrain {
        /// The terrain's own format.
        from: Profile,
        /// What was asked for.
        to: Profile,
    },
    /// Ground of one shape that can't be made ground of the other.
    #[error("the ground can't be converted: {reason}")]
    Ground {
        /// Why not, completing the sentence.
        reason: String,
    },
    /// The version of the format has no numbers for so many ground types.
    #[error(
        "the map lists {count} ground types, and w3e-{version} can name only {limit}; drop some, or write another version"
    )]
    TooManyGroundTypes {
        /// How many there are.
        count: usize,
        /// The version of the format.
        version: u32,
        /// How many it can name.
        limit: usize,
    },
    /// A corner has a ground type that the version of the format can't name.
    #[error(
        "the corner in column {column} of row {row} has ground type {number}, and w3e-11 has numbers up to 15"
    )]
    GroundTypeTooHigh {
        /// Its column.
        column: u32,
        /// Its row.
        row: u32,
        /// The number of its ground type.
        number: u8,
    },
    /// A terrain that came from no archive can't be put back into one.
    #[error(
        "the map did not come from an archive, so there is none to put it into; write it as a .w3e"
    )]
    NoMapArchive,
    /// A file of one tile can't hold another number of them.
    #[error(
        "a .adt holds one tile, and the map has {count}; give a name that ends in .wdt for all of them"
    )]
    NotOneTile {
        /// How many there are.
        count: usize,
    },
    /// The archive can't be written.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// Pictures of the map can't be made.
    #[error(transparent)]
    Pictures(#[from] MapPictureError),
    /// The laid out file does not read back.
    #[error("the file that was laid out does not read back: {0}")]
    Unreadable(FormatError),
    /// The text it came from can't be read any more, or the new one does not read back.
    #[error("the text skeleton can't be written: {0}")]
    BoneText(#[from] BoneTextError),
}

/// The model that is laid out for a profile: the model itself, or what it was converted to.
pub(super) struct Written<'a> {
    /// It.
    pub model: Cow<'a, Model>,
    /// Where its parts came from, if it was converted.
    pub origin: Option<Origin>,
    /// How it is laid out.
    pub layout: ExportLayout,
    /// What converting it lost.
    pub report: Report,
}

/// The model that is laid out for a profile of models.
///
/// A text skeleton holds bones, clips and keys as MDX does.
pub(super) fn written_as(
    model: &Model,
    profile: Profile,
    layout: ExportLayout,
) -> Result<Written<'_>, ExportError> {
    let is_own = profile == Profile::of(model.format);
    if is_own || model.format != ModelFormat::BoneText {
        return own_or_converted(Cow::Borrowed(model), profile, layout);
    }
    let mut as_mdx = model.clone();
    as_mdx.format = ModelFormat::Mdx { version: 800 };
    as_mdx.native = None;
    own_or_converted(Cow::Owned(as_mdx), profile, ExportLayout::FromNothing)
}

fn own_or_converted(
    model: Cow<'_, Model>,
    profile: Profile,
    layout: ExportLayout,
) -> Result<Written<'_>, ExportError> {
    if profile == Profile::of(model.format) {
        return Ok(Written {
            model,
            origin: None,
            layout,
            report: Report::default(),
        });
    }
    let converted = profile.format().and_then(|format| convert(&model, format));
    let converted = converted.ok_or(ExportError::NoWay {
        from: Profile::of(model.format),
        to: profile,
    })?;
    Ok(Written {
        model: Cow::Owned(converted.model),
        origin: Some(converted.origin),
        layout: ExportLayout::FromNothing,
        report: converted.report,
    })
}

fn export_bonetext(
    model: &Model,
    file_name: &str,
    layout: ExportLayout,
) -> Result<Exported, ExportError> {
    let mut report = Report::default();
    let is_text = model.format == ModelFormat::BoneText;
    let bytes = match (&model.native, layout) {
        (Some(source), ExportLayout::KeepNative) if is_text => {
            bonetext::write_over(model, source, &mut report)?
        }
        _ => bonetext::write_fresh(model, &mut report)?,
    };
    let name = file_name.to_owned();
    let files = vec![ExportedFile { name, bytes }];
    Ok(Exported { files, report })
}

/// Lays out a model in the format of `profile`, converting it if that is not its own.
///
/// What a conversion loses is in the report before anything is written.
pub fn export_as(
    model: &Model,
    profile: Profile,
    file_name: &str,
    layout: ExportLayout,
) -> Result<Exported, ExportError> {
    if profile == Profile::BoneText {
        return export_bonetext(model, file_name, layout);
    }
    let (exported, _) = export_written(written_as(model, profile, layout)?, file_name)?;
    Ok(exported)
}

/// Lays out what [`written_as`] gave, and gives the model back if it is not the user's own; what
/// converting lost comes first in the report.
pub(super) fn export_written(
    written: Written<'_>,
    file_name: &str,
) -> Result<(Exported, Option<Model>), ExportError> {
    let mut exported = export_model(&written.model, file_name, written.layout)?;
    let mut report = written.report;
    report.items.append(&mut exported.report.items);
    report.losses.append(&mut exported.report.losses);
    exported.report = report;
    let model = match written.model {
        Cow::Owned(model) => Some(model),
        Cow::Borrowed(_) => None,
    };
    Ok((exported, model))
}

/// Lays out a model in its own format, companions named after `file_name`.
///
/// The result is read back before it is returned, so that a file which would not open is never
/// written.
pub fn export_model(
    model: &Model,
    file_name: &str,
    layout: ExportLayout,
) -> Result<Exported, ExportError> {
    match model.format {
        ModelFormat::M2 { .. } => export_m2(model, file_name, layout),
        ModelFormat::Mdx { .. } => export_mdx(model, file_name, layout),
        ModelFormat::BoneText => export_bonetext(model, file_name, layout),
    }
}

fn export_m2(
    model: &Model,
    file_name: &str,
    layout: ExportLayout,
) -> Result<Exported, ExportError> {
    let mut report = Report::default();
    lose_looks(model, &mut report);
    let files = match (&model.native, layout) {
        (Some(source), ExportLayout::KeepNative) => m2::write_over(model, source, &mut report)?,
        _ => m2::write_fresh(model, &mut report)?,
    };
    let base = file_name
        .rsplit_once('.')
        .map_or(file_name, |(stem, _)| stem);
    let files: Vec<ExportedFile> = files
        .into_iter()
        .map(|(role, bytes)| ExportedFile {
            name: name_of(role, base, file_name, model),
            bytes,
        })
        .collect();
    let mut names = HashSet::new();
    if let Some(twice) = files.iter().find(|file| !names.insert(file.name.as_str())) {
        let name = twice.name.clone();
        return Err(ExportError::SameName { name });
    }
    check_readable(&files)?;
    Ok(Exported { files, report })
}

fn export_mdx(
    model: &Model,
    file_name: &str,
    layout: ExportLayout,
) -> Result<Exported, ExportError> {
    let mut report = Report::default();
    lose_looks(model, &mut report);
    let bytes = match (&model.native, layout) {
        (Some(source), ExportLayout::KeepNative) => mdx::write_over(model, source, &mut report)?,
        _ => mdx::write_fresh(model, &mut report)?,
    };
    mdx::check_readable(&bytes).map_err(ExportError::Unreadable)?;
    let name = file_name.to_owned();
    Ok(Exported {
        files: vec![ExportedFile { name, bytes }],
        report,
    })
}

/// No game keeps how bones are drawn.
fn lose_looks(model: &Model, report: &mut Report) {
    let bones = model.skeleton.bones.iter();
    let count = bones.filter(|bone| bone.shape.is_some()).count();
    if count > 0 {
        let what = format!(
            "{count} bones have a colour, a length and a width, which only projects and text skeletons keep"
        );
        report.lose("bones.shape", what, 0.0, "");
    }
}

fn name_of(role: NativeRole, base: &str, file_name: &str, model: &Model) -> String {
    match role {
        NativeRole::Model
        | NativeRole::Terrain
        | NativeRole::Archive
        | NativeRole::Map
        | NativeRole::Tile { .. }
        | NativeRole::TileFolder
        | NativeRole::TileOnDisk { .. }
        | NativeRole::SplatList
        | NativeRole::SplatPicture(_)
        | NativeRole::TileTextures { .. }
        | NativeRole::TileObjects { .. } => file_name.to_owned(),
        NativeRole::Skin(view) => skin_name(base, view),
        NativeRole::Anim(ClipId(index)) => {
            let clip = model.clips.get(index as usize);
            let (id, variation) = clip.map_or((0, 0), |clip| (clip.animation_id, clip.variation));
            anim_name(base, id, variation)
        }
    }
}

fn check_readable(files: &[ExportedFile]) -> Result<(), ExportError> {
    let Some(model) = files.first() else {
        return Ok(());
    };
    m2::check_readable(&model.bytes).map_err(ExportError::Unreadable)
}
