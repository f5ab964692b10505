//! A particle emitter.

use crate::anim::Track;
use crate::math::{Vec2, Vec3};
use crate::skeleton::BoneId;

/// A value that changes over a particle's life: times 0 to 32767, and a value at each.
#[derive(Clone, Debug, PartialEq)]
pub struct ParticleRamp<T> {
    /// Share of the life, 0 to 32767 (the file's own numbers).
    pub times: Vec<u16>,
    /// The value there.
    pub values: Vec<T>,
}

impl<T> Default for ParticleRamp<T> {
    fn default() -> Self {
        Self {
            times: Vec::new(),
            values: Vec::new(),
        }
    }
}

/// A particle emitter, with every field of the format.
#[derive(Clone, Debug, PartialEq)]
pub struct Particle {
    /// Number in the file.
    pub number: i32,
    /// Flag word.
    pub flags: u32,
    /// Where, in model space.
    pub position: Vec3,
    /// The bone that carries it.
    pub bone: BoneId,
    /// Texture slot.
    pub texture: u16,
    /// Model shown instead of a quad, as bytes of the file.
    pub model_path: Vec<u8>,
    /// Model whose emitters each particle carries, as bytes of the file.
    pub child_path: Vec<u8>,
    /// Blend mode.
    pub blend: u8,
    /// 1 plane, 2 sphere, 3 spline.
    pub emitter: u8,
    /// 11, 12, 13: colours come from a table of the game.
    pub colour_index: u16,
    /// Quad kind.
    pub particle_type: u8,
    /// Head, tail or both.
    pub head_or_tail: u8,
    /// Turn of the tile.
    pub tile_rotation: i16,
    /// Rows of tiles in the texture.
    pub rows: u16,
    /// Columns of tiles in the texture.
    pub columns: u16,
    /// Speed at birth.
    pub speed: Track<f32>,
    /// Spread of the speed, 0 to 1.
    pub speed_variation: Track<f32>,
    /// Vertical spread, radians.
    pub vertical_range: Track<f32>,
    /// Horizontal spread, radians.
    pub horizontal_range: Track<f32>,
    /// Downward pull.
    pub gravity: Track<f32>,
    /// Seconds a particle lives.
    pub lifespan: Track<f32>,
    /// Spread of the lifespan.
    pub lifespan_variation: f32,
    /// New particles a second.
    pub emission_rate: Track<f32>,
    /// Spread of the rate.
    pub emission_rate_variation: f32,
    /// Length of the area, file units.
    pub area_length: Track<f32>,
    /// Width of the area, file units.
    pub area_width: Track<f32>,
    /// Height from which particles are pulled, or a second gravity.
    pub z_source: Track<f32>,
    /// Colour over the life, 0 to 255.
    pub colour: ParticleRamp<Vec3>,
    /// Alpha over the life, 0 to 32767.
    pub alpha: ParticleRamp<u16>,
    /// Size over the life, file units.
    pub scale: ParticleRamp<Vec2>,
    /// Spread of the size.
    pub scale_variation: Vec2,
    /// Tile of the head over the life.
    pub head_cells: ParticleRamp<u16>,
    /// Tile of the tail over the life.
    pub tail_cells: ParticleRamp<u16>,
    /// The numbers after the ramps, in the order of the file: tail length, twinkle speed and
    /// percent, twinkle range (2), burst, drag, base spin (2), spin (2), tumble (6), wind (3),
    /// wind time, follow (4).
    pub dynamics: [f32; 25],
    /// Points of a spline emitter.
    pub spline: Vec<Vec3>,
    /// Whether it emits; not 0 = on.
    pub enabled: Track<i32>,
}
