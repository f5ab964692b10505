//! One texture on a map chunk.

use super::alpha_map::{AlphaForm, AlphaMap};

/// Flags of a texture layer; unknown bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextureLayerFlags(pub u32);

impl TextureLayerFlags {
    /// The layer has an alpha map.
    pub const HAS_ALPHA: u32 = 0x100;
    /// The alpha map is run-length coded in the file.
    pub const IS_COMPRESSED: u32 = 0x200;

    /// Whether all of `bits` are set.
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits == bits
    }
}

/// A texture layer of a map chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextureLayer {
    /// Position of its texture in the list of the tile; some files point past the end.
    pub texture: u32,
    /// Flags as in the file; whether there is an alpha map follows `alpha`.
    pub flags: TextureLayerFlags,
    /// Which ground clutter grows on it; -1 and 0 are none.
    pub ground_effect: i32,
    /// How strongly it covers; the first layer has none, it lies below all.
    pub alpha: Option<AlphaMap>,
    /// How the file stores the alpha map.
    pub form: AlphaForm,
}
