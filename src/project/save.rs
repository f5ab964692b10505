//! Saving: a snapshot of the document becomes sections, and these become a file.
//!
//! Nothing here looks at the clock, the window or the history, so a worker can do all of it.

use super::atomic_write::{Previous, WriteStep, atomic_write_with};
use super::codec::{self, write_bytes};
use super::container;
use super::error::SaveError;
use super::parts::{FIRST_VERSION, ModelPart, SectionKind, WIDE_VIEWS_VERSION};
use super::save_terrain;
use super::schema::v1::{
    AdditionsSection, CoreSection, HASH_VERSION, Manifest, ManifestModel, ManifestSection,
    MaterialSection, MeshSection, NativeSection, NodeSection, OpaqueSection, SkinSettingsSection,
    Stored, TrackSection, ViewSection, WideViewSection, is_wide,
};
use super::section::{self, Compression, KeptSection};
use super::storage::{Disk, Storage};
use crate::document::{Document, Model};
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::path::Path;

/// What is saved.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    /// The document, as it is at this moment.
    pub document: &'a Document,
    /// What the editor wants back when the project is opened again, in a form of its own.
    pub editor: Option<&'a [u8]>,
    /// Sections of the file it was opened from that this program does not know.
    pub kept: &'a [KeptSection],
}

impl<'a> Snapshot<'a> {
    /// A snapshot of nothing but the document.
    pub fn of(document: &'a Document) -> Self {
        Self {
            document,
            editor: None,
            kept: &[],
        }
    }
}

/// How to save.
#[derive(Clone, Copy, Debug, Default)]
pub struct SaveOptions {
    /// How sections are stored.
    pub compression: Compression,
    /// What becomes of the version before. After opening a damaged project, [`Previous::SetAside`].
    pub previous: Previous,
}

/// What a save is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveStep {
    /// Making the bytes.
    Encode,
    /// Writing them to the disk.
    Write,
    /// Reading them back and comparing.
    Verify,
}

/// How far a save is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is at.
    pub step: SaveStep,
    /// Bytes done in this step.
    pub done: u64,
    /// Bytes to do in this step; 0 while not known.
    pub total: u64,
}

/// What was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// Length of the file.
    pub length: u64,
    /// Hash of the content that is now on the disk.
    pub content_hash: u64,
}

/// The bytes of a project file, in pieces.
#[derive(Debug)]
pub struct Encoded {
    front: Vec<u8>,
    sections: Vec<KeptSection>,
    back: Vec<u8>,
    content_hash: u64,
}

impl Encoded {
    /// The bytes, to be written one piece after the other.
    pub fn pieces(&self) -> Vec<&[u8]> {
        let front = std::iter::once(self.front.as_slice());
        let sections = self
            .sections
            .iter()
            .map(|section| section.stored.as_slice());
        front
            .chain(sections)
            .chain([self.back.as_slice()])
            .collect()
    }

    /// The bytes in one piece.
    pub fn to_vec(&self) -> Vec<u8> {
        self.pieces().concat()
    }

    /// Number of bytes.
    pub fn length(&self) -> u64 {
        self.pieces().iter().map(|piece| piece.len() as u64).sum()
    }
}

