//! One light, `LITE`.

use super::node::Node;
use super::record::record;
use super::tracks::Tracks;

record! {
    sized
    /// A light; behind its node 44 bytes and the tracks `KLAS`, `KLAE`, `KLAC`, `KLAI`, `KLBI`,
    /// `KLBC`, `KLAV`.
    ///
    /// | behind the node | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | kind |
    /// | 4 | 8 | attenuation start and end |
    /// | 12 | 16 | colour, intensity |
    /// | 28 | 16 | ambient colour, ambient intensity |
    /// | 44 | | tracks |
    pub struct Light {
        /// Its place in the tree.
        pub node: Node,
        /// 0 all around, 1 in one direction, 2 everywhere.
        pub kind: u32,
        /// Distance from which on it fades.
        pub attenuation_start: f32,
        /// Distance at which it is gone.
        pub attenuation_end: f32,
        /// Red, green, blue.
        pub color: [f32; 3],
        /// Strength.
        pub intensity: f32,
        /// Red, green, blue of what it adds everywhere.
        pub ambient_color: [f32; 3],
        /// Strength of that.
        pub ambient_intensity: f32,
        /// Its tracks.
        pub tracks: Tracks,
        /// Bytes behind them, as found.
        pub tail: Vec<u8>,
    }
}
