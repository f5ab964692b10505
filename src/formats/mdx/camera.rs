//! One camera, which is no node, `CAMS`.

use super::record::record;
use super::tracks::Tracks;

record! {
    sized
    /// A camera, 120 bytes and its tracks `KCTR`, `KTTR`, `KCRL`.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | size, counting itself |
    /// | 4 | 80 | name |
    /// | 84 | 12 | position |
    /// | 96 | 12 | field of view, far and near distance |
    /// | 108 | 12 | target |
    /// | 120 | | tracks |
    pub struct Camera {
        /// Name, padded with zeros.
        pub name: [u8; 80],
        /// Where it is, model space.
        pub position: [f32; 3],
        /// Field of view, radians in all real files but one.
        pub field_of_view: f32,
        /// Distance beyond which nothing is drawn.
        pub far: f32,
        /// Distance up to which nothing is drawn.
        pub near: f32,
        /// What it looks at, model space.
        pub target: [f32; 3],
        /// Its tracks.
        pub tracks: Tracks,
        /// Bytes behind them, as found.
        pub tail: Vec<u8>,
    }
}
