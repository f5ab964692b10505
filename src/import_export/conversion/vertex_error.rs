//! How far a conversion moves vertices from where they were.

use super::convert::Origin;
use crate::anim::Clock;
use crate::document::{Model, Pose};
use crate::skinning::{Deformed, SkinBinding};

/// Moments of each clip at which is looked, evenly spread, both ends included.
const MOMENTS: u32 = 5;

/// For each vertex of `target` the largest distance from the one it was made of, at moments of all
/// clips; file units.
pub fn vertex_errors(source: &Model, target: &Model, origin: &Origin) -> Vec<f32> {
    let (mut before, mut after) = (Posed::new(source), Posed::new(target));
    let mut errors = vec![0.0f32; origin.vertices.len()];
    for (clip, from) in origin.clips.iter().enumerate() {
        let Some(from) = *from else { continue };
        let duration = source.clips.get(from).map_or(0, |clip| clip.duration_ms);
        for moment in 0..MOMENTS {
            let time_ms = f64::from(duration) * f64::from(moment) / f64::from(MOMENTS - 1);
            before.pose(from, time_ms);
            after.pose(clip, time_ms);
            let pairs = after.deformed.positions.iter().zip(&origin.vertices);
            for ((own, &vertex), largest) in pairs.zip(&mut errors) {
                let old = before.deformed.positions.get(vertex);
                *largest = old.map_or(*largest, |old| largest.max((own - old).norm()));
            }
            if duration == 0 {
                break;
            }
        }
    }
    errors
}

struct Posed<'a> {
    model: &'a Model,
    hierarchy: crate::skeleton::Hierarchy,
    binding: SkinBinding,
    pose: Pose,
    deformed: Deformed,
}

impl<'a> Posed<'a> {
    fn new(model: &'a Model) -> Self {
        Self {
            model,
            hierarchy: model.skeleton.hierarchy(),
            binding: SkinBinding::new(&model.vertices, &model.skeleton),
            pose: Pose::default(),
            deformed: Deformed::default(),
        }
    }

    fn pose(&mut self, clip: usize, time_ms: f64) {
        let model = self.model;
        let clock = Clock::of(model, Some(clip), time_ms);
        model.evaluate(&clock, &self.hierarchy, &mut self.pose);
        let matrices = &self.pose.model_from_bind;
        self.deformed
            .deform(&self.binding, matrices, &model.vertices);
    }
}
