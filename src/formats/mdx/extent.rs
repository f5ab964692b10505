//! A sphere and a box around a model, a sequence or a geoset.

use super::record::record;

record! {
    /// Sphere and box, 28 bytes.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | radius |
    /// | 4 | 12 | lowest corner |
    /// | 16 | 12 | highest corner |
    #[derive(Copy)]
    pub struct Extent {
        /// Radius of the sphere.
        pub radius: f32,
        /// Lowest corner, model space.
        pub min: [f32; 3],
        /// Highest corner, model space.
        pub max: [f32; 3],
    }
}
