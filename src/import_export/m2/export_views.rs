//! Vertices and views of the document to the file; palettes are rebuilt where they no longer fit.

use super::export::{BoneNumbers, is_missing};
use super::export_tracks::{vec2, vec3};
use crate::document::Model;
use crate::formats::m2::{self, M2File, SkinFile};
use crate::import_export::Report;
use crate::mesh::{Batch, Influence, SLOTS, ShadowBatch, Submesh, VertexPool, View};
use crate::skinning::{largest_remainder, quantise_weights};

/// What the weights of a vertex sum to.
const WHOLE: u32 = 255;

/// The influences that a vertex is written with: its slots, or the four strongest of more, whose
/// weights make up for the others'. Beside them the share that is dropped.
fn written_slots(pool: &VertexPool, vertex: usize) -> ([Influence; SLOTS], f32) {
    let influences = &pool.influences;
    let slots = influences.slots.get(vertex).copied();
    let has_more =
        u32::try_from(vertex).is_ok_and(|vertex| influences.overflow.contains_key(&vertex));
    if !has_more {
        return (slots.unwrap_or([Influence::NONE; SLOTS]), 0.0);
    }
    let mut all: Vec<Influence> = influences.of(vertex).collect();
    all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let sum = |list: &[Influence]| list.iter().map(|one| one.weight).sum::<f32>();
    let (strongest, others) = all.split_at(all.len().min(SLOTS));
    let (kept, lost) = (sum(strongest), sum(others));
    let slots = std::array::from_fn(|slot| {
        strongest
            .get(slot)
            .map_or(Influence::NONE, |one| Influence {
                weight: one.weight * (kept + lost) / kept.max(f32::MIN_POSITIVE),
                ..*one
            })
    });
    (slots, lost)
}

/// The vertex records of a model: at most four influences, weights as bytes.
pub fn vertices(model: &Model, bones: &BoneNumbers, report: &mut Report) -> Vec<m2::Vertex> {
    let pool = &model.vertices;
    let (mut dropped, mut largest_share, mut unreachable) = (0usize, 0.0f32, 0usize);
    let raw = (0..pool.len()).map(|index| {
        let (slots, lost) = written_slots(pool, index);
        if lost > 0.0 {
            dropped += 1;
            largest_share = largest_share.max(lost);
        }
        let weights = quantise_weights(slots.map(|slot| slot.weight));
        let numbers = slots.map(|slot| {
            bones.byte(slot.bone).unwrap_or_else(|| {
                unreachable += usize::from(slot.weight > 0.0);
                0
            })
        });
        m2::Vertex {
            position: vec3(pool.positions[index]),
            weights,
            bones: numbers,
            normal: vec3(pool.normals[index]),
            uvs: [vec2(pool.uvs[0][index]), vec2(pool.uvs[1][index])],
        }
    });
    let raw = raw.collect();
    if dropped > 0 {
        let what =
            format!("{dropped} vertices have more than 4 influences; the smallest are dropped");
        report.lose("vertices.influences", what, largest_share.into(), "weight");
    }
    if unreachable > 0 {
        let what = format!("{unreachable} influences name a bone past number 255");
        report.lose("vertices.influences", what, 1.0, "weight");
    }
    raw
}

/// Brings weights that are more than the whole to a sum of 255: the game would move the vertex by
/// each of them in full. What `untouched` has alike is the file's own and stays.
pub fn settle_excess(vertices: &mut [m2::Vertex], untouched: &[m2::Vertex]) {
    for (at, vertex) in vertices.iter_mut().enumerate() {
        let sum: u32 = vertex.weights.iter().map(|&byte| u32::from(byte)).sum();
        let is_untouched = untouched
            .get(at)
            .is_some_and(|old| old.weights == vertex.weights && old.bones == vertex.bones);
        if sum > WHOLE && !is_untouched {
            let shares = largest_remainder(&vertex.weights.map(f32::from), WHOLE);
            for (byte, share) in vertex.weights.iter_mut().zip(shares) {
                *byte = u8::try_from(share).unwrap_or(u8::MAX);
            }
        }
    }
}

