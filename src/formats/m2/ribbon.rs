//! One ribbon emitter, 176 bytes; its layout is not checked on a real file.

use super::array::M2Array;
use super::record::record;
use super::track::Track;

record! {
    /// A ribbon drawn behind a moving bone.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | id |
    /// | 4 | 4 | bone |
    /// | 8 | 12 | position |
    /// | 20 | 8 | textures |
    /// | 28 | 8 | materials |
    /// | 36 | 20 | colour track |
    /// | 56 | 20 | opacity track |
    /// | 76 | 20 | height above track |
    /// | 96 | 20 | height below track |
    /// | 116 | 12 | edges a second, edge lifetime, gravity |
    /// | 128 | 4 | texture rows and columns |
    /// | 132 | 20 | texture slot track |
    /// | 152 | 20 | visibility track |
    /// | 172 | 2 | priority plane |
    /// | 174 | 2 | padding |
    pub struct Ribbon {
        /// -1 in most files.
        pub id: u32,
        /// Index of the bone that carries it.
        pub bone: u32,
        /// Model space.
        pub position: [f32; 3],
        /// Indices of textures.
        pub textures: M2Array<u16>,
        /// Indices of materials.
        pub materials: M2Array<u16>,
        /// Red, green and blue, 0 to 1.
        pub color: Track<[f32; 3]>,
        /// Opacity in fixed point, 32767 is 1.
        pub alpha: Track<i16>,
        /// Height above the bone.
        pub height_above: Track<f32>,
        /// Height below the bone.
        pub height_below: Track<f32>,
        /// Smoothness.
        pub edges_per_second: f32,
        /// Length, as seconds an edge lasts.
        pub edge_lifetime_secs: f32,
        /// Downward pull.
        pub gravity: f32,
        /// Rows the texture is cut into.
        pub texture_rows: u16,
        /// Columns the texture is cut into.
        pub texture_columns: u16,
        /// Which tile of the texture is shown.
        pub texture_slot: Track<u16>,
        /// 0 hides the ribbon.
        pub visibility: Track<u8>,
        /// Draw order.
        pub priority_plane: i16,
        /// Without meaning, kept.
        pub padding: u16,
    }
}
