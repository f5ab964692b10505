//! The mesh as automatic weights see it: coincident vertices are one, only sound triangles, all
//! facing outwards, in a box of diagonal 1.
//!
//! * Every corner of `triangles` is below `points.len()`.
//! * Every point is finite; every triangle has an area above 0 in single precision.
//! * `weld_of` has an entry for every vertex of the input; [`NO_WELD`] for those without a place.

use super::MeshDefects;
use super::edges::Edges;
use super::orient::orient;
use crate::math::{Aabb, Vec3};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// In [`WeldedMesh::weld_of`]: the vertex has no place.
pub(super) const NO_WELD: u32 = u32::MAX;

/// A triangle whose height is below this share of the model's diagonal has no area.
const LEAST_HEIGHT: f64 = 1e-7;

pub(super) struct WeldedMesh {
    /// The weld of each vertex of the input.
    pub weld_of: Vec<u32>,
    /// The welds' places, scaled and moved by [`WeldedMesh::scaled`].
    pub points: Vec<Vec3>,
    /// The sound triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Their edges.
    pub edges: Edges,
    /// Normals of unit length; zero where there is none.
    pub normals: Vec<Vec3>,
    /// The part of the mesh that each weld belongs to.
    pub islands: Vec<u32>,
    /// How many parts there are.
    pub island_count: usize,
    /// Whether a weld belongs to a triangle.
    pub is_used: Vec<bool>,
    /// What was found wrong.
    pub defects: MeshDefects,
    centre: Vec3,
    scale: f32,
}

impl WeldedMesh {
    /// Corners of `triangles` are all below `positions.len()`.
    pub(super) fn new(positions: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let aabb = Aabb::around(positions);
        let centre = (aabb.min * 0.5) + (aabb.max * 0.5);
        let centre = if aabb.is_empty() {
            Vec3::zeros()
        } else {
            centre
        };
        let diagonal = aabb.diagonal();
        let scale = if diagonal.is_finite() && diagonal > 1e-30 {
            1.0 / diagonal
        } else if diagonal.is_finite() {
            1.0
        } else {
            // Coordinates near the end of single precision.
            1e-38
        };
        let mut defects = MeshDefects::default();
        let (weld_of, points) = weld(positions, centre, scale, &mut defects);
        let mut triangles = sound_triangles(&weld_of, &points, triangles, &mut defects);
        let (islands, island_count) = islands(points.len(), &triangles);
        let mut is_used = vec![false; points.len()];
        for corner in triangles.iter().flatten() {
            if let Some(used) = is_used.get_mut(*corner as usize) {
                *used = true;
            }
        }
        let mut edges = Edges::new(points.len(), &triangles);
        for (_, _, sides) in edges.iter() {
            match sides.len() {
                1 => defects.open_edges += 1,
                2 => {}
                _ => defects.non_manifold_edges += 1,
            }
        }
        defects.flipped_triangles = orient(&points, &mut triangles, &edges, &islands, island_count);
        if defects.flipped_triangles > 0 {
            edges = Edges::new(points.len(), &triangles);
        }
        defects.loose_vertices = weld_of
            .iter()
            .filter(|&&weld| is_used.get(weld as usize) == Some(&false))
            .count();
        defects.islands = {
            let mut with_triangles = vec![false; island_count];
            for (island, used) in islands.iter().zip(&is_used) {
                if let Some(flag) = with_triangles.get_mut(*island as usize) {
                    *flag |= used;
                }
            }
            with_triangles.iter().filter(|flag| **flag).count()
        };
        let normals = normals(&points, &triangles);
        Self {
            weld_of,
            points,
            triangles,
            edges,
            normals,
            islands,
            island_count,
            is_used,
            defects,
            centre,
            scale,
        }
    }

    /// A place of the model in the space of `points`.
    pub(super) fn scaled(&self, place: &Vec3) -> Vec3 {
        (place - self.centre) * self.scale
    }
}

/// Hashes three words by multiplying: positions need no guard against chosen keys beyond this.
#[derive(Default)]
struct PlaceHasher(u64);

impl Hasher for PlaceHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(23) ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

