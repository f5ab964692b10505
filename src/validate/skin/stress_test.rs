//! Where the clips of a model tear its skin, crush it, or take its volume.

use super::mesh_edges::MeshEdges;
use super::stress_run::{Peak, StressRun};
use crate::document::{Model, Moment, MomentLimit};
use crate::math::Vec3;
use std::ops::ControlFlow;

/// Most steps of work, an edge or a vertex in a pose being one; some seconds.
const MOST_WORK: usize = 1_500_000_000;
/// Spots nearer than this part of the model's size are one place.
const PLACE: f32 = 0.02;
/// Edges that grow less than this are no stretch worth telling.
const LEAST_STRETCH: f32 = 1.25;
/// Stretches of a lower score are no more than the bones' own scale, and rounding.
const LEAST_SCORE: f32 = 0.05;
/// Edges and volumes that keep more than this are no loss worth telling.
const LEAST_LOSS: f32 = 0.75;

/// What a stress test looks at, and how much it lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StressOptions {
    /// The moments of the clips.
    pub moments: MomentLimit,
    /// Most spots of each list.
    pub listed: usize,
}

impl Default for StressOptions {
    fn default() -> Self {
        Self {
            moments: MomentLimit::default(),
            listed: 20,
        }
    }
}

/// A vertex at the moment at which it suffers most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StressSpot {
    /// The vertex.
    pub vertex: u32,
    /// The position of the clip.
    pub clip: usize,
    /// Time in the clip, ms.
    pub time_ms: f64,
    /// Of a stretch or collapse: the length of the vertex's worst edge, where its length in the
    /// bind pose is 1. Of a loss of volume: the volume that is left of 1.
    pub ratio: f32,
    /// What spots are ordered by; see the lists of [`StressReport`].
    pub score: f32,
}

/// What a stress test found. A spot stands for its place: others nearby are not listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StressReport {
    /// The worst stretches. The score is by how much the worst edge is longer than its bones' own
    /// scale makes it, as a part of its length or of a typical edge's, whichever is more: edges
    /// that are next to nothing stretch a lot and are not seen.
    pub stretches: Vec<StressSpot>,
    /// The worst collapses. The score is the part of an edge's length that is gone, again beside
    /// what its bones' own scale takes; edges much shorter than a typical one do not count.
    pub collapses: Vec<StressSpot>,
    /// The worst losses of volume between the triangles around a vertex and the joint of its
    /// strongest bone. The score is the part that is gone; below 0 what is left is inside out.
    pub volume_losses: Vec<StressSpot>,
    /// For each vertex the score of its worst stretch.
    pub stretch: Vec<f32>,
    /// At how many moments was looked.
    pub moments: usize,
    /// The number of edges.
    pub edges: usize,
}

/// Bends the mesh of a model through moments of all its clips; `None` if it was stopped.
///
/// `on_progress` gets the share that is done and may stop the work. Large models are looked at at
/// fewer moments, so that it ends within seconds.
pub fn stress_test(
    model: &Model,
    options: StressOptions,
    on_progress: &mut dyn FnMut(f32) -> ControlFlow<()>,
) -> Option<StressReport> {
    let mesh = MeshEdges::of(model);
    let cost = model.vertices.len() * 2 + mesh.edges.len() + mesh.triangles.len() * 3;
    let moments = if mesh.edges.is_empty() {
        Vec::new()
    } else {
        model.moments(options.moments.within_work(cost, MOST_WORK))
    };
    let mut run = StressRun::new(model, &mesh);
    run.all(&moments, on_progress)?;
    let spots = |peaks: &[Peak], is_worth: fn(&Peak) -> bool| {
        list(model, peaks, &moments, options.listed, is_worth)
    };
    let peaks = run.peaks();
    Some(StressReport {
        stretches: spots(&peaks.stretch, |peak| {
            peak.ratio > LEAST_STRETCH && peak.score > LEAST_SCORE
        }),
        collapses: spots(&peaks.collapse, |peak| peak.score > 1.0 - LEAST_LOSS),
        volume_losses: spots(&peaks.volume, |peak| peak.score > 1.0 - LEAST_LOSS),
        stretch: peaks.stretch.iter().map(|peak| peak.score).collect(),
        moments: moments.len(),
        edges: mesh.edges.len(),
    })
}

/// The worst peaks, one for each place.
fn list(
    model: &Model,
    peaks: &[Peak],
    moments: &[Moment],
    most: usize,
    is_worth: fn(&Peak) -> bool,
) -> Vec<StressSpot> {
    let mut order: Vec<(usize, &Peak)> = peaks
        .iter()
        .enumerate()
        .filter(|(_, peak)| is_worth(peak))
        .collect();
    order.sort_by(|(_, a), (_, b)| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then(b.mean.total_cmp(&a.mean))
    });
    let near = model.size() * PLACE;
    let mut places: Vec<Vec3> = Vec::new();
    let mut spots = Vec::new();
    for (vertex, peak) in order {
        if spots.len() >= most {
            break;
        }
        let (Some(&at), Some(moment)) = (
            model.vertices.positions.get(vertex),
            moments.get(peak.moment as usize),
        ) else {
            continue;
        };
        if places.iter().any(|place| (place - at).norm() < near) {
            continue;
        }
        places.push(at);
        spots.push(StressSpot {
            vertex: u32::try_from(vertex).unwrap_or(u32::MAX),
            clip: moment.clip,
            time_ms: moment.time_ms,
            ratio: peak.ratio,
            score: peak.score,
        });
    }
    spots
}
