//! A map: all chunks of a WDT file in file order.

use super::map_flags::MapFlags;
use crate::bytes::{ByteReader, ByteWriter};
use crate::formats::adt::{
    ADT_VERSION, Fixed, MAIN, MPHD, MVER, MWMO, Records, fixed_record, head_at, reversed,
};
use crate::formats::{FormatError, FormatErrorKind};

/// Tiles of a side of the map.
pub const MAP_SIDE: usize = 64;

fixed_record! {
    /// One place of the map (`MAIN`, 8 bytes).
    pub struct MapCell {
        /// 1: there is a tile.
        pub flags: u32,
        /// A number of the running game.
        pub async_id: u32,
    }
}

/// A chunk of a map.
#[derive(Clone, Debug, PartialEq)]
pub enum WdtChunk {
    /// `MVER`: the version, 18.
    Version(u32),
    /// `MPHD`, 32 bytes: flags and seven words that mean nothing here.
    Head {
        /// The flags.
        flags: MapFlags,
        /// What is behind them.
        rest: Vec<u8>,
    },
    /// `MAIN`, 64 rows of 64 places; the column is the X of a tile's file name, the row its Y.
    Cells(Vec<MapCell>),
    /// A chunk that means nothing here: `MWMO`, `MODF` and what nobody knows.
    Opaque {
        /// Its name.
        tag: [u8; 4],
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// Bytes at the end that are no chunk.
    Rest(Vec<u8>),
}

/// A map as its file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct WdtFile {
    /// The chunks in file order.
    pub chunks: Vec<WdtChunk>,
}

impl WdtFile {
    /// A new map with tiles at these places, X and Y as in the names of their files.
    pub fn new(flags: MapFlags, tiles: impl IntoIterator<Item = (u8, u8)>) -> Self {
        let none = MapCell {
            flags: 0,
            async_id: 0,
        };
        let mut cells = vec![none; MAP_SIDE * MAP_SIDE];
        for (x, y) in tiles {
            let is_inside = usize::from(x) < MAP_SIDE;
            let cell = cells.get_mut(usize::from(y) * MAP_SIDE + usize::from(x));
            if let Some(cell) = cell.filter(|_| is_inside) {
                cell.flags = 1;
            }
        }
        let rest = vec![0; 28];
        Self {
            chunks: vec![
                WdtChunk::Version(ADT_VERSION),
                WdtChunk::Head { flags, rest },
                WdtChunk::Cells(cells),
                WdtChunk::Opaque {
                    tag: MWMO,
                    bytes: Vec::new(),
                },
            ],
        }
    }

    /// Reads a map.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        let mut reader = ByteReader::new(bytes);
        let found = reader.array::<4>()?;
        if reversed(found) != MVER {
            let expected = reversed(MVER);
            let kind = FormatErrorKind::BadMagic { expected, found };
            return Err(FormatError::new(0, kind));
        }
        reader.seek(0)?;
        let mut chunks = Vec::new();
        while let Some(head) = head_at(bytes, reader.position()) {
            reader.skip(8)?;
            let start = reader.position();
            let body = reader.take(head.size as usize)?;
            let chunk = WdtChunk::read(head.tag, body).map_err(|mut error| {
                error.offset += start;
                error
            })?;
            chunks.push(chunk);
        }
        if reader.remaining() > 0 {
            chunks.push(WdtChunk::Rest(reader.take(reader.remaining())?.to_vec()));
        }
        let file = Self { chunks };
        for (tag, is_there) in [
            (
                MPHD,
                file.has(|chunk| matches!(chunk, WdtChunk::Head { .. })),
            ),
            (MAIN, file.has(|chunk| matches!(chunk, WdtChunk::Cells(_)))),
        ] {
            if !is_there {
                return Err(FormatError::new(0, FormatErrorKind::MissingPart { tag }));
            }
        }
        Ok(file)
    }

    /// The bytes of the map.
    pub fn write(&self) -> Vec<u8> {
        let mut writer = ByteWriter::new();
        for chunk in &self.chunks {
            chunk.write(&mut writer);
        }
        writer.into_bytes()
    }

    /// The flags.
    pub fn flags(&self) -> MapFlags {
        let found = self.chunks.iter().find_map(|chunk| match chunk {
            WdtChunk::Head { flags, .. } => Some(*flags),
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// Sets the flags.
    pub fn set_flags(&mut self, new: MapFlags) {
        for chunk in &mut self.chunks {
            if let WdtChunk::Head { flags, .. } = chunk {
                *flags = new;
                break;
            }
        }
    }

    /// The tiles that are there, row by row: X and Y as in the names of their files.
    pub fn tiles(&self) -> impl Iterator<Item = (u8, u8)> {
        let cells = self.chunks.iter().find_map(|chunk| match chunk {
            WdtChunk::Cells(cells) => Some(cells.as_slice()),
            _ => None,
        });
        let cells = cells.unwrap_or_default().iter().enumerate();
        let there = cells.filter(|(_, cell)| cell.flags & 1 != 0);
        there.map(|(index, _)| ((index % MAP_SIDE) as u8, (index / MAP_SIDE) as u8))
    }

    fn has(&self, is_wanted: impl Fn(&WdtChunk) -> bool) -> bool {
        self.chunks.iter().any(is_wanted)
    }

    /// Whether a file has the chunks of a map near its beginning, as no tile has.
    pub fn is_map(bytes: &[u8]) -> bool {
        let mut at = 0;
        while let Some(head) = head_at(bytes, at) {
            match head.tag {
                MPHD | MAIN => return true,
                MVER => at += 8 + head.size as usize,
                _ => break,
            }
        }
        false
    }
}

impl WdtChunk {
    fn read(tag: [u8; 4], bytes: &[u8]) -> Result<Self, FormatError> {
        let mut reader = ByteReader::new(bytes);
        let is_map = bytes.len() == MAP_SIDE * MAP_SIDE * MapCell::SIZE;
        Ok(match tag {
            MVER if bytes.len() == 4 => Self::Version(reader.u32()?),
            MPHD => Self::Head {
                flags: MapFlags(reader.u32()?),
                rest: reader.take(reader.remaining())?.to_vec(),
            },
            MAIN if is_map => Self::Cells(Records::read(bytes)?.items),
            _ => Self::Opaque {
                tag,
                bytes: bytes.to_vec(),
            },
        })
    }

    fn write(&self, writer: &mut ByteWriter) {
        let mut body = ByteWriter::new();
        let tag = match self {
            Self::Version(version) => {
                body.u32(*version);
                MVER
            }
            Self::Head { flags, rest } => {
                body.u32(flags.0);
                body.bytes(rest);
                MPHD
            }
            Self::Cells(cells) => {
                cells.iter().for_each(|cell| cell.write(&mut body));
                MAIN
            }
            Self::Opaque { tag, bytes } => {
                body.bytes(bytes);
                *tag
            }
            Self::Rest(bytes) => {
                writer.bytes(bytes);
                return;
            }
        };
        writer.bytes(&reversed(tag));
        writer.u32(body.position() as u32);
        writer.bytes(body.as_slice());
    }
}
