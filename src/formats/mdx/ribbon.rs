//! One ribbon: a band drawn behind a moving node, `RIBB`.

use super::node::Node;
use super::record::record;
use super::tracks::Tracks;

record! {
    sized
    /// A ribbon; behind its node 52 bytes and the tracks `KRHA`, `KRHB`, `KRAL`, `KRCO`, `KRTX`,
    /// `KRVS`.
    ///
    /// | behind the node | size | field |
    /// | --- | --- | --- |
    /// | 0 | 12 | height above and below, alpha |
    /// | 12 | 16 | colour, lifespan |
    /// | 28 | 20 | texture slot, rate, rows, columns, material |
    /// | 48 | 4 | gravity |
    /// | 52 | | tracks |
    pub struct Ribbon {
        /// Its place in the tree.
        pub node: Node,
        /// Height above the node.
        pub height_above: f32,
        /// Height below the node.
        pub height_below: f32,
        /// Opacity, 0 to 1.
        pub alpha: f32,
        /// Red, green, blue.
        pub color: [f32; 3],
        /// Seconds a piece lives.
        pub lifespan: f32,
        /// Cell of the texture.
        pub texture_slot: u32,
        /// Pieces a second.
        pub emission_rate: u32,
        /// Rows of cells in the texture.
        pub rows: u32,
        /// Columns of cells in the texture.
        pub columns: u32,
        /// Index of the material.
        pub material_id: u32,
        /// Downward pull.
        pub gravity: f32,
        /// Its tracks.
        pub tracks: Tracks,
        /// Bytes behind them, as found.
        pub tail: Vec<u8>,
    }
}
