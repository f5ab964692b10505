//! Geosets, materials and textures of the document to the file.

use super::export::{MdxLimits, NodeNumbers, extent};
use super::export_tracks::{TrackList, constant_of};
use super::vertex_groups::{GroupedGeoset, group_vertices};
use crate::document::Model;
use crate::formats::mdx::{self, MdxFile};
use crate::import_export::Report;
use crate::math::{Vec2, Vec3};
use crate::mesh::{Geoset, Submesh, View};
use crate::skeleton::BoneId;

/// The geosets of the first view.
pub fn geosets(model: &Model, numbers: &NodeNumbers, file: &mut MdxFile, report: &mut Report) {
    let Some(view) = model.views.first() else {
        return;
    };
    let grouped = group_vertices(model, view, report);
    for (index, submesh) in view.submeshes.iter().enumerate() {
        if let (Some(geoset), Some(grouped)) = (model.geosets.get(index), grouped.get(index)) {
            let raw = geoset_of(model, view, submesh, geoset, grouped, numbers);
            file.geosets.push(raw);
        }
    }
}

fn geoset_of(
    model: &Model,
    view: &View,
    submesh: &Submesh,
    geoset: &Geoset,
    grouped: &GroupedGeoset,
    numbers: &NodeNumbers,
) -> mdx::Geoset {
    let pool = &model.vertices;
    let range = submesh.vertex_range(view.vertex_indices.len());
    let places = view.vertex_indices.get(range.clone()).unwrap_or_default();
    let triple = |list: &[Vec3], at: u32| list.get(at as usize).map_or([0.0; 3], |&v| v.into());
    let pair = |list: &[Vec2], at: u32| list.get(at as usize).map_or([0.0; 2], |&v| v.into());
    let elements = view
        .triangles
        .get(submesh.triangle_range(view.triangles.len()))
        .unwrap_or_default();
    let faces: Vec<u16> = elements
        .iter()
        .map(|&place| local_index(place, submesh))
        .collect();
    let sets = geoset.uv_set_count as usize;
    let own_sets = pool.uvs.iter().take(sets);
    let mut uv_sets: Vec<Vec<[f32; 2]>> = own_sets
        .map(|set| places.iter().map(|&at| pair(set, at)).collect())
        .collect();
    let further = geoset.further_uvs.iter().take(sets.saturating_sub(2));
    uv_sets.extend(further.map(|set| set.iter().map(|&uv| uv.into()).collect()));
    let object_ids = |group: &Vec<BoneId>| -> Vec<u32> {
        let known = group.iter().filter_map(|&bone| numbers.of(bone));
        known.collect()
    };
    let groups: Vec<Vec<u32>> = grouped.groups.iter().map(object_ids).collect();
    mdx::Geoset {
        vertices: places
            .iter()
            .map(|&at| triple(&pool.positions, at))
            .collect(),
        normals: places.iter().map(|&at| triple(&pool.normals, at)).collect(),
        primitive_types: vec![mdx::Geoset::TRIANGLES],
        primitive_counts: vec![faces.len() as u32],
        faces,
        vertex_groups: grouped.vertex_groups.clone(),
        group_sizes: groups.iter().map(|group| group.len() as u32).collect(),
        group_nodes: groups.concat(),
        material_id: geoset.material,
        selection_group: geoset.selection_group,
        selection_flags: geoset.selection_flags,
        bounds: extent(&geoset.bounds),
        sequence_bounds: geoset.clip_bounds.iter().map(extent).collect(),
        uv_sets,
        tail: Vec::new(),
    }
}

/// A position of the view as an index of the geoset; one outside of it leads past its vertices.
fn local_index(place: u32, submesh: &Submesh) -> u16 {
    let local = place.checked_sub(submesh.vertex_start);
    local
        .and_then(|local| u16::try_from(local).ok())
        .unwrap_or(u16::MAX)
}

/// Textures, materials, transforms and colours.
pub fn surfaces(model: &Model, file: &mut MdxFile, limits: &mut MdxLimits) {
    for texture in &model.textures {
        file.textures.push(mdx::Texture {
            replaceable_id: texture.kind.0,
            path: limits.path(&texture.path, "textures"),
            flags: texture.flags,
        });
    }
    for (index, material) in model.layered_materials.iter().enumerate() {
        let layers = model.layers.get(model.material_layers(index));
        file.materials.push(mdx::Material {
            priority_plane: material.priority_plane,
            flags: material.flags,
            layers: layers
                .unwrap_or_default()
                .iter()
                .map(|layer| {
                    let mut tracks = TrackList::new(&model.clips);
                    let texture = tracks.add_or(b"KMTF", &layer.texture, 0);
                    let alpha = tracks.add_or(b"KMTA", &layer.alpha, 1.0);
                    mdx::Layer {
                        filter_mode: layer.filter,
                        flags: layer.flags.0,
                        texture_id: texture.cast_signed(),
                        texture_animation_id: layer.transform,
                        uv_set: layer.uv_set,
                        alpha,
                        tracks: tracks.tracks,
                        tail: Vec::new(),
                    }
                })
                .collect(),
            tail: Vec::new(),
        });
    }
    for transform in &model.texture_transforms {
        let mut tracks = TrackList::new(&model.clips);
        if constant_of(&transform.translation) != Some(Vec3::zeros()) {
            tracks.add(b"KTAT", &transform.translation);
        }
        tracks.add(b"KTAR", &transform.rotation);
        if constant_of(&transform.scale) != Some(Vec3::repeat(1.0)) {
            tracks.add(b"KTAS", &transform.scale);
        }
        file.texture_animations.push(mdx::TextureAnimation {
            tracks: tracks.tracks,
            tail: Vec::new(),
        });
    }
    for (colours, target) in model.colours.iter().zip(&model.colour_targets) {
        let mut tracks = TrackList::new(&model.clips);
        file.geoset_animations.push(mdx::GeosetAnimation {
            alpha: tracks.add_or(b"KGAO", &colours.alpha, 1.0),
            flags: target.flags,
            color: tracks.add_or(b"KGAC", &colours.colour, Vec3::repeat(1.0)),
            geoset_id: target.geoset,
            tracks: tracks.tracks,
            tail: Vec::new(),
        });
    }
}
