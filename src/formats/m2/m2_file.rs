//! The model file itself: everything but the views.

use super::anim_set::{AnimSet, M2Bytes};
use super::array::{M2Array, Place};
use super::attachment::{Attachment, Event};
use super::bone::Bone;
use super::bounds::Bounds;
use super::camera::Camera;
use super::fresh_layout::FreshLayout;
use super::layout::Layout;
use super::light::Light;
use super::magic::check_magic;
use super::material::{Color, Material, Texture, TextureTransform, TextureWeight};
use super::over_layout::OverLayout;
use super::particle::Particle;
use super::read_context::{KeySource, ReadContext};
use super::record::{Fields, Record, record};
use super::ribbon::Ribbon;
use super::sequence::Sequence;
use super::vertex::Vertex;
use crate::bytes::ByteReader;
use crate::formats::{FormatError, FormatErrorKind};

/// The first bytes of a model file.
pub const M2_MAGIC: [u8; 4] = *b"MD20";
/// The version of the 3.x games, whose keys are grouped by sequence and whose views are `.skin` files.
pub const VERSION_264: u32 = 264;

const SHORT_HEADER: usize = 304;
const LONG_HEADER: usize = 312;
const FLAGS_OFFSET: usize = 0x10;
const SEQUENCES_OFFSET: usize = 0x1c;
const VIEW_COUNT_OFFSET: usize = 0x44;

record! {
    /// A model of version 264, block by block in the order of its header.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 8 | `MD20`, version |
    /// | 8 | 8 | name |
    /// | 16 | 4 | flags |
    /// | 20 | 24 | global sequences, sequences, sequence lookup |
    /// | 44 | 16 | bones, key bone lookup |
    /// | 60 | 8 | vertices |
    /// | 68 | 4 | view count |
    /// | 72 | 48 | colours, textures, texture weights, texture transforms, replaceable lookup, materials |
    /// | 120 | 40 | combos: bone, texture, coordinate, weight, transform |
    /// | 160 | 56 | bounds, collision bounds |
    /// | 216 | 24 | collision indices, vertices, normals |
    /// | 240 | 24 | attachments, attachment lookup, events |
    /// | 264 | 24 | lights, cameras, camera lookup |
    /// | 288 | 16 | ribbons, particles |
    /// | 304 | 8 | texture combiner combos, only with flag 8 |
    pub struct M2File {
        /// Version of the format, [`VERSION_264`].
        pub version: u32,
        /// Name as bytes, with the closing NUL where the file has one; noise in some files.
        pub name: M2Array<u8>,
        /// Bits, see the constants of [`M2File`]; the others are kept.
        pub flags: u32,
        /// Lengths in ms of loops that run on their own clock; may be 0.
        pub global_sequences: M2Array<u32>,
        /// The sequences.
        pub sequences: M2Array<Sequence>,
        /// Hash table from animation id to sequence index, -1 empty; may have no entries.
        pub sequence_lookup: M2Array<i16>,
        /// The bones, parents first.
        pub bones: M2Array<Bone>,
        /// Bone index by key bone id, -1 none.
        pub key_bone_lookup: M2Array<i16>,
        /// The vertices all views share.
        pub vertices: M2Array<Vertex>,
        /// Number of `.skin` files.
        pub view_count: u32,
        /// Animated colours.
        pub colors: M2Array<Color>,
        /// The textures.
        pub textures: M2Array<Texture>,
        /// Animated opacities.
        pub texture_weights: M2Array<TextureWeight>,
        /// Animated texture coordinates.
        pub texture_transforms: M2Array<TextureTransform>,
        /// Texture index by replaceable kind, -1 none.
        pub replaceable_lookup: M2Array<i16>,
        /// Render flags and blend modes.
        pub materials: M2Array<Material>,
        /// Bone palettes of all submeshes, one after the other.
        pub bone_combos: M2Array<u16>,
        /// Texture indices that batches name.
        pub texture_combos: M2Array<u16>,
        /// UV sets that batches name, -1 = mirrored surroundings.
        pub texture_coord_combos: M2Array<i16>,
        /// Opacity indices that batches name.
        pub texture_weight_combos: M2Array<u16>,
        /// Texture transform indices that batches name, 0xFFFF none.
        pub texture_transform_combos: M2Array<u16>,
        /// Bounds of the vertices.
        pub bounds: Bounds,
        /// Bounds of the collision mesh.
        pub collision_bounds: Bounds,
        /// Triangles of the collision mesh.
        pub collision_indices: M2Array<u16>,
        /// Vertices of the collision mesh.
        pub collision_vertices: M2Array<[f32; 3]>,
        /// Normals of the collision mesh, one for each triangle.
        pub collision_normals: M2Array<[f32; 3]>,
        /// Points to attach things to.
        pub attachments: M2Array<Attachment>,
        /// Attachment index by attachment id, -1 none.
        pub attachment_lookup: M2Array<i16>,
        /// Things that happen.
        pub events: M2Array<Event>,
        /// The lights.
        pub lights: M2Array<Light>,
        /// The cameras.
        pub cameras: M2Array<Camera>,
        /// Camera index by camera kind, -1 none.
        pub camera_lookup: M2Array<i16>,
        /// The ribbon emitters.
        pub ribbons: M2Array<Ribbon>,
        /// The particle emitters.
        pub particles: M2Array<Particle>,
        /// Texture combiner entries; in the file only if the flags say so, whatever is here.
        pub texture_combiner_combos: Option<M2Array<u16>>,
    }
}

