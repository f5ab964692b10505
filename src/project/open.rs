//! Opening: every section that is sound becomes its part of the document, the others are named.

use super::codec::{self, Bytes, Decode};
use super::container::{self, Entry};
use super::error::{OpenError, ReadError, SectionFault};
use super::parts::{ModelPart, SectionKind, SectionProblem, WIDE_VIEWS_VERSION};
use super::schema::v1::{
    AdditionsSection, CoreSection, HASH_VERSION, Manifest, ManifestSection, MaterialSection,
    MeshSection, NativeSection, NodeSection, OpaqueSection, SkinSettingsSection, Stored,
    TrackSection, ViewSection, WideViewSection,
};
use super::section::{self, KeptSection, NEWEST_CODEC, UnpackBudget};
use crate::anim::BoneTracks;
use crate::document::{Collision, Combos, Document, Model, ModelFormat, ModelId};
use crate::mesh::VertexPool;
use crate::skeleton::BoneId;
use crate::skinning::SkinSettings;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// What was opened. The document's invariants hold, whatever the bytes were.
#[derive(Debug, Default)]
pub struct Opened {
    /// The document.
    pub document: Document,
    /// What the editor asked to have kept.
    pub editor: Option<Vec<u8>>,
    /// Sections that this program does not know; give them to the next save.
    pub kept: Vec<KeptSection>,
    /// Sections that did not open, or not as they were saved.
    ///
    /// Unless this is empty the file may hold more than the document: save elsewhere, or with
    /// [`Previous::SetAside`](super::atomic_write::Previous::SetAside).
    pub problems: Vec<SectionProblem>,
    /// The program that wrote the file, where that is known.
    pub program: Option<String>,
}

/// Opens the project file at `path`.
pub fn open(path: &Path) -> Result<Opened, OpenError> {
    let bytes = std::fs::read(path).map_err(|source| OpenError::Read {
        path: path.to_owned(),
        source,
    })?;
    read(&bytes).map_err(|source| OpenError::Content {
        path: path.to_owned(),
        source,
    })
}

/// Reads a project from the bytes of its file.
///
/// Whatever the bytes, takes no more memory than 64 MiB and 64 times their number.
pub fn read(bytes: &[u8]) -> Result<Opened, ReadError> {
    let frame = container::take_apart(bytes)?;
    refuse_newer(&frame.sections)?;
    let mut reader = Reader {
        sections: BTreeMap::new(),
        budget: UnpackBudget::of_file(bytes.len()),
        opened: Opened::default(),
    };
    if frame.is_from_copy {
        reader.problem(SectionKind::Table, None, SectionFault::TableFront);
    }
    for (entry, stored) in frame.sections {
        reader.sort_in(entry, stored);
    }
    let manifest = reader.manifest();
    reader.opened.editor = reader
        .section::<Bytes<Vec<u8>>>(SectionKind::Editor, None)
        .flatten()
        .map(|Bytes(editor)| editor);
    reader.models(manifest.as_ref());
    reader.terrains();
    if let Some(manifest) = manifest {
        if manifest.hash_version == HASH_VERSION {
            let [low, high] = manifest.content_hash;
            reader.check_hash(u64::from(high) << 32 | u64::from(low));
        }
        reader.opened.program = Some(manifest.program);
    }
    Ok(reader.opened)
}

/// A file with a section of a later version is not opened at all: the next save would lose it.
fn refuse_newer(sections: &[(Entry, &[u8])]) -> Result<(), ReadError> {
    for (entry, _) in sections {
        let Some(kind) = SectionKind::from_name(&entry.name) else {
            continue;
        };
        let supported = kind.newest_version();
        if entry.version > supported || entry.codec > NEWEST_CODEC {
            return Err(ReadError::NewerSection {
                section: entry.name.clone(),
                found: entry.version.max(supported + 1),
                supported,
            });
        }
    }
    Ok(())
}

/// Which sections a model surely had that others have not.
#[derive(Clone, Copy)]
struct Expected {
    native: bool,
    additions: bool,
    skin_settings: bool,
}

pub(super) struct Reader<'a> {
    pub(super) sections: BTreeMap<SectionKind, (Entry, &'a [u8])>,
    budget: UnpackBudget,
    pub(super) opened: Opened,
}

impl<'a> Reader<'a> {
    pub(super) fn problem(
        &mut self,
        section: SectionKind,
        model: Option<&str>,
        fault: SectionFault,
    ) {
        self.opened.problems.push(SectionProblem {
            section,
            model: model.map(str::to_owned),
            fault,
        });
    }

    fn sort_in(&mut self, entry: Entry, stored: &'a [u8]) {
        match SectionKind::from_name(&entry.name) {
            Some(kind) if self.sections.contains_key(&kind) => {
                self.problem(kind, None, SectionFault::Duplicate);
            }
            Some(kind) => {
                self.sections.insert(kind, (entry, stored));
            }
            // A damaged section that nobody knows is not worth keeping, nor can it be named.
            None if section::verify(&entry, stored).is_ok() => {
                self.opened.kept.push(KeptSection {
                    entry,
                    stored: stored.to_vec(),
                });
            }
            None => {}
        }
    }

