//! A light of the model.

use crate::anim::Track;
use crate::math::Vec3;
use crate::skeleton::BoneId;

/// A light; all its values change over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// 0 directional, 1 point, 2 ambient (MDX only); other numbers of a file are kept.
    pub kind: u16,
    /// The bone that carries it; [`BoneId::NONE`] for none.
    pub bone: BoneId,
    /// Where, in model space.
    pub position: Vec3,
    /// Ambient colour, 0 to 1.
    pub ambient_colour: Track<Vec3>,
    /// Ambient strength.
    pub ambient_intensity: Track<f32>,
    /// Diffuse colour, 0 to 1.
    pub diffuse_colour: Track<Vec3>,
    /// Diffuse strength.
    pub diffuse_intensity: Track<f32>,
    /// Distance at which it begins to fade, file units.
    pub attenuation_start: Track<f32>,
    /// Distance at which it has faded, file units.
    pub attenuation_end: Track<f32>,
    /// Whether it shines; not 0 = on.
    pub visibility: Track<i32>,
}
