//! Playing a clip: model matrices frame after frame, from baked samples where they will do.

use super::bake::{BakeBound, BakeSource, BakedClip, BoneChannel};
use super::bone_cursors::sample_bone;
use super::lanes::{Link, Pivots, Simd, WIDTH};
use super::{BoneTracks, Clock, TrackCursor};
use crate::math::Affine;
use crate::skeleton::{Hierarchy, Skeleton, inherited_part};

/// One clip of one model, ready to play.
///
/// It keeps copies: pivots, flags and parents ask for a new one when they change, an edited track
/// for [`Playback::rebake`]. Frames are played without allocating.
#[derive(Clone, Debug)]
pub struct Playback {
    baked: BakedClip,
    simd: Simd,
    pivots: Vec<Pivots>,
    links: Vec<Link>,
    /// Whether some bone does not inherit its parent whole.
    has_flags: bool,
    /// Bones played from their tracks.
    unbaked: Vec<(usize, [TrackCursor; 3])>,
    /// The matrix of each bone about its pivot, in whole groups.
    own: Vec<Affine>,
}

impl Playback {
    /// Bakes a clip.
    pub fn new(
        skeleton: &Skeleton,
        hierarchy: &Hierarchy,
        source: &BakeSource<'_>,
        bound: BakeBound,
    ) -> Self {
        let baked = BakedClip::new(source, bound);
        let group_count = baked.bone_count().div_ceil(WIDTH);
        let mut pivots = vec![Pivots::default(); group_count];
        for (index, bone) in skeleton.bones.iter().enumerate() {
            if let Some(group) = pivots.get_mut(index / WIDTH) {
                for (row, value) in group.0.iter_mut().zip(bone.pivot.iter()) {
                    row[index % WIDTH] = *value;
                }
            }
        }
        let links = hierarchy.parents_first().iter().map(|&index| Link {
            index: index as u32,
            parent: hierarchy.parent(index).unwrap_or(index) as u32,
        });
        let mut playback = Self {
            simd: Simd::detect(),
            pivots,
            links: links.collect(),
            has_flags: skeleton
                .bones
                .iter()
                .any(|bone| bone.flags.ignores_parent()),
            unbaked: Vec::new(),
            own: vec![Affine::IDENTITY; group_count * WIDTH],
            baked,
        };
        playback.list_unbaked();
        playback
    }

    /// Takes over one edited track.
    pub fn rebake(&mut self, source: &BakeSource<'_>, bone: usize, channel: BoneChannel) {
        let was_baked = self.baked.is_baked(bone);
        self.baked.rebake(source, bone, channel);
        if self.baked.is_baked(bone) != was_baked {
            self.list_unbaked();
        }
    }

    /// The samples.
    pub fn baked(&self) -> &BakedClip {
        &self.baked
    }

    /// Fills `model_from_bind` with the matrix of each bone at `clock`, which is in this clip.
    ///
    /// `skeleton` and `tracks` are those it was made from.
    pub fn play(
        &mut self,
        skeleton: &Skeleton,
        tracks: &[BoneTracks],
        clock: &Clock,
        global_loops_ms: &[u32],
        model_from_bind: &mut Vec<Affine>,
    ) {
        let (before, after, t) = self.baked.frames(clock.time_ms);
        self.simd
            .own_matrices(before, after, t, &self.pivots, &mut self.own);
        for (index, cursors) in &mut self.unbaked {
            let (Some(bone), Some(tracks), Some(own)) = (
                skeleton.bones.get(*index),
                tracks.get(*index),
                self.own.get_mut(*index),
            ) else {
                continue;
            };
            let local = sample_bone(tracks, cursors, clock, global_loops_ms);
            *own = Affine::about_pivot(
                &bone.pivot,
                &local.translation,
                &local.rotation,
                &local.scale,
            );
        }
        model_from_bind.resize(self.baked.bone_count(), Affine::IDENTITY);
        if self.has_flags {
            self.chain_with_flags(skeleton, model_from_bind);
        } else {
            self.simd.chain(&self.links, &self.own, model_from_bind);
        }
    }

    fn chain_with_flags(&self, skeleton: &Skeleton, out: &mut [Affine]) {
        for link in &self.links {
            let index = link.index as usize;
            let (Some(bone), Some(own)) = (skeleton.bones.get(index), self.own.get(index)) else {
                continue;
            };
            let matrix = match out.get(link.parent as usize) {
                Some(parent) if link.parent != link.index => {
                    inherited_part(parent, bone.flags, &bone.pivot) * *own
                }
                _ => *own,
            };
            if let Some(slot) = out.get_mut(index) {
                *slot = matrix;
            }
        }
    }

