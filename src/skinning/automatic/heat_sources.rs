//! Which bones warm which vertices: the nearest, if the vertex sees them.

use super::closest::BoneField;
use super::occluders::{Hiding, Occluders};
use super::welded::WeldedMesh;
use super::{AutomaticError, Watch};
use rayon::prelude::*;

/// Bones whose distances differ by less than this share are equally near.
const TIE: f32 = 1e-4;
/// A bone nearer than this, in diagonals of the model, warms no more.
const LEAST_DISTANCE: f32 = 1e-5;
/// The part of a look that is left out at either end, so that a vertex does not see its own
/// triangles.
const LOOK_MARGIN: f32 = 1e-4;
/// Vertices that a thread looks from at a time.
const CHUNK: usize = 1024;

/// How bones give heat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HeatRule {
    /// The share of one over the square of the distance that flows in. More makes the seams
    /// between bones narrower.
    pub strength: f32,
    /// What keeps it away.
    pub hiding: Hiding,
}

impl HeatRule {
    /// As Blender has it: seams half as wide as in the paper, in which the strength is 1.
    pub(super) const PLAIN: Self = Self {
        strength: 4.0,
        hiding: Hiding::AnyPart,
    };
    /// Nearer to what artists paint on game models: clothes and armour over a body follow the
    /// bones inside of it.
    pub(super) const GAME: Self = Self {
        strength: 4.0,
        hiding: Hiding::OwnPart,
    };
}

/// One vertex and one bone that is nearest to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Source {
    /// The weld.
    pub weld: u32,
    /// Position of the bone among those to weight.
    pub bone: u32,
    /// Heat that flows in per area: the rule's share of one over the square of the distance.
    pub heat: f32,
    /// Whether nothing is between.
    pub is_visible: bool,
}

/// All nearest bones of all welds of triangles, in the order of the welds.
pub(super) fn heat_sources(
    mesh: &WeldedMesh,
    field: &BoneField,
    occluders: &Occluders,
    rule: HeatRule,
    watch: &dyn Watch,
) -> Result<Vec<Source>, AutomaticError> {
    let welds: Vec<u32> = (0..mesh.points.len() as u32)
        .filter(|&weld| mesh.is_used.get(weld as usize) == Some(&true))
        .collect();
    let chunks: Vec<Vec<Source>> = welds
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut sources = Vec::with_capacity(chunk.len());
            let mut distances = Vec::new();
            if watch.is_cancelled() {
                return sources;
            }
            for &weld in chunk {
                look(
                    mesh,
                    field,
                    occluders,
                    rule,
                    weld,
                    &mut distances,
                    &mut sources,
                );
            }
            sources
        })
        .collect();
    if watch.is_cancelled() {
        return Err(AutomaticError::Cancelled);
    }
    Ok(chunks.concat())
}

fn look(
    mesh: &WeldedMesh,
    field: &BoneField,
    occluders: &Occluders,
    rule: HeatRule,
    weld: u32,
    distances: &mut Vec<f32>,
    sources: &mut Vec<Source>,
) {
    let (Some(point), Some(normal)) = (
        mesh.points.get(weld as usize),
        mesh.normals.get(weld as usize),
    ) else {
        return;
    };
    field.facing_distances(point, normal, distances);
    let nearest = distances.iter().copied().fold(f32::INFINITY, f32::min);
    if !nearest.is_finite() {
        return;
    }
    let reach = nearest.max(LEAST_DISTANCE);
    let heat = rule.strength / (reach * reach);
    let only = match rule.hiding {
        Hiding::AnyPart => None,
        Hiding::OwnPart => mesh.islands.get(weld as usize).copied(),
    };
    let first = sources.len();
    for (segment, &distance) in distances.iter().enumerate() {
        if distance > nearest * (1.0 + TIE) {
            continue;
        }
        let Some(bone) = field.bone_of(segment) else {
            continue;
        };
        let way = field.nearest_point(segment, point) - point;
        let from = point + way * LOOK_MARGIN;
        let to = point + way * (1.0 - LOOK_MARGIN);
        let is_visible = !occluders.enters(&from, &to, only);
        let earlier = sources.get_mut(first..).unwrap_or_default().iter_mut();
        match earlier.into_iter().find(|source| source.bone == bone) {
            Some(source) => source.is_visible |= is_visible,
            None => sources.push(Source {
                weld,
                bone,
                heat,
                is_visible,
            }),
        }
    }
}
