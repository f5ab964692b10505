//! Bone heat: every vertex is warmed by the nearest bone it sees, and warmth spreads along the
//! surface (Baran and Popović, "Automatic rigging and animation of 3D characters", 2007).

use super::closest::BoneField;
use super::heat_matrix::{HeatMatrix, Surface};
use super::heat_sources::{HeatRule, Source, heat_sources};
use super::occluders::Occluders;
use super::welded::WeldedMesh;
use super::{AutomaticError, Watch};
use rayon::prelude::*;

/// Bones whose equations one thread solves at a time; the same whatever the number of threads, so
/// that the weights are, too.
const BLOCK: usize = 8;
/// Less than this is not kept even before rows are tidied.
const FAINT: f64 = 1e-3;

/// What heat found.
#[derive(Debug, Default)]
pub(super) struct HeatWeights {
    /// For each weld bones by their position among those to weight; empty where heat did not
    /// reach.
    pub rows: Vec<Vec<(usize, f32)>>,
    /// For each bone whether it is nearest to some vertex, and none of these sees it. Then they
    /// are warmed all the same.
    pub is_unseen: Vec<bool>,
    /// For each weld whether its part of the mesh is warmed by any bone.
    pub is_warm: Vec<bool>,
    /// Whether the equations could be solved.
    pub is_solved: bool,
}

/// Weights by heat for the vertices of all parts of the mesh that see a bone.
pub(super) fn heat_weights(
    mesh: &WeldedMesh,
    field: &BoneField,
    bone_count: usize,
    rule: HeatRule,
    watch: &dyn Watch,
) -> Result<HeatWeights, AutomaticError> {
    let occluders = Occluders::new(&mesh.points, &mesh.triangles, &mesh.islands);
    watch.progress(0.1);
    let mut sources = heat_sources(mesh, field, &occluders, rule, watch)?;
    watch.progress(0.3);
    let is_unseen = settle_unseen(&mut sources, mesh.points.len(), bone_count);
    let mut is_warm_island = vec![false; mesh.island_count];
    for source in &sources {
        let island = mesh.islands.get(source.weld as usize).copied();
        if let Some(warm) = island.and_then(|i| is_warm_island.get_mut(i as usize)) {
            *warm = true;
        }
    }
    let is_warm: Vec<bool> = mesh
        .islands
        .iter()
        .map(|&island| is_warm_island.get(island as usize) == Some(&true))
        .collect();
    let mut found = HeatWeights {
        rows: vec![Vec::new(); mesh.points.len()],
        is_unseen,
        is_warm,
        is_solved: true,
    };
    if sources.is_empty() {
        return Ok(found);
    }
    let surface = Surface::new(mesh);
    let mass = |weld: u32| surface.masses.get(weld as usize).copied().unwrap_or(0.0);
    let mut inflow = vec![0.0; mesh.points.len()];
    for source in &sources {
        if let Some(flow) = inflow.get_mut(source.weld as usize) {
            *flow += mass(source.weld) * f64::from(source.heat);
        }
    }
    let is_warm = &found.is_warm;
    let matrix = HeatMatrix::new(&surface, &inflow, |weld| is_warm.get(weld) == Some(&true));
    let Ok(matrix) = matrix else {
        found.is_solved = false;
        return Ok(found);
    };
    if watch.is_cancelled() {
        return Err(AutomaticError::Cancelled);
    }
    watch.progress(0.6);
    // A stable sort: sources of a bone stay in the order of their welds.
    sources.sort_by_key(|source| source.bone);
    let by_bone: Vec<&[Source]> = sources.chunk_by(|a, b| a.bone == b.bone).collect();
    let blocks: Vec<_> = by_bone
        .par_chunks(BLOCK)
        .map(|bones| solve_block(&matrix, bones, &mass, watch))
        .collect();
    if watch.is_cancelled() {
        return Err(AutomaticError::Cancelled);
    }
    watch.progress(0.9);
    for block in blocks {
        let Some(columns) = block else {
            found.is_solved = false;
            found.rows.iter_mut().for_each(Vec::clear);
            return Ok(found);
        };
        for (bone, warmths) in columns {
            for (row, warmth) in warmths {
                let weld = matrix.weld(row as usize);
                if let Some(row) = weld.and_then(|weld| found.rows.get_mut(weld)) {
                    row.push((bone as usize, warmth));
                }
            }
        }
    }
    Ok(found)
}

/// Keeps the sources that are seen, and all of those bones that no vertex sees. Tells which those
/// are.
fn settle_unseen(sources: &mut Vec<Source>, weld_count: usize, bone_count: usize) -> Vec<bool> {
    let mut is_seen = vec![false; bone_count];
    let mut is_near = vec![false; bone_count];
    let mut sees_one = vec![false; weld_count];
    for source in sources.iter() {
        if let Some(near) = is_near.get_mut(source.bone as usize) {
            *near = true;
        }
        if source.is_visible {
            if let Some(seen) = is_seen.get_mut(source.bone as usize) {
                *seen = true;
            }
            if let Some(sees) = sees_one.get_mut(source.weld as usize) {
                *sees = true;
            }
        }
    }
    let is_unseen: Vec<bool> = is_near
        .iter()
        .zip(&is_seen)
        .map(|(near, seen)| *near && !seen)
        .collect();
    sources.retain(|source| {
        source.is_visible
            || (is_unseen.get(source.bone as usize) == Some(&true)
                && sees_one.get(source.weld as usize) == Some(&false))
    });
    is_unseen
}

type Column = (u32, Vec<(u32, f32)>);

/// The warmth that each of a few bones gives to each row; `None` without a solution or when
/// stopped.
fn solve_block(
    matrix: &HeatMatrix,
    bones: &[&[Source]],
    mass: &impl Fn(u32) -> f64,
    watch: &dyn Watch,
) -> Option<Vec<Column>> {
    if watch.is_cancelled() {
        return None;
    }
    let count = matrix.row_count();
    let mut sides = vec![0.0; count * bones.len()];
    for (side, sources) in sides.chunks_exact_mut(count.max(1)).zip(bones) {
        for source in *sources {
            let row = matrix.row(source.weld as usize);
            if let Some(value) = row.and_then(|row| side.get_mut(row)) {
                *value += mass(source.weld) * f64::from(source.heat);
            }
        }
    }
    matrix.solve(&mut sides).ok()?;
    let mut columns = Vec::with_capacity(bones.len());
    for (side, sources) in sides.chunks_exact(count.max(1)).zip(bones) {
        if side.iter().any(|value| !value.is_finite()) {
            return None;
        }
        let warmths = side.iter().zip(0u32..);
        let kept = warmths
            .filter(|(value, _)| **value > FAINT)
            .map(|(value, row)| (row, *value as f32))
            .collect();
        columns.push((sources.first()?.bone, kept));
    }
    Some(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bone_that_no_vertex_sees_warms_those_that_see_no_other() {
        let source = |weld, bone, is_visible| Source {
            weld,
            bone,
            heat: 1.0,
            is_visible,
        };
        let mut sources = vec![
            source(0, 0, true),
            source(1, 0, false),
            source(2, 0, true),
            source(2, 1, false),
            source(3, 1, false),
        ];
        let is_unseen = settle_unseen(&mut sources, 4, 3);
        assert_eq!(is_unseen, [false, true, false]);
        let kept: Vec<(u32, u32)> = sources.iter().map(|s| (s.weld, s.bone)).collect();
        assert_eq!(kept, [(0, 0), (2, 0), (3, 1)]);
    }
}
