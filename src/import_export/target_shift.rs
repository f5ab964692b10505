//! How far other weights take the vertices of a model, over moments of all its clips.

use super::target_preview::shares;
use crate::document::{Model, Moment, MomentLimit, Poser};
use crate::math::{Affine, Vec3};
use crate::mesh::Influences;
use crate::skeleton::BoneId;
use rayon::prelude::*;
use std::ops::ControlFlow;

/// Poses that are looked at between two reports of progress.
const BATCH: usize = 32;
/// Most products of a matrix and a vertex; some seconds of work.
const MOST_WORK: usize = 2_000_000_000;

/// The vertex that goes furthest astray, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorstVertex {
    /// The vertex.
    pub vertex: u32,
    /// The position of the clip.
    pub clip: usize,
    /// Time in the clip, ms.
    pub time_ms: f64,
    /// How far it is from where it should be, file units.
    pub distance: f32,
}

/// How far vertices are from where they were.
pub(super) struct Shifts {
    /// For each vertex the largest distance, file units.
    pub largest: Vec<f32>,
    /// The largest of all; of equal ones the first.
    pub worst: Option<WorstVertex>,
    /// At how many moments was looked.
    pub moments: usize,
}

/// A vertex whose shares changed, and by how much for each bone, by position.
struct Changed {
    vertex: usize,
    at: Vec3,
    bones: Vec<(usize, f32)>,
    largest: f32,
    moment: usize,
}

impl Changed {
    /// Takes over the distance in a pose if it is the largest so far. Only bones that move the
    /// vertex count: what stays at the bind pose is at no distance from it.
    fn look(&mut self, pose: &[Affine], moment: usize) {
        let parts = self.bones.iter().filter_map(|&(bone, change)| {
            let matrix = pose.get(bone)?;
            Some((matrix.point(&self.at) - self.at) * change)
        });
        let distance = parts.sum::<Vec3>().norm();
        if distance > self.largest {
            self.largest = distance;
            self.moment = moment;
        }
    }
}

/// How far each vertex of `model` is at the worst moment if it has the influences of `other`;
/// `None` if it was stopped.
pub(super) fn shifts(
    model: &Model,
    other: &Influences,
    limit: MomentLimit,
    on_progress: &mut dyn FnMut(f32) -> ControlFlow<()>,
) -> Option<Shifts> {
    let mut changed = changed(model, other);
    let mut out = Shifts {
        largest: vec![0.0; model.vertices.len()],
        worst: None,
        moments: 0,
    };
    if changed.is_empty() {
        return Some(out);
    }
    let moments = model.moments(limit.within_work(changed.len() * 4, MOST_WORK));
    for (number, batch) in moments.chunks(BATCH).enumerate() {
        let first = number * BATCH;
        if on_progress(first as f32 / moments.len() as f32).is_break() {
            return None;
        }
        let poses: Vec<Vec<Affine>> = batch
            .par_iter()
            .map_init(
                || Poser::new(model),
                |poser, moment| poser.at(Some(moment.clip), moment.time_ms).to_vec(),
            )
            .collect();
        changed.par_iter_mut().for_each(|vertex| {
            for (pose, moment) in poses.iter().zip(first..) {
                vertex.look(pose, moment);
            }
        });
    }
    out.moments = moments.len();
    for one in &changed {
        if let Some(slot) = out.largest.get_mut(one.vertex) {
            *slot = one.largest;
        }
        let least = out.worst.map_or(0.0, |worst| worst.distance);
        if let (true, Some(moment)) = (one.largest > least, moments.get(one.moment)) {
            out.worst = Some(worst(one, moment));
        }
    }
    Some(out)
}

fn worst(one: &Changed, moment: &Moment) -> WorstVertex {
    WorstVertex {
        vertex: u32::try_from(one.vertex).unwrap_or(u32::MAX),
        clip: moment.clip,
        time_ms: moment.time_ms,
        distance: one.largest,
    }
}

fn changed(model: &Model, other: &Influences) -> Vec<Changed> {
    let positions = model.skeleton.positions();
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let mut all = Vec::new();
    for (vertex, &at) in model.vertices.positions.iter().enumerate() {
        let shares = |influences: &Influences, out: &mut Vec<(BoneId, f32)>| {
            shares(
                influences.of(vertex),
                |bone| positions.contains_key(&bone),
                out,
            );
        };
        shares(&model.vertices.influences, &mut before);
        shares(other, &mut after);
        if before == after {
            continue;
        }
        let mut bones: Vec<(usize, f32)> = Vec::new();
        let taken = before.iter().map(|&(bone, weight)| (bone, -weight));
        for (bone, change) in after.iter().copied().chain(taken) {
            let Some(&position) = positions.get(&bone) else {
                continue;
            };
            match bones.iter_mut().find(|known| known.0 == position) {
                Some(known) => known.1 += change,
                None => bones.push((position, change)),
            }
        }
        all.push(Changed {
            vertex,
            at,
            bones,
            largest: 0.0,
            moment: 0,
        });
    }
    all
}
