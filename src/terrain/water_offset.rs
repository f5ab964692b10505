//! How far below its level the water of a tileset stands.

use super::corner_map::{CORNER_SPACING, CornerMapHead};

impl CornerMapHead {
    /// What the game's table of water adds to every level of water, in units: about -90 in most
    /// tilesets.
    ///
    /// Source: the heights in Water.slk as map tools carry it, in tiles: -0.7 but for Ashenvale and
    /// Underground (-0.6), Dungeon (-0.75) and Outland (-1.5).
    pub fn water_offset(&self) -> f32 {
        let tiles = match self.tileset {
            b'A' | b'G' => -0.6,
            b'D' => -0.75,
            b'O' => -1.5,
            _ => -0.7,
        };
        tiles * CORNER_SPACING
    }
}
