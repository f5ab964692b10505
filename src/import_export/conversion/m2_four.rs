//! The four bones of a vertex that goes with more: those that together move it least wrongly.

use crate::document::{Model, sample_poses};
use crate::math::{Affine, Vec3};
use crate::mesh::{Influence, SLOTS};
use crate::skeleton::BoneId;
use std::collections::HashMap;

/// Most influences among which four are looked for; the strongest are taken.
const MOST_CANDIDATES: usize = 8;

/// Chooses for one vertex after the other.
#[derive(Debug)]
pub struct FourChooser {
    poses: Vec<Vec<Affine>>,
    positions: HashMap<BoneId, usize>,
}

impl FourChooser {
    /// A chooser for the vertices of a model.
    pub fn new(model: &Model) -> Self {
        Self {
            poses: sample_poses(model),
            positions: model.skeleton.positions(),
        }
    }

    /// Four of `all`, which is in order of weight; their shares make up for the others'.
    ///
    /// Every choice is tried; the error of one is the largest distance over all poses. Of equal
    /// errors the choice of stronger bones wins.
    pub fn choose(&self, position: Vec3, all: &[Influence]) -> Vec<Influence> {
        let candidates = all.get(..MOST_CANDIDATES).unwrap_or(all);
        let moved: Vec<Vec<Vec3>> = self
            .poses
            .iter()
            .map(|pose| {
                let of = |one: &Influence| {
                    let at = self.positions.get(&one.bone).and_then(|&at| pose.get(at));
                    at.map_or(position, |matrix| matrix.point(&position))
                };
                all.iter().map(of).collect()
            })
            .collect();
        let total: f32 = all.iter().map(|one| one.weight).sum();
        let error_of = |mask: u32| {
            let is_chosen = |place: usize| place < candidates.len() && mask >> place & 1 == 1;
            let kept = all
                .iter()
                .enumerate()
                .filter(|(place, _)| is_chosen(*place));
            let kept: f32 = kept.map(|(_, one)| one.weight).sum();
            let off = |places: &Vec<Vec3>| {
                let pairs = all.iter().zip(places).enumerate();
                let parts = pairs.map(|(place, (one, at))| {
                    let own = if is_chosen(place) {
                        one.weight / kept
                    } else {
                        0.0
                    };
                    (at - position) * (own - one.weight / total)
                });
                parts.sum::<Vec3>().norm()
            };
            moved.iter().map(off).fold(0.0, f32::max)
        };
        let masks =
            (1u32..1 << candidates.len()).filter(|mask| mask.count_ones() as usize == SLOTS);
        let best = masks.map(|mask| (error_of(mask), mask));
        let best = best.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mask = best.map_or(0xF, |(_, mask)| mask);
        let chosen = candidates.iter().enumerate();
        chosen
            .filter(|(place, _)| mask >> place & 1 == 1)
            .map(|(_, one)| *one)
            .collect()
    }
}
