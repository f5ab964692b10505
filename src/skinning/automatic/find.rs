//! Finds the weights: the method asked for, what stands in where it cannot work, and the report.

use super::closest::BoneField;
use super::geodesic::geodesic_rows;
use super::heat::heat_weights;
use super::heat_sources::HeatRule;
use super::input::{AutomaticError, AutomaticInput, AutomaticMethod};
use super::report::{AutomaticWeights, BoneFallback, FallbackReason};
use super::rows::tidy;
use super::voxels::Voxels;
use super::watch::Watch;
use super::welded::{NO_WELD, WeldedMesh};
use crate::math::Vec3;
use std::collections::BTreeMap;

/// How a weld came to its weights, where that was not the method asked for.
type Detour = Option<(AutomaticMethod, FallbackReason)>;

/// Weights for the vertices asked for.
///
/// The same input gives the same bits, whatever the number of threads.
pub fn automatic_weights(
    input: &AutomaticInput<'_>,
    watch: &dyn Watch,
) -> Result<AutomaticWeights, AutomaticError> {
    check(input)?;
    watch.progress(0.0);
    let mesh = WeldedMesh::new(input.positions, input.triangles);
    let field = BoneField::new(input.bones, |place| mesh.scaled(place));
    if field.len() == 0 {
        return Err(AutomaticError::NoUsableBones);
    }
    if watch.is_cancelled() {
        return Err(AutomaticError::Cancelled);
    }
    let wanted = wanted_welds(input, &mesh);
    let mut search = Search {
        input,
        mesh: &mesh,
        field: &field,
        rows: vec![Vec::new(); mesh.points.len()],
        detours: vec![None; mesh.points.len()],
        unseen: Vec::new(),
        cold_islands: 0,
    };
    if matches!(input.method, AutomaticMethod::Best | AutomaticMethod::Heat) {
        search.by_heat(watch)?;
    }
    if input.method != AutomaticMethod::Closest {
        search.by_geodesic(&wanted, watch)?;
    }
    search.by_closest(&wanted);
    watch.progress(0.95);
    let weights = search.finish(&wanted);
    watch.progress(1.0);
    Ok(weights)
}

fn check(input: &AutomaticInput<'_>) -> Result<(), AutomaticError> {
    let count = input.positions.len();
    if count == 0 {
        return Err(AutomaticError::NoVertices);
    }
    if input.bones.is_empty() {
        return Err(AutomaticError::NoBones);
    }
    let outside = |vertex: &u32| *vertex as usize >= count;
    for (triangle, corners) in input.triangles.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|vertex| outside(vertex)) {
            return Err(AutomaticError::TriangleOutside {
                triangle,
                vertex,
                count,
            });
        }
    }
    match input
        .vertices
        .and_then(|list| list.iter().find(|v| outside(v)))
    {
        Some(&vertex) => Err(AutomaticError::NoSuchVertex { vertex, count }),
        None => Ok(()),
    }
}

/// For each weld whether one of its vertices is asked for.
fn wanted_welds(input: &AutomaticInput<'_>, mesh: &WeldedMesh) -> Vec<bool> {
    let Some(vertices) = input.vertices else {
        return vec![true; mesh.points.len()];
    };
    let mut wanted = vec![false; mesh.points.len()];
    for &vertex in vertices {
        let weld = mesh.weld_of.get(vertex as usize).copied();
        if let Some(flag) = weld.and_then(|weld| wanted.get_mut(weld as usize)) {
            *flag = true;
        }
    }
    wanted
}

struct Search<'a> {
    input: &'a AutomaticInput<'a>,
    mesh: &'a WeldedMesh,
    field: &'a BoneField,
    /// For each weld bones by their position among those to weight.
    rows: Vec<Vec<(usize, f32)>>,
    detours: Vec<Detour>,
    /// Bones, by their position among those to weight, that no vertex sees.
    unseen: Vec<usize>,
    cold_islands: usize,
}

