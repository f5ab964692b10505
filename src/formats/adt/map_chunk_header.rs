//! The head of a map chunk: flags, counts, and where its parts are.

use super::record::fixed_record;
use super::tag::{MCAL, MCCV, MCLQ, MCLV, MCLY, MCNR, MCRF, MCSE, MCSH, MCVT, Tag};

fixed_record! {
    /// The first 128 bytes of `MCNK` (ADT 18).
    ///
    /// Offsets are counted from the name of the map chunk and lead to the name of the part.
    ///
    /// | flag | meaning |
    /// | --- | --- |
    /// | 0x1 | has a shadow |
    /// | 0x2 | nobody can walk here |
    /// | 0x4, 0x8, 0x10, 0x20 | river, ocean, magma, slime |
    /// | 0x40 | has colours of vertices |
    /// | 0x8000 | the last row and column of 4-bit alpha maps count |
    pub struct MapChunkHeader {
        /// 0x00: flags.
        pub flags: u32,
        /// 0x04: column in the tile, 0 to 15.
        pub index_x: u32,
        /// 0x08: row in the tile, 0 to 15.
        pub index_y: u32,
        /// 0x0C: texture layers, 0 to 4.
        pub layer_count: u32,
        /// 0x10: placed models that touch it.
        pub model_ref_count: u32,
        /// 0x14: place of `MCVT`.
        pub heights_offset: u32,
        /// 0x18: place of `MCNR`.
        pub normals_offset: u32,
        /// 0x1C: place of `MCLY`.
        pub layers_offset: u32,
        /// 0x20: place of `MCRF`.
        pub refs_offset: u32,
        /// 0x24: place of `MCAL`.
        pub alpha_offset: u32,
        /// 0x28: bytes of `MCAL` with its head; right also where the part's own size is not.
        pub alpha_size: u32,
        /// 0x2C: place of `MCSH`.
        pub shadow_offset: u32,
        /// 0x30: bytes of the shadow.
        pub shadow_size: u32,
        /// 0x34: the area it belongs to.
        pub area_id: u32,
        /// 0x38: placed map objects that touch it.
        pub object_ref_count: u32,
        /// 0x3C: 4 by 4 holes, a bit each, the first row in the lowest four.
        pub holes: u16,
        /// 0x3E: means nothing here.
        pub unused_3e: u16,
        /// 0x40: 8 by 8 cells with two bits each: the layer whose ground clutter grows there.
        pub clutter_layers: [u16; 8],
        /// 0x50: 8 by 8 cells with a bit each: no ground clutter there.
        pub no_clutter: [u8; 8],
        /// 0x58: place of `MCSE`.
        pub sounds_offset: u32,
        /// 0x5C: sound emitters.
        pub sound_count: u32,
        /// 0x60: place of `MCLQ`.
        pub liquid_offset: u32,
        /// 0x64: bytes of `MCLQ` with its head; 8 for none.
        pub liquid_size: u32,
        /// 0x68: its north-west corner: x (north), y (west) and the height that `MCVT` counts from.
        pub position: [f32; 3],
        /// 0x74: place of `MCCV`.
        pub colours_offset: u32,
        /// 0x78: place of `MCLV` (4.x).
        pub light_offset: u32,
        /// 0x7C: means nothing here.
        pub unused_7c: u32,
    }
}

impl MapChunkHeader {
    /// Its size.
    pub const BYTES: usize = 128;
    /// Has a shadow.
    pub const HAS_SHADOW: u32 = 0x1;
    /// Has colours of vertices.
    pub const HAS_COLOURS: u32 = 0x40;
    /// The last row and column of 4-bit alpha maps count.
    pub const KEEPS_ALPHA_EDGE: u32 = 0x8000;
    /// River, ocean, magma and slime: one `MCLQ` record each, in this order.
    pub const LIQUIDS: [u32; 4] = [0x4, 0x8, 0x10, 0x20];

    /// The parts whose places it gives, in file order.
    pub const PARTS: [Tag; 10] = [MCVT, MCCV, MCLV, MCNR, MCLY, MCRF, MCSH, MCAL, MCLQ, MCSE];

    /// The place of a part; 0 for none.
    pub fn offset_of(&self, tag: Tag) -> u32 {
        self.clone().offset_mut(tag).map_or(0, |offset| *offset)
    }

    /// The field that holds the place of a part.
    pub fn offset_mut(&mut self, tag: Tag) -> Option<&mut u32> {
        Some(match tag {
            MCVT => &mut self.heights_offset,
            MCNR => &mut self.normals_offset,
            MCLY => &mut self.layers_offset,
            MCRF => &mut self.refs_offset,
            MCAL => &mut self.alpha_offset,
            MCSH => &mut self.shadow_offset,
            MCSE => &mut self.sounds_offset,
            MCLQ => &mut self.liquid_offset,
            MCCV => &mut self.colours_offset,
            MCLV => &mut self.light_offset,
            _ => return None,
        })
    }
}
