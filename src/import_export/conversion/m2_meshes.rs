//! Geosets to the vertices, submeshes and palettes of one view.

use super::m2_batches::BatchMaker;
use super::m2_bones::BonePlan;
use super::m2_weights::Weights;
use crate::document::Model;
use crate::import_export::Report;
use crate::math::Vec3;
use crate::mesh::{Influence, SLOTS, Submesh, View};
use crate::skeleton::BoneId;
use std::collections::BTreeMap;

/// Vertices that the indices of a view reach.
const MOST_VERTICES: usize = 0xFFFF;
/// Entries of a submesh's triangles: a count of 16 bits, and three a triangle.
const MOST_ELEMENTS: usize = 0xFFFF / 3 * 3;

/// What came of the meshes.
#[derive(Debug, Default)]
pub struct Meshed {
    /// For each vertex of the target that of the source.
    pub vertices: Vec<usize>,
    /// What making weights cost.
    pub weights: Weights,
    left_out: usize,
    left_out_vertices: usize,
    cut: usize,
    lost_triangles: usize,
}

/// Fills the vertices and the view of `target`; the batches come from `batches`.
pub fn meshes(
    source: &Model,
    target: &mut Model,
    plan: &BonePlan,
    batches: &mut BatchMaker<'_>,
    report: &mut Report,
) -> Meshed {
    let mut out = Meshed::default();
    let mut view = View::default();
    let mut widest = 0;
    let empty = View::default();
    let from = source.views.first().unwrap_or(&empty);
    for (geoset, submesh) in from.submeshes.iter().enumerate() {
        let range = submesh.vertex_range(from.vertex_indices.len());
        let places = from.vertex_indices.get(range.clone()).unwrap_or_default();
        if target.vertices.len() + places.len() > MOST_VERTICES {
            out.left_out += 1;
            out.left_out_vertices += places.len();
            continue;
        }
        let base = target.vertices.len();
        for &vertex in places {
            let slots = out.weights.slots(source, vertex as usize, plan);
            add_vertex(source, target, vertex as usize, slots);
            out.vertices.push(vertex as usize);
        }
        let own = target
            .vertices
            .influences
            .slots
            .get(base..)
            .unwrap_or_default();
        let palette = palette_of(own);
        widest = widest.max(palette.len());
        let start = u32::try_from(base).unwrap_or(u32::MAX);
        view.vertex_indices.extend((start..).take(places.len()));
        let local = |slots: &[Influence; SLOTS]| slots.map(|slot| local_index(&palette, slot));
        view.palette_indices.extend(own.iter().map(local));
        let mut elements = Vec::new();
        let first = range.start;
        let given = from
            .triangles
            .get(submesh.triangle_range(from.triangles.len()));
        for corners in given.unwrap_or_default().as_chunks::<3>().0 {
            let moved = corners.map(|corner| (corner as usize).checked_sub(first));
            match moved {
                [Some(a), Some(b), Some(c)] if a.max(b).max(c) < places.len() => {
                    let place = |at: usize| u32::try_from(base + at).unwrap_or(u32::MAX);
                    elements.extend([a, b, c].map(place));
                }
                _ => out.lost_triangles += 1,
            }
        }
        let combo = target.combos.bones.len();
        let parts = elements.chunks(MOST_ELEMENTS);
        out.cut += usize::from(parts.len() > 1);
        let count = parts.len().max(1);
        let mut parts = parts.chain([&[][..]]);
        for _ in 0..count {
            let part = parts.next().unwrap_or_default();
            let number = view.submeshes.len();
            view.submeshes.push(Submesh {
                vertex_start: start,
                vertex_count: u32::try_from(places.len()).unwrap_or(u32::MAX),
                triangle_start: (view.triangles.len() & 0xFFFF) as u32,
                level: u16::try_from(view.triangles.len() >> 16).unwrap_or(u16::MAX),
                triangle_count: u32::try_from(part.len()).unwrap_or(u32::MAX),
                bone_count: u16::try_from(palette.len()).unwrap_or(u16::MAX),
                bone_combo_index: u16::try_from(combo).unwrap_or(u16::MAX),
                ..described(
                    target.vertices.positions.get(base..).unwrap_or_default(),
                    own_slots(target, base),
                )
            });
            view.triangles.extend_from_slice(part);
            view.batches.extend(batches.batches_of(geoset, number));
        }
        target.combos.bones.extend(palette);
    }
    view.bone_limit = u32::try_from(widest).unwrap_or(u32::MAX);
    target.views.push(view);
    out.tell(report);
    out
}

