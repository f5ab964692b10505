//! A chunk of a tile: what is in it as far as it is understood, and every byte up to the next one.

use super::map_chunk::MapChunk;
use super::map_parts::MapParts;
use super::names::Names;
use super::placement::{FlightBox, ModelPlacement, ObjectPlacement};
use super::record::{Fixed, Records};
use super::tag::{
    HEAD_SIZE, MCIN, MCNK, MDDF, MFBO, MHDR, MMDX, MMID, MODF, MTEX, MTXF, MVER, MWID, MWMO, Tag,
    reversed,
};
use super::tile_header::{CELL_COUNT, CellEntry, TileHeader};
use super::tile_kind::TileKind;
use crate::bytes::{ByteReader, ByteWriter};
use crate::formats::{FormatError, FormatErrorKind};

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
    /// `MCNK` of the textures of a split tile, which has no header.
    Parts(MapParts),
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
    pub(super) origin: (usize, usize),
}

impl TileChunk {
    /// Reads the chunk at `start`, which reaches up to `end`.
    pub(super) fn read(
        bytes: &[u8],
        (start, end): (usize, usize),
        tag: Tag,
        kind: TileKind,
    ) -> Result<Self, FormatError> {
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
            MCNK if kind == TileKind::Whole => room,
            // What is read of these does not depend on the size either.
            MHDR if room >= TileHeader::SIZE => TileHeader::SIZE,
            MCIN if room >= INDEX_SIZE => INDEX_SIZE,
            _ => room.min(declared as usize),
        };
        let span_end = match kind {
            TileKind::Whole => end,
            _ => start + HEAD_SIZE + length,
        };
        let span = bytes.get(start..span_end).unwrap_or_default();
        let body = ChunkBody::read(tag, reader.take(length)?, span, kind);
        let body = body.map_err(|mut error| {
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
    pub(super) fn write(&self, body: &ChunkBody, writer: &mut ByteWriter) -> usize {
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
    fn read(tag: Tag, bytes: &[u8], span: &[u8], kind: TileKind) -> Result<Self, FormatError> {
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
            MCNK => match kind {
                TileKind::Whole => Self::Map(Box::new(MapChunk::read(span)?)),
                TileKind::Root => Self::Map(Box::new(MapChunk::read_root(span)?)),
                TileKind::Textures => Self::Parts(MapParts::read(span)?),
                TileKind::Objects => Self::Opaque(bytes.to_vec()),
            },
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
            Self::Parts(parts) => parts.write(writer),
            Self::Opaque(bytes) => writer.bytes(bytes),
        }
    }
}
