//! Sampling all bones of a clip and making their model matrices: per frame, for 100 bones.
//!
//! The clips are those of the peers: 2 s, dense = 61 keys on every track, sparse = 9, 17 and 3
//! keys for translation, rotation and scale. `forward` plays 120 frames in a row, `scrub` jumps.
#![allow(missing_docs, reason = "a bench has no callers")]

use bonewright::anim::{
    BakeBound, BakeSource, BoneChannel, BoneCursors, BoneTracks, Clock, Driver, Interpolation,
    KeyList, Playback, Track, TrackKeys,
};
use bonewright::math::{Affine, Vec3, quat_from_axis_angle};
use bonewright::skeleton::{
    Bone, BoneFlags, BoneId, BoneKind, Hierarchy, LocalTransform, Skeleton, model_matrices,
};
use divan::Bencher;
use std::f64::consts::TAU;

fn main() {
    divan::main();
}

const DURATION_MS: u32 = 2000;
const CLIPS: [(&str, [usize; 3]); 2] = [("dense", [61, 61, 61]), ("sparse", [9, 17, 3])];
const MOTIONS: [&str; 2] = ["forward", "scrub"];
/// Frames in one run of a bench; a row's time is for all of them.
const FRAMES: usize = 120;

/// A number in 0..1 that only depends on its arguments (splitmix64).
fn noise(index: u64, kind: u64) -> f64 {
    let mut z = (index * 16 + kind).wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^= z >> 31;
    (z >> 11) as f64 / (1u64 << 53) as f64
}

struct Rig {
    skeleton: Skeleton,
    hierarchy: Hierarchy,
    tracks: Vec<BoneTracks>,
}

fn track<T>(count: usize, value: impl Fn(f64) -> T) -> Track<T> {
    let share = |k: usize| k as f64 / (count - 1) as f64;
    Track {
        interpolation: Interpolation::Linear,
        driver: Driver::Clip,
        keys: TrackKeys::PerClip(vec![KeyList {
            times_ms: (0..count)
                .map(|k| (share(k) * f64::from(DURATION_MS)).round() as i32)
                .collect(),
            values: (0..count).map(|k| value(share(k))).collect(),
            tangents: Vec::new(),
        }]),
    }
}

fn rig(bone_count: u64, clip: &str) -> Rig {
    let [moves, turns, scales] = CLIPS
        .iter()
        .find(|(name, _)| *name == clip)
        .map_or([2; 3], |(_, counts)| *counts);
    let mut skeleton = Skeleton::default();
    let mut tracks = Vec::new();
    for i in 0..bone_count {
        let back = (noise(i, 0) * i.min(4) as f64) as u64;
        skeleton.bones.push(Bone {
            id: BoneId(i as u32),
            name: None,
            parent: i.checked_sub(1 + back).map(|parent| BoneId(parent as u32)),
            pivot: Vec3::zeros(),
            flags: BoneFlags::default(),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind: BoneKind::Bone,
            shape: None,
        });
        let axis = Vec3::new(
            (noise(i, 1) * 2.0 - 1.0) as f32,
            (noise(i, 2) * 2.0 - 1.0) as f32,
            (noise(i, 3) * 2.0 - 1.0) as f32,
        );
        tracks.push(BoneTracks {
            translation: track(moves, |share| {
                let w = TAU * (share + noise(i, 5));
                Vec3::new(
                    (0.02 * w.sin()) as f32,
                    (0.2 + 0.02 * w.cos()) as f32,
                    (0.02 * (2.0 * w).sin()) as f32,
                )
            }),
            rotation: track(turns, |share| {
                let angle = 0.6 * (TAU * (share + noise(i, 4))).sin();
                quat_from_axis_angle(&axis, angle as f32)
            }),
            scale: track(scales, |share| {
                Vec3::repeat((1.0 + 0.05 * (TAU * (share + noise(i, 6))).sin()) as f32)
            }),
        });
    }
    let hierarchy = skeleton.hierarchy();
    Rig {
        skeleton,
        hierarchy,
        tracks,
    }
}

impl Rig {
    fn source(&self) -> BakeSource<'_> {
        BakeSource {
            tracks: &self.tracks,
            global_loops_ms: &[],
            clock: Clock::in_clip(0, 0.0),
            duration_ms: DURATION_MS,
        }
    }

    fn playback(&self) -> Playback {
        let bound = BakeBound::for_size(1.0);
        Playback::new(&self.skeleton, &self.hierarchy, &self.source(), bound)
    }
}

fn clocks(motion: &str) -> Vec<Clock> {
    (0..FRAMES)
        .map(|p| {
            let share = if motion == "forward" {
                p as f64 / FRAMES as f64
            } else {
                noise(p as u64, 9)
            };
            Clock::in_clip(0, share * f64::from(DURATION_MS))
        })
        .collect()
}

fn cases() -> Vec<(&'static str, &'static str)> {
    CLIPS
        .iter()
        .flat_map(|(clip, _)| MOTIONS.map(|motion| (*clip, motion)))
        .collect()
}

/// Frames from baked samples.
#[divan::bench(args = cases().into_iter().map(|(a, b)| format!("{a} {b}")))]
fn baked(bencher: Bencher<'_, '_>, case: &str) {
    let (clip, motion) = case.split_once(' ').unwrap_or(("dense", "forward"));
    let rig = rig(100, clip);
    let mut playback = rig.playback();
    assert!((0..100).all(|bone| playback.baked().is_baked(bone)));
    let clocks = clocks(motion);
    let mut out: Vec<Affine> = Vec::new();
    bencher.counter(frames_of_bones()).bench_local(|| {
        for clock in &clocks {
            playback.play(&rig.skeleton, &rig.tracks, clock, &[], &mut out);
            divan::black_box(&mut out);
        }
    });
}

/// Frames straight from the tracks, each with a cursor.
#[divan::bench(args = cases().into_iter().map(|(a, b)| format!("{a} {b}")))]
fn unbaked_with_cursors(bencher: Bencher<'_, '_>, case: &str) {
    let (clip, motion) = case.split_once(' ').unwrap_or(("dense", "forward"));
    let rig = rig(100, clip);
    let clocks = clocks(motion);
    let mut cursors = BoneCursors::default();
    let mut local: Vec<LocalTransform> = Vec::new();
    let mut out: Vec<Affine> = Vec::new();
    bencher.counter(frames_of_bones()).bench_local(|| {
        for clock in &clocks {
            cursors.sample(&rig.tracks, clock, &[], &mut local);
            model_matrices(&rig.skeleton.bones, &rig.hierarchy, &local, &mut out);
            divan::black_box(&mut out);
        }
    });
}

/// One edited track of a clip of 250 bones.
#[divan::bench(args = ["dense", "sparse"])]
fn rebake_one_track_of_250_bones(bencher: Bencher<'_, '_>, clip: &str) {
    let rig = rig(250, clip);
    let mut playback = rig.playback();
    bencher.bench_local(|| playback.rebake(&rig.source(), 117, BoneChannel::Rotation));
}

/// A whole clip of 250 bones.
#[divan::bench(args = ["dense", "sparse"])]
fn bake_250_bones(bencher: Bencher<'_, '_>, clip: &str) {
    let rig = rig(250, clip);
    bencher.bench_local(|| rig.playback());
}

fn frames_of_bones() -> divan::counter::ItemsCount {
    divan::counter::ItemsCount::new(FRAMES * 100)
}
