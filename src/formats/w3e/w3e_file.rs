//! The whole file: header, lists of types, corners.
//!
//! | Offset | Size | Field |
//! | --- | --- | --- |
//! | 0 | 4 | `W3E!` |
//! | 4 | 4 | version: 11 or 12 |
//! | 8 | 1 | letter of the main tileset |
//! | 9 | 4 | 1 for a list of ground types of the map's own |
//! | 13 | 4 + 4 n | n, and n ground types of four letters |
//! | | 4 + 4 c | c, and c cliff types of four letters |
//! | | 8 | corners in a row, rows of corners |
//! | | 8 | f32 x and y of the south-west corner, world units |
//! | | | the corners, row by row from south to north, each row from west to east |
//!
//! Errors: another magic, version 10 or 13, a list or the corners going on past the end, a map
//! without a corner. Bytes after the last corner are kept. Source: 130 maps.

use super::CornerRecord;
use crate::bytes::{ByteReader, ByteWriter};
use crate::formats::{FormatError, FormatErrorKind};

/// What the file begins with.
pub const MAGIC: [u8; 4] = *b"W3E!";
/// The versions that are read and written.
pub const VERSIONS: [u32; 2] = [11, 12];

/// A W3E file, field by field.
#[derive(Clone, Debug, PartialEq)]
pub struct W3eFile {
    /// 11 or 12.
    pub version: u32,
    /// Letter of the main tileset.
    pub tileset: u8,
    /// 1 for a list of ground types of the map's own; the word as it is.
    pub custom_tileset: u32,
    /// Ground types, `tileID` of the game's table.
    pub ground_types: Vec<[u8; 4]>,
    /// Cliff types, `cliffID` of the game's table.
    pub cliff_types: Vec<[u8; 4]>,
    /// Corners in a row, one more than tiles.
    pub width: u32,
    /// Rows of corners.
    pub height: u32,
    /// World x and y of the south-west corner.
    pub origin: [f32; 2],
    /// The corners.
    pub corners: Vec<CornerRecord>,
    /// What follows the corners; empty in every known file.
    pub rest: Vec<u8>,
}

impl W3eFile {
    /// Reads a file. Takes no more memory than a small multiple of `bytes`.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        let mut reader = ByteReader::new(bytes);
        let found = reader.array::<4>()?;
        if found != MAGIC {
            let kind = FormatErrorKind::BadMagic {
                expected: MAGIC,
                found,
            };
            return Err(FormatError::new(0, kind));
        }
        let version = reader.u32()?;
        if !VERSIONS.contains(&version) {
            let kind = FormatErrorKind::UnsupportedVersion { version };
            return Err(FormatError::new(4, kind).within("version"));
        }
        let tileset = reader.u8()?;
        let custom_tileset = reader.u32()?;
        let ground_types = read_types(&mut reader, "ground_types")?;
        let cliff_types = read_types(&mut reader, "cliff_types")?;
        let (width, height) = read_size(&mut reader)?;
        let origin = [reader.f32()?, reader.f32()?];
        let size = CornerRecord::size(version);
        let needed = u64::from(width) * u64::from(height);
        let needed_bytes = needed.saturating_mul(size as u64);
        let available = reader.remaining() as u64;
        if needed_bytes > available {
            let kind = FormatErrorKind::Truncated {
                needed: needed_bytes,
                available,
            };
            return Err(FormatError::new(reader.position(), kind).within("corners"));
        }
        let count = reader.remaining().min(needed_bytes as usize) / size;
        let mut corners = Vec::with_capacity(count);
        for _ in 0..count {
            corners.push(CornerRecord::read(&mut reader, version)?);
        }
        let rest = reader.take(reader.remaining())?.to_vec();
        Ok(Self {
            version,
            tileset,
            custom_tileset,
            ground_types,
            cliff_types,
            width,
            height,
            origin,
            corners,
            rest,
        })
    }

    /// Writes the file; fails where the parts do not go together or the version can't hold one.
    pub fn write(&self) -> Result<Vec<u8>, FormatError> {
        if !VERSIONS.contains(&self.version) {
            let kind = FormatErrorKind::UnsupportedVersion {
                version: self.version,
            };
            return Err(FormatError::new(4, kind).within("version"));
        }
        let count = self.corners.len() as u64;
        if u64::from(self.width) * u64::from(self.height) != count {
            let kind = FormatErrorKind::UnequalLists {
                field: "corners",
                count,
                other: "places of the map",
                other_count: u64::from(self.width) * u64::from(self.height),
            };
            return Err(FormatError::new(0, kind).within("corners"));
        }
        let size = CornerRecord::size(self.version);
        let types = self.ground_types.len() + self.cliff_types.len();
        let total = 37 + types * 4 + self.corners.len() * size + self.rest.len();
        let mut writer = ByteWriter::with_capacity(total);
        writer.bytes(&MAGIC);
        writer.u32(self.version);
        writer.u8(self.tileset);
        writer.u32(self.custom_tileset);
        write_types(&mut writer, &self.ground_types, "ground_types")?;
        write_types(&mut writer, &self.cliff_types, "cliff_types")?;
        writer.u32(self.width);
        writer.u32(self.height);
        writer.f32(self.origin[0]);
        writer.f32(self.origin[1]);
        for (index, corner) in self.corners.iter().enumerate() {
            if self.version < 12 && corner.ground > 0xFF {
                let kind = FormatErrorKind::OutOfRange {
                    field: "the word of ground type and flags",
                    value: u64::from(corner.ground),
                    limit: 0xFF,
                };
                let error = FormatError::new(writer.position(), kind);
                return Err(error.at_index(index).within("corners"));
            }
            corner.write(&mut writer, self.version);
        }
        writer.bytes(&self.rest);
        Ok(writer.into_bytes())
    }
}

fn read_types(
    reader: &mut ByteReader<'_>,
    field: &'static str,
) -> Result<Vec<[u8; 4]>, FormatError> {
    let count = reader.u32()? as usize;
    let offset = reader.position();
    if count > reader.remaining() / 4 {
        let kind = FormatErrorKind::Truncated {
            needed: count as u64 * 4,
            available: reader.remaining() as u64,
        };
        return Err(FormatError::new(offset, kind).within(field));
    }
    let mut types = Vec::with_capacity(count);
    for _ in 0..count {
        types.push(reader.array::<4>()?);
    }
    Ok(types)
}

fn write_types(
    writer: &mut ByteWriter,
    types: &[[u8; 4]],
    field: &'static str,
) -> Result<(), FormatError> {
    let count = u32::try_from(types.len()).map_err(|_| {
        let kind = FormatErrorKind::OutOfRange {
            field: "the number of types",
            value: types.len() as u64,
            limit: u64::from(u32::MAX),
        };
        FormatError::new(writer.position(), kind).within(field)
    })?;
    writer.u32(count);
    types.iter().for_each(|four| writer.bytes(four));
    Ok(())
}

fn read_size(reader: &mut ByteReader<'_>) -> Result<(u32, u32), FormatError> {
    let mut size = [0; 2];
    for (slot, field) in size.iter_mut().zip(["width", "height"]) {
        let offset = reader.position();
        *slot = reader.u32()?;
        if *slot == 0 {
            let kind = FormatErrorKind::TooSmall {
                field,
                value: 0,
                least: 1,
            };
            return Err(FormatError::new(offset, kind));
        }
    }
    let [width, height] = size;
    Ok((width, height))
}
