//! The pose of a model at a moment: every bone's local transform and model matrix.

use super::Model;
use crate::anim::{Clock, KeyWindow};
use crate::math::Affine;
use crate::skeleton::{Hierarchy, LocalTransform, model_matrices};

/// What all bones of a model do, in file order. Kept between frames so that nothing is allocated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// What each bone does relative to its parent.
    pub local: Vec<LocalTransform>,
    /// Where each bone takes a point of the bind pose, both in model space.
    pub model_from_bind: Vec<Affine>,
}

impl Clock {
    /// `time_ms` of the clip at position `clip`, aliases followed; `None` is the bind pose.
    ///
    /// A clip that does not exist, or whose aliases lead nowhere, gives the bind pose. The clock
    /// of global loops shows the same time; see [`Clock::with_loop_time`].
    pub fn of(model: &Model, clip: Option<usize>, time_ms: f64) -> Self {
        let holder = clip.and_then(|clip| model.key_clip(clip));
        let window = holder
            .and_then(|holder| model.clips.get(holder))
            .map(|clip| KeyWindow::new(clip.start_ms, clip.duration_ms))
            .unwrap_or_default();
        Self {
            clip: holder,
            time_ms,
            loop_time_ms: time_ms,
            window,
        }
    }
}

impl Model {
    /// Fills `pose` with what the model does at `clock`.
    ///
    /// `hierarchy` is that of `self.skeleton`. Tracks without keyframes in the clip (the clip has
    /// none, or they are in a file that is missing) leave their bone at rest.
    pub fn evaluate(&self, clock: &Clock, hierarchy: &Hierarchy, pose: &mut Pose) {
        self.sample_bones(clock, &mut pose.local);
        model_matrices(
            &self.skeleton.bones,
            hierarchy,
            &pose.local,
            &mut pose.model_from_bind,
        );
    }

    /// Fills `local` with what each bone does at `clock`, in file order.
    pub fn sample_bones(&self, clock: &Clock, local: &mut Vec<LocalTransform>) {
        let loops = &self.global_loops_ms;
        let rest = LocalTransform::REST;
        local.clear();
        local.extend(self.bone_tracks.iter().map(|tracks| LocalTransform {
            translation: tracks.translation.sample(clock, loops, rest.translation),
            rotation: tracks.rotation.sample(clock, loops, rest.rotation),
            scale: tracks.scale.sample(clock, loops, rest.scale),
        }));
    }
}
