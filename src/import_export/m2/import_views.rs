//! Vertices and views of the file to the document.

use super::import_tracks::{vec2, vec3};
use crate::formats::m2::{self, SkinFile};
use crate::mesh::{Batch, Influence, Influences, ShadowBatch, Submesh, VertexPool, View};
use crate::skeleton::BoneId;
use std::collections::BTreeMap;

/// The vertices, one array per attribute; a weight is the file's byte over 255.
pub fn vertex_pool(raw: &[m2::Vertex]) -> VertexPool {
    VertexPool {
        positions: raw.iter().map(|vertex| vec3(vertex.position)).collect(),
        normals: raw.iter().map(|vertex| vec3(vertex.normal)).collect(),
        uvs: [0, 1].map(|set: usize| raw.iter().map(|vertex| vec2(vertex.uvs[set])).collect()),
        influences: Influences {
            slots: raw
                .iter()
                .map(|vertex| {
                    std::array::from_fn(|slot| Influence {
                        bone: BoneId(vertex.bones[slot].into()),
                        weight: f32::from(vertex.weights[slot]) / 255.0,
                    })
                })
                .collect(),
            overflow: BTreeMap::new(),
        },
    }
}

/// One view.
pub fn view(raw: &SkinFile) -> View {
    View {
        vertex_indices: wide(&raw.indices.items),
        triangles: wide(&raw.triangles.items),
        palette_indices: raw.properties.items.clone(),
        submeshes: raw.submeshes.items.iter().map(submesh).collect(),
        batches: raw.batches.items.iter().map(batch).collect(),
        bone_limit: raw.bone_count_max,
        shadow_batches: raw.shadow_batches.as_ref().map(|batches| {
            let batches = batches.items.iter();
            batches
                .map(|raw| ShadowBatch {
                    flags: raw.flags,
                    flags_2: raw.flags2,
                    unknown: raw.unknown,
                    submesh: raw.submesh,
                    texture: raw.texture,
                    colour: raw.color,
                    weight: raw.weight,
                })
                .collect()
        }),
    }
}

fn wide(list: &[u16]) -> Vec<u32> {
    list.iter().map(|&number| number.into()).collect()
}

fn submesh(raw: &m2::Submesh) -> Submesh {
    Submesh {
        geoset: raw.id,
        level: raw.level,
        vertex_start: raw.vertex_start.into(),
        vertex_count: raw.vertex_count.into(),
        triangle_start: raw.triangle_start.into(),
        triangle_count: raw.triangle_count.into(),
        bone_count: raw.bone_count,
        bone_combo_index: raw.bone_combo_start,
        bone_influences: raw.bone_influences,
        centre_bone: raw.center_bone,
        centre: vec3(raw.center_of_mass),
        sort_centre: vec3(raw.sort_center),
        sort_radius: raw.sort_radius,
    }
}

fn batch(raw: &m2::Batch) -> Batch {
    Batch {
        flags: raw.flags,
        priority_plane: raw.priority_plane,
        shader: raw.shader,
        submesh: raw.submesh,
        geoset_index: raw.geoset,
        colour_index: raw.color,
        material_index: raw.material,
        layer: raw.layer,
        texture_count: raw.texture_count,
        texture_combo_index: raw.texture_combo,
        texture_coord_combo_index: raw.texture_coord_combo,
        texture_weight_combo_index: raw.texture_weight_combo,
        texture_transform_combo_index: raw.texture_transform_combo,
    }
}
