//! Views of the vertex pool: index lists cut into submeshes, drawn in batches.

use crate::math::Vec3;

/// One way to draw the model: the same vertices cut for a palette size, or for a level of detail.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// For each position of the view, the vertex of the pool.
    pub vertex_indices: Vec<u32>,
    /// Three positions of `vertex_indices` for each triangle.
    pub triangles: Vec<u32>,
    /// For each position of the view, the four bones as positions in its submesh's palette.
    pub palette_indices: Vec<[u8; 4]>,
    /// Parts of the view, each with a geoset id and a bone palette.
    pub submeshes: Vec<Submesh>,
    /// What is drawn, with which material and textures.
    pub batches: Vec<Batch>,
    /// The largest palette the view was cut for; 0 in most converted files.
    pub bone_limit: u32,
    /// The list of shadow casters of later files; `None` if the file has no room for one.
    pub shadow_batches: Option<Vec<ShadowBatch>>,
}

/// A part of a view. All starts and counts are as the file has them and may lie.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Submesh {
    /// Geoset: hundreds are the group, the rest the variant; 0 is the base skin.
    pub geoset: u16,
    /// M2: high half of the first entry of the triangles; 0 where `triangle_start` says all.
    pub level: u16,
    /// First position in the view's vertex indices.
    pub vertex_start: u32,
    /// Number of positions.
    pub vertex_count: u32,
    /// First entry of the view's triangles, in entries (not triangles); in M2 the low half.
    pub triangle_start: u32,
    /// Number of entries, three a triangle.
    pub triangle_count: u32,
    /// Length of the palette.
    pub bone_count: u16,
    /// Start of the palette in the model's bone combos.
    pub bone_combo_index: u16,
    /// The largest number of influences of its vertices.
    pub bone_influences: u16,
    /// A bone near the middle.
    pub centre_bone: u16,
    /// Centre of mass, model space.
    pub centre: Vec3,
    /// Centre for sorting, model space.
    pub sort_centre: Vec3,
    /// Radius around `sort_centre`.
    pub sort_radius: f32,
}

impl Submesh {
    /// First and past-the-last entry of the view's triangles, cut to the `len` that there are.
    pub fn triangle_range(&self, len: usize) -> std::ops::Range<usize> {
        let start =
            ((self.triangle_start as usize).saturating_add(usize::from(self.level) << 16)).min(len);
        let end = start.saturating_add(self.triangle_count as usize).min(len);
        start..end
    }

    /// First and past-the-last position of the view, cut to the `len` that there are.
    pub fn vertex_range(&self, len: usize) -> std::ops::Range<usize> {
        let start = (self.vertex_start as usize).min(len);
        start..start.saturating_add(self.vertex_count as usize).min(len)
    }
}

/// One draw: a submesh with a material and up to two (in later files more) textures.
///
/// The combo indices point into the model's combo tables, which point at textures, weights and
/// transforms; `texture_count` entries are read in a row from each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Flag byte.
    pub flags: u8,
    /// Later planes are drawn over earlier ones.
    pub priority_plane: i8,
    /// Shader word, as the file has it.
    pub shader: u16,
    /// Which submesh.
    pub submesh: u16,
    /// A second submesh number; often equal to the first.
    pub geoset_index: u16,
    /// Colour tracks, 0xFFFF for none.
    pub colour_index: u16,
    /// Material.
    pub material_index: u16,
    /// Order among the batches of one submesh.
    pub layer: u16,
    /// Number of textures.
    pub texture_count: u16,
    /// First entry in the texture combos.
    pub texture_combo_index: u16,
    /// First entry in the texture coordinate combos.
    pub texture_coord_combo_index: u16,
    /// First entry in the texture weight combos.
    pub texture_weight_combo_index: u16,
    /// First entry in the texture transform combos.
    pub texture_transform_combo_index: u16,
}

/// One shadow caster of later skin files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShadowBatch {
    /// Flag byte of the batch.
    pub flags: u8,
    /// A second flag byte.
    pub flags_2: u8,
    /// Two bytes after the flags; 0 in the files seen.
    pub unknown: u16,
    /// Which submesh.
    pub submesh: u16,
    /// Texture.
    pub texture: u16,
    /// Colour, 0xFFFF for none.
    pub colour: u16,
    /// Texture weight.
    pub weight: u16,
}
