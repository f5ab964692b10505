//! `MCLY`: the texture layers of a map chunk; and `MCSE`, its sound emitters.

use super::record::fixed_record;

fixed_record! {
    /// A texture layer (ADT 18, `MCLY`, 16 bytes).
    ///
    /// | flag | meaning |
    /// | --- | --- |
    /// | 0x7, 0x38 | direction and speed of a moving texture |
    /// | 0x40 | the texture moves |
    /// | 0x80 | brighter than its picture |
    /// | 0x100 | has an alpha map; the first layer has none |
    /// | 0x200 | the alpha map is run-length coded |
    /// | 0x400 | shows the sky |
    pub struct LayerRecord {
        /// Its texture's position in `MTEX`.
        pub texture_index: u32,
        /// Flags.
        pub flags: u32,
        /// Where its alpha map begins, from the first byte behind the head of `MCAL`.
        pub alpha_offset: u32,
        /// Ground clutter of the layer; -1 or 0 for none.
        pub ground_effect: i32,
    }
}

impl LayerRecord {
    /// Has an alpha map.
    pub const HAS_ALPHA: u32 = 0x100;
    /// The alpha map is run-length coded.
    pub const IS_COMPRESSED: u32 = 0x200;
}

fixed_record! {
    /// A sound emitter (`MCSE`, 28 bytes in 3.x; not checked on files).
    pub struct SoundEmitter {
        /// Which sound.
        pub sound: u32,
        /// Where it is.
        pub position: [f32; 3],
        /// How far it is heard along each axis.
        pub size: [f32; 3],
    }
}
