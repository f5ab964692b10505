//! A tile of a map: all chunks of an ADT file in file order.
//!
//! - Each chunk reaches up to the next one, so that the chunks together are the file.
//! - Writing moves the places in `MHDR` and `MCIN` along with the chunks, and the sizes in `MCIN` by
//!   as much as a map chunk grew; a place that led to nothing stays as it is.

use super::map_chunk::MapChunk;
use super::places::Places;
use super::split_places::split_places;
use super::tag::{HEAD_SIZE, MTEX, MTXF, MVER, Tag, head_at, reversed};
use super::tile_chunk::{ChunkBody, TileChunk};
use super::tile_kind::TileKind;
use crate::bytes::{ByteReader, ByteWriter};
use crate::formats::{FormatError, FormatErrorKind};
use std::collections::HashMap;

/// The version of all tiles since the game came out.
pub const ADT_VERSION: u32 = 18;

/// A tile as its file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct AdtFile {
    /// The chunks in file order.
    pub chunks: Vec<TileChunk>,
    /// Position in `chunks` of each map chunk, row by row.
    pub(super) cells: Vec<usize>,
    /// Chunks whose place in the head leads to something else.
    pub misplaced: Vec<Tag>,
    /// How many map chunks were not where the index says.
    pub misplaced_cells: usize,
}

impl AdtFile {
    /// Reads a tile.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        check_version(bytes)?;
        Self::read_at(bytes, Places::find(bytes)?, TileKind::Whole)
    }

    /// Reads one of the files of a tile that is split (4.x and later). Sizes tell what is where.
    pub fn read_split(bytes: &[u8], kind: TileKind) -> Result<Self, FormatError> {
        check_version(bytes)?;
        Self::read_at(bytes, split_places(bytes, kind)?, kind)
    }

    fn read_at(bytes: &[u8], places: Places, kind: TileKind) -> Result<Self, FormatError> {
        let starts: Vec<(usize, Tag)> = places.chunks.into_iter().collect();
        let positions: HashMap<usize, usize> = starts
            .iter()
            .enumerate()
            .map(|(index, (start, _))| (*start, index))
            .collect();
        let mut chunks = Vec::with_capacity(starts.len());
        for (index, (start, tag)) in starts.iter().enumerate() {
            let end = starts.get(index + 1).map_or(bytes.len(), |(next, _)| *next);
            let chunk = TileChunk::read(bytes, (*start, end), *tag, kind);
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
