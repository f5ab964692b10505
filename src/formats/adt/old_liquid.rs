//! `MCLQ`: the liquids of a map chunk before 3.x, 804 bytes each.
//!
//! | offset | field |
//! | --- | --- |
//! | 0, 4 | lowest and highest height |
//! | 8 | 81 corners: 4 bytes whose meaning depends on the liquid, then the height |
//! | 656 | 64 cells; 15 in the low four bits: no liquid here |
//! | 720 | number of flows, then two of 40 bytes |

use super::map_chunk_header::MapChunkHeader;
use super::record::fixed_record;
use super::record::{Fixed, Records};
use crate::formats::FormatError;

fixed_record! {
    /// A liquid over a map chunk.
    pub struct OldLiquid {
        /// Lowest and highest height, world space.
        pub range: [f32; 2],
        /// The corners, 9 rows of 9.
        pub corners: [LiquidCorner; 81],
        /// Flags of the cells, 8 rows of 8.
        pub cells: [[u8; 8]; 8],
        /// How many of the flows count.
        pub flow_count: u32,
        /// Two flows.
        pub flows: [[u32; 10]; 2],
    }
}

impl OldLiquid {
    /// Whether a cell has this liquid.
    pub fn has_liquid(cell: u8) -> bool {
        cell & 0xF != 0xF
    }

    /// The liquids of a map chunk with the flag that stands for each; what is behind them is left.
    pub fn read_all(
        bytes: &[u8],
        header: &MapChunkHeader,
    ) -> Result<Vec<(u32, Self)>, FormatError> {
        let records = Records::<Self>::read(bytes)?.items;
        let flags = MapChunkHeader::LIQUIDS.into_iter();
        let flags = flags.filter(|flag| header.flags & flag != 0);
        Ok(flags.zip(records).collect())
    }
}

/// A corner of a liquid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LiquidCorner {
    /// Depth and flow, or coordinates of the texture.
    pub look: u32,
    /// Height, world space.
    pub height: f32,
}

impl Fixed for LiquidCorner {
    const SIZE: usize = 8;

    fn read(reader: &mut crate::bytes::ByteReader<'_>) -> Result<Self, crate::bytes::ReadError> {
        Ok(Self {
            look: reader.u32()?,
            height: reader.f32()?,
        })
    }

    fn write(&self, writer: &mut crate::bytes::ByteWriter) {
        writer.u32(self.look);
        writer.f32(self.height);
    }
}
