//! Textures, `TEXS`, and how their coordinates move, `TXAN`.

use super::record::record;
use super::tracks::Tracks;

record! {
    /// A texture, 268 bytes.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | replaceable id |
    /// | 4 | 260 | path |
    /// | 264 | 4 | flags |
    pub struct Texture {
        /// 0 a file, 1 team colour, 2 team glow, 11 cliff, from 31 on trees.
        pub replaceable_id: u32,
        /// Path in the game's folders, padded with zeros.
        pub path: [u8; 260],
        /// Bits, see the constants of [`Texture`].
        pub flags: u32,
    }
}

impl Texture {
    /// Repeats along u.
    pub const WRAP_U: u32 = 1;
    /// Repeats along v.
    pub const WRAP_V: u32 = 2;
}

record! {
    sized
    /// Tracks that move, turn and scale texture coordinates: `KTAT`, `KTAR`, `KTAS`.
    pub struct TextureAnimation {
        /// Its tracks.
        pub tracks: Tracks,
        /// Bytes behind them, as found.
        pub tail: Vec<u8>,
    }
}