    fn list_unbaked(&mut self) {
        let baked = &self.baked;
        self.unbaked.clear();
        self.unbaked.extend(
            (0..baked.bone_count())
                .filter(|&bone| !baked.is_baked(bone))
                .map(|bone| (bone, [TrackCursor::default(); 3])),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::{Driver, Interpolation, KeyList, Tangents, Track, TrackKeys};
    use crate::math::{Vec3, quat_from_axis_angle};
    use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind, LocalTransform, model_matrices};

    const LOOPS: [u32; 1] = [700];
    const BOUND: BakeBound = BakeBound {
        translation: 1e-3,
        rotation_rad: 1e-3,
        scale: 1e-3,
    };

    struct Rig {
        skeleton: Skeleton,
        hierarchy: Hierarchy,
        tracks: Vec<BoneTracks>,
        duration_ms: u32,
    }

    fn track<T>(interpolation: Interpolation, keys: impl Iterator<Item = (i32, T)>) -> Track<T> {
        let (times_ms, values) = keys.unzip();
        let list = KeyList {
            times_ms,
            values,
            tangents: Vec::new(),
        };
        Track {
            interpolation,
            driver: Driver::Clip,
            keys: TrackKeys::PerClip(vec![list]),
        }
    }

    impl Rig {
        /// A tree of bones swinging for 2 s with the given numbers of keys.
        fn new(bone_count: usize, [moves, turns, scales]: [usize; 3]) -> Self {
            use std::f32::consts::TAU;
            let linear = Interpolation::Linear;
            let keys = |count: usize| {
                (0..count).map(move |k| {
                    let share = k as f32 / (count - 1) as f32;
                    ((share * 2000.0).round() as i32, share * TAU)
                })
            };
            let mut rig = Self {
                skeleton: Skeleton::default(),
                hierarchy: Hierarchy::default(),
                tracks: Vec::new(),
                duration_ms: 2000,
            };
            for i in 0..bone_count {
                let f = i as f32;
                rig.skeleton.bones.push(Bone {
                    id: BoneId(i as u32),
                    name: None,
                    parent: i.checked_sub(1 + i % 2).map(|parent| BoneId(parent as u32)),
                    pivot: Vec3::new(f * 0.1, (f * 0.7).sin(), 0.2),
                    flags: BoneFlags::default(),
                    key_bone_id: -1,
                    submesh_id: 0,
                    name_crc: 0,
                    kind: BoneKind::Bone,
                    shape: None,
                });
                let axis = Vec3::new(f.sin(), f.cos(), 0.3);
                rig.tracks.push(BoneTracks {
                    translation: track(
                        linear,
                        keys(moves).map(|(time, w)| {
                            (time, Vec3::new((w + f).sin(), (w + f).cos(), 0.0) * 0.05)
                        }),
                    ),
                    rotation: track(
                        linear,
                        keys(turns).map(|(time, w)| {
                            (time, quat_from_axis_angle(&axis, 0.4 * (w + f).sin()))
                        }),
                    ),
                    scale: track(
                        linear,
                        keys(scales)
                            .map(|(time, w)| (time, Vec3::repeat(1.0 + 0.03 * (w + f).sin()))),
                    ),
                });
            }
            rig.hierarchy = rig.skeleton.hierarchy();
            rig
        }

        fn source(&self) -> BakeSource<'_> {
            BakeSource {
                tracks: &self.tracks,
                global_loops_ms: &LOOPS,
                clock: Clock::in_clip(0, 0.0),
                duration_ms: self.duration_ms,
            }
        }

        fn playback(&self) -> Playback {
            Playback::new(&self.skeleton, &self.hierarchy, &self.source(), BOUND)
        }

        /// What the tracks themselves give, without cursor or samples.
        fn exact(&self, clock: &Clock) -> Vec<Affine> {
            let rest = LocalTransform::REST;
            let local: Vec<LocalTransform> = self
                .tracks
                .iter()
                .map(|tracks| LocalTransform {
                    translation: tracks.translation.sample(clock, &LOOPS, rest.translation),
                    rotation: tracks.rotation.sample(clock, &LOOPS, rest.rotation),
                    scale: tracks.scale.sample(clock, &LOOPS, rest.scale),
                })
                .collect();
            let mut out = Vec::new();
            model_matrices(&self.skeleton.bones, &self.hierarchy, &local, &mut out);
            out
        }

        /// The largest difference of a matrix entry from the exact pose, over and past the clip.
        fn error(&self, playback: &mut Playback) -> f32 {
            let mut out = Vec::new();
            let mut worst = 0.0_f32;
            for step in 0..150 {
                let time_ms = f64::from(step * 37 % 150) * 15.1 - 40.0;
                let clock = Clock::in_clip(0, time_ms).with_loop_time(time_ms * 3.0);
                playback.play(&self.skeleton, &self.tracks, &clock, &LOOPS, &mut out);
                let exact = self.exact(&clock);
                assert_eq!(out.len(), exact.len());
                for (a, b) in out.iter().zip(&exact) {
                    let entries = a.rows.iter().flatten().zip(b.rows.iter().flatten());
                    worst = entries.fold(worst, |worst, (a, b)| worst.max((a - b).abs()));
                }
            }
            worst
        }
    }

