//! A whole `.mdx` file: its chunks to and from bytes.

use std::borrow::Cow;

use super::chunk_place::ChunkPlace;
use super::merge::Merge;
use super::record::{Record, read_all, write_all};
use super::section::Section;
use super::sink::Sink;
use super::{
    Attachment, Bone, Camera, CollisionShape, Event, Geoset, GeosetAnimation, Helper, Light,
    Material, ModelEmitter, ModelInfo, Ribbon, Sequence, SpriteEmitter, Texture, TextureAnimation,
};
use crate::formats::{FormatError, FormatErrorKind};

/// What an MDX file begins with.
pub const MDX_MAGIC: [u8; 4] = *b"MDLX";
/// The version of Warcraft III before its remake.
pub const VERSION_800: u32 = 800;

const VERS: [u8; 4] = *b"VERS";
const MODL: [u8; 4] = *b"MODL";
/// Bytes before what a chunk holds: its name and size.
const CHUNK_HEADER: usize = 8;

/// Defines the file with its lists, and what has to be done for each list.
macro_rules! mdx_file {
    ($( $(#[$meta:meta])* $field:ident: $item:ty = $tag:literal, )*) => {
        /// All chunks of a model.
        #[derive(Clone, Debug)]
        pub struct MdxFile {
            /// Version of the format; only [`VERSION_800`] is read and written.
            pub version: u32,
            /// What is said about the model as a whole.
            pub info: ModelInfo,
            $( $(#[$meta])* pub $field: Vec<$item>, )*
            /// The chunks in file order; what is in no place goes where files have it.
            pub layout: Vec<ChunkPlace>,
        }

        impl MdxFile {
            /// Names of the chunks, in the order that most files have.
            pub const CHUNK_ORDER: &[[u8; 4]] = &[VERS, MODL, $( *$tag, )*];

            /// A file without any chunk but those that each has.
            pub fn empty() -> Self {
                Self {
                    version: VERSION_800,
                    info: ModelInfo::blank(),
                    $( $field: Vec::new(), )*
                    layout: Vec::new(),
                }
            }

            /// How many items the list of `tag` has; `None` if `tag` stands for no list.
            fn list_len(&self, tag: [u8; 4]) -> Option<usize> {
                match &tag {
                    $( $tag => Some(self.$field.len()), )*
                    _ => None,
                }
            }

            /// Appends the items of a chunk to its list; how many, or `None` if there is no list.
            fn read_list(
                &mut self,
                tag: [u8; 4],
                section: &mut Section<'_>,
            ) -> Result<Option<usize>, FormatError> {
                match &tag {
                    $(
                        $tag => append(&mut self.$field, section)
                            .map(Some)
                            .map_err(|error| error.within(stringify!($field))),
                    )*
                    _ => Ok(None),
                }
            }

            /// Writes `count` items of the list of `tag` from `start` on.
            fn write_list(
                &self,
                tag: [u8; 4],
                start: usize,
                count: usize,
                sink: &mut Sink,
            ) -> Result<(), FormatError> {
                match &tag {
                    $(
                        $tag => {
                            let items = self.$field.get(start..start.saturating_add(count));
                            write_all(items.unwrap_or_default(), sink)
                                .map_err(|error| error.within(stringify!($field)))
                        }
                    )*
                    _ => Ok(()),
                }
            }
        }

        impl PartialEq for MdxFile {
            fn eq(&self, other: &Self) -> bool {
                self.version == other.version
                    && self.info == other.info
                    && self.layout == other.layout
                    $( && self.$field.same(&other.$field) )*
            }
        }
    };
}

mdx_file! {
    /// Named spans of the time axis.
    sequences: Sequence = b"SEQS",
    /// Durations in ms of clocks that run by themselves; 0 occurs.
    global_sequences: u32 = b"GLBS",
    /// What geosets and ribbons are drawn with.
    materials: Material = b"MTLS",
    /// Textures of the materials and emitters.
    textures: Texture = b"TEXS",
    /// Moving texture coordinates.
    texture_animations: TextureAnimation = b"TXAN",
    /// Meshes.
    geosets: Geoset = b"GEOS",
    /// Opacity and colour of geosets.
    geoset_animations: GeosetAnimation = b"GEOA",
    /// Nodes that move vertices.
    bones: Bone = b"BONE",
    /// Lights.
    lights: Light = b"LITE",
    /// Nodes that only move others.
    helpers: Helper = b"HELP",
    /// Places where other models are hung.
    attachments: Attachment = b"ATCH",
    /// The point each node turns about, model space, by object id; too few and too many occur.
    pivots: [f32; 3] = b"PIVT",
    /// Emitters of models.
    model_emitters: ModelEmitter = b"PREM",
    /// Emitters of sprites.
    sprite_emitters: SpriteEmitter = b"PRE2",
    /// Ribbons.
    ribbons: Ribbon = b"RIBB",
    /// Cameras.
    cameras: Camera = b"CAMS",
    /// Events.
    events: Event = b"EVTS",
    /// Shapes that the pointer can hit.
    collision_shapes: CollisionShape = b"CLID",
}

impl Default for MdxFile {
    fn default() -> Self {
        Self::empty()
    }
}

impl MdxFile {
    /// Reads a file.
    ///
    /// Fails if it is no MDX of version 800, or if a size or a count goes beyond what it is in.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        let mut file = Self::empty();
        file.version = read_version(bytes)?;
        let mut chunks = Chunks::new(bytes)?;
        let mut singles = vec![VERS, MODL];
        while let Some((tag, mut section)) = chunks.next()? {
            let single = singles.iter().position(|single| *single == tag);
            let is_first = single.map(|index| singles.remove(index)).is_some();
            let place = file.read_chunk(tag, is_first, &mut section)?;
            file.layout.push(place);
        }
        let rest = chunks.section.rest()?;
        if !rest.is_empty() {
            file.layout.push(ChunkPlace::Rest(rest.to_vec()));
        }
        Ok(file)
    }

    fn read_chunk(
        &mut self,
        tag: [u8; 4],
        is_first: bool,
        section: &mut Section<'_>,
    ) -> Result<ChunkPlace, FormatError> {
        let count = match tag {
            VERS if is_first => {
                self.version = section.u32()?;
                Some(1)
            }
            MODL if is_first => {
                self.info = ModelInfo::read(section).map_err(|error| error.within("info"))?;
                Some(1)
            }
            _ => self.read_list(tag, section)?,
        };
        let left = section.rest()?.to_vec();
        Ok(match count {
            Some(count) => ChunkPlace::Known {
                tag,
                count,
                tail: left,
            },
            None => ChunkPlace::Opaque { tag, bytes: left },
        })
    }

    /// Writes the chunks where `layout` has them.
    ///
    /// Lists that have items and no place go to where most files have them; places whose items are
    /// all gone are left out. Fails if lists that go together have unequal lengths, if a track has
    /// values of another kind than its tag, or if bytes would be read as something else.
    pub fn write(&self) -> Result<Vec<u8>, FormatError> {
        if self.version != VERSION_800 {
            return Err(other_version(self.version, 0));
        }
        let places = self.places();
        let mut lasts = [None; Self::CHUNK_ORDER.len()];
        for (index, place) in places.iter().enumerate() {
            let rank = place.known_tag().and_then(rank);
            if let Some(last) = rank.and_then(|rank| lasts.get_mut(rank)) {
                *last = Some(index);
            }
        }
        let mut sink = Sink::with_capacity(self.expected_length());
        sink.bytes(&MDX_MAGIC);
        let mut written = [0; Self::CHUNK_ORDER.len()];
        for (index, place) in places.iter().enumerate() {
            match place.as_ref() {
                ChunkPlace::Known { tag, count, tail } => {
                    let rank = rank(*tag);
                    let Some(start) = rank.and_then(|rank| written.get_mut(rank)) else {
                        return Err(ambiguous(*tag, sink.position()));
                    };
                    let left = self.list_len(*tag).unwrap_or(1).saturating_sub(*start);
                    let is_last = lasts.iter().flatten().any(|last| *last == index);
                    let taken = if is_last { left } else { left.min(*count) };
                    if taken > 0 || *count == 0 || !tail.is_empty() {
                        self.write_chunk(*tag, *start, taken, tail, &mut sink)?;
                    }
                    *start += taken;
                }
                ChunkPlace::Opaque { tag, bytes } => {
                    let is_second = matches!(*tag, VERS | MODL)
                        && rank(*tag).is_some_and(|rank| written.get(rank) == Some(&1));
                    if rank(*tag).is_some() && !is_second {
                        return Err(ambiguous(*tag, sink.position()));
                    }
                    write_opaque(*tag, bytes, &mut sink)?;
                }
                ChunkPlace::Rest(bytes) => {
                    let is_end = index + 1 == places.len() && bytes.len() < CHUNK_HEADER;
                    if !is_end {
                        let tag = bytes.first_chunk().copied().unwrap_or_default();
                        return Err(ambiguous(tag, sink.position()));
                    }
                    sink.bytes(bytes);
                }
            }
        }
        Ok(sink.into_bytes())
    }

    /// About how long the file gets, so that what is written is not moved while it grows.
    fn expected_length(&self) -> usize {
        /// Everything that is no list of keys or vertices, for a file of usual size.
        const REST: usize = 64 << 10;
        /// Time, value and two tangents of a rotation.
        const KEY: usize = 4 + 3 * 16;
        let vertices = self.geosets.iter().map(|geoset| {
            let sets = geoset.uv_sets.iter().map(Vec::len).sum::<usize>();
            geoset.vertices.len() * 25 + sets * 8 + geoset.faces.len() * 2
        });
        let bones = self.bones.iter().map(|bone| &bone.node);
        let nodes = bones.chain(self.helpers.iter().map(|helper| &helper.node));
        let keys = nodes.flat_map(|node| &node.tracks.0);
        let keys = keys.map(|track| track.times.len()).sum::<usize>();
        REST + vertices.sum::<usize>() + keys * KEY
    }

    fn write_chunk(
        &self,
        tag: [u8; 4],
        start: usize,
        count: usize,
        tail: &[u8],
        sink: &mut Sink,
    ) -> Result<(), FormatError> {
        sink.chunk(tag, |sink| {
            match tag {
                VERS => self.version.write(sink)?,
                MODL => self
                    .info
                    .write(sink)
                    .map_err(|error| error.within("info"))?,
                _ => self.write_list(tag, start, count, sink)?,
            }
            sink.bytes(tail);
            Ok(())
        })
    }

    /// The layout, with a place for each list that has items and none.
    fn places(&self) -> Vec<Cow<'_, ChunkPlace>> {
        let mut places: Vec<_> = self.layout.iter().map(Cow::Borrowed).collect();
        for (new_rank, tag) in Self::CHUNK_ORDER.iter().enumerate() {
            let is_needed = match *tag {
                VERS => true,
                MODL => self.layout.is_empty() || !self.info.same(&ModelInfo::blank()),
                _ => self.list_len(*tag).is_some_and(|count| count > 0),
            };
            if !is_needed || places.iter().any(|place| place.known_tag() == Some(*tag)) {
                continue;
            }
            let is_earlier = |place: &Cow<'_, ChunkPlace>| {
                let place_rank = place.known_tag().and_then(rank);
                place_rank.is_some_and(|rank| rank < new_rank)
            };
            let at = places.iter().rposition(is_earlier).map_or(0, |at| at + 1);
            places.insert(at, Cow::Owned(ChunkPlace::of(*tag)));
        }
        places
    }
}

/// Place of a known chunk in the order that most files have.
fn rank(tag: [u8; 4]) -> Option<usize> {
    MdxFile::CHUNK_ORDER.iter().position(|known| *known == tag)
}

/// Reads what is in `section` to the end of `items`; how much it was.
fn append<T: Record>(items: &mut Vec<T>, section: &mut Section<'_>) -> Result<usize, FormatError> {
    let mut read = read_all(section)?;
    let count = read.len();
    if items.is_empty() {
        *items = read;
    } else {
        items.append(&mut read);
    }
    Ok(count)
}

fn write_opaque(tag: [u8; 4], bytes: &[u8], sink: &mut Sink) -> Result<(), FormatError> {
    sink.chunk(tag, |sink| {
        sink.bytes(bytes);
        Ok(())
    })
}

/// The chunks of a file, one after the other.
struct Chunks<'a> {
    section: Section<'a>,
}

