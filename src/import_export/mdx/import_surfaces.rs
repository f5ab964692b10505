//! Geosets, materials, textures and their tracks to the document.

use super::import::bounds;
use super::import_tracks::{track, track_or};
use super::node_ids::NodeIds;
use crate::document::Model;
use crate::formats::mdx::{self, FixedText, MdxFile};
use crate::math::{Vec2, Vec3};
use crate::mesh::{
    ColourTarget, ColourTracks, Geoset, Influence, Layer, LayerFlags, LayeredMaterial, SLOTS,
    Submesh, Texture, TextureKind, TextureTransform, VertexPool, View,
};
use crate::skeleton::BoneId;
use crate::skinning::group_influences;

/// The geosets: their vertices one after the other in the pool, one submesh each.
pub fn meshes(file: &MdxFile, ids: &NodeIds<'_>, model: &mut Model) {
    let mut view = View::default();
    for (index, raw) in file.geosets.iter().enumerate() {
        let groups = groups(raw, ids);
        let submesh = submesh(index, raw, &view);
        let base = submesh.vertex_start;
        add_vertices(raw, &groups, &mut model.vertices);
        view.vertex_indices
            .extend((base..).take(raw.vertices.len()));
        view.palette_indices
            .extend(raw.vertices.iter().map(|_| [0; SLOTS]));
        let corners = triangle_corners(raw);
        view.triangles
            .extend(corners.map(|corner| base.saturating_add(corner.into())));
        let submesh = Submesh {
            triangle_count: view.triangles.len() as u32 - submesh.triangle_start,
            ..submesh
        };
        view.submeshes.push(submesh);
        model.geosets.push(geoset(raw, groups));
    }
    if !file.geosets.is_empty() {
        model.views.push(view);
    }
}

/// The indices of the faces that are triangles; other kinds of faces are passed over.
pub fn triangle_corners(raw: &mdx::Geoset) -> impl Iterator<Item = u16> + '_ {
    let mut start = 0usize;
    let counts = raw.primitive_counts.iter();
    let runs = counts
        .zip(&raw.primitive_types)
        .map(move |(&count, &kind)| {
            let range = start..start.saturating_add(count as usize);
            start = range.end;
            (kind, range)
        });
    let len = raw.faces.len();
    runs.filter(|(kind, _)| *kind == mdx::Geoset::TRIANGLES)
        .flat_map(move |(_, range)| {
            let range = range.start.min(len)..range.end.min(len);
            raw.faces.get(range).unwrap_or_default().iter().copied()
        })
}

fn groups(raw: &mdx::Geoset, ids: &NodeIds<'_>) -> Vec<Vec<BoneId>> {
    let mut nodes = raw.group_nodes.iter();
    raw.group_sizes
        .iter()
        .map(|&size| {
            let own = nodes.by_ref().take(size as usize);
            own.map(|&object_id| ids.bone(object_id)).collect()
        })
        .collect()
}

fn submesh(index: usize, raw: &mdx::Geoset, view: &View) -> Submesh {
    let count = raw.vertices.len();
    let sum = raw.vertices.iter().map(|&at| Vec3::from(at)).sum::<Vec3>();
    let centre = sum / count.max(1) as f32;
    Submesh {
        geoset: u16::try_from(index).unwrap_or(u16::MAX),
        vertex_start: view.vertex_indices.len() as u32,
        vertex_count: count as u32,
        triangle_start: view.triangles.len() as u32,
        // No bone carries the centre: a geoset is too much for one.
        centre_bone: u16::MAX,
        centre,
        sort_centre: centre,
        sort_radius: raw.bounds.radius,
        ..Submesh::default()
    }
}

fn add_vertices(raw: &mdx::Geoset, groups: &[Vec<BoneId>], pool: &mut VertexPool) {
    let influences: Vec<Vec<Influence>> =
        groups.iter().map(|group| group_influences(group)).collect();
    let normal = |at: usize| {
        raw.normals
            .get(at)
            .map_or(Vec3::zeros(), |&n| Vec3::from(n))
    };
    let uv = |set: usize, at: usize| {
        let uv = raw.uv_sets.get(set).and_then(|set| set.get(at));
        uv.map_or(Vec2::zeros(), |&uv| Vec2::from(uv))
    };
    for (at, &position) in raw.vertices.iter().enumerate() {
        let vertex = pool.positions.len() as u32;
        pool.positions.push(Vec3::from(position));
        pool.normals.push(normal(at));
        pool.uvs[0].push(uv(0, at));
        pool.uvs[1].push(uv(1, at));
        let group = raw.vertex_groups.get(at);
        let own = group.and_then(|&group| influences.get(usize::from(group)));
        let own = own.map_or(&[][..], Vec::as_slice);
        let (slots, more) = in_slots(own);
        pool.influences.slots.push(slots);
        if !more.is_empty() {
            pool.influences.overflow.insert(vertex, more.to_vec());
        }
    }
}

/// The first influences in their slots, and the rest.
pub fn in_slots(influences: &[Influence]) -> ([Influence; SLOTS], &[Influence]) {
    let slots =
        std::array::from_fn(|slot| influences.get(slot).copied().unwrap_or(Influence::NONE));
    (slots, influences.get(SLOTS..).unwrap_or_default())
}

fn geoset(raw: &mdx::Geoset, groups: Vec<Vec<BoneId>>) -> Geoset {
    let further = raw.uv_sets.iter().skip(2);
    Geoset {
        material: raw.material_id,
        selection_group: raw.selection_group,
        selection_flags: raw.selection_flags,
        groups,
        vertex_groups: raw.vertex_groups.clone(),
        bounds: bounds(&raw.bounds),
        clip_bounds: raw.sequence_bounds.iter().map(bounds).collect(),
        uv_set_count: raw.uv_sets.len() as u32,
        further_uvs: further
            .map(|set| set.iter().map(|&uv| Vec2::from(uv)).collect())
            .collect(),
    }
}

/// Materials, textures and what changes them.
pub fn surfaces(file: &MdxFile, model: &mut Model) {
    model.textures = file
        .textures
        .iter()
        .map(|raw| Texture {
            kind: TextureKind(raw.replaceable_id),
            flags: raw.flags,
            path: raw.path.text_bytes().to_vec(),
        })
        .collect();
    for raw in &file.materials {
        model.layered_materials.push(LayeredMaterial {
            priority_plane: raw.priority_plane,
            flags: raw.flags,
            layer_count: raw.layers.len() as u32,
        });
        model.layers.extend(raw.layers.iter().map(layer));
    }
    model.texture_transforms = file
        .texture_animations
        .iter()
        .map(|raw| TextureTransform {
            translation: track(&raw.tracks, b"KTAT"),
            rotation: track(&raw.tracks, b"KTAR"),
            scale: track(&raw.tracks, b"KTAS"),
        })
        .collect();
    for raw in &file.geoset_animations {
        model.colours.push(ColourTracks {
            colour: track_or(&raw.tracks, b"KGAC", Vec3::from(raw.color)),
            alpha: track_or(&raw.tracks, b"KGAO", raw.alpha),
        });
        model.colour_targets.push(ColourTarget {
            geoset: raw.geoset_id,
            flags: raw.flags,
        });
    }
}

fn layer(raw: &mdx::Layer) -> Layer {
    Layer {
        filter: raw.filter_mode,
        flags: LayerFlags(raw.flags),
        texture: track_or(&raw.tracks, b"KMTF", raw.texture_id),
        transform: raw.texture_animation_id,
        uv_set: raw.uv_set,
        alpha: track_or(&raw.tracks, b"KMTA", raw.alpha),
    }
}
