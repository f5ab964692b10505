//! What an MDX file says of a submesh beyond its triangles: groups of bones, material, selection.

use crate::math::{Aabb, Vec2};
use crate::skeleton::BoneId;

/// A box and a sphere around something, as MDX stores them together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The box.
    pub aabb: Aabb,
    /// Radius of the sphere.
    pub radius: f32,
}

/// The part of an MDX model that its submesh of the same position in the first view draws.
///
/// The game knows no weights: a vertex names a group, and goes where the average of the group's
/// bones takes it. The groups are kept as the file has them, unused and equal ones too; the
/// influences of the vertices are derived from them, and a vertex whose influences an edit
/// changed gets a new group when the model is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Geoset {
    /// Position in the model's layered materials; past the end in some files.
    pub material: u32,
    /// A number that groups geosets for selection.
    pub selection_group: u32,
    /// 4 = the mouse passes through.
    pub selection_flags: u32,
    /// Groups of bones.
    pub groups: Vec<Vec<BoneId>>,
    /// The group of each vertex; points past the groups, or is too short, in some files.
    pub vertex_groups: Vec<u8>,
    /// Around the geoset in the bind pose.
    pub bounds: Bounds,
    /// Around the geoset in each clip; some files have none, or another number than clips.
    pub clip_bounds: Vec<Bounds>,
    /// Number of sets of texture coordinates in the file.
    pub uv_set_count: u32,
    /// The sets of texture coordinates past the second.
    pub further_uvs: Vec<Vec<Vec2>>,
}

impl Geoset {
    /// Set in `selection_flags` where the mouse passes through.
    pub const UNSELECTABLE: u32 = 4;
}

/// What an entry of the model's colours applies to in MDX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColourTarget {
    /// Position of the geoset; -1 or past the end in some files.
    pub geoset: i32,
    /// 1 drops a shadow, 2 uses the colour; unknown bits are kept.
    pub flags: u32,
}

impl ColourTarget {
    /// The geoset drops a shadow.
    pub const DROPS_SHADOW: u32 = 1;
    /// The colour counts, not only the alpha.
    pub const USES_COLOUR: u32 = 2;
}
