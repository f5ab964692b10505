//! A ribbon: a band that trails behind a bone.

use crate::anim::Track;
use crate::math::Vec3;
use crate::skeleton::BoneId;

/// A band of quads that trails behind a bone.
#[derive(Clone, Debug, PartialEq)]
pub struct Ribbon {
    /// Number in the file; usually -1 as u32.
    pub number: u32,
    /// The bone that carries it.
    pub bone: BoneId,
    /// Where, in model space.
    pub position: Vec3,
    /// Texture slots.
    pub textures: Vec<u16>,
    /// Materials.
    pub materials: Vec<u16>,
    /// Red, green, blue, 0 to 1.
    pub colour: Track<Vec3>,
    /// Alpha, 0 to 1.
    pub alpha: Track<f32>,
    /// Height above the bone, file units.
    pub height_above: Track<f32>,
    /// Height below the bone, file units.
    pub height_below: Track<f32>,
    /// New edges a second: how smooth the band is.
    pub edges_per_second: f32,
    /// Seconds an edge lives: how long the band is.
    pub edge_lifetime: f32,
    /// Downward pull.
    pub gravity: f32,
    /// Rows of tiles in the texture.
    pub rows: u16,
    /// Columns of tiles in the texture.
    pub columns: u16,
    /// Which tile is shown.
    pub texture_slot: Track<i32>,
    /// Whether it is shown; not 0 = shown.
    pub visibility: Track<i32>,
    /// Order among transparent things.
    pub priority_plane: i16,
    /// Two bytes at the end; kept.
    pub padding: u16,
}
