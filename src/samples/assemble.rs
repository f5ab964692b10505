//! Puts surfaces together into the vertices, view, batches and tables of a model.

use super::surface::Surface;
use crate::document::{Combos, Model};
use crate::math::{Vec2, Vec3};
use crate::mesh::{Batch, Influence, Material, MaterialFlags, SLOTS, Submesh, View};
use crate::skeleton::BoneId;
use std::collections::BTreeMap;

/// How a piece is drawn: positions in the model's lists.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    /// Texture slot.
    pub texture: u16,
    /// Blend mode as the file writes it.
    pub blend: u16,
    /// Flags of the material.
    pub flags: u16,
    /// Colour tracks, if any.
    pub colour: Option<u16>,
    /// Texture weight.
    pub weight: u16,
    /// Texture transform, if any.
    pub transform: Option<u16>,
    /// Later planes are drawn over earlier ones.
    pub priority_plane: i8,
}

/// A part of the sample that becomes a submesh and a batch.
pub(crate) struct Piece {
    /// Its mesh, unwrapped.
    pub surface: Surface,
    /// The influences of each of its vertices.
    pub influences: Vec<[Influence; SLOTS]>,
    /// Geoset.
    pub geoset: u16,
    /// How it is drawn.
    pub look: Look,
}

/// Fills the vertices, the one view, the materials and the combos of `model` from `pieces`.
///
/// The model's textures, texture weights and texture transforms must be there already. Vertices lie
/// in the order of the pieces.
pub(crate) fn assemble(model: &mut Model, pieces: &[Piece]) {
    let mut view = View::default();
    let mut combos = Combos {
        textures: (0..model.textures.len() as u16).collect(),
        texture_coords: vec![0],
        texture_weights: (0..model.texture_weights.len() as u16).collect(),
        ..Combos::default()
    };
    combos.texture_transforms = std::iter::once(u16::MAX)
        .chain(0..model.texture_transforms.len() as u16)
        .collect();
    let mut materials: Vec<Material> = Vec::new();
    let mut widest = 0;
    for (number, piece) in pieces.iter().enumerate() {
        let palette = palette_of(&piece.influences);
        widest = widest.max(palette.len());
        view.submeshes
            .push(submesh(piece, &view, &combos, &palette));
        let base = model.vertices.len() as u32;
        for (i, slots) in piece.influences.iter().enumerate() {
            view.vertex_indices.push(base + i as u32);
            view.palette_indices
                .push(slots.map(|slot| local_index(&palette, slot)));
        }
        for triangle in &piece.surface.triangles {
            view.triangles.extend(triangle.iter().map(|&i| base + i));
        }
        combos.bones.extend(palette);

        let pool = &mut model.vertices;
        pool.positions.extend_from_slice(&piece.surface.positions);
        pool.normals.extend_from_slice(&piece.surface.normals);
        pool.uvs[0].extend_from_slice(&piece.surface.uvs);
        pool.uvs[1].extend(piece.surface.uvs.iter().map(|_| Vec2::zeros()));
        pool.influences.slots.extend_from_slice(&piece.influences);

        let look = &piece.look;
        let material = Material {
            flags: MaterialFlags(look.flags),
            blend: look.blend,
        };
        let known = materials.iter().position(|m| *m == material);
        let material_index = known.unwrap_or_else(|| {
            materials.push(material);
            materials.len() - 1
        });
        view.batches.push(Batch {
            flags: 0x10,
            priority_plane: look.priority_plane,
            submesh: number as u16,
            geoset_index: number as u16,
            colour_index: look.colour.unwrap_or(u16::MAX),
            material_index: material_index as u16,
            texture_count: 1,
            texture_combo_index: look.texture,
            texture_weight_combo_index: look.weight,
            texture_transform_combo_index: look.transform.map_or(0, |transform| transform + 1),
            ..Batch::default()
        });
    }
    view.bone_limit = widest as u32;
    model.materials = materials;
    model.combos = combos;
    model.views = vec![view];
}

/// The bones that move a piece, in file order.
fn palette_of(influences: &[[Influence; SLOTS]]) -> Vec<BoneId> {
    let used = influences.iter().flatten().filter(|slot| slot.weight > 0.0);
    let mut palette: Vec<BoneId> = used.map(|slot| slot.bone).collect();
    palette.sort();
    palette.dedup();
    palette
}

/// Position of a slot's bone in the palette; 0 for an unused slot.
fn local_index(palette: &[BoneId], slot: Influence) -> u8 {
    let found = palette.iter().position(|&bone| bone == slot.bone);
    found.filter(|_| slot.weight > 0.0).unwrap_or(0) as u8
}

fn submesh(piece: &Piece, view: &View, combos: &Combos, palette: &[BoneId]) -> Submesh {
    let positions = &piece.surface.positions;
    let sum: Vec3 = positions.iter().sum();
    let centre = sum / positions.len().max(1) as f32;
    let radius = |p: &Vec3| (p - centre).norm();
    let mut total: BTreeMap<BoneId, f32> = BTreeMap::new();
    for slot in piece.influences.iter().flatten() {
        *total.entry(slot.bone).or_default() += slot.weight;
    }
    let heaviest = total.iter().max_by(|a, b| a.1.total_cmp(b.1));
    let used = |slots: &[Influence; SLOTS]| slots.iter().filter(|s| s.weight > 0.0).count();
    Submesh {
        geoset: piece.geoset,
        level: (view.triangles.len() >> 16) as u16,
        vertex_start: view.vertex_indices.len() as u32,
        vertex_count: positions.len() as u32,
        triangle_start: u32::from(view.triangles.len() as u16),
        triangle_count: (piece.surface.triangles.len() * 3) as u32,
        bone_count: palette.len() as u16,
        bone_combo_index: combos.bones.len() as u16,
        bone_influences: piece.influences.iter().map(used).max().unwrap_or(0) as u16,
        centre_bone: heaviest.map_or(0, |(bone, _)| bone.0 as u16),
        centre,
        sort_centre: centre,
        sort_radius: positions.iter().map(radius).fold(0.0, f32::max),
    }
}