impl Search<'_> {
    fn by_heat(&mut self, watch: &dyn Watch) -> Result<(), AutomaticError> {
        let found = {
            let rule = match self.input.method {
                AutomaticMethod::Heat => HeatRule::PLAIN,
                _ => HeatRule::GAME,
            };
            heat_weights(self.mesh, self.field, self.input.bones.len(), rule, watch)?
        };
        let mut is_cold = vec![false; self.mesh.island_count];
        for (weld, detour) in self.detours.iter_mut().enumerate() {
            let is_used = self.mesh.is_used.get(weld) == Some(&true);
            let reason = if !is_used {
                FallbackReason::NoTriangles
            } else if found.is_warm.get(weld) == Some(&true) {
                FallbackReason::NoSolution
            } else {
                let island = self.mesh.islands.get(weld).copied();
                if let Some(cold) = island.and_then(|i| is_cold.get_mut(i as usize)) {
                    *cold = true;
                }
                FallbackReason::PartSeesNoBone
            };
            let has_row = found.rows.get(weld).is_some_and(|row| !row.is_empty());
            *detour = (!has_row).then_some((AutomaticMethod::GeodesicVoxels, reason));
        }
        self.cold_islands = is_cold.iter().filter(|cold| **cold).count();
        let unseen = found.is_unseen.iter().zip(0..);
        self.unseen = unseen.filter(|(u, _)| **u).map(|(_, bone)| bone).collect();
        self.rows = found.rows;
        Ok(())
    }

    fn by_geodesic(&mut self, wanted: &[bool], watch: &dyn Watch) -> Result<(), AutomaticError> {
        let missing: Vec<usize> = (0..self.rows.len())
            .filter(|&weld| {
                wanted.get(weld) == Some(&true)
                    && self.mesh.is_used.get(weld) == Some(&true)
                    && self.rows.get(weld).is_some_and(Vec::is_empty)
            })
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let segments: Vec<(Vec3, Vec3)> =
            (0..self.field.len()).map(|s| self.field.ends(s)).collect();
        let Some(voxels) = Voxels::new(&self.mesh.points, &self.mesh.triangles, &segments) else {
            return Ok(());
        };
        let points: Vec<Vec3> = missing
            .iter()
            .filter_map(|&weld| self.mesh.points.get(weld).copied())
            .collect();
        let bone_count = self.input.bones.len();
        let rows = geodesic_rows(&voxels, self.field, bone_count, &points, watch)?;
        for (weld, row) in missing.into_iter().zip(rows) {
            if let Some(slot) = self.rows.get_mut(weld) {
                *slot = row;
            }
        }
        Ok(())
    }

    fn by_closest(&mut self, wanted: &[bool]) {
        let mut distances = Vec::new();
        for (weld, (row, detour)) in self.rows.iter_mut().zip(&mut self.detours).enumerate() {
            let (true, true, Some(point)) = (
                wanted.get(weld) == Some(&true),
                row.is_empty(),
                self.mesh.points.get(weld),
            ) else {
                continue;
            };
            *row = self.field.closest_row(point, &mut distances);
            if self.input.method != AutomaticMethod::Closest {
                let reason = if self.mesh.is_used.get(weld) == Some(&true) {
                    FallbackReason::NotReached
                } else {
                    FallbackReason::NoTriangles
                };
                let first_reason = detour.map_or(reason, |(_, first)| first);
                *detour = Some((AutomaticMethod::Closest, first_reason));
            }
        }
    }

    fn finish(mut self, wanted: &[bool]) -> AutomaticWeights {
        let bone_at = |position: usize| self.input.bones.get(position).map(|bone| bone.bone);
        let mut counts: BTreeMap<(usize, Option<AutomaticMethod>, FallbackReason), usize> =
            BTreeMap::new();
        let mut totals = vec![0usize; self.input.bones.len()];
        let mut vertex_counts = vec![0usize; self.mesh.points.len()];
        for weld in &self.mesh.weld_of {
            if let Some(count) = vertex_counts.get_mut(*weld as usize) {
                *count += 1;
            }
        }
        for (weld, row) in self.rows.iter_mut().enumerate() {
            if wanted.get(weld) != Some(&true) {
                row.clear();
                continue;
            }
            tidy(row);
            let vertices = vertex_counts.get(weld).copied().unwrap_or(0);
            let detour = self.detours.get(weld).copied().flatten();
            for &(bone, _) in row.iter() {
                if let Some(total) = totals.get_mut(bone) {
                    *total += vertices;
                }
                if let Some((method, reason)) = detour {
                    *counts.entry((bone, Some(method), reason)).or_default() += vertices;
                }
            }
        }
        for &bone in &self.unseen {
            let total = totals.get(bone).copied().unwrap_or(0);
            if total > 0 {
                let key = (
                    bone,
                    Some(AutomaticMethod::Closest),
                    FallbackReason::NoVertexSeesIt,
                );
                counts.insert(key, total);
            }
        }
        let lost = self.lost_row(&totals);
        if self.input.vertices.is_none() {
            for (bone, total) in totals.iter().enumerate() {
                if *total == 0 {
                    let reason = if self.field.has(bone) {
                        FallbackReason::OthersAreNearer
                    } else {
                        FallbackReason::NoPlace
                    };
                    counts.insert((bone, None, reason), 0);
                }
            }
        }
        let mut defects = self.mesh.defects;
        defects.islands_without_bones = self.cold_islands;
        let mut asked = vec![self.input.vertices.is_none(); self.input.positions.len()];
        for &vertex in self.input.vertices.unwrap_or_default() {
            if let Some(flag) = asked.get_mut(vertex as usize) {
                *flag = true;
            }
        }
        let mut lost_count = 0;
        let rows = self
            .mesh
            .weld_of
            .iter()
            .zip(&asked)
            .map(|(&weld, &is_asked)| {
                if !is_asked {
                    return Vec::new();
                }
                let row = if weld == NO_WELD {
                    lost_count += 1;
                    &lost
                } else {
                    self.rows.get(weld as usize).unwrap_or(&lost)
                };
                let named = row
                    .iter()
                    .filter_map(|&(bone, w)| Some((bone_at(bone)?, w)));
                named.collect()
            })
            .collect();
        if lost_count > 0
            && let Some(&(bone, _)) = lost.first()
        {
            let key = (
                bone,
                Some(AutomaticMethod::Closest),
                FallbackReason::VerticesHaveNoPlace,
            );
            counts.insert(key, lost_count);
        }
        let fallbacks = counts
            .into_iter()
            .filter_map(|((bone, method, reason), vertex_count)| {
                Some(BoneFallback {
                    bone: bone_at(bone)?,
                    method,
                    vertex_count,
                    reason,
                })
            })
            .collect();
        AutomaticWeights {
            rows,
            fallbacks,
            defects,
        }
    }

    /// What a vertex without a place gets: the bone that moves most vertices, the first of equals.
    fn lost_row(&self, totals: &[usize]) -> Vec<(usize, f32)> {
        let usable = (0..totals.len()).filter(|&bone| self.field.has(bone));
        let most = usable.max_by_key(|&bone| {
            let total = totals.get(bone).copied().unwrap_or(0);
            (total, std::cmp::Reverse(bone))
        });
        most.map(|bone| vec![(bone, 1.0)]).unwrap_or_default()
    }
}
