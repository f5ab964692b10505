//! A tile of a map: all chunks of an ADT file in file order.
//!
//! - Each chunk reaches up to the next one, so that the chunks together are the file.
//! - Writing moves the places in `MHDR` and `MCIN` along with the chunks, and the sizes in `MCIN` by
//!   as much as a map chunk grew; a place that led to nothing stays as it is.

use super::map_chunk::MapChunk;
use super::names::Names;
use super::placement::{FlightBox, ModelPlacement, ObjectPlacement};
use super::places::Places;
use super::record::{Fixed, Records};
use super::tag::{
    HEAD_SIZE, MCIN, MCNK, MDDF, MFBO, MHDR, MMDX, MMID, MODF, MTEX, MTXF, MVER, MWID, MWMO, Tag,
    head_at, reversed,
};
use super::tile_header::{CELL_COUNT, CellEntry, TileHeader};
use crate::bytes::{ByteReader, ByteWriter};
use crate::formats::{FormatError, FormatErrorKind};
use std::collections::HashMap;

/// The version of all tiles since the game came out.
pub const ADT_VERSION: u32 = 18;

/// Bytes of `MCIN`.
const INDEX_SIZE: usize = CELL_COUNT * CellEntry::SIZE;

/// What is in a chunk of a tile.
#[derive(Clone, Debug, PartialEq)]
pub enum ChunkBody {
    /// `MVER`: the version.
    Version(u32),
    /// `MHDR`.
    Header(TileHeader),
    /// `MCIN`.
    Index(Vec<CellEntry>),
    /// `MTEX`, `MMDX`, `MWMO`.
    Names(Names),
    /// `MMID`, `MWID`: where names begin in their block; `MTXF`: flags of the textures.
    Numbers(Records<u32>),
    /// `MDDF`.
    Models(Records<ModelPlacement>),
    /// `MODF`.
    Objects(Records<ObjectPlacement>),
    /// `MFBO`.
    Flight(FlightBox),
    /// `MCNK`.
    Map(Box<MapChunk>),
    /// `MH2O`, which [`water_layers`](super::water_layers) takes apart, and what nobody knows.
    Opaque(Vec<u8>),
}

/// A chunk of a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct TileChunk {
    /// Its name.
    pub tag: Tag,
    /// What is in it.
    pub body: ChunkBody,
    /// Bytes behind the body, up to the next chunk.
    pub tail: Vec<u8>,
    /// How much the chunk's size is above the bytes of its body, wrapping; 0 where it is right.
    pub size_excess: u32,
    /// Where its head was in the file it was read from, and how long its body was.
    origin: (usize, usize),
}

/// A tile as its file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct AdtFile {
    /// The chunks in file order.
    pub chunks: Vec<TileChunk>,
    /// Position in `chunks` of each map chunk, row by row.
    cells: Vec<usize>,
    /// Chunks whose place in the head leads to something else.
    pub misplaced: Vec<Tag>,
    /// How many map chunks were not where the index says.
    pub misplaced_cells: usize,
}

