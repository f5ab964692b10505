//! Who moves a vertex: what each of its bones adds to where it goes.

use crate::document::{Model, Moment, MomentLimit, Poser};
use crate::math::{Affine, Vec3};
use crate::skeleton::BoneId;

/// The part of one bone in where a vertex goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    /// The bone.
    pub bone: BoneId,
    /// Its share, 0 to 1; excess of all weights together is divided out.
    pub weight: f32,
    /// What it adds to the bind position: its share of the way that it alone would take the
    /// vertex, model space. A bone that does not exist adds nothing.
    pub part: Vec3,
}

/// A vertex in a pose, and what brings it there.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexMovers {
    /// Where it is in the bind pose.
    pub bind: Vec3,
    /// How far the pose takes it from there: the sum of all parts.
    pub displacement: Vec3,
    /// Its bones, in the order of its influences.
    pub movers: Vec<Mover>,
}

/// When a bone moves a vertex most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverPeak {
    /// The bone.
    pub bone: BoneId,
    /// The position of the clip.
    pub clip: usize,
    /// Time in the clip, ms.
    pub time_ms: f64,
    /// The length of the bone's part, file units.
    pub distance: f32,
}

/// What each bone of a vertex adds at a time of a clip (`None` is the bind pose); `None` if there
/// is no such vertex.
pub fn who_moves(
    model: &Model,
    vertex: usize,
    clip: Option<usize>,
    time_ms: f64,
) -> Option<VertexMovers> {
    who_moves_in(model, &mut Poser::new(model), vertex, clip, time_ms)
}

fn who_moves_in(
    model: &Model,
    poser: &mut Poser<'_>,
    vertex: usize,
    clip: Option<usize>,
    time_ms: f64,
) -> Option<VertexMovers> {
    who_moves_posed(model, vertex, poser.at(clip, time_ms))
}

/// What each bone of a vertex adds in a pose, given as the matrix of each bone; `None` if there is
/// no such vertex.
pub fn who_moves_posed(model: &Model, vertex: usize, pose: &[Affine]) -> Option<VertexMovers> {
    let bind = *model.vertices.positions.get(vertex)?;
    let influences = || {
        let all = model.vertices.influences.of(vertex);
        all.filter(|one| one.weight.is_finite())
    };
    let total: f64 = influences().map(|one| f64::from(one.weight)).sum();
    let divisor = total.max(1.0);
    let mut displacement = Vec3::zeros();
    let movers = influences()
        .map(|one| {
            let weight = (f64::from(one.weight) / divisor) as f32;
            let matrix = model.skeleton.index_of(one.bone);
            let matrix = matrix.and_then(|index| pose.get(index));
            let way = matrix.map_or(Vec3::zeros(), |matrix| matrix.point(&bind) - bind);
            let part = way * weight;
            displacement += part;
            Mover {
                bone: one.bone,
                weight,
                part,
            }
        })
        .collect();
    Some(VertexMovers {
        bind,
        displacement,
        movers,
    })
}

/// For each bone of a vertex when it moves it most, over moments of all clips; in the order of its
/// influences, each bone once. A bone that never moves it is not listed.
pub fn mover_peaks(model: &Model, vertex: usize, limit: MomentLimit) -> Vec<MoverPeak> {
    peaks_over(model, vertex, model.moments(limit))
}

/// As [`mover_peaks`], over at most so many moments of one clip.
pub fn mover_peaks_in(model: &Model, vertex: usize, clip: usize, most: usize) -> Vec<MoverPeak> {
    peaks_over(model, vertex, model.moments_in(clip, most))
}

fn peaks_over(model: &Model, vertex: usize, moments: Vec<Moment>) -> Vec<MoverPeak> {
    let mut poser = Poser::new(model);
    let mut peaks: Vec<MoverPeak> = Vec::new();
    for moment in moments {
        let clip = Some(moment.clip);
        let Some(found) = who_moves_in(model, &mut poser, vertex, clip, moment.time_ms) else {
            return peaks;
        };
        for mover in &found.movers {
            let peak = MoverPeak {
                bone: mover.bone,
                clip: moment.clip,
                time_ms: moment.time_ms,
                distance: mover.part.norm(),
            };
            match peaks.iter_mut().find(|known| known.bone == mover.bone) {
                Some(known) if known.distance < peak.distance => *known = peak,
                Some(_) => {}
                None => peaks.push(peak),
            }
        }
    }
    peaks.retain(|peak| peak.distance > 0.0);
    peaks
}
