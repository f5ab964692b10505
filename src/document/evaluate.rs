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
            .map(KeyWindow::of)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::{
        BoneTracks, Clip, ClipFlags, ClipId, Driver, Interpolation, KeyList, Track, TrackKeys,
    };
    use crate::document::{ModelFormat, ModelId};
    use crate::math::{Aabb, Quat, Vec3, quat_from_axis_angle};
    use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind};
    use nalgebra::{Matrix4, Quaternion, UnitQuaternion, Vector3};

    fn clip(id: u32, alias_of: Option<u32>) -> Clip {
        Clip {
            id: ClipId(id),
            name: None,
            animation_id: 0,
            variation: 0,
            start_ms: 0,
            duration_ms: 1000,
            move_speed: 0.0,
            flags: ClipFlags(if alias_of.is_some() {
                ClipFlags::ALIAS
            } else {
                0
            }),
            frequency: 0,
            padding: 0,
            repeat: [0; 2],
            blend_time: 0,
            bounds: Aabb::EMPTY,
            bounds_radius: 0.0,
            variation_next: ClipId::NONE,
            alias_of: ClipId(alias_of.unwrap_or(0xFFFF)),
            rarity: 0.0,
            sync_point: 0,
        }
    }

    fn linear<T: Copy>(keys: impl Iterator<Item = (i32, T)>) -> Track<T> {
        let (times_ms, values) = keys.unzip();
        Track {
            interpolation: Interpolation::Linear,
            driver: Driver::Clip,
            keys: TrackKeys::PerClip(vec![KeyList {
                times_ms,
                values,
                tangents: Vec::new(),
            }]),
        }
    }

    /// From the first to the last pivot of [`chain`], about.
    const CHAIN_LENGTH: f64 = 26.0;

    /// A crooked chain of 24 bones far from the origin, keyed in clip 0; 1 is an alias of it, 2 an
    /// alias of nothing, and 3 has no keys.
    fn chain() -> Model {
        let mut model = Model::new(ModelId(0), "chain", ModelFormat::M2 { version: 264 });
        model.clips = vec![
            clip(0, None),
            clip(1, Some(0)),
            clip(2, Some(9)),
            clip(3, None),
        ];
        for i in 0..24u32 {
            let f = i as f32;
            model.skeleton.bones.push(Bone {
                id: BoneId(i),
                name: None,
                parent: i.checked_sub(1).map(BoneId),
                pivot: Vec3::new(10.0 + f, (f * 1.3).sin() * 3.0, f * 0.5),
                flags: BoneFlags::default(),
                key_bone_id: -1,
                submesh_id: 0,
                name_crc: 0,
                kind: BoneKind::Bone,
                shape: None,
            });
            model.bone_tracks.push(BoneTracks {
                translation: linear(
                    (0..5).map(|k| (k * 250, Vec3::new(0.1, k as f32 * 0.2, f * 0.01))),
                ),
                rotation: linear((0..4).map(|k| {
                    let axis = Vec3::new(f.sin(), f.cos(), 0.4);
                    (
                        k * 333,
                        quat_from_axis_angle(&axis, 0.9 * (k as f32 + f).sin()) * 1.01,
                    )
                })),
                scale: linear((0..3).map(|k| (k * 500, Vec3::repeat(1.0 + 0.05 * (k as f32))))),
            });
        }
        model
    }

    /// Where the neighbours of `time_ms` are and how far it is between them, in f64.
    fn neighbours(times_ms: &[i32], time_ms: f64) -> (usize, usize, f64) {
        let last = times_ms.len() - 1;
        let next = times_ms.iter().position(|&t| f64::from(t) > time_ms);
        match next {
            None => (last, last, 0.0),
            Some(0) => (0, 0, 0.0),
            Some(next) => {
                let (a, b) = (f64::from(times_ms[next - 1]), f64::from(times_ms[next]));
                (next - 1, next, (time_ms - a) / (b - a))
            }
        }
    }

    fn vector_f64(track: &Track<Vec3>, time_ms: f64) -> Vector3<f64> {
        let keys = &track.lists()[0];
        let (a, b, t) = neighbours(&keys.times_ms, time_ms);
        keys.values[a]
            .cast::<f64>()
            .lerp(&keys.values[b].cast::<f64>(), t)
    }

    fn rotation_f64(track: &Track<Quat>, time_ms: f64) -> UnitQuaternion<f64> {
        let keys = &track.lists()[0];
        let (a, b, t) = neighbours(&keys.times_ms, time_ms);
        let unit = |q: &Quat| {
            let q = Quaternion::new(
                f64::from(q.w),
                f64::from(q.i),
                f64::from(q.j),
                f64::from(q.k),
            );
            UnitQuaternion::from_quaternion(q)
        };
        unit(&keys.values[a]).slerp(&unit(&keys.values[b]), t)
    }

    #[test]
    fn a_long_chain_equals_4x4_matrices_in_f64() {
        let model = chain();
        let hierarchy = model.skeleton.hierarchy();
        let mut pose = Pose::default();
        for step in 0..40 {
            let time_ms = f64::from(step) * 27.3;
            model.evaluate(&Clock::of(&model, Some(0), time_ms), &hierarchy, &mut pose);
            let mut expected = Matrix4::<f64>::identity();
            for (index, bone) in model.skeleton.bones.iter().enumerate() {
                let tracks = &model.bone_tracks[index];
                let pivot = bone.pivot.cast::<f64>();
                expected = expected
                    * Matrix4::new_translation(&(pivot + vector_f64(&tracks.translation, time_ms)))
                    * rotation_f64(&tracks.rotation, time_ms).to_homogeneous()
                    * Matrix4::new_nonuniform_scaling(&vector_f64(&tracks.scale, time_ms))
                    * Matrix4::new_translation(&-pivot);
                let found = Matrix4::from_row_slice(&pose.model_from_bind[index].to_row_major());
                let error = (found.cast::<f64>() - expected).abs().max();
                assert!(
                    error < 1e-5 * CHAIN_LENGTH,
                    "bone {index} at {time_ms}: {error}"
                );
            }
        }
    }

    #[test]
    fn an_alias_shows_the_pose_of_the_clip_it_names() {
        let model = chain();
        let hierarchy = model.skeleton.hierarchy();
        let (mut own, mut alias) = (Pose::default(), Pose::default());
        model.evaluate(&Clock::of(&model, Some(0), 400.0), &hierarchy, &mut own);
        model.evaluate(&Clock::of(&model, Some(1), 400.0), &hierarchy, &mut alias);
        assert_eq!(own, alias);
        assert_ne!(own.local[3], LocalTransform::REST);
    }

    #[test]
    fn the_bind_pose_clips_without_keys_and_aliases_of_nothing_are_at_rest() {
        let model = chain();
        let hierarchy = model.skeleton.hierarchy();
        let mut pose = Pose::default();
        for clip in [None, Some(2), Some(3), Some(99)] {
            model.evaluate(&Clock::of(&model, clip, 400.0), &hierarchy, &mut pose);
            assert_eq!(pose.local, [LocalTransform::REST; 24], "clip {clip:?}");
            assert_eq!(pose.model_from_bind, [Affine::IDENTITY; 24]);
        }
    }

    #[test]
    fn the_window_of_a_clip_on_the_files_axis_is_that_of_the_clip_with_the_keys() {
        let mut model = chain();
        model.clips[0].start_ms = 5000;
        let clock = Clock::of(&model, Some(1), 10.0);
        assert_eq!(clock.clip, Some(0));
        assert_eq!(
            clock.window,
            KeyWindow {
                start_ms: 5000,
                end_ms: 6000
            }
        );
    }
}
