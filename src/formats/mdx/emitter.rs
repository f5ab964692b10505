//! Emitters of particles that are models, `PREM`, or sprites, `PRE2`.

use super::node::Node;
use super::record::record;
use super::tracks::Tracks;

record! {
    sized
    /// An emitter of models; behind its node 284 bytes and the tracks `KPEE`, `KPEG`, `KPLN`,
    /// `KPLT`, `KPEL`, `KPES`, `KPEV`.
    ///
    /// | behind the node | size | field |
    /// | --- | --- | --- |
    /// | 0 | 16 | rate, gravity, longitude, latitude |
    /// | 16 | 260 | path |
    /// | 276 | 8 | lifespan, speed |
    /// | 284 | | tracks |
    pub struct ModelEmitter {
        /// Its place in the tree.
        pub node: Node,
        /// Particles a second.
        pub emission_rate: f32,
        /// Downward pull.
        pub gravity: f32,
        /// Spread about the vertical axis.
        pub longitude: f32,
        /// Spread from the vertical axis.
        pub latitude: f32,
        /// Path of the model, padded with zeros.
        pub path: [u8; 260],
        /// Seconds a particle lives.
        pub lifespan: f32,
        /// Speed at birth.
        pub speed: f32,
        /// Its tracks.
        pub tracks: Tracks,
        /// Bytes behind them, as found.
        pub tail: Vec<u8>,
    }
}

record! {
    sized
    /// An emitter of sprites; behind its node 171 bytes and the tracks `KP2S`, `KP2R`, `KP2L`,
    /// `KP2G`, `KP2E`, `KP2N`, `KP2W`, `KP2V`.
    ///
    /// | behind the node | size | field |
    /// | --- | --- | --- |
    /// | 0 | 16 | speed, variation, latitude, gravity |
    /// | 16 | 16 | lifespan, rate, length, width |
    /// | 32 | 16 | filter mode, rows, columns, head or tail |
    /// | 48 | 8 | tail length, middle time |
    /// | 56 | 36 | three colours |
    /// | 92 | 3 | three alphas |
    /// | 95 | 12 | three scales |
    /// | 107 | 48 | cells: head life, head decay, tail life, tail decay |
    /// | 155 | 16 | texture, squirt, priority plane, replaceable id |
    /// | 171 | | tracks |
    pub struct SpriteEmitter {
        /// Its place in the tree.
        pub node: Node,
        /// Speed at birth.
        pub speed: f32,
        /// How much the speed varies.
        pub variation: f32,
        /// Spread from the vertical axis, degrees.
        pub latitude: f32,
        /// Downward pull.
        pub gravity: f32,
        /// Seconds a particle lives.
        pub lifespan: f32,
        /// Particles a second.
        pub emission_rate: f32,
        /// Length of the emitting area.
        pub length: f32,
        /// Width of the emitting area.
        pub width: f32,
        /// 0 blend, 1 additive, 2 modulate, 3 modulate twice, 4 cut out.
        pub filter_mode: u32,
        /// Rows of cells in the texture.
        pub rows: u32,
        /// Columns of cells in the texture.
        pub columns: u32,
        /// 0 head, 1 tail, 2 both.
        pub head_or_tail: u32,
        /// Length of a tail.
        pub tail_length: f32,
        /// Share of the life at which the middle colour, alpha and scale are reached.
        pub middle_time: f32,
        /// Red, green, blue at birth, in the middle and at the end.
        pub colors: [[f32; 3]; 3],
        /// Opacity at birth, in the middle and at the end, 255 for opaque.
        pub alphas: [u8; 3],
        /// Size at birth, in the middle and at the end.
        pub scales: [f32; 3],
        /// First cell, last cell and repeats of heads up to the middle.
        pub head_life: [u32; 3],
        /// The same from the middle on.
        pub head_decay: [u32; 3],
        /// First cell, last cell and repeats of tails up to the middle.
        pub tail_life: [u32; 3],
        /// The same from the middle on.
        pub tail_decay: [u32; 3],
        /// Index of the texture.
        pub texture_id: i32,
        /// Not 0: all particles of a moment come at its key.
        pub squirt: u32,
        /// Order among what is blended.
        pub priority_plane: i32,
        /// Replaceable id in place of the texture, 0 for none.
        pub replaceable_id: u32,
        /// Its tracks.
        pub tracks: Tracks,
        /// Bytes behind them, as found.
        pub tail: Vec<u8>,
    }
}
