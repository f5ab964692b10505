//! Where on a surface the mirror image of a vertex lies: only in the part of the mesh that mirrors
//! its own, only where that faces the same way, and only where the way back leads to the vertex.

use super::mirror_votes::{Ballot, Votes};
use super::{SurfaceHit, SurfaceIndex, Topology, VertexPool, View};
use crate::math::Vec3;
use rayon::prelude::*;

/// Stands for no part.
pub(super) const NO_PART: u32 = u32::MAX;

/// How often parts that found no pair are asked.
const ROUNDS: usize = 4;

/// Surfaces whose normals are this far apart at most face the same way, as a cosine.
const FACING: f32 = 0.2;

/// How far the way back may miss the vertex: a share of the way there, and one of the model's size.
const MISS: f32 = 0.5;
const MISS_SHARE: f32 = 0.005;

/// A connected part of a submesh. Submeshes are looked at apart since a model may have several for
/// the same place, of which the game shows one, all joined at the seams.
#[derive(Debug)]
pub(super) struct Part {
    triangles: Vec<[u32; 3]>,
    /// Which way each triangle faces, where its corners have normals.
    facing: Vec<Option<Vec3>>,
    surface: SurfaceIndex,
    /// The parts that its mirror images are looked for on, the likeliest first.
    images: Vec<u32>,
}

/// Mirror images across the plane Y = 0 that are spots of a surface.
#[derive(Debug)]
pub struct MirrorSpots<'a> {
    pub(super) pool: &'a VertexPool,
    pub(super) topology: &'a Topology,
    /// For each vertex the submesh that it is first in.
    pub(super) submesh_of: Vec<u32>,
    part_of: Vec<u32>,
    pub(super) parts: Vec<Part>,
    pub(super) size: f32,
}

/// A point or a direction on the other side.
pub(super) fn mirrored(at: &Vec3) -> Vec3 {
    Vec3::new(at.x, -at.y, at.z)
}

impl<'a> MirrorSpots<'a> {
    /// Finds out which parts mirror each other; `size` is that of the model.
    ///
    /// Two parts are a pair if most mirror images of either lie on the other. A part without a pair
    /// whose mirror images all lie on another part is a piece of it: a glove that is a mesh of its
    /// own on one side only. A part that has neither has no mirror image.
    pub fn new(
        pool: &'a VertexPool,
        topology: &'a Topology,
        view: Option<&View>,
        size: f32,
    ) -> Self {
        let submesh_of = submeshes(view, topology.vertex_count());
        let part_of = parts(topology, &submesh_of);
        let part = |vertex: u32| part_of.get(vertex as usize).copied().unwrap_or(NO_PART);
        let count = part_of.iter().max().map_or(0, |last| *last as usize + 1);
        let mut triangles: Vec<Vec<[u32; 3]>> = vec![Vec::new(); count];
        for &corners in topology.triangles() {
            if let Some(list) = triangles.get_mut(part(corners[0]) as usize) {
                list.push(corners);
            }
        }
        let facing_of = |corners: &[u32; 3]| direction(corners.iter().map(|&v| normal(pool, v)));
        let parts = triangles.into_par_iter().map(|triangles| Part {
            facing: triangles.iter().map(facing_of).collect(),
            surface: SurfaceIndex::new(&pool.positions, &triangles),
            triangles,
            images: Vec::new(),
        });
        let parts = parts.collect();
        let mut spots = Self {
            pool,
            topology,
            submesh_of,
            part_of,
            parts,
            size,
        };
        spots.find_images();
        spots
    }

    /// Whether the part of `vertex` takes its mirror images from that of `other`.
    pub fn are_images(&self, vertex: u32, other: u32) -> bool {
        let (part, other) = (self.part(vertex), self.part(other));
        let part = self.parts.get(part as usize);
        part.is_some_and(|part| part.images.contains(&other))
    }