/// A sequence whose keys are in an `.anim` file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExternalSequence {
    /// Index of the sequence.
    pub index: usize,
    /// Animation id, the first number of the file's name.
    pub id: u16,
    /// Variation, the second number of the file's name.
    pub variation: u16,
}

/// The sequences whose keys are in `.anim` files; reads only the header and the sequences.
pub fn external_sequences(model: &[u8]) -> Result<Vec<ExternalSequence>, FormatError> {
    let sequences = read_sequences(model)?;
    let external = sequences
        .iter()
        .enumerate()
        .filter(|(_, sequence)| sequence.is_external());
    let named = external.map(|(index, sequence)| {
        let Sequence { id, variation, .. } = *sequence;
        ExternalSequence {
            index,
            id,
            variation,
        }
    });
    Ok(named.collect())
}

/// The number of `.skin` files a model has; reads only the header.
pub fn view_count(model: &[u8]) -> Result<u32, FormatError> {
    header_size(model)?;
    let mut reader = ByteReader::new(model);
    reader.seek(VIEW_COUNT_OFFSET)?;
    Ok(reader.u32()?)
}

impl M2File {
    /// The header ends with the texture combiner combos.
    pub const HAS_COMBINER_COMBOS: u32 = 0x8;

    /// A model of the given version without anything in it.
    pub fn empty(version: u32) -> Self {
        Self {
            version,
            ..Self::default()
        }
    }

    /// Reads a whole model; keys of sequences whose `.anim` file is not in `anims` stay unread.
    pub fn read(model: &[u8], anims: &AnimSet<'_>) -> Result<Self, FormatError> {
        let header = ByteReader::new(model).take(header_size(model)?)?;
        let sources = key_sources(&read_sequences(model)?, |index| anims.get(index).is_some());
        let mut context = ReadContext::with_sequences(model, anims, sources);
        let mut fields = Fields::new(header.get(M2_MAGIC.len()..).unwrap_or_default());
        Record::read(&mut fields, &mut context)
    }

    /// Lays the model and its `.anim` files out from nothing.
    ///
    /// Keys that were never read, those of aliases and missing files, are left out.
    pub fn write_fresh(&self) -> Result<M2Bytes, FormatError> {
        check_version(self.version)?;
        let sources = key_sources(&self.sequences.items, |_| true);
        let mut layout = Layout::fresh(FreshLayout::new(self.header_size(), sources));
        self.write_to(&mut layout);
        layout.finish()
    }

