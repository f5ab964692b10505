//! Boxes around a sample: one for each clip, one for all.

use crate::anim::Clock;
use crate::document::{Model, Pose};
use crate::math::{Aabb, Vec3};
use crate::skinning::{Deformed, SkinBinding};

/// Time between the poses looked at.
const STEP_MS: usize = 100;

/// Sets the bounds of `model` and of its clips from where its vertices go.
pub(crate) fn fill(model: &mut Model) {
    let hierarchy = model.skeleton.hierarchy();
    let binding = SkinBinding::new(&model.vertices, &model.skeleton);
    let mut pose = Pose::default();
    let mut deformed = Deformed::default();
    let mut all = Aabb::EMPTY;
    for clip in 0..model.clips.len() {
        let Some(duration_ms) = model.clips.get(clip).map(|clip| clip.duration_ms) else {
            continue;
        };
        let mut bounds = Aabb::EMPTY;
        for time_ms in (0..=duration_ms).step_by(STEP_MS) {
            let clock = Clock::of(model, Some(clip), f64::from(time_ms));
            model.evaluate(&clock, &hierarchy, &mut pose);
            deformed.deform(&binding, &pose.model_from_bind, &model.vertices);
            for position in &deformed.positions {
                bounds.include(position);
            }
        }
        all.include(&bounds.min);
        all.include(&bounds.max);
        if let Some(clip) = model.clips.get_mut(clip) {
            clip.bounds = bounds;
            clip.bounds_radius = radius(&bounds);
        }
    }
    model.bounds = all;
    model.bounds_radius = radius(&all);
}

/// Distance of the corner of the box that is farthest from the model's origin.
fn radius(bounds: &Aabb) -> f32 {
    Vec3::from_fn(|axis, _| bounds.min[axis].abs().max(bounds.max[axis].abs())).norm()
}
