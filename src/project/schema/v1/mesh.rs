//! Vertices and the views that draw them.

use super::stored::{Stored, stored};
use crate::math::{Vec2, Vec3};
use crate::mesh::{Batch, Influence, Influences, SLOTS, ShadowBatch, Submesh, VertexPool, View};
use crate::project::codec::{
    Decode, Encode, EncodeError, Encoder, List, Packed, Pair, write_count,
};
use std::collections::BTreeMap;

/// The influences past the fourth of one vertex.
#[derive(Debug, Decode)]
#[bincode(decode_context = "()")]
pub(in crate::project) struct StoredOverflow {
    vertex: u32,
    influences: Packed<Influence>,
}

impl Stored<BTreeMap<u32, Vec<Influence>>> for List<StoredOverflow> {
    fn write<E: Encoder>(
        value: &BTreeMap<u32, Vec<Influence>>,
        to: &mut E,
    ) -> Result<(), EncodeError> {
        write_count(value.len(), to)?;
        value.iter().try_for_each(|(vertex, influences)| {
            vertex.encode(to)?;
            <Packed<Influence> as Stored<_>>::write(influences, to)
        })
    }

    fn restore(self) -> Result<BTreeMap<u32, Vec<Influence>>, String> {
        let mut overflow = BTreeMap::new();
        for StoredOverflow { vertex, influences } in self.0 {
            if overflow.insert(vertex, influences.0).is_some() {
                return Err(format!("vertex {vertex} has its further influences twice"));
            }
        }
        Ok(overflow)
    }
}

stored! {
    /// The influences of all vertices.
    StoredInfluences for Influences {
        slots: Packed<[Influence; SLOTS]>,
        overflow: List<StoredOverflow>,
    }

    /// All vertices.
    StoredVertexPool for VertexPool {
        positions: Packed<Vec3>,
        normals: Packed<Vec3>,
        uvs: Pair<Packed<Vec2>>,
        influences: StoredInfluences,
    }

    /// A batch.
    StoredBatch for Batch {
        flags: u8,
        priority_plane: i8,
        shader: u16,
        submesh: u16,
        geoset_index: u16,
        colour_index: u16,
        material_index: u16,
        layer: u16,
        texture_count: u16,
        texture_combo_index: u16,
        texture_coord_combo_index: u16,
        texture_weight_combo_index: u16,
        texture_transform_combo_index: u16,
    }

    /// A shadow caster.
    StoredShadowBatch for ShadowBatch {
        flags: u8,
        flags_2: u8,
        unknown: u16,
        submesh: u16,
        texture: u16,
        colour: u16,
        weight: u16,
    }
}

/// Views exist in two widths: the first program wrote 16 bits, which hold every M2; an MDX may
/// have more vertices than that.
macro_rules! stored_views {
    ($view:ident, $submesh:ident: $number:ty) => {
        stored! {
            /// A view.
            $view for View {
                vertex_indices: Packed<$number>,
                triangles: Packed<$number>,
                palette_indices: Packed<[u8; 4]>,
                submeshes: List<$submesh>,
                batches: List<StoredBatch>,
                bone_limit: u32,
                shadow_batches: Option<List<StoredShadowBatch>>,
            }

            /// A submesh.
            $submesh for Submesh {
                geoset: u16,
                level: u16,
                vertex_start: $number,
                vertex_count: $number,
                triangle_start: $number,
                triangle_count: $number,
                bone_count: u16,
                bone_combo_index: u16,
                bone_influences: u16,
                centre_bone: u16,
                centre: [f32; 3],
                sort_centre: [f32; 3],
                sort_radius: f32,
            }
        }
    };
}
stored_views!(StoredView, StoredSubmesh: u16);
stored_views!(WideView, WideSubmesh: u32);

/// Whether some number of a view needs more than 16 bits.
pub(in crate::project) fn is_wide(view: &View) -> bool {
    let is_large = |number: u32| u16::try_from(number).is_err();
    view.vertex_indices.iter().any(|&index| is_large(index))
        || view.triangles.iter().any(|&place| is_large(place))
        || view.submeshes.iter().any(|submesh| {
            is_large(submesh.vertex_start)
                || is_large(submesh.vertex_count)
                || is_large(submesh.triangle_start)
                || is_large(submesh.triangle_count)
        })
}
