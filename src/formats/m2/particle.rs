//! One particle emitter, 476 bytes.

use super::array::M2Array;
use super::record::record;
use super::track::{LifeCurve, Track};

record! {
    /// A particle emitter.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | id |
    /// | 4 | 4 | flags |
    /// | 8 | 12 | position |
    /// | 20 | 4 | bone, texture |
    /// | 24 | 16 | model and child emitter name |
    /// | 40 | 12 | blend mode, emitter kind, colour index, particle kind, head or tail, tile rotation, rows, columns |
    /// | 52 | 100 | tracks: speed, its variation, vertical and horizontal range, gravity |
    /// | 152 | 24 | lifespan track and its variation |
    /// | 176 | 24 | emission rate track and its variation |
    /// | 200 | 60 | tracks: area length, area width, z source |
    /// | 260 | 48 | life curves: colour, opacity, scale |
    /// | 308 | 8 | scale variation |
    /// | 316 | 32 | life curves: head cells, tail cells |
    /// | 348 | 28 | tail length, twinkle speed, percent and range, burst, drag |
    /// | 376 | 16 | base spin, spin, each with its variation |
    /// | 392 | 24 | tumble box |
    /// | 416 | 16 | wind and its time |
    /// | 432 | 16 | follow speeds and scales |
    /// | 448 | 8 | spline points |
    /// | 456 | 20 | enabled track |
    pub struct Particle {
        /// -1 in most files.
        pub id: i32,
        /// Bits; 0x1000 = not turned towards the camera.
        pub flags: u32,
        /// Model space.
        pub position: [f32; 3],
        /// Index of the bone that carries it.
        pub bone: u16,
        /// Index of the texture.
        pub texture: u16,
        /// A model emitted instead of quads, bytes with the closing NUL.
        pub model_name: M2Array<u8>,
        /// A model whose emitters every particle carries, bytes with the closing NUL.
        pub child_name: M2Array<u8>,
        /// As [`Material::blend_mode`](super::Material::blend_mode).
        pub blend_mode: u8,
        /// 1 plane, 2 sphere, 3 spline.
        pub emitter_kind: u8,
        /// 11 to 13 are replaced by the game's colour table.
        pub color_index: u16,
        /// 0 and 2 face the camera, 1 is one large quad from the emitter to the particle.
        pub particle_kind: u8,
        /// 0 head, 1 tail, 2 both.
        pub head_or_tail: u8,
        /// -1, 0 or 1.
        pub tile_rotation: i16,
        /// Rows the texture is cut into.
        pub texture_rows: u16,
        /// Columns the texture is cut into.
        pub texture_columns: u16,
        /// Yards a second at the start.
        pub speed: Track<f32>,
        /// Random share of the speed, 0 to 1.
        pub speed_variation: Track<f32>,
        /// Spread from the vertical, radians.
        pub vertical_range: Track<f32>,
        /// Spread around the vertical, radians.
        pub horizontal_range: Track<f32>,
        /// Downward pull.
        pub gravity: Track<f32>,
        /// Seconds a particle lives.
        pub lifespan: Track<f32>,
        /// Random part of the lifespan.
        pub lifespan_variation: f32,
        /// Particles a second.
        pub emission_rate: Track<f32>,
        /// Random part of the emission rate.
        pub emission_rate_variation: f32,
        /// Length of the emitting area.
        pub area_length: Track<f32>,
        /// Width of the emitting area.
        pub area_width: Track<f32>,
        /// Height of the point particles fly away from.
        pub z_source: Track<f32>,
        /// Red, green and blue over the life, 0 to 255.
        pub color: LifeCurve<[f32; 3]>,
        /// Opacity over the life in fixed point, 32767 is 1.
        pub alpha: LifeCurve<u16>,
        /// Width and height over the life, yards.
        pub scale: LifeCurve<[f32; 2]>,
        /// Random part of width and height.
        pub scale_variation: [f32; 2],
        /// Tile of the head over the life.
        pub head_cells: LifeCurve<u16>,
        /// Tile of the tail over the life.
        pub tail_cells: LifeCurve<u16>,
        /// Length of the tail.
        pub tail_length: f32,
        /// How often a particle twinkles.
        pub twinkle_speed: f32,
        /// Share of the particles that twinkle.
        pub twinkle_percent: f32,
        /// Smallest and largest size while twinkling.
        pub twinkle_range: [f32; 2],
        /// Multiplies the speed at birth.
        pub burst: f32,
        /// Slows the particle down, as exp(-drag * seconds).
        pub drag: f32,
        /// Turn at birth.
        pub base_spin: f32,
        /// Random part of the turn at birth.
        pub base_spin_variation: f32,
        /// Turning speed.
        pub spin: f32,
        /// Random part of the turning speed.
        pub spin_variation: f32,
        /// Lowest and highest tumbling speeds about the axes.
        pub tumble: [f32; 6],
        /// Velocity of the wind.
        pub wind: [f32; 3],
        /// Seconds the wind acts.
        pub wind_time_secs: f32,
        /// First speed and scale, second speed and scale at which particles follow the emitter.
        pub follow: [f32; 4],
        /// Points of the spline that a spline emitter emits along.
        pub spline_points: M2Array<[f32; 3]>,
        /// 0 stops the emission.
        pub enabled: Track<u8>,
    }
}