impl Meshed {
    fn tell(&self, report: &mut Report) {
        if self.left_out > 0 {
            let what = format!(
                "{} geosets with {} vertices: a model can have {MOST_VERTICES} vertices",
                self.left_out, self.left_out_vertices
            );
            report.lose("geosets", what, 0.0, "");
        }
        if self.lost_triangles > 0 {
            let what = format!("{} triangles point past the vertices", self.lost_triangles);
            report.lose("geosets", what, 0.0, "");
        }
        if self.cut > 0 {
            let message = format!(
                "{} geosets have too many triangles for a submesh and become several",
                self.cut
            );
            report.note("geosets", message);
        }
        self.weights.tell(report);
    }
}

fn own_slots(target: &Model, base: usize) -> &[[Influence; SLOTS]] {
    target
        .vertices
        .influences
        .slots
        .get(base..)
        .unwrap_or_default()
}

fn add_vertex(source: &Model, target: &mut Model, vertex: usize, slots: [Influence; SLOTS]) {
    let (from, pool) = (&source.vertices, &mut target.vertices);
    let zero = Vec3::zeros();
    pool.positions
        .push(from.positions.get(vertex).copied().unwrap_or(zero));
    pool.normals
        .push(from.normals.get(vertex).copied().unwrap_or(zero));
    for (set, own) in from.uvs.iter().zip(&mut pool.uvs) {
        own.push(set.get(vertex).copied().unwrap_or_default());
    }
    pool.influences.slots.push(slots);
}

/// The bones that move vertices, in the order of the file.
fn palette_of(slots: &[[Influence; SLOTS]]) -> Vec<BoneId> {
    let used = slots.iter().flatten().filter(|slot| slot.weight > 0.0);
    let mut palette: Vec<BoneId> = used.map(|slot| slot.bone).collect();
    palette.sort_unstable();
    palette.dedup();
    palette
}

/// Position of a slot's bone in the palette; 0 for an unused slot.
fn local_index(palette: &[BoneId], slot: Influence) -> u8 {
    let found = palette.binary_search(&slot.bone).ok();
    let found = found.filter(|_| slot.weight > 0.0).unwrap_or(0);
    u8::try_from(found).unwrap_or(u8::MAX)
}

/// What a submesh says of its vertices: their middle, and the bones that move them.
fn described(positions: &[Vec3], slots: &[[Influence; SLOTS]]) -> Submesh {
    let sum: Vec3 = positions.iter().sum();
    let centre = sum / positions.len().max(1) as f32;
    let distance = |at: &Vec3| (at - centre).norm();
    let mut total: BTreeMap<BoneId, f32> = BTreeMap::new();
    for slot in slots.iter().flatten().filter(|slot| slot.weight > 0.0) {
        *total.entry(slot.bone).or_default() += slot.weight;
    }
    let heaviest = total.iter().max_by(|a, b| a.1.total_cmp(b.1));
    let used = |slots: &[Influence; SLOTS]| slots.iter().filter(|one| one.weight > 0.0).count();
    let most = slots.iter().map(used).max().unwrap_or(0);
    Submesh {
        geoset: 0,
        bone_influences: u16::try_from(most).unwrap_or(u16::MAX),
        centre_bone: heaviest.map_or(0, |(bone, _)| u16::try_from(bone.0).unwrap_or(u16::MAX)),
        centre,
        sort_centre: centre,
        sort_radius: positions.iter().map(distance).fold(0.0, f32::max),
        ..Submesh::default()
    }
}
