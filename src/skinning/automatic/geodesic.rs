//! Geodesic voxels: a bone's say falls off with its distance through the inside of the mesh
//! (Dionne and de Lasa, "Geodesic voxel binding for production character meshes", 2013).

use super::closest::BoneField;
use super::voxels::Voxels;
use super::{AutomaticError, Watch};
use crate::math::Vec3;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A bone farther away than this many times the nearest one has no say.
const RIVAL_REACH: f32 = 3.0;
/// The power with which a bone's say falls off.
const FALLOFF: i32 = 4;
/// The nearest a vertex can be to a bone, in cubes: no farther than cubes can tell apart.
const LEAST_DISTANCE: f32 = 1.0;

/// For each of `points` the bones that reach it, by their position among those to weight, with
/// weights that do not yet sum to 1; empty for points that no bone reaches.
pub(super) fn geodesic_rows(
    voxels: &Voxels,
    field: &BoneField,
    bone_count: usize,
    points: &[Vec3],
    watch: &dyn Watch,
) -> Result<Vec<Vec<(usize, f32)>>, AutomaticError> {
    let mut seeds: Vec<Vec<u32>> = vec![Vec::new(); bone_count];
    for segment in 0..field.len() {
        let bone = field.bone_of(segment).map(|bone| bone as usize);
        if let Some(list) = bone.and_then(|bone| seeds.get_mut(bone)) {
            list.extend(voxels.solid_along(&field.ends(segment)));
        }
    }
    let everywhere = vec![f32::INFINITY; voxels.solid_count()];
    let nearest = spread(voxels, seeds.iter().flatten().copied(), &everywhere);
    // Beyond this a bone has no say; a cube more, since a vertex may lie anywhere in its cube.
    let bounds: Vec<f32> = nearest
        .iter()
        .map(|near| near.max(LEAST_DISTANCE) * RIVAL_REACH + 1.0)
        .collect();
    let homes: Vec<Option<u32>> = points.iter().map(|point| voxels.solid_at(point)).collect();
    let of_bones: Vec<Vec<(u32, f32)>> = seeds
        .par_iter()
        .enumerate()
        .map(|(bone, seeds)| {
            if watch.is_cancelled() || seeds.is_empty() {
                return Vec::new();
            }
            let distances = spread(voxels, seeds.iter().copied(), &bounds);
            let reached = homes.iter().zip(points).zip(0u32..);
            reached
                .filter_map(|((home, point), index)| {
                    let home = (*home)?;
                    let through = distances.get(home as usize).copied()?;
                    if !through.is_finite() {
                        return None;
                    }
                    let distance = refine(voxels, field, bone, point, home, through);
                    Some((index, distance))
                })
                .collect()
        })
        .collect();
    if watch.is_cancelled() {
        return Err(AutomaticError::Cancelled);
    }
    let mut rows: Vec<Vec<(usize, f32)>> = vec![Vec::new(); points.len()];
    for (bone, reached) in of_bones.into_iter().enumerate() {
        for (index, distance) in reached {
            if let Some(row) = rows.get_mut(index as usize) {
                row.push((bone, distance));
            }
        }
    }
    for row in &mut rows {
        let nearest = row.iter().map(|r| r.1).fold(f32::INFINITY, f32::min);
        row.retain(|(_, distance)| *distance <= nearest * RIVAL_REACH);
        for (_, distance) in row {
            *distance = (nearest / *distance).powi(FALLOFF);
        }
    }
    Ok(rows)
}

/// The distance of a point, in cubes: straight where the way through the cubes is about as short,
/// else through the cubes and from the middle of its own.
fn refine(
    voxels: &Voxels,
    field: &BoneField,
    bone: usize,
    point: &Vec3,
    home: u32,
    through: f32,
) -> f32 {
    let segments = (0..field.len()).filter(|&s| field.bone_of(s) == Some(bone as u32));
    let straight = segments
        .map(|segment| (field.nearest_point(segment, point) - point).norm())
        .fold(f32::INFINITY, f32::min)
        / voxels.size();
    let from_middle = (point - voxels.middle(home)).norm() / voxels.size();
    // Steps to the 26 cubes around make a way at most 13 % longer than it is.
    let distance = if through <= straight * 1.13 + 2.0 {
        straight
    } else {
        through + from_middle
    };
    distance.max(LEAST_DISTANCE)
}

/// The shortest distance from any of `seeds` to every solid cube, in cubes; infinite where it
/// would be above the cube's bound.
fn spread(voxels: &Voxels, seeds: impl Iterator<Item = u32>, bounds: &[f32]) -> Vec<f32> {
    let mut distances = vec![f32::INFINITY; voxels.solid_count()];
    let mut front = BinaryHeap::new();
    for seed in seeds {
        if let Some(distance) = distances.get_mut(seed as usize)
            && *distance > 0.0
        {
            *distance = 0.0;
            front.push(Reverse((0u32, seed)));
        }
    }
    while let Some(Reverse((bits, at))) = front.pop() {
        // Bits of numbers from 0 up are in the order of the numbers.
        let distance = f32::from_bits(bits);
        if distances.get(at as usize).is_none_or(|d| distance > *d) {
            continue;
        }
        voxels.around(at, |other, step| {
            let longer = distance + step;
            let bound = bounds.get(other as usize).copied().unwrap_or(0.0);
            if let Some(known) = distances.get_mut(other as usize)
                && longer < *known
                && longer <= bound
            {
                *known = longer;
                front.push(Reverse((longer.to_bits(), other)));
            }
        });
    }
    distances
}
