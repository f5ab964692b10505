//! The two kinds of particle emitter of MDX: one emits models, one emits pictures.

use crate::anim::Track;
use crate::math::Vec3;
use crate::skeleton::BoneId;

/// An emitter of models (MDX `PREM`).
#[derive(Clone, Debug, PartialEq)]
pub struct ModelEmitter {
    /// Its node.
    pub bone: BoneId,
    /// New models a second.
    pub emission_rate: Track<f32>,
    /// Downward pull.
    pub gravity: Track<f32>,
    /// Spread about the up axis, radians.
    pub longitude: Track<f32>,
    /// Spread from the up axis, radians.
    pub latitude: Track<f32>,
    /// The model that is emitted, as bytes of the file.
    pub path: Vec<u8>,
    /// Seconds a model lives.
    pub lifespan: Track<f32>,
    /// Speed at birth.
    pub speed: Track<f32>,
    /// Whether it emits; not 0 = on.
    pub visibility: Track<i32>,
}

/// An emitter of pictures (MDX `PRE2`).
#[derive(Clone, Debug, PartialEq)]
pub struct SpriteEmitter {
    /// Its node.
    pub bone: BoneId,
    /// Speed at birth.
    pub speed: Track<f32>,
    /// Spread of the speed, 0 to 1.
    pub variation: Track<f32>,
    /// Spread from the up axis, degrees.
    pub latitude: Track<f32>,
    /// Downward pull.
    pub gravity: Track<f32>,
    /// Seconds a particle lives.
    pub lifespan: f32,
    /// New particles a second.
    pub emission_rate: Track<f32>,
    /// Length of the area, file units.
    pub length: Track<f32>,
    /// Width of the area, file units.
    pub width: Track<f32>,
    /// 0 blend, 1 add, 2 modulate, 3 modulate 2x, 4 alpha key.
    pub filter: u32,
    /// Rows of tiles in the texture.
    pub rows: u32,
    /// Columns of tiles in the texture.
    pub columns: u32,
    /// 0 head, 1 tail, 2 both.
    pub head_or_tail: u32,
    /// Length of the tail, seconds of flight.
    pub tail_length: f32,
    /// Share of the life at which the middle values are reached, 0 to 1.
    pub middle: f32,
    /// Red, green, blue at birth, middle and end.
    pub colours: [Vec3; 3],
    /// Alpha at birth, middle and end, 0 to 255.
    pub alphas: [u8; 3],
    /// Size at birth, middle and end.
    pub scales: [f32; 3],
    /// First tile, last tile and repeats of the head in the first half of the life.
    pub head_life: [u32; 3],
    /// The same in the second half.
    pub head_decay: [u32; 3],
    /// The same of the tail in the first half.
    pub tail_life: [u32; 3],
    /// The same in the second half.
    pub tail_decay: [u32; 3],
    /// Texture slot, -1 for none.
    pub texture: i32,
    /// Not 0: all particles of a second come at once.
    pub squirt: u32,
    /// Order among transparent things.
    pub priority_plane: i32,
    /// What the game fills the texture with, 0 for none.
    pub replaceable: u32,
    /// Whether it emits; not 0 = on.
    pub visibility: Track<i32>,
}