fn weld(
    positions: &[Vec3],
    centre: Vec3,
    scale: f32,
    defects: &mut MeshDefects,
) -> (Vec<u32>, Vec<Vec3>) {
    let mut by_place: HashMap<[u32; 3], u32, BuildHasherDefault<PlaceHasher>> =
        HashMap::with_capacity_and_hasher(positions.len(), BuildHasherDefault::default());
    let mut points: Vec<Vec3> = Vec::with_capacity(positions.len());
    let mut weld_of = Vec::with_capacity(positions.len());
    for position in positions {
        let point = (position - centre) * scale;
        if !point.iter().all(|c| c.is_finite()) {
            defects.vertices_without_place += 1;
            weld_of.push(NO_WELD);
            continue;
        }
        // Adding 0 makes the negative zero the positive one.
        let key = [position.x, position.y, position.z].map(|c| (c + 0.0).to_bits());
        let next = points.len() as u32;
        let weld = *by_place.entry(key).or_insert(next);
        if weld == next {
            points.push(point);
        } else {
            defects.duplicate_vertices += 1;
        }
        weld_of.push(weld);
    }
    (weld_of, points)
}

fn sound_triangles(
    weld_of: &[u32],
    points: &[Vec3],
    triangles: &[[u32; 3]],
    defects: &mut MeshDefects,
) -> Vec<[u32; 3]> {
    let mut sound = Vec::with_capacity(triangles.len());
    for triangle in triangles {
        let welds = triangle.map(|v| weld_of.get(v as usize).copied().unwrap_or(NO_WELD));
        let corners = welds.map(|weld| points.get(weld as usize));
        let [Some(a), Some(b), Some(c)] = corners else {
            defects.degenerate_triangles += 1;
            continue;
        };
        let (ab, ac) = ((b - a).cast::<f64>(), (c - a).cast::<f64>());
        let longest = ab.norm().max(ac.norm()).max((ac - ab).norm());
        let doubled_area = ab.cross(&ac).norm();
        if doubled_area <= LEAST_HEIGHT * longest || longest <= LEAST_HEIGHT {
            defects.degenerate_triangles += 1;
        } else {
            sound.push(welds);
        }
    }
    // The same three corners twice, either way round, are one triangle.
    let mut seen: HashSet<[u32; 3], BuildHasherDefault<PlaceHasher>> =
        HashSet::with_capacity_and_hasher(sound.len(), BuildHasherDefault::default());
    let count = sound.len();
    sound.retain(|welds| {
        let mut key = *welds;
        key.sort_unstable();
        seen.insert(key)
    });
    defects.duplicate_triangles = count - sound.len();
    sound
}

/// The part of each weld, numbered in the order of their first welds, and how many there are.
fn islands(count: usize, triangles: &[[u32; 3]]) -> (Vec<u32>, usize) {
    let mut parents: Vec<u32> = (0..count as u32).collect();
    for &[a, b, c] in triangles {
        for other in [b, c] {
            let (one, two) = (root(&mut parents, a), root(&mut parents, other));
            if let Some(parent) = parents.get_mut(one.max(two) as usize) {
                *parent = one.min(two);
            }
        }
    }
    let mut names = vec![u32::MAX; count];
    let mut found = 0;
    let mut islands = Vec::with_capacity(count);
    for weld in 0..count as u32 {
        let top = root(&mut parents, weld) as usize;
        let Some(name) = names.get_mut(top) else {
            continue;
        };
        if *name == u32::MAX {
            *name = found;
            found += 1;
        }
        islands.push(*name);
    }
    (islands, found as usize)
}

fn root(parents: &mut [u32], start: u32) -> u32 {
    let mut at = start;
    while let Some(&up) = parents.get(at as usize) {
        if up == at {
            break;
        }
        let above = parents.get(up as usize).copied().unwrap_or(up);
        if let Some(parent) = parents.get_mut(at as usize) {
            *parent = above;
        }
        at = above;
    }
    at
}

/// Unit normals, each triangle counted by its angle at the vertex.
fn normals(points: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let mut normals = vec![Vec3::zeros(); points.len()];
    for triangle in triangles {
        let [a, b, c] =
            triangle.map(|corner| points.get(corner as usize).copied().unwrap_or_default());
        let unit = |v: Vec3| v.try_normalize(0.0).unwrap_or_default();
        let sides = [unit(b - a), unit(c - b), unit(a - c)];
        // Scaled up first: the product of two short sides may vanish in single precision.
        let Some(normal) = sides[0].cross(&sides[1]).try_normalize(0.0) else {
            continue;
        };
        for corner in 0..3 {
            let cosine = -sides[corner].dot(&sides[(corner + 2) % 3]);
            let angle = cosine.clamp(-1.0, 1.0).acos();
            if let Some(sum) = normals.get_mut(triangle[corner] as usize) {
                *sum += normal * angle;
            }
        }
    }
    for normal in &mut normals {
        *normal = normal.try_normalize(1e-12).unwrap_or_default();
    }
    normals
}