impl AdtFile {
    /// Reads a tile.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        check_version(bytes)?;
        let places = Places::find(bytes)?;
        let starts: Vec<(usize, Tag)> = places.chunks.into_iter().collect();
        let positions: HashMap<usize, usize> = starts
            .iter()
            .enumerate()
            .map(|(index, (start, _))| (*start, index))
            .collect();
        let mut chunks = Vec::with_capacity(starts.len());
        for (index, (start, tag)) in starts.iter().enumerate() {
            let end = starts.get(index + 1).map_or(bytes.len(), |(next, _)| *next);
            let chunk = TileChunk::read(bytes, *start, end, *tag);
            chunks.push(chunk.map_err(|error| within_chunk(error, *tag, &places.cells, *start))?);
        }
        let cells = places.cells.iter();
        let cells = cells.filter_map(|at| positions.get(at).copied()).collect();
        Ok(Self {
            chunks,
            cells,
            misplaced: places.misplaced,
            misplaced_cells: places.misplaced_cells,
        })
    }

    /// The bytes of the tile.
    pub fn write(&self) -> Vec<u8> {
        let mut writer = ByteWriter::new();
        let mut places = Vec::with_capacity(self.chunks.len());
        for chunk in &self.chunks {
            let start = writer.position();
            let length = chunk.write(&chunk.body, &mut writer);
            places.push((start, length));
        }
        let mut bytes = writer.into_bytes();
        let moved = Moved::new(&self.chunks, &places);
        for (chunk, (start, _)) in self.chunks.iter().zip(&places) {
            let Some(body) = moved.body(chunk, *start) else {
                continue;
            };
            let mut writer = ByteWriter::new();
            chunk.write(&body, &mut writer);
            let end = start + writer.position();
            if let Some(place) = bytes.get_mut(*start..end) {
                place.copy_from_slice(writer.as_slice());
            }
        }
        bytes
    }

    /// The first chunk of this name.
    pub fn chunk(&self, tag: Tag) -> Option<&TileChunk> {
        self.chunks.iter().find(|chunk| chunk.tag == tag)
    }

    /// The first chunk of this name, to change it.
    pub fn chunk_mut(&mut self, tag: Tag) -> Option<&mut TileChunk> {
        self.chunks.iter_mut().find(|chunk| chunk.tag == tag)
    }

    /// Names of the textures.
    pub fn texture_names(&self) -> &[Vec<u8>] {
        match self.chunk(MTEX).map(|chunk| &chunk.body) {
            Some(ChunkBody::Names(names)) => &names.items,
            _ => &[],
        }
    }

    /// Flags of the textures, where the file has `MTXF`.
    pub fn texture_flags(&self) -> Option<&[u32]> {
        match self.chunk(MTXF).map(|chunk| &chunk.body) {
            Some(ChunkBody::Numbers(flags)) => Some(&flags.items),
            _ => None,
        }
    }

    /// The bytes of `MH2O`.
    pub fn water(&self) -> &[u8] {
        match self.chunk(super::tag::MH2O).map(|chunk| &chunk.body) {
            Some(ChunkBody::Opaque(bytes)) => bytes,
            _ => &[],
        }
    }

    /// The 256 map chunks, row by row.
    pub fn map_chunks(&self) -> impl Iterator<Item = &MapChunk> {
        let chunks = self.cells.iter().filter_map(|at| self.chunks.get(*at));
        chunks.filter_map(|chunk| match &chunk.body {
            ChunkBody::Map(map) => Some(&**map),
            _ => None,
        })
    }

    /// Where in the file a map chunk, by its number, was read from.
    pub fn map_chunk_start(&self, index: usize) -> usize {
        let chunk = self.cells.get(index).and_then(|at| self.chunks.get(*at));
        chunk.map_or(0, |chunk| chunk.origin.0)
    }

    /// A map chunk by its number, row by row, to change it.
    pub fn map_chunk_mut(&mut self, index: usize) -> Option<&mut MapChunk> {
        match &mut self.chunks.get_mut(*self.cells.get(index)?)?.body {
            ChunkBody::Map(map) => Some(map),
            _ => None,
        }
    }
}

impl TileChunk {
    fn read(bytes: &[u8], start: usize, end: usize, tag: Tag) -> Result<Self, FormatError> {
        let mut reader = ByteReader::new(bytes.get(..end).unwrap_or_default());
        reader.seek(start + 4)?;
        let declared = reader.u32()?;
        let beyond = bytes.len().saturating_sub(start + HEAD_SIZE);
        if declared as usize > beyond {
            let kind = FormatErrorKind::Truncated {
                needed: u64::from(declared),
                available: beyond as u64,
            };
            return Err(FormatError::new(start + HEAD_SIZE, kind));
        }
        let room = reader.remaining();
        let length = match tag {
            // Its parts may stand beyond its size, but not beyond the next chunk.
            MCNK => room,
            // What is read of these does not depend on the size either.
            MHDR if room >= TileHeader::SIZE => TileHeader::SIZE,
            MCIN if room >= INDEX_SIZE => INDEX_SIZE,
            _ => room.min(declared as usize),
        };
        let span = bytes.get(start..end).unwrap_or_default();
        let body = ChunkBody::read(tag, reader.take(length)?, span).map_err(|mut error| {
            error.offset += if tag == MCNK {
                start
            } else {
                start + HEAD_SIZE
            };
            error
        })?;
        Ok(Self {
            tag,
            body,
            tail: reader.take(reader.remaining())?.to_vec(),
            size_excess: declared.wrapping_sub(length as u32),
            origin: (start, length),
        })
    }

    /// Appends head, body and tail; gives the length of the body.
    fn write(&self, body: &ChunkBody, writer: &mut ByteWriter) -> usize {
        let mut inner = ByteWriter::new();
        body.write(&mut inner);
        writer.bytes(&reversed(self.tag));
        writer.u32((inner.position() as u32).wrapping_add(self.size_excess));
        writer.bytes(inner.as_slice());
        writer.bytes(&self.tail);
        inner.position()
    }
}

