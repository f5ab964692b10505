//! One light, 156 bytes.

use super::record::record;
use super::track::Track;

record! {
    /// A light of the model.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 2 | kind |
    /// | 2 | 2 | bone, -1 none |
    /// | 4 | 12 | position |
    /// | 16 | 20 | ambient colour track |
    /// | 36 | 20 | ambient intensity track |
    /// | 56 | 20 | diffuse colour track |
    /// | 76 | 20 | diffuse intensity track |
    /// | 96 | 20 | attenuation start track |
    /// | 116 | 20 | attenuation end track |
    /// | 136 | 20 | visibility track |
    pub struct Light {
        /// 0 directional, 1 point.
        pub kind: u16,
        /// Index of the bone that carries it, -1 for none.
        pub bone: i16,
        /// Model space.
        pub position: [f32; 3],
        /// Red, green and blue, 0 to 1.
        pub ambient_color: Track<[f32; 3]>,
        /// Factor of the ambient colour.
        pub ambient_intensity: Track<f32>,
        /// Red, green and blue, 0 to 1.
        pub diffuse_color: Track<[f32; 3]>,
        /// Factor of the diffuse colour.
        pub diffuse_intensity: Track<f32>,
        /// Distance at which the light begins to fade.
        pub attenuation_start: Track<f32>,
        /// Distance at which the light is gone.
        pub attenuation_end: Track<f32>,
        /// 0 turns the light off.
        pub visibility: Track<u8>,
    }
}