impl<'a> Chunks<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, FormatError> {
        let mut section = Section::new(bytes);
        let found = section.peek().unwrap_or_else(|| short_magic(bytes));
        if found != MDX_MAGIC {
            let kind = FormatErrorKind::BadMagic {
                expected: MDX_MAGIC,
                found,
            };
            return Err(FormatError::new(0, kind));
        }
        section.take(MDX_MAGIC.len())?;
        Ok(Self { section })
    }

    /// The next chunk, or `None` where too few bytes for one are left.
    fn next(&mut self) -> Result<Option<([u8; 4], Section<'a>)>, FormatError> {
        if self.section.remaining() < CHUNK_HEADER {
            return Ok(None);
        }
        let tag: [u8; 4] = self.section.array()?;
        let start = self.section.position();
        let size = self.section.u32()?;
        let available = self.section.remaining() as u64;
        if u64::from(size) > available {
            let needed = size.into();
            let kind = FormatErrorKind::Truncated { needed, available };
            let name = tag.escape_ascii().to_string();
            return Err(FormatError::new(start, kind).within(&name));
        }
        let section = self.section.part(size as usize)?;
        Ok(Some((tag, section)))
    }
}

/// The start of a file that has less than four bytes.
fn short_magic(bytes: &[u8]) -> [u8; 4] {
    let mut magic = [0; 4];
    for (place, byte) in magic.iter_mut().zip(bytes) {
        *place = *byte;
    }
    magic
}

/// The version, wherever its chunk is; refused if it is not the one that is read.
fn read_version(bytes: &[u8]) -> Result<u32, FormatError> {
    let mut chunks = Chunks::new(bytes)?;
    while let Some((tag, mut section)) = chunks.next()? {
        if tag == VERS {
            let start = section.position();
            let version = section.u32()?;
            if version != VERSION_800 {
                return Err(other_version(version, start));
            }
            return Ok(version);
        }
    }
    let kind = FormatErrorKind::MissingPart { tag: VERS };
    Err(FormatError::new(MDX_MAGIC.len(), kind))
}

fn other_version(version: u32, offset: usize) -> FormatError {
    let kind = FormatErrorKind::OtherVersion {
        version,
        readable: VERSION_800,
    };
    FormatError::new(offset, kind)
}

fn ambiguous(tag: [u8; 4], offset: usize) -> FormatError {
    FormatError::new(offset, FormatErrorKind::Ambiguous { tag })
}
