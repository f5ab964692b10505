//! `MHDR` and `MCIN`: where the chunks of a tile are.

use super::record::fixed_record;
use super::tag::{MCIN, MDDF, MFBO, MH2O, MMDX, MMID, MODF, MTEX, MTXF, MWID, MWMO, Tag};

fixed_record! {
    /// The head of a tile (ADT 18, `MHDR`, 64 bytes).
    ///
    /// | offset | field |
    /// | --- | --- |
    /// | 0 | flags; 1: the file has `MFBO` |
    /// | 4 | 11 places, counted from the first byte behind the head of `MHDR`; 0 for none |
    /// | 48 | 16 bytes, mostly zero |
    pub struct TileHeader {
        /// Flags of the tile.
        pub flags: u32,
        /// Places of the chunks of [`PLACED`](Self::PLACED), in that order.
        pub offsets: [u32; 11],
        /// Four words that mean nothing here.
        pub unused: [u32; 4],
    }
}

impl TileHeader {
    /// The chunks whose places `offsets` gives.
    pub const PLACED: [Tag; 11] = [
        MCIN, MTEX, MMDX, MMID, MWMO, MWID, MDDF, MODF, MFBO, MH2O, MTXF,
    ];
}

fixed_record! {
    /// The place of one map chunk (ADT 18, `MCIN`, 256 times 16 bytes).
    pub struct CellEntry {
        /// Where its head is, from the first byte of the file.
        pub offset: u32,
        /// Its size: with its head in files of the game, without it in those of some editors.
        pub size: u32,
        /// Flags of the running game.
        pub flags: u32,
        /// A number of the running game.
        pub async_id: u32,
    }
}

/// Map chunks of a tile.
pub const CELL_COUNT: usize = 256;