    /// The content of a section: `None` if there is none, `Some(None)` after naming its fault.
    pub(super) fn section<T: Decode<()>>(
        &mut self,
        kind: SectionKind,
        model: Option<&str>,
    ) -> Option<Option<T>> {
        let (entry, stored) = self.sections.remove(&kind)?;
        let content = section::unpack(&entry, stored, &mut self.budget)
            .and_then(|raw| codec::decode(&raw).map_err(SectionFault::Content));
        Some(match content {
            Ok(content) => Some(content),
            Err(fault) => {
                self.problem(kind, model, fault);
                None
            }
        })
    }

    fn manifest(&mut self) -> Option<Manifest> {
        let kind = SectionKind::Manifest;
        let Some(section) = self.section::<ManifestSection>(kind, None) else {
            self.problem(kind, None, SectionFault::Missing);
            return None;
        };
        match section?.restore() {
            Ok(manifest) => Some(manifest),
            Err(message) => {
                self.problem(kind, None, SectionFault::Content(message));
                None
            }
        }
    }

    fn models(&mut self, manifest: Option<&Manifest>) {
        let mut indices: Vec<u32> = (0..)
            .zip(manifest.iter().flat_map(|manifest| &manifest.models))
            .map(|(index, _)| index)
            .collect();
        indices.extend(self.sections.keys().filter_map(|kind| match kind {
            SectionKind::Model(index, _) => Some(index),
            _ => None,
        }));
        indices.sort_unstable();
        indices.dedup();
        self.opened.document = Document::new();
        if let Some(manifest) = manifest {
            self.opened.document.next_id = manifest.next_id;
        }
        for index in indices {
            let line = manifest.and_then(|manifest| manifest.models.get(index as usize));
            let title = line.map(|line| line.title.as_str());
            let has_native = line.is_some_and(|line| line.has_native != 0);
            let expected = Expected {
                native: has_native,
                // Files from before there was this section have none.
                additions: manifest.is_some_and(|manifest| manifest.hash_version > 1),
                skin_settings: manifest.is_some_and(|manifest| manifest.hash_version > 2),
            };
            if let Some(model) = self.model(index, title, expected) {
                self.opened.document.models.push(model);
            }
        }
    }

    fn model(&mut self, index: u32, title: Option<&str>, expected: Expected) -> Option<Model> {
        let core = SectionKind::Model(index, ModelPart::Core);
        let mut model = Model::new(ModelId(index), "", ModelFormat::M2 { version: 264 });
        if !self.part(
            index,
            ModelPart::Core,
            title,
            &mut model,
            CoreSection::put_into,
        ) {
            return None;
        }
        let taken = self.opened.document.model(model.id).is_some();
        let title = Some(model.title.clone());
        let title = title.as_deref();
        if taken {
            let message = format!("its id {} is that of another model", model.id.0);
            self.problem(core, title, SectionFault::Unfit(message));
            return None;
        }
        self.part(
            index,
            ModelPart::Tracks,
            title,
            &mut model,
            TrackSection::put_into,
        );
        let has_mesh = self.part(
            index,
            ModelPart::Mesh,
            title,
            &mut model,
            MeshSection::put_into,
        );
        let views = SectionKind::Model(index, ModelPart::Views);
        let version = self.sections.get(&views).map(|(entry, _)| entry.version);
        if version == Some(WIDE_VIEWS_VERSION) {
            let put = WideViewSection::put_into;
            self.part(index, ModelPart::Views, title, &mut model, put);
        } else {
            let put = ViewSection::put_into;
            self.part(index, ModelPart::Views, title, &mut model, put);
        }
        self.part(
            index,
            ModelPart::Materials,
            title,
            &mut model,
            MaterialSection::put_into,
        );
        self.part(
            index,
            ModelPart::Nodes,
            title,
            &mut model,
            NodeSection::put_into,
        );
        let additions = SectionKind::Model(index, ModelPart::Additions);
        if expected.additions || self.sections.contains_key(&additions) {
            let put = AdditionsSection::put_into;
            self.part(index, ModelPart::Additions, title, &mut model, put);
        }
        let settings = SectionKind::Model(index, ModelPart::SkinSettings);
        if expected.skin_settings || self.sections.contains_key(&settings) {
            let put = SkinSettingsSection::put_into;
            self.part(index, ModelPart::SkinSettings, title, &mut model, put);
        }
        self.part(
            index,
            ModelPart::Opaque,
            title,
            &mut model,
            |chunks: OpaqueSection, model| {
                model.opaque = chunks.restore()?;
                Ok(())
            },
        );
        let native = SectionKind::Model(index, ModelPart::Native);
        if expected.native || self.sections.contains_key(&native) {
            self.part(
                index,
                ModelPart::Native,
                title,
                &mut model,
                |native: NativeSection, model| {
                    model.native = Some(Arc::new(native.restore()?));
                    Ok(())
                },
            );
        }
        if !has_mesh {
            reset(&mut model, ModelPart::Mesh);
        }
        if model.bone_tracks.is_empty() {
            reset(&mut model, ModelPart::Tracks);
        }
        self.fit(index, model)
    }