    /// The spot that is the mirror image of a vertex, at most `farthest` away from where it would
    /// be exactly, of triangles with a corner that `may` be used; `None` where no spot is to be
    /// trusted.
    pub fn spot(
        &self,
        vertex: u32,
        farthest: f32,
        may: impl Fn(u32) -> bool,
    ) -> Option<SurfaceHit> {
        let at = self.pool.positions.get(vertex as usize)?;
        let own = self.part(vertex);
        let way = self.facing(vertex).map(|way| mirrored(&way));
        let images = &self.parts.get(own as usize)?.images;
        images.iter().find_map(|&image| {
            let usable = |corners: &[u32; 3]| corners.iter().any(|&corner| may(corner));
            let (hit, faces) = self.nearest(image, &mirrored(at), farthest, way, usable)?;
            let reach = hit.distance + MISS_SHARE * self.size;
            let back = mirrored(&hit.point);
            let way_back = faces.map(|faces| mirrored(&faces));
            let (back, _) = self.nearest(own, &back, reach, way_back, |_| true)?;
            let miss = (back.point - at).norm();
            (miss <= MISS * hit.distance + MISS_SHARE * self.size).then_some(hit)
        })
    }

    pub(super) fn part(&self, vertex: u32) -> u32 {
        self.part_of
            .get(vertex as usize)
            .copied()
            .unwrap_or(NO_PART)
    }

    /// Which way a part faces at a vertex, of all there that coincide with it; `None` where that
    /// can't be told, as on a card with two sides.
    pub(super) fn facing(&self, vertex: u32) -> Option<Vec3> {
        let part = self.part(vertex);
        let all = self.topology.coincident(vertex).iter();
        let all = all.filter(|one| self.part(**one) == part);
        direction(all.map(|&one| normal(self.pool, one)))
    }

    /// The nearest spot of a part that faces the same `way`, and which way it faces.
    fn nearest(
        &self,
        part: u32,
        at: &Vec3,
        farthest: f32,
        way: Option<Vec3>,
        usable: impl Fn(&[u32; 3]) -> bool,
    ) -> Option<(SurfaceHit, Option<Vec3>)> {
        let part = self.parts.get(part as usize)?;
        let faces = |triangle: u32| part.facing.get(triangle as usize).copied().flatten();
        let accept = |triangle: u32| {
            part.triangles.get(triangle as usize).is_some_and(&usable)
                && is_alike(way, faces(triangle))
        };
        let hit = part.surface.nearest_of(at, farthest, accept)?;
        Some((hit, faces(hit.triangle)))
    }

    /// Lets each part vote which part mirrors it; what finds no pair is asked again among the others
    /// that found none, for a part may lie nearer to one that is a pair already.
    fn find_images(&mut self) {
        let ballot = Ballot::new(self);
        let mut images: Vec<Vec<u32>> = vec![Vec::new(); self.parts.len()];
        let mut is_open = vec![true; self.parts.len()];
        let mut first: Vec<Votes> = Vec::new();
        for _ in 0..ROUNDS {
            let votes = ballot.votes(self, &is_open);
            let best = |part: usize| votes.get(part).and_then(Votes::best);
            let mut found = false;
            for (part, list) in images.iter_mut().enumerate() {
                if let Some(other) = best(part)
                    && best(other as usize) == Some(part as u32)
                {
                    list.push(other);
                    found = true;
                    if let Some(open) = is_open.get_mut(part) {
                        *open = false;
                    }
                }
            }
            if first.is_empty() {
                first = votes;
            }
            if !found {
                break;
            }
        }
        let open = first.iter().enumerate().zip(&is_open);
        for ((part, votes), _) in open.filter(|(_, is_open)| **is_open) {
            let Some(whole) = votes.whole() else { continue };
            // The piece takes from the whole, and the whole from the piece.
            if let Some(list) = images.get_mut(part) {
                list.push(whole);
            }
            if let Some(list) = images.get_mut(whole as usize)
                && !list.contains(&(part as u32))
            {
                list.push(part as u32);
            }
        }
        for (part, images) in self.parts.iter_mut().zip(images) {
            part.images = images;
        }
    }
}

