//! A box and a sphere around a model, a sequence or a collision mesh.

use super::record::record;

record! {
    /// Box and sphere, 28 bytes; all zero where there is nothing to enclose.
    #[derive(Copy)]
    pub struct Bounds {
        /// Lowest corner, model space.
        pub min: [f32; 3],
        /// Highest corner, model space.
        pub max: [f32; 3],
        /// Radius of the sphere.
        pub radius: f32,
    }
}
