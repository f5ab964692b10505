//! Poses in which the error of a choice of bones is measured.

use super::{Model, Pose};
use crate::anim::Clock;
use crate::math::Affine;

/// Moments of each clip, evenly spread, both ends included.
const MOMENTS: u32 = 5;
/// Most poses; with more clips than that, clips are passed over evenly.
const MOST_POSES: usize = 80;

/// What every bone does at moments of all clips; the same for the same model.
pub fn sample_poses(model: &Model) -> Vec<Vec<Affine>> {
    let hierarchy = model.skeleton.hierarchy();
    let mut pose = Pose::default();
    let clips = model.clips.len();
    let wanted = clips * MOMENTS as usize;
    let stride = wanted.div_ceil(MOST_POSES).max(1);
    let mut poses = Vec::new();
    for clip in (0..clips).step_by(stride) {
        let duration = model.clips.get(clip).map_or(0, |clip| clip.length_ms());
        for moment in 0..MOMENTS {
            let time_ms = f64::from(duration) * f64::from(moment) / f64::from(MOMENTS - 1);
            model.evaluate(
                &Clock::of(model, Some(clip), time_ms),
                &hierarchy,
                &mut pose,
            );
            poses.push(pose.model_from_bind.clone());
        }
    }
    poses
}