/// The views; a palette in which a bone of a vertex is missing is rebuilt at the end of the combos.
pub fn skins(
    model: &Model,
    bones: &BoneNumbers,
    file: &mut M2File,
    report: &mut Report,
) -> Vec<Option<SkinFile>> {
    let (mut rebuilt, mut out_of_reach) = (0, 0);
    let mut crowded = Vec::new();
    let skins = model.views.iter().enumerate().map(|(number, view)| {
        (!is_missing(view)).then(|| {
            let mut view = view.clone();
            for submesh in 0..view.submeshes.len() {
                let fit = fit_palette(model, bones, &mut view, submesh, file);
                rebuilt += usize::from(fit != Fit::Kept);
                out_of_reach += usize::from(fit == Fit::OutOfReach);
                if fit != Fit::Kept {
                    crowded.extend(crowded_palette(&view, number, submesh));
                }
                raise_influences(&mut view, submesh, file);
            }
            skin(&view)
        })
    });
    let skins = skins.collect();
    if rebuilt > 0 {
        let message =
            format!("{rebuilt} bone palettes no longer fitted their vertices and were rebuilt");
        report.note("views", message);
    }
    for palette in crowded {
        palette.tell(report);
    }
    if out_of_reach > 0 {
        let what = format!(
            "{out_of_reach} bone palettes start past entry 65535, which no submesh can name; \
             their vertices follow wrong bones"
        );
        report.lose("views", what, 1.0, "weight");
    }
    skins
}

/// Bones that a byte of a vertex can name in its palette.
const MOST_PALETTE: usize = 256;

/// A palette that was made anew with more bones than its view is cut for.
struct CrowdedPalette {
    path: String,
    bones: usize,
    limit: usize,
}

impl CrowdedPalette {
    fn tell(self, report: &mut Report) {
        let Self { path, bones, limit } = self;
        if bones > MOST_PALETTE {
            let what = format!(
                "{bones} bones move it, and a byte names only {MOST_PALETTE} of its palette; \
                 vertices follow wrong bones"
            );
            report.lose(path, what, 1.0, "weight");
        } else {
            let message = format!(
                "{bones} bones move it, but the palettes of its view are cut for {limit}: a game \
                 may draw it wrongly"
            );
            report.warn(path, message);
        }
    }
}

/// The palette of a submesh if it has more bones than its view is cut for; a view that does not say
/// (0) is cut for what a byte names.
fn crowded_palette(view: &View, number: usize, submesh: usize) -> Option<CrowdedPalette> {
    let bones = usize::from(view.submeshes.get(submesh)?.bone_count);
    let limit = match usize::try_from(view.bone_limit) {
        Ok(limit @ 1..MOST_PALETTE) => limit,
        _ => MOST_PALETTE,
    };
    (bones > limit).then(|| CrowdedPalette {
        path: format!("views[{number}].submeshes[{submesh}]"),
        bones,
        limit,
    })
}

/// What became of the palette of a submesh.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// It fits as it is.
    Kept,
    /// It was made anew.
    Rebuilt,
    /// It was made anew, but so far behind that no submesh can name its start.
    OutOfReach,
}

/// Checks one submesh's palette against its vertices; rebuilds it and says so if it does not fit.
fn fit_palette(
    model: &Model,
    bones: &BoneNumbers,
    view: &mut View,
    submesh: usize,
    file: &mut M2File,
) -> Fit {
    let Some(part) = view.submeshes.get_mut(submesh) else {
        return Fit::Kept;
    };
    let range = part.vertex_range(view.vertex_indices.len().min(view.palette_indices.len()));
    let start = usize::from(part.bone_combo_index);
    let palette = file.bone_combos.items.get(start..).unwrap_or_default();
    let fits = range.clone().all(|position| {
        let vertex = view.vertex_indices[position] as usize;
        if vertex >= model.vertices.influences.slots.len() {
            return true;
        }
        written_slots(&model.vertices, vertex)
            .0
            .iter()
            .zip(view.palette_indices[position])
            .all(|(slot, local)| {
                slot.weight <= 0.0
                    || palette.get(usize::from(local)) == Some(&bones.short(slot.bone))
            })
    });
    if fits {
        return Fit::Kept;
    }
    let Some(part) = view.submeshes.get_mut(submesh) else {
        return Fit::Kept;
    };
    let mut palette: Vec<u16> = Vec::new();
    for position in range {
        let vertex = view.vertex_indices[position] as usize;
        if vertex >= model.vertices.influences.slots.len() {
            continue;
        }
        let (slots, _) = written_slots(&model.vertices, vertex);
        for (slot, local) in slots.iter().zip(&mut view.palette_indices[position]) {
            let number = if slot.weight > 0.0 {
                bones.short(slot.bone)
            } else {
                0
            };
            if slot.weight <= 0.0 {
                *local = 0;
                continue;
            }
            let at = palette
                .iter()
                .position(|&known| known == number)
                .unwrap_or_else(|| {
                    palette.push(number);
                    palette.len() - 1
                });
            *local = u8::try_from(at).unwrap_or(u8::MAX);
        }
    }
    let combos = &mut file.bone_combos.items;
    // The same run may be there already; else it goes to the end.
    let known = combos
        .windows(palette.len().max(1))
        .position(|run| run == palette);
    let start = known.unwrap_or(combos.len());
    part.bone_combo_index = u16::try_from(start).unwrap_or(u16::MAX);
    part.bone_count = u16::try_from(palette.len()).unwrap_or(u16::MAX);
    if known.is_none() {
        combos.extend(palette);
    }
    if start > usize::from(u16::MAX) {
        Fit::OutOfReach
    } else {
        Fit::Rebuilt
    }
}