/// For each vertex the first submesh that has it; [`NO_PART`] for those of none.
fn submeshes(view: Option<&View>, vertex_count: usize) -> Vec<u32> {
    let mut submesh_of = vec![NO_PART; vertex_count];
    let Some(view) = view else {
        return submesh_of;
    };
    for (number, submesh) in (0..).zip(&view.submeshes) {
        let range = submesh.vertex_range(view.vertex_indices.len());
        for &vertex in view.vertex_indices.get(range).unwrap_or_default() {
            if let Some(kept) = submesh_of.get_mut(vertex as usize)
                && *kept == NO_PART
            {
                *kept = number;
            }
        }
    }
    submesh_of
}

/// For each vertex the number of its part: what triangles join, and what coincides in a submesh.
fn parts(topology: &Topology, submesh_of: &[u32]) -> Vec<u32> {
    let mut parents: Vec<u32> = (0..submesh_of.len() as u32).collect();
    fn root(parents: &mut [u32], mut vertex: u32) -> u32 {
        while let Some(&parent) = parents.get(vertex as usize)
            && parent != vertex
        {
            let above = parents.get(parent as usize).copied().unwrap_or(parent);
            if let Some(kept) = parents.get_mut(vertex as usize) {
                *kept = above;
            }
            vertex = above;
        }
        vertex
    }
    let mut join = |a: u32, b: u32| {
        let (a, b) = (root(&mut parents, a), root(&mut parents, b));
        if let Some(parent) = parents.get_mut(a.max(b) as usize) {
            *parent = a.min(b);
        }
    };
    for &[a, b, c] in topology.triangles() {
        join(a, b);
        join(b, c);
    }
    let submesh = |vertex: u32| submesh_of.get(vertex as usize);
    for weld in topology.welds() {
        // Few coincide, so that asking each pair costs nothing; of very many, only neighbours.
        let members = topology.members(weld);
        let reach = if members.len() > 64 { 1 } else { members.len() };
        for (place, &a) in members.iter().enumerate() {
            for &b in members.iter().skip(place + 1).take(reach) {
                if submesh(a) == submesh(b) {
                    join(a, b);
                }
            }
        }
    }
    let mut number_of = vec![NO_PART; submesh_of.len()];
    let mut next = 0;
    for vertex in 0..submesh_of.len() as u32 {
        let top = root(&mut parents, vertex) as usize;
        // The top is the smallest of its part, so it has its number already.
        let known = number_of
            .get(top)
            .copied()
            .filter(|&known| known != NO_PART);
        let number = known.unwrap_or_else(|| {
            next += 1;
            next - 1
        });
        if let Some(kept) = number_of.get_mut(vertex as usize) {
            *kept = number;
        }
    }
    number_of
}

pub(super) fn normal(pool: &VertexPool, vertex: u32) -> Vec3 {
    let normal = pool.normals.get(vertex as usize).copied();
    normal.unwrap_or_else(Vec3::zeros)
}

/// The mean direction of normals; `None` where they are none or cancel each other.
pub(super) fn direction(normals: impl Iterator<Item = Vec3>) -> Option<Vec3> {
    let (mut sum, mut most) = (Vec3::zeros(), 0.0f32);
    for normal in normals {
        sum += normal;
        most = most.max(normal.norm());
    }
    let is_clear = sum.iter().all(|part| part.is_finite()) && sum.norm() > 0.3 * most;
    if is_clear {
        sum.try_normalize(0.0)
    } else {
        None
    }
}

/// Whether two surfaces face the same way; where one of them can't tell, they do.
pub(super) fn is_alike(a: Option<Vec3>, b: Option<Vec3>) -> bool {
    a.zip(b).is_none_or(|(a, b)| a.dot(&b) > FACING)
}

#[cfg(test)]
mod tests {
    use super::super::View;
    use super::*;

