//! W3E corner record: 7 bytes in version 11, 8 bytes in version 12.
//!
//! | Offset | Size | Field |
//! | --- | --- | --- |
//! | 0 | 2 | ground height |
//! | 2 | 2 | bits 0-13 water level, 14 map edge, 15 never seen set |
//! | 4 | 1 | version 11: bits 0-3 ground type, 4 ramp, 5 blight, 6 water, 7 boundary |
//! | 4 | 2 | version 12: bits 0-5 ground type, 6 ramp, 7 blight, 8 water, 9 boundary, 10-15 never seen set |
//! | 5 or 6 | 1 | bits 0-4 ground variation, 5-7 cliff variation |
//! | 6 or 7 | 1 | bits 0-3 layer, 4-7 cliff type, 15 for none |
//!
//! Source: measured on 2.68 million corners of 130 maps; the fields of version 12 on one of them.

use crate::bytes::{ByteReader, ByteWriter, ReadError};

/// One corner, its words as they are in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CornerRecord {
    /// Ground height.
    pub height: u16,
    /// Water level and map edge.
    pub water: u16,
    /// Ground type and flags; in version 11 only the lower byte is there.
    pub ground: u16,
    /// Variations of ground and cliff.
    pub variation: u8,
    /// Layer and cliff type.
    pub cliff: u8,
}

impl CornerRecord {
    /// Bytes of a record; versions from 12 on are one byte longer.
    pub fn size(version: u32) -> usize {
        if version < 12 { 7 } else { 8 }
    }

    pub(super) fn read(reader: &mut ByteReader<'_>, version: u32) -> Result<Self, ReadError> {
        Ok(Self {
            height: reader.u16()?,
            water: reader.u16()?,
            ground: if version < 12 {
                u16::from(reader.u8()?)
            } else {
                reader.u16()?
            },
            variation: reader.u8()?,
            cliff: reader.u8()?,
        })
    }

    /// In version 11 the upper byte of `ground` is not written; the file checks that it is 0.
    pub(super) fn write(&self, writer: &mut ByteWriter, version: u32) {
        writer.u16(self.height);
        writer.u16(self.water);
        let [low, high] = self.ground.to_le_bytes();
        writer.u8(low);
        if version >= 12 {
            writer.u8(high);
        }
        writer.u8(self.variation);
        writer.u8(self.cliff);
    }
}
