//! One sequence: a named span of the model's time axis, `SEQS`.

use super::extent::Extent;
use super::record::record;

record! {
    /// A sequence, 132 bytes.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 80 | name |
    /// | 80 | 8 | first and last ms |
    /// | 88 | 4 | move speed |
    /// | 92 | 4 | flags |
    /// | 96 | 4 | rarity |
    /// | 100 | 4 | sync point |
    /// | 104 | 28 | extent |
    pub struct Sequence {
        /// Name, padded with zeros.
        pub name: [u8; 80],
        /// First ms on the model's time axis.
        pub start_ms: u32,
        /// Last ms on the model's time axis, as found: it may lie before the first.
        pub end_ms: u32,
        /// How far the model moves, in units a second.
        pub move_speed: f32,
        /// 1 does not loop.
        pub flags: u32,
        /// Of sequences of one kind, the rare ones have a higher number.
        pub rarity: f32,
        /// Without known use, kept.
        pub sync_point: u32,
        /// Bounds of the model in this sequence.
        pub bounds: Extent,
    }
}

impl Sequence {
    /// The sequence stops at its last frame.
    pub const DOES_NOT_LOOP: u32 = 1;
}