/// Says of a submesh at least as many influences as its vertices have; a file that says nothing
/// (0) keeps doing so.
fn raise_influences(view: &mut View, submesh: usize, file: &M2File) {
    let Some(part) = view.submeshes.get_mut(submesh) else {
        return;
    };
    if part.bone_influences == 0 {
        return;
    }
    let range = part.vertex_range(view.vertex_indices.len());
    let places = view.vertex_indices.get(range).unwrap_or_default();
    let vertices = places
        .iter()
        .filter_map(|&vertex| file.vertices.items.get(vertex as usize));
    let counts = vertices.map(|vertex| vertex.weights.iter().filter(|&&byte| byte > 0).count());
    let most = u16::try_from(counts.max().unwrap_or(0)).unwrap_or(u16::MAX);
    part.bone_influences = part.bone_influences.max(most);
}

fn narrow(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

fn narrow_list(list: &[u32]) -> Vec<u16> {
    list.iter().map(|&number| narrow(number)).collect()
}

fn skin(view: &View) -> SkinFile {
    SkinFile {
        indices: narrow_list(&view.vertex_indices).into(),
        triangles: narrow_list(&view.triangles).into(),
        properties: view.palette_indices.clone().into(),
        submeshes: view
            .submeshes
            .iter()
            .map(submesh)
            .collect::<Vec<_>>()
            .into(),
        batches: view.batches.iter().map(batch).collect::<Vec<_>>().into(),
        bone_count_max: view.bone_limit,
        shadow_batches: view
            .shadow_batches
            .as_ref()
            .map(|batches| batches.iter().map(shadow_batch).collect::<Vec<_>>().into()),
    }
}

fn submesh(from: &Submesh) -> m2::Submesh {
    m2::Submesh {
        id: from.geoset,
        // What does not fit below 16 bits of the start goes into the level.
        level: from.level.saturating_add(narrow(from.triangle_start >> 16)),
        vertex_start: narrow(from.vertex_start),
        vertex_count: narrow(from.vertex_count),
        triangle_start: from.triangle_start as u16,
        triangle_count: narrow(from.triangle_count),
        bone_count: from.bone_count,
        bone_combo_start: from.bone_combo_index,
        bone_influences: from.bone_influences,
        center_bone: from.centre_bone,
        center_of_mass: vec3(from.centre),
        sort_center: vec3(from.sort_centre),
        sort_radius: from.sort_radius,
    }
}

fn batch(from: &Batch) -> m2::Batch {
    m2::Batch {
        flags: from.flags,
        priority_plane: from.priority_plane,
        shader: from.shader,
        submesh: from.submesh,
        geoset: from.geoset_index,
        color: from.colour_index,
        material: from.material_index,
        layer: from.layer,
        texture_count: from.texture_count,
        texture_combo: from.texture_combo_index,
        texture_coord_combo: from.texture_coord_combo_index,
        texture_weight_combo: from.texture_weight_combo_index,
        texture_transform_combo: from.texture_transform_combo_index,
    }
}

fn shadow_batch(from: &ShadowBatch) -> m2::ShadowBatch {
    m2::ShadowBatch {
        flags: from.flags,
        flags2: from.flags_2,
        unknown: from.unknown,
        submesh: from.submesh,
        texture: from.texture,
        color: from.colour,
        weight: from.weight,
    }
}
