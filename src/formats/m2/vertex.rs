//! One vertex, 48 bytes.

use super::record::record;

record! {
    /// A vertex of the pool that all views share.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 12 | position |
    /// | 12 | 4 | weights |
    /// | 16 | 4 | bones |
    /// | 20 | 12 | normal |
    /// | 32 | 8 | first uv set |
    /// | 40 | 8 | second uv set |
    #[derive(Copy)]
    pub struct Vertex {
        /// Model space: z up, facing +x.
        pub position: [f32; 3],
        /// Weights of the four influences, adding up to 255.
        pub weights: [u8; 4],
        /// Bone indices of the four influences.
        pub bones: [u8; 4],
        /// Normal, model space.
        pub normal: [f32; 3],
        /// First and second texture coordinate, origin at the top left.
        pub uvs: [[f32; 2]; 2],
    }
}
