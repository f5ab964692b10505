//! What a file says about the model as a whole, `MODL`.

use super::extent::Extent;
use super::record::record;

record! {
    /// Name and bounds of the model, 372 bytes.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 80 | name |
    /// | 80 | 260 | animation file |
    /// | 340 | 28 | extent |
    /// | 368 | 4 | blend time in ms |
    pub struct ModelInfo {
        /// Name, padded with zeros.
        pub name: [u8; 80],
        /// Path of a file with animations, padded with zeros; empty in real files.
        pub animation_file: [u8; 260],
        /// Bounds of the whole model.
        pub bounds: Extent,
        /// How long one sequence is blended into the next, in ms; 150 in most files.
        pub blend_ms: u32,
    }
}
