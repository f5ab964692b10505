//! One texture on a map chunk.

use super::alpha_map::{AlphaForm, AlphaMap};

/// Flags of a texture layer; unknown bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextureLayerFlags(pub u32);

impl TextureLayerFlags {
    /// Which way an animated texture moves, in eighths of a turn.
    pub const DIRECTION: u32 = 0x7;
    /// How fast it moves, 0 to 7.
    pub const SPEED: u32 = 0x38;
    /// Position of the lowest bit of [`Self::SPEED`].
    pub const SPEED_SHIFT: u32 = 3;
    /// The texture moves.
    pub const ANIMATED: u32 = 0x40;
    /// It is drawn brighter than it is.
    pub const OVERBRIGHT: u32 = 0x80;
    /// It reflects the sky.
    pub const REFLECTS: u32 = 0x400;
    /// The layer has an alpha map.
    pub const HAS_ALPHA: u32 = 0x100;
    /// The alpha map is run-length coded in the file.
    pub const IS_COMPRESSED: u32 = 0x200;

    /// Which way the texture moves, in eighths of a turn.
    pub fn direction(self) -> u8 {
        (self.0 & Self::DIRECTION) as u8
    }

    /// How fast the texture moves, 0 to 7.
    pub fn speed(self) -> u8 {
        ((self.0 & Self::SPEED) >> Self::SPEED_SHIFT) as u8
    }

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