    /// Reads one part into the model; where it is not sound, names it and leaves the part empty.
    fn part<T: Decode<()>>(
        &mut self,
        index: u32,
        part: ModelPart,
        title: Option<&str>,
        model: &mut Model,
        put: impl FnOnce(T, &mut Model) -> Result<(), String>,
    ) -> bool {
        let kind = SectionKind::Model(index, part);
        match self.section::<T>(kind, title) {
            None => {
                self.problem(kind, title, SectionFault::Missing);
                false
            }
            Some(None) => false,
            Some(Some(content)) => match put(content, model) {
                Ok(()) => true,
                Err(message) => {
                    self.problem(kind, title, SectionFault::Content(message));
                    false
                }
            },
        }
    }

    /// The model, without the parts whose invariants do not hold; `None` if none can be made to.
    fn fit(&mut self, index: u32, mut model: Model) -> Option<Model> {
        let ids = model.skeleton.bones.iter().map(|bone| bone.id.0);
        let ids = ids.chain(model.clips.iter().map(|clip| clip.id.0));
        let next = ids
            .filter(|&id| id >= BoneId::FIRST_NEW)
            .map(|id| id.saturating_add(1))
            .max()
            .unwrap_or(BoneId::FIRST_NEW);
        let document = &mut self.opened.document;
        document.next_id = document.next_id.max(next);
        let mut alone = Document {
            models: vec![model],
            next_id: document.next_id,
            ..Document::default()
        };
        let mut violations = alone.check_invariants();
        for part in [
            ModelPart::Tracks,
            ModelPart::Mesh,
            ModelPart::Materials,
            ModelPart::Nodes,
            ModelPart::Additions,
        ] {
            let Some(violation) = violations.first() else {
                break;
            };
            let message = format!("{}: {}", violation.path, violation.message);
            let before = alone.models.clone();
            alone.models.iter_mut().for_each(|model| reset(model, part));
            let left = alone.check_invariants();
            if left.len() < violations.len() {
                violations = left;
                let title = alone.models.first().map(|model| model.title.clone());
                let kind = SectionKind::Model(index, part);
                self.problem(kind, title.as_deref(), SectionFault::Unfit(message));
            } else {
                alone.models = before;
            }
        }
        model = alone.models.pop()?;
        match violations.first() {
            None => Some(model),
            Some(violation) => {
                let message = format!("{}: {}", violation.path, violation.message);
                self.problem(
                    SectionKind::Model(index, ModelPart::Core),
                    Some(&model.title),
                    SectionFault::Unfit(message),
                );
                None
            }
        }
    }

    fn check_hash(&mut self, expected: u64) {
        if self.opened.problems.is_empty() && self.opened.document.content_hash() != expected {
            self.problem(SectionKind::Manifest, None, SectionFault::ContentHash);
        }
    }
}

/// Empties a part of a model, with what cannot be without it.
fn reset(model: &mut Model, part: ModelPart) {
    match part {
        ModelPart::Tracks => {
            let count = model.skeleton.bones.len();
            model.bone_tracks = (0..count).map(|_| BoneTracks::default()).collect();
        }
        ModelPart::Mesh => {
            model.vertices = VertexPool::default();
            reset(model, ModelPart::Views);
        }
        ModelPart::Views => {
            model.views = Vec::new();
            model.combos = Combos::default();
        }
        ModelPart::Materials => {
            model.colours = Vec::new();
            model.textures = Vec::new();
            model.texture_weights = Vec::new();
            model.texture_transforms = Vec::new();
            model.replaceable_lookup = Vec::new();
            model.materials = Vec::new();
        }
        ModelPart::Nodes => {
            model.collision = Collision::default();
            model.attachments = Vec::new();
            model.attachment_lookup = Vec::new();
            model.events = Vec::new();
            model.lights = Vec::new();
            model.cameras = Vec::new();
            model.camera_lookup = Vec::new();
            model.ribbons = Vec::new();
            model.particles = Vec::new();
        }
        ModelPart::SkinSettings => model.skin_settings = SkinSettings::default(),
        ModelPart::Additions => {
            model.geosets = Vec::new();
            model.colour_targets = Vec::new();
            model.layered_materials = Vec::new();
            model.layers = Vec::new();
            model.model_emitters = Vec::new();
            model.sprite_emitters = Vec::new();
            model.collision_shapes = Vec::new();
        }
        ModelPart::Core | ModelPart::Opaque | ModelPart::Native => {}
    }
}
