//! Named directions to look from, and the two ways depth can become size.

use std::f32::consts::{FRAC_PI_2, PI};

/// How depth becomes size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Projection {
    /// Far things are smaller.
    #[default]
    Perspective,
    /// Size does not depend on distance.
    Orthographic,
}

/// A direction to look from, named for the side of the model it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixedView {
    /// From +X, into the model's face.
    Front,
    /// From -X.
    Back,
    /// The model's left side, from +Y.
    Left,
    /// The model's right side, from -Y.
    Right,
    /// From +Z, the model's front at the bottom of the picture.
    Top,
    /// From -Z.
    Bottom,
    /// From the front, the right side and above.
    Iso,
}

impl FixedView {
    /// Turn about world Z and height above the ground, as [`super::Camera`] counts them.
    pub(super) fn yaw_and_pitch_rad(self) -> (f32, f32) {
        match self {
            Self::Front => (0.0, 0.0),
            Self::Back => (PI, 0.0),
            Self::Left => (FRAC_PI_2, 0.0),
            Self::Right => (-FRAC_PI_2, 0.0),
            Self::Top => (0.0, FRAC_PI_2),
            Self::Bottom => (0.0, -FRAC_PI_2),
            Self::Iso => (-0.6, 0.3),
        }
    }
}
