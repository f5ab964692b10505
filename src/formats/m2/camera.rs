//! One camera, 100 bytes.

use super::record::record;
use super::track::{SplineKey, Track};

record! {
    /// A camera of the model.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | kind |
    /// | 4 | 4 | field of view |
    /// | 8 | 4 | far clip |
    /// | 12 | 4 | near clip |
    /// | 16 | 20 | position track |
    /// | 36 | 12 | position |
    /// | 48 | 20 | target track |
    /// | 68 | 12 | target |
    /// | 80 | 20 | roll track |
    pub struct Camera {
        /// -1 flight or interface, 0 portrait, 1 character.
        pub kind: i32,
        /// Diagonal field of view in radians.
        pub field_of_view_rad: f32,
        /// Far clipping distance.
        pub far_clip: f32,
        /// Near clipping distance.
        pub near_clip: f32,
        /// Offsets from `position`.
        pub position_track: Track<SplineKey<[f32; 3]>, true>,
        /// Where the camera is, model space.
        pub position: [f32; 3],
        /// Offsets from `target`.
        pub target_track: Track<SplineKey<[f32; 3]>, true>,
        /// What the camera looks at, model space.
        pub target: [f32; 3],
        /// Turn about the line of sight, radians.
        pub roll: Track<SplineKey<f32>, true>,
    }
}