impl ChunkBody {
    /// Reads a body; `span` is that of the whole chunk with its head.
    fn read(tag: Tag, bytes: &[u8], span: &[u8]) -> Result<Self, FormatError> {
        let mut reader = ByteReader::new(bytes);
        let is_exact = |size| bytes.len() == size;
        Ok(match tag {
            MVER if is_exact(4) => Self::Version(reader.u32()?),
            MHDR if is_exact(TileHeader::SIZE) => Self::Header(TileHeader::read(&mut reader)?),
            MCIN if is_exact(INDEX_SIZE) => Self::Index(Records::read(bytes)?.items),
            MTEX | MMDX | MWMO => Self::Names(Names::read(bytes)),
            MMID | MWID | MTXF => Self::Numbers(Records::read(bytes)?),
            MDDF => Self::Models(Records::read(bytes)?),
            MODF => Self::Objects(Records::read(bytes)?),
            MFBO if is_exact(FlightBox::SIZE) => Self::Flight(FlightBox::read(&mut reader)?),
            MCNK => Self::Map(Box::new(MapChunk::read(span)?)),
            _ => Self::Opaque(bytes.to_vec()),
        })
    }

    fn write(&self, writer: &mut ByteWriter) {
        match self {
            Self::Version(version) => writer.u32(*version),
            Self::Header(header) => header.write(writer),
            Self::Index(entries) => entries.iter().for_each(|entry| entry.write(writer)),
            Self::Names(names) => writer.bytes(&names.write()),
            Self::Numbers(numbers) => numbers.write(writer),
            Self::Models(models) => models.write(writer),
            Self::Objects(objects) => objects.write(writer),
            Self::Flight(flight) => flight.write(writer),
            Self::Map(map) => map.write(writer),
            Self::Opaque(bytes) => writer.bytes(bytes),
        }
    }
}

/// Where chunks went.
struct Moved {
    /// By the old place of a chunk: its new one, and by how much its body grew.
    chunks: HashMap<usize, (usize, u32)>,
}

impl Moved {
    fn new(chunks: &[TileChunk], places: &[(usize, usize)]) -> Self {
        let moves = chunks.iter().zip(places).map(|(chunk, (start, length))| {
            let (old_start, old_length) = chunk.origin;
            let grown = (*length as u32).wrapping_sub(old_length as u32);
            (old_start, (*start, grown))
        });
        Self {
            chunks: moves.collect(),
        }
    }

    /// A body whose places were moved along; `None` for one that has none.
    fn body(&self, chunk: &TileChunk, start: usize) -> Option<ChunkBody> {
        match &chunk.body {
            ChunkBody::Header(header) => {
                let mut header = header.clone();
                let (old_base, base) = (chunk.origin.0 + HEAD_SIZE, start + HEAD_SIZE);
                for offset in header.offsets.iter_mut().filter(|offset| **offset != 0) {
                    let old = old_base.saturating_add(*offset as usize);
                    if let Some((now, _)) = self.chunks.get(&old) {
                        *offset = now.saturating_sub(base) as u32;
                    }
                }
                Some(ChunkBody::Header(header))
            }
            ChunkBody::Index(entries) => {
                let mut entries = entries.clone();
                for entry in &mut entries {
                    if let Some((now, grown)) = self.chunks.get(&(entry.offset as usize)) {
                        entry.offset = *now as u32;
                        entry.size = entry.size.wrapping_add(*grown);
                    }
                }
                Some(ChunkBody::Index(entries))
            }
            _ => None,
        }
    }
}

fn check_version(bytes: &[u8]) -> Result<(), FormatError> {
    let mut reader = ByteReader::new(bytes);
    let found = reader.array::<4>()?;
    if reversed(found) != MVER {
        let expected = reversed(MVER);
        let kind = FormatErrorKind::BadMagic { expected, found };
        return Err(FormatError::new(0, kind));
    }
    let size = reader.u32()?;
    let version = reader.u32()?;
    if size != 4 {
        let kind = FormatErrorKind::OutOfRange {
            field: "the size of MVER",
            value: u64::from(size),
            limit: 4,
        };
        return Err(FormatError::new(4, kind));
    }
    if version != ADT_VERSION {
        let kind = FormatErrorKind::UnsupportedVersion { version };
        return Err(FormatError::new(HEAD_SIZE, kind));
    }
    Ok(())
}

/// The error with the chunk it is in put before its path.
fn within_chunk(error: FormatError, tag: Tag, cells: &[usize], start: usize) -> FormatError {
    match cells.iter().position(|at| *at == start) {
        Some(index) => error.at_index(index).within("chunks"),
        None => error.within(std::str::from_utf8(&tag).unwrap_or("chunk")),
    }
}

/// Whether a file begins like a tile or a map of the game; the bytes alone don't tell which.
pub fn begins_like_a_map(bytes: &[u8]) -> bool {
    head_at(bytes, 0).is_some_and(|head| head.tag == MVER && head.size == 4)
}