/// Saves a snapshot as the project file at `path`.
///
/// `on_progress` may break off; the file is then as it was before.
pub fn save(
    path: &Path,
    snapshot: &Snapshot<'_>,
    options: SaveOptions,
    on_progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Saved, SaveError> {
    save_with(&Disk, path, snapshot, options, on_progress)
}

/// As [`save`], to any storage.
pub fn save_with(
    storage: &dyn Storage,
    path: &Path,
    snapshot: &Snapshot<'_>,
    options: SaveOptions,
    on_progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Saved, SaveError> {
    // Breaking off here is noticed at the first block of the write.
    let _ = on_progress(Progress {
        step: SaveStep::Encode,
        done: 0,
        total: 0,
    });
    let encoded = encode(snapshot, options.compression).map_err(|message| SaveError::Content {
        path: path.to_owned(),
        message,
    })?;
    let total = encoded.length();
    atomic_write_with(
        storage,
        path,
        &encoded.pieces(),
        options.previous,
        &mut |step, done| {
            let (step, done) = match step {
                WriteStep::Create | WriteStep::Write | WriteStep::Sync => (SaveStep::Write, done),
                WriteStep::ReadBack => (SaveStep::Verify, done),
                WriteStep::KeepPrevious | WriteStep::Rename | WriteStep::SyncFolder => {
                    (SaveStep::Verify, total)
                }
            };
            on_progress(Progress { step, done, total })
        },
    )?;
    Ok(Saved {
        length: total,
        content_hash: encoded.content_hash,
    })
}

/// The bytes of a project file; an error names what of the document cannot be written.
pub fn encode(snapshot: &Snapshot<'_>, compression: Compression) -> Result<Encoded, String> {
    if let Some(violation) = snapshot.document.check_invariants().first() {
        return Err(format!("{}: {}", violation.path, violation.message));
    }
    let models = &snapshot.document.models;
    let mut plan = Vec::new();
    for (index, model) in (0..).zip(models) {
        let parts = ModelPart::ALL.into_iter();
        plan.extend(
            parts
                .filter(|&part| part != ModelPart::Native || model.native.is_some())
                .map(|part| (SectionKind::Model(index, part), part, model)),
        );
    }
    let (content_hash, sections) = rayon::join(
        || snapshot.document.content_hash(),
        || {
            plan.par_iter()
                .map(|&(kind, part, model)| {
                    let raw = encode_part(part, model)?;
                    Ok(pack_version(
                        kind,
                        version_of(part, model),
                        raw,
                        compression,
                    ))
                })
                .collect::<Result<Vec<_>, String>>()
        },
    );
    let manifest = Manifest {
        program: format!("Bonewright {}", env!("CARGO_PKG_VERSION")),
        next_id: snapshot.document.next_id,
        hash_version: HASH_VERSION,
        content_hash: [content_hash as u32, (content_hash >> 32) as u32],
        models: models
            .iter()
            .map(|model| ManifestModel {
                title: model.title.clone(),
                has_native: u8::from(model.native.is_some()),
            })
            .collect(),
    };
    let mut all = vec![pack(
        SectionKind::Manifest,
        codec::encode(0, |to| ManifestSection::write(&manifest, to))?,
        compression,
    )];
    all.extend(sections?);
    if !snapshot.document.terrains.is_empty() {
        let list = save_terrain::encode_list(snapshot.document)?;
        all.push(pack(SectionKind::Terrains, list, compression));
    }
    for (kind, part, terrain) in save_terrain::plan(snapshot.document) {
        let raw = save_terrain::encode_part(part, terrain)?;
        all.push(pack(kind, raw, compression));
    }
    if let Some(editor) = snapshot.editor {
        let raw = codec::encode(editor.len() + 4, |to| write_bytes(editor, to))?;
        all.push(pack(SectionKind::Editor, raw, compression));
    }
    all.extend(snapshot.kept.iter().cloned());
    let entries: Vec<_> = all.iter().map(|section| section.entry.clone()).collect();
    let ends = container::ends(&entries)?;
    Ok(Encoded {
        front: ends.front,
        sections: all,
        back: ends.back,
        content_hash,
    })
}

fn pack(kind: SectionKind, raw: Vec<u8>, compression: Compression) -> KeptSection {
    pack_version(kind, FIRST_VERSION, raw, compression)
}

fn pack_version(
    kind: SectionKind,
    version: u16,
    raw: Vec<u8>,
    compression: Compression,
) -> KeptSection {
    section::pack(kind.to_string(), version, raw, compression)
}

/// The version that a part of `model` needs.
fn version_of(part: ModelPart, model: &Model) -> u16 {
    if part == ModelPart::Views && model.views.iter().any(is_wide) {
        WIDE_VIEWS_VERSION
    } else {
        FIRST_VERSION
    }
}

fn encode_part(part: ModelPart, model: &Model) -> Result<Vec<u8>, String> {
    codec::encode(expected_length(part, model), |to| match part {
        ModelPart::Core => CoreSection::write(model, to),
        ModelPart::Tracks => TrackSection::write(model, to),
        ModelPart::Mesh => MeshSection::write(model, to),
        ModelPart::Views if version_of(part, model) == WIDE_VIEWS_VERSION => {
            WideViewSection::write(model, to)
        }
        ModelPart::Views => ViewSection::write(model, to),
        ModelPart::Materials => MaterialSection::write(model, to),
        ModelPart::Nodes => NodeSection::write(model, to),
        ModelPart::Additions => AdditionsSection::write(model, to),
        ModelPart::SkinSettings => SkinSettingsSection::write_of(model, to),
        ModelPart::Opaque => OpaqueSection::write(&model.opaque, to),
        ModelPart::Native => model
            .native
            .iter()
            .try_for_each(|native| NativeSection::write(native, to)),
    })
}

/// About how long a section gets, so that the large ones are not moved while they grow.
fn expected_length(part: ModelPart, model: &Model) -> usize {
    /// Position, normal, two sets of texture coordinates, four influences.
    const VERTEX: usize = 12 + 12 + 8 + 8 + 32;
    /// Everything of a section that is not an array.
    const REST: usize = 4096;
    let files = model.native.iter().flat_map(|native| &native.files);
    match part {
        ModelPart::Mesh => model.vertices.len() * VERTEX + REST,
        ModelPart::Native => files.map(|file| file.bytes.len() + REST).sum(),
        ModelPart::Tracks => model
            .bone_tracks
            .iter()
            .map(|tracks| {
                let vectors = tracks.translation.key_count() + tracks.scale.key_count();
                vectors * 16 + tracks.rotation.key_count() * 20 + REST
            })
            .sum(),
        _ => REST,
    }
}
