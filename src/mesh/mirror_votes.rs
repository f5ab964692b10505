//! The parts of a mesh vote which part mirrors them: each of their vertices for the part that its
//! mirror image lies on.

use super::SurfaceIndex;
use super::mirror_spots::{MirrorSpots, direction, is_alike, mirrored, normal};
use crate::math::Vec3;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Vertices of a part that are asked.
const VOTERS: usize = 256;

/// How far from a part the mirror image of a vertex may lie and still vote for it, as a share of the
/// model's size.
const VOTE_SHARE: f32 = 0.01;

/// How near the mirror images of a whole part must lie to another that it is a piece of.
const PIECE_SHARE: f32 = 0.0025;

/// All triangles, and who votes.
pub(super) struct Ballot {
    triangles: Vec<[u32; 3]>,
    facing: Vec<Option<Vec3>>,
    surface: SurfaceIndex,
    /// The vertices of each part that are asked.
    voters: Vec<Vec<u32>>,
}

impl Ballot {
    /// Of all parts.
    pub(super) fn new(spots: &MirrorSpots<'_>) -> Self {
        let pool = spots.pool;
        let triangles = spots.topology.triangles().to_vec();
        let facing_of = |corners: &[u32; 3]| direction(corners.iter().map(|&v| normal(pool, v)));
        let mut voters: Vec<Vec<u32>> = vec![Vec::new(); spots.parts.len()];
        for vertex in 0..spots.submesh_of.len() as u32 {
            if let Some(list) = voters.get_mut(spots.part(vertex) as usize) {
                list.push(vertex);
            }
        }
        for list in &mut voters {
            let step = list.len().div_ceil(VOTERS).max(1);
            *list = list.iter().copied().step_by(step).collect();
        }
        Self {
            facing: triangles.iter().map(facing_of).collect(),
            surface: SurfaceIndex::new(&pool.positions, &triangles),
            triangles,
            voters,
        }
    }

    /// What each open part says of the open parts; of the others nothing.
    pub(super) fn votes(&self, spots: &MirrorSpots<'_>, is_open: &[bool]) -> Vec<Votes> {
        let is_open = |part: u32| is_open.get(part as usize) == Some(&true);
        let submesh = |vertex: u32| spots.submesh_of.get(vertex as usize);
        let vote = |&vertex: &u32| {
            let at = mirrored(spots.pool.positions.get(vertex as usize)?);
            let way = spots.facing(vertex).map(|way| mirrored(&way));
            let may = |triangle: u32| {
                let [corner, ..] = *self.triangles.get(triangle as usize)?;
                let faces = self.facing.get(triangle as usize).copied().flatten();
                (is_open(spots.part(corner)) && is_alike(way, faces)).then_some(corner)
            };
            let own = submesh(vertex);
            let is_own = |triangle: u32| may(triangle).is_some_and(|corner| submesh(corner) == own);
            // Of submeshes for the same place the own one is meant.
            let reach = VOTE_SHARE * spots.size;
            let hit = self.surface.nearest_of(&at, reach, is_own);
            let any = || {
                self.surface
                    .nearest_of(&at, reach, |one| may(one).is_some())
            };
            let hit = hit.or_else(any)?;
            let is_tight = hit.distance <= PIECE_SHARE * spots.size;
            Some((spots.part(hit.corners[0]), is_tight))
        };
        let of_part = |(part, voters): (usize, &Vec<u32>)| {
            let mut votes = Votes {
                asked: voters.len(),
                ..Votes::default()
            };
            if !is_open(part as u32) {
                return votes;
            }
            for (part, is_tight) in voters.iter().filter_map(vote) {
                let (loose, tight) = votes.of.entry(part).or_default();
                *loose += 1;
                *tight += usize::from(is_tight);
            }
            votes
        };
        self.voters.par_iter().enumerate().map(of_part).collect()
    }
}

/// What the vertices of a part say of where their mirror images lie.
#[derive(Debug, Default)]
pub(super) struct Votes {
    asked: usize,
    /// Votes for each part, and how many of them are from very near.
    of: BTreeMap<u32, (usize, usize)>,
}

impl Votes {
    /// The part that has more than half of all votes.
    pub(super) fn best(&self) -> Option<u32> {
        let cast: usize = self.of.values().map(|(votes, _)| votes).sum();
        let found = self.of.iter().find(|(_, (votes, _))| 2 * votes > cast);
        found.map(|(part, _)| *part)
    }

    /// The part that nearly all vertices lie on.
    pub(super) fn whole(&self) -> Option<u32> {
        let found = self.of.iter();
        let mut found = found.filter(|(_, (_, tight))| 5 * tight >= 4 * self.asked.max(1));
        found.next().map(|(part, _)| *part)
    }
}