    /// Squares of two triangles about places, each a part of its own, facing along X.
    fn squares(places: &[([f32; 3], f32)]) -> (VertexPool, Topology) {
        let mut pool = VertexPool::default();
        let mut triangles = Vec::new();
        for &([x, y, z], half) in places {
            let first = pool.positions.len() as u32;
            for (across, up) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                let at = Vec3::new(x, y + half * across, z + half * up);
                pool.positions.push(at);
                pool.normals.push(Vec3::x());
            }
            triangles.extend([0, 1, 2, 1, 3, 2].map(|corner| first + corner));
        }
        let view = View {
            vertex_indices: (0..pool.positions.len() as u32).collect(),
            triangles,
            ..View::default()
        };
        let topology = Topology::new(&pool, Some(&view));
        (pool, topology)
    }

    #[test]
    fn an_eye_takes_from_the_other_eye_and_the_face_from_the_face() {
        // The right eye lies a little deeper than the left, so that face is nearer to eye.
        let face = ([0.0, 0.0, 0.0], 2.0);
        let (pool, topology) = squares(&[
            face,
            ([0.004, 1.0, 0.0], 0.3),
            ([0.001, -1.0, 0.0], 0.3),
            ([0.5, 1.0, 1.0], 0.2),
        ]);
        let spots = MirrorSpots::new(&pool, &topology, None, 5.0);
        assert!(spots.are_images(0, 1) && spots.are_images(4, 8) && spots.are_images(8, 4));
        assert!(!spots.are_images(8, 0) && !spots.are_images(0, 8));
        let hit = spots.spot(8, 0.25, |_| true).unwrap();
        assert!(hit.corners.iter().all(|corner| (4..8).contains(corner)));
        // What only one side has takes from nobody, though the face is below it.
        assert!(spots.spot(12, 5.0, |_| true).is_none());
    }

    #[test]
    fn what_faces_the_other_way_and_what_does_not_lead_back_is_not_trusted() {
        let (mut pool, topology) = squares(&[([0.0, 1.0, 0.0], 0.5), ([0.0, -1.0, 0.0], 0.5)]);
        let spots = MirrorSpots::new(&pool, &topology, None, 3.0);
        assert!(spots.spot(4, 0.1, |_| true).is_some());
        // The left square is much smaller: only what lies beside it leads back.
        let mut shrunk = pool.clone();
        for at in &mut shrunk.positions[..4] {
            *at = Vec3::new(0.0, 1.0, 0.0) + (*at - Vec3::new(0.0, 1.0, 0.0)) * 0.99;
            at.y += 0.2;
        }
        let spots = MirrorSpots::new(&shrunk, &topology, None, 3.0);
        assert!(
            spots
                .spot(4, 1.0, |_| true)
                .is_none_or(|hit| hit.distance < 0.2)
        );
        for normal in &mut pool.normals[..4] {
            *normal = -Vec3::x();
        }
        let spots = MirrorSpots::new(&pool, &topology, None, 3.0);
        assert!(spots.spot(4, 1.0, |_| true).is_none());
    }

    #[test]
    fn a_glove_that_is_a_part_on_one_side_only_belongs_to_the_arm() {
        // Left: an arm and a glove beside it; right: one arm of both.
        let (mut pool, _) = squares(&[([0.0, 1.0, 0.0], 0.5), ([0.0, 2.5, 0.0], 0.5)]);
        let first = pool.positions.len() as u32;
        for (y, z) in [(-0.5, -0.5), (-1.5, -0.5), (-3.0, -0.5)] {
            for z in [z, -z] {
                pool.positions.push(Vec3::new(0.0, y, z));
                pool.normals.push(Vec3::x());
            }
        }
        let mut triangles: Vec<u32> = vec![0, 1, 2, 1, 3, 2, 4, 5, 6, 5, 7, 6];
        triangles.extend([0, 2, 1, 1, 2, 3, 2, 4, 3, 3, 4, 5].map(|corner| first + corner));
        // The glove begins where the arm ends.
        for at in &mut pool.positions[4..8] {
            at.y = if at.y < 2.2 { 1.52 } else { 3.0 };
        }
        let view = View {
            vertex_indices: (0..pool.positions.len() as u32).collect(),
            triangles,
            ..View::default()
        };
        let topology = Topology::new(&pool, Some(&view));
        let spots = MirrorSpots::new(&pool, &topology, None, 6.0);
        let tip = first + 4;
        let hit = spots.spot(tip, 0.3, |_| true).unwrap();
        assert!(hit.corners.iter().all(|corner| (4..8).contains(corner)));
        assert!(spots.spot(5, 0.3, |_| true).is_some());
    }
}
