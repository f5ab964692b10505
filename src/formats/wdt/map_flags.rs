//! What the flags of a map say about its tiles.

/// The first word of `MPHD`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MapFlags(pub u32);

impl MapFlags {
    /// The map is one map object and has no tiles.
    pub const IS_ONE_OBJECT: u32 = 0x1;
    /// Vertices have colours.
    pub const HAS_COLOURS: u32 = 0x2;
    /// Alpha maps have 8 bits.
    pub const HAS_BIG_ALPHA: u32 = 0x4;
    /// Doodads are sorted by their size.
    pub const SORTS_DOODADS: u32 = 0x8;
    /// Textures are blended with heights of their own (5.x).
    pub const HAS_TEXTURE_HEIGHTS: u32 = 0x80;

    /// Whether all of `bits` are set.
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits == bits
    }

    /// Whether alpha maps that are not run-length coded have 8 bits.
    pub fn has_eight_bit_alpha(self) -> bool {
        self.0 & (Self::HAS_BIG_ALPHA | Self::HAS_TEXTURE_HEIGHTS) != 0
    }
}