    /// Writes over the files this was read from, touching only what differs.
    ///
    /// Without a change the outcome is `source`, byte for byte.
    pub fn write_over(&self, source: &M2Bytes) -> Result<M2Bytes, FormatError> {
        check_version(self.version)?;
        let sizes = (header_size(&source.model)?, self.header_size());
        let visit = |visit: &mut dyn FnMut(_)| self.visit_spans(visit);
        let mut made = Vec::new();
        loop {
            let has_file = |index| source.anims.contains_key(&index) || made.contains(&index);
            let sources = key_sources(&self.sequences.items, has_file);
            let over = OverLayout::new(source, sizes.0, sizes.1, sources, &visit);
            let mut layout = Layout::over(over);
            self.write_to(&mut layout);
            if layout.revived().is_empty() {
                return layout.finish();
            }
            made.extend_from_slice(layout.revived());
        }
    }

    /// Takes `base`'s value wherever `self` has what `fresh` has.
    ///
    /// For a model imported as `base`, exported untouched as `fresh`, and exported with changes as
    /// `self`: what was not changed gets back its raw values and its places in the file.
    pub fn overlay(&mut self, base: &Self, fresh: &Self) {
        Record::overlay(self, base, fresh);
    }

    fn write_to(&self, layout: &mut Layout<'_>) {
        layout.bytes(&M2_MAGIC);
        let has_combos = self.texture_combiner_combos.is_some();
        if has_combos == self.has_long_header() {
            self.write(layout);
        } else {
            let combos = self.has_long_header().then(M2Array::default);
            Self {
                texture_combiner_combos: combos,
                ..self.clone()
            }
            .write(layout);
        }
    }

    fn has_long_header(&self) -> bool {
        self.flags & Self::HAS_COMBINER_COMBOS != 0
    }

    fn header_size(&self) -> usize {
        if self.has_long_header() {
            LONG_HEADER
        } else {
            SHORT_HEADER
        }
    }
}

/// Checks magic and version, and tells the size of the header.
fn header_size(model: &[u8]) -> Result<usize, FormatError> {
    check_magic(model, M2_MAGIC)?;
    let mut reader = ByteReader::new(model);
    reader.seek(M2_MAGIC.len())?;
    check_version(reader.u32()?)?;
    reader.seek(FLAGS_OFFSET.min(model.len()))?;
    let is_long = reader.u32()? & M2File::HAS_COMBINER_COMBOS != 0;
    Ok(if is_long { LONG_HEADER } else { SHORT_HEADER })
}

fn check_version(version: u32) -> Result<(), FormatError> {
    if version == VERSION_264 {
        return Ok(());
    }
    Err(FormatError::new(
        M2_MAGIC.len(),
        FormatErrorKind::UnsupportedVersion { version },
    ))
}

/// Reads the sequences alone.
fn read_sequences(model: &[u8]) -> Result<Vec<Sequence>, FormatError> {
    let header = ByteReader::new(model).take(header_size(model)?)?;
    let mut fields = Fields::new(header.get(SEQUENCES_OFFSET..).unwrap_or_default());
    let array = M2Array::read_at(Place::Model, &mut fields, &mut ReadContext::new(model));
    array
        .map(|array| array.items)
        .map_err(|error| error.within("sequences"))
}

/// Where the keys of each sequence are.
fn key_sources(sequences: &[Sequence], has_file: impl Fn(usize) -> bool) -> Vec<KeySource> {
    let sources = sequences.iter().enumerate().map(|(index, sequence)| {
        if sequence.is_alias() {
            KeySource::Alias
        } else if !sequence.is_external() {
            KeySource::Inline
        } else if has_file(index) {
            KeySource::External
        } else {
            KeySource::Missing
        }
    });
    sources.collect()
}
