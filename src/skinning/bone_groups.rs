//! Groups of bones, the only weights MDX has: to influences, and from influences back.

use crate::math::{Affine, Vec3};
use crate::mesh::Influence;
use crate::skeleton::BoneId;
use std::collections::HashMap;

/// Most influences of a vertex among which a group is looked for; the strongest are taken.
const MOST_CANDIDATES: usize = 8;

/// Bones of a group that count. No game model comes near it; a damaged file may name a hundred
/// thousand bones for each of its vertices.
const MOST_OF_GROUP: usize = 256;

/// The influences that a group of bones means: each bone's share of the average. Of a group of more
/// than 256 the first 256 count.
pub fn group_influences(group: &[BoneId]) -> Vec<Influence> {
    let group = group.get(..MOST_OF_GROUP).unwrap_or(group);
    let share = 1.0 / group.len().max(1) as f32;
    let mut influences: Vec<Influence> = Vec::new();
    for &bone in group {
        match influences.iter_mut().find(|known| known.bone == bone) {
            Some(known) => known.weight += share,
            None => influences.push(Influence {
                bone,
                weight: share,
            }),
        }
    }
    influences
}

/// A group for one vertex, and how far it takes the vertex from where its influences would.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenGroup {
    /// The bones, in the order of the influences.
    pub bones: Vec<BoneId>,
    /// The largest distance over all poses, file units.
    pub error: f32,
}

/// Chooses for one vertex after the other the group of its bones whose average moves it least
/// wrongly.
///
/// Every choice among the vertex's (at most 8 strongest) bones is tried; the error of one is the
/// largest distance over all poses. Of equal errors the choice wins whose shares are nearest to the
/// weights, then the smaller one, then the one of stronger bones.
pub struct GroupChooser<'a> {
    poses: &'a [Vec<Affine>],
    position_of: &'a HashMap<BoneId, usize>,
    candidates: Vec<Influence>,
    /// Where each candidate takes the vertex, pose by pose.
    moved: Vec<Vec3>,
    /// Where all influences together take it, for each pose.
    wanted: Vec<Vec3>,
}

impl<'a> GroupChooser<'a> {
    /// `poses` hold a matrix for each bone at the place that `position_of` tells.
    pub fn new(poses: &'a [Vec<Affine>], position_of: &'a HashMap<BoneId, usize>) -> Self {
        Self {
            poses,
            position_of,
            candidates: Vec::new(),
            moved: Vec::new(),
            wanted: Vec::new(),
        }
    }

    /// The group for a vertex; empty if it has no influence.
    pub fn choose(&mut self, position: Vec3, influences: &[Influence]) -> ChosenGroup {
        self.choose_at_most(position, influences, usize::MAX)
    }

    /// The group of at most so many bones (1 or more) for a vertex; empty if it has no influence.
    pub fn choose_at_most(
        &mut self,
        position: Vec3,
        influences: &[Influence],
        most: usize,
    ) -> ChosenGroup {
        let used = influences.iter().copied().filter(|one| one.weight > 0.0);
        self.candidates.clear();
        self.candidates.extend(used);
        self.candidates
            .sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let total: f32 = self.candidates.iter().map(|one| one.weight).sum();
        let divisor = total.max(1.0);
        self.wanted.clear();
        self.moved.clear();
        for pose in self.poses {
            let mut place = position;
            for (rank, one) in self.candidates.iter().enumerate() {
                let matrix = self.position_of.get(&one.bone).and_then(|&at| pose.get(at));
                let moved = matrix.map_or(position, |matrix| matrix.point(&position));
                place += (moved - position) * (one.weight / divisor);
                if rank < MOST_CANDIDATES {
                    self.moved.push(moved);
                }
            }
            self.wanted.push(place);
        }
        self.candidates.truncate(MOST_CANDIDATES);
        let mut best: Option<(Rank, u32)> = None;
        for mask in 1..1u32 << self.candidates.len() {
            if mask.count_ones() as usize > most {
                continue;
            }
            let rank = self.rank_of(mask);
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, mask));
            }
        }
        let (error, mask) = best.map_or((0.0, 0), |((error, ..), mask)| (error, mask));
        let bones = (0..).zip(&self.candidates);
        ChosenGroup {
            bones: bones
                .filter(|(place, _)| mask & (1u32 << place) != 0)
                .map(|(_, one)| one.bone)
                .collect(),
            error,
        }
    }

    /// How far the average of any group takes the vertex that was chosen for last from where its
    /// influences would: the largest distance over all poses.
    pub fn error_of(&self, position: Vec3, bones: &[BoneId]) -> f32 {
        let influences = group_influences(bones);
        let errors = self.poses.iter().zip(&self.wanted).map(|(pose, wanted)| {
            let mut place = position;
            for one in &influences {
                let matrix = self.position_of.get(&one.bone).and_then(|&at| pose.get(at));
                let moved = matrix.map_or(position, |matrix| matrix.point(&position));
                place += (moved - position) * one.weight;
            }
            (place - wanted).norm()
        });
        errors.fold(0.0, f32::max)
    }

    /// What the average of a choice costs.
    fn rank_of(&self, mask: u32) -> Rank {
        let is_chosen = |place: u32| mask & (1 << place) != 0;
        let share = 1.0 / mask.count_ones() as f32;
        let poses = self
            .wanted
            .iter()
            .zip(self.moved.chunks_exact(self.candidates.len()));
        let errors = poses.map(|(wanted, moved)| {
            let chosen = (0..).zip(moved).filter(|(place, _)| is_chosen(*place));
            let sum = chosen.fold(Vec3::zeros(), |sum, (_, place)| sum + place);
            (sum * share - wanted).norm()
        });
        let difference = (0..).zip(&self.candidates).map(|(place, one)| {
            let given = if is_chosen(place) { share } else { 0.0 };
            (given - one.weight).powi(2)
        });
        (
            errors.fold(0.0, f32::max),
            difference.sum(),
            mask.count_ones(),
            mask,
        )
    }
}

/// Error, difference of weights, number of bones, and the choice itself; smaller is better.
type Rank = (f32, f32, u32, u32);