    #[test]
    fn baked_playback_of_dense_and_sparse_clips_stays_near_the_tracks() {
        for keys in [[61, 61, 61], [9, 17, 3], [2, 31, 2]] {
            let rig = Rig::new(13, keys);
            let mut playback = rig.playback();
            assert!(
                (0..13).all(|bone| playback.baked().is_baked(bone)),
                "{keys:?}"
            );
            let error = rig.error(&mut playback);
            assert!(error < 5e-3, "{keys:?}: {error}");
        }
    }

    #[test]
    fn the_portable_and_the_detected_kernel_agree() {
        let rig = Rig::new(21, [9, 17, 3]);
        let (mut fast, mut plain) = (rig.playback(), rig.playback());
        plain.simd = Simd::Portable;
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for step in 0..90 {
            let clock = Clock::in_clip(0, f64::from(step) * 23.0);
            fast.play(&rig.skeleton, &rig.tracks, &clock, &LOOPS, &mut a);
            plain.play(&rig.skeleton, &rig.tracks, &clock, &LOOPS, &mut b);
            for (a, b) in a.iter().zip(&b) {
                for (a, b) in a.rows.iter().flatten().zip(b.rows.iter().flatten()) {
                    assert!((a - b).abs() < 1e-5, "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn a_step_track_and_a_global_loop_are_played_from_their_tracks() {
        let mut rig = Rig::new(10, [9, 17, 3]);
        rig.tracks[3].translation.interpolation = Interpolation::Step;
        let TrackKeys::PerClip(lists) = &mut rig.tracks[7].rotation.keys else {
            panic!("made per clip");
        };
        let list = lists.remove(0);
        rig.tracks[7].rotation.keys = TrackKeys::Shared(list);
        rig.tracks[7].rotation.driver = Driver::GlobalLoop(0);
        let mut playback = rig.playback();
        for bone in 0..10 {
            assert_eq!(
                playback.baked().is_baked(bone),
                bone != 3 && bone != 7,
                "{bone}"
            );
        }
        assert!(rig.error(&mut playback) < 5e-3);
    }

    #[test]
    fn a_step_track_that_never_changes_is_baked() {
        let mut rig = Rig::new(2, [9, 17, 3]);
        rig.tracks[1].scale = track(
            Interpolation::Step,
            [(0, Vec3::repeat(2.0)), (900, Vec3::repeat(2.0))].into_iter(),
        );
        let mut playback = rig.playback();
        assert!(playback.baked().is_baked(1));
        assert!(rig.error(&mut playback) < 5e-3);
    }

    #[test]
    fn a_new_key_between_the_samples_is_seen_to_miss_the_bound_until_all_is_baked_anew() {
        let mut rig = Rig::new(3, [2, 2, 2]);
        let mut playback = rig.playback();
        let jump = [(0, 0.0), (1000, 0.0), (1001, 5.0), (1002, 0.0), (2000, 0.0)];
        rig.tracks[1].translation = track(
            Interpolation::Linear,
            jump.into_iter()
                .map(|(time, x)| (time, Vec3::new(x, 0.0, 0.0))),
        );
        playback.rebake(&rig.source(), 1, BoneChannel::Translation);
        assert!(!playback.baked().is_baked(1));
        assert!(playback.baked().is_baked(2));
        assert!(rig.error(&mut playback) < 5e-3);
        let mut playback = rig.playback();
        assert!(playback.baked().is_baked(1));
        assert!(rig.error(&mut playback) < 5e-3);
    }

    #[test]
    fn keys_rounded_to_whole_milliseconds_are_baked_without_loss() {
        let mut rig = Rig::new(1, [2, 2, 2]);
        let zigzag = [0, 34, 67, 100, 134, 167, 200, 1000];
        let corner = |(k, time): (usize, i32)| (time, Vec3::new((k % 2) as f32 * 9.0, 0.0, 0.0));
        let keys = zigzag.into_iter().enumerate().map(corner);
        rig.tracks[0].translation = track(Interpolation::Linear, keys);
        let exact = BakeBound {
            translation: 1e-5,
            ..BOUND
        };
        assert!(BakedClip::new(&rig.source(), exact).is_baked(0));
    }

    #[test]
    fn a_cubic_track_gets_as_many_samples_as_its_curve_asks_for() {
        let mut rig = Rig::new(2, [2, 2, 2]);
        let mut curve = track(
            Interpolation::Hermite,
            [(0, Vec3::zeros()), (1000, Vec3::x()), (2000, Vec3::zeros())].into_iter(),
        );
        if let TrackKeys::PerClip(lists) = &mut curve.keys {
            let tangents = Tangents {
                incoming: Vec3::zeros(),
                outgoing: Vec3::new(0.05, 0.0, 0.0),
            };
            lists[0].tangents = vec![tangents; 3];
        }
        rig.tracks[0].translation = curve;
        let coarse = BakeBound {
            translation: 0.1,
            ..BOUND
        };
        let few = BakedClip::new(&rig.source(), coarse);
        assert_eq!((few.frame_count(), few.is_baked(0)), (5, true));
        let fine = BakeBound {
            translation: 0.02,
            ..BOUND
        };
        let more = BakedClip::new(&rig.source(), fine);
        // Chords of a curve with second derivative up to 6 are off by 6 h^2 / 8 at most.
        assert_eq!((more.frame_count(), more.is_baked(0)), (17, true));
    }

    #[test]
    fn rebaking_an_edited_track_gives_what_baking_all_anew_gives() {
        let mut rig = Rig::new(20, [61, 61, 61]);
        let mut playback = rig.playback();
        if let TrackKeys::PerClip(lists) = &mut rig.tracks[11].rotation.keys {
            let turn = quat_from_axis_angle(&Vec3::y(), 0.05);
            lists[0].values[30] = turn * lists[0].values[30];
        }
        assert!(
            rig.error(&mut playback) > 0.01,
            "the samples are out of date"
        );
        playback.rebake(&rig.source(), 11, BoneChannel::Rotation);
        assert_eq!(playback.baked, rig.playback().baked);
        rig.tracks[11].rotation.interpolation = Interpolation::Step;
        playback.rebake(&rig.source(), 11, BoneChannel::Rotation);
        assert!(!playback.baked().is_baked(11));
        assert!(rig.error(&mut playback) < 5e-3);
        rig.tracks[11].rotation.interpolation = Interpolation::Linear;
        playback.rebake(&rig.source(), 11, BoneChannel::Rotation);
        assert!(playback.baked().is_baked(11));
        assert!(rig.error(&mut playback) < 5e-3);
    }

    #[test]
    fn parts_of_the_parent_that_are_not_inherited_are_left_out_in_playback() {
        let mut rig = Rig::new(9, [9, 17, 3]);
        for (index, flags) in [(2, 1), (4, 2), (5, 4), (7, 7)] {
            rig.skeleton.bones[index].flags = BoneFlags(flags);
        }
        assert!(rig.error(&mut rig.playback()) < 5e-3);
    }

    #[test]
    fn clips_without_length_without_keys_and_models_without_bones_play() {
        let mut still = Rig::new(5, [9, 17, 3]);
        still.duration_ms = 0;
        let mut playback = still.playback();
        let mut out = Vec::new();
        for time_ms in [0.0, f64::NAN, 1e300, f64::NEG_INFINITY] {
            let clock = Clock::in_clip(0, time_ms);
            playback.play(&still.skeleton, &still.tracks, &clock, &LOOPS, &mut out);
            let exact = still.exact(&Clock::in_clip(0, 0.0));
            for (a, b) in out.iter().zip(&exact) {
                assert!((a.translation_part() - b.translation_part()).norm() < 1e-4);
            }
        }
        let mut empty = Rig::new(5, [9, 17, 3]);
        empty.tracks.fill(BoneTracks::default());
        assert_eq!(empty.error(&mut empty.playback()), 0.0);
        let none = Rig::new(0, [9, 17, 3]);
        assert_eq!(none.error(&mut none.playback()), 0.0);
    }

    #[test]
    fn values_that_are_no_numbers_are_not_baked() {
        let mut rig = Rig::new(2, [9, 17, 3]);
        if let TrackKeys::PerClip(lists) = &mut rig.tracks[1].translation.keys {
            lists[0].values[4].x = f32::NAN;
        }
        let playback = rig.playback();
        assert!(playback.baked().is_baked(0));
        assert!(!playback.baked().is_baked(1));
    }
}
