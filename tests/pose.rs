//! Poses of every real model, held against the second evaluator.

#![allow(clippy::print_stdout, reason = "a test says what it ran on")]

#[cfg(test)]
#[path = "support/corpus.rs"]
mod corpus;
#[path = "support/mdx_oracle/mod.rs"]
mod mdx_oracle;
#[path = "support/oracle/mod.rs"]
mod oracle;

use bonewright::anim::{BakeBound, BakeSource, Clock, Driver, Playback};
use bonewright::document::{ModelId, Pose};
use bonewright::import_export::import_file;
use bonewright::skinning::{Deformed, SkinBinding};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What both second evaluators tell of a model.
trait Second: Sized {
    /// Reads a file; an error is a sentence.
    fn open(path: &Path) -> Result<Self, String>;
    fn clip_count(&self) -> usize;
    fn clip_duration(&self, clip: usize) -> f64;
    fn size(&self) -> f64;
    fn pose(&self, clip: Option<usize>, time_ms: f64) -> Vec<[f64; 16]>;
    fn skinned(&self, matrices: &[[f64; 16]]) -> Vec<[f64; 3]>;
}

macro_rules! second {
    ($($kind:ty),+) => {$(
        impl Second for $kind {
            fn open(path: &Path) -> Result<Self, String> {
                <$kind>::open(path).map_err(|error| error.to_string())
            }
            fn clip_count(&self) -> usize {
                <$kind>::clip_count(self)
            }
            fn clip_duration(&self, clip: usize) -> f64 {
                <$kind>::clip_duration(self, clip)
            }
            fn size(&self) -> f64 {
                <$kind>::size(self)
            }
            fn pose(&self, clip: Option<usize>, time_ms: f64) -> Vec<[f64; 16]> {
                <$kind>::pose(self, clip, time_ms)
            }
            fn skinned(&self, matrices: &[[f64; 16]]) -> Vec<[f64; 3]> {
                <$kind>::skinned(self, matrices)
            }
        }
    )+};
}
second!(oracle::Model, mdx_oracle::Model);

/// Every file under `folder` that begins as an M2 of version 264.
fn find_models(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let mut start = [0; 8];
        if path.is_dir() {
            find_models(&path, found);
        } else if File::open(&path)
            .and_then(|mut file| file.read_exact(&mut start))
            .is_ok()
            && start == *b"MD20\x08\x01\0\0"
        {
            found.push(path);
        }
    }
}

fn corpus() -> Option<Vec<PathBuf>> {
    let root = std::env::var_os("BONEWRIGHT_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
        PathBuf::from,
    );
    if !root.is_dir() {
        println!("corpus: NOT RUN");
        return None;
    }
    let mut paths = Vec::new();
    find_models(&root, &mut paths);
    paths.sort();
    println!("corpus: {} models", paths.len());
    assert!(paths.len() >= 30, "only {} models", paths.len());
    Some(paths)
}

/// First, last and five more whole milliseconds of a clip, the same on every run.
fn moments(clip: usize, duration_ms: f64) -> Vec<f64> {
    let mut state = clip as u64 + 1;
    let inside = (0..5).map(|_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as f64 / (1u64 << 31) as f64 * duration_ms).floor()
    });
    [0.0, duration_ms].into_iter().chain(inside).collect()
}

/// Every MDX 800 of the corpus that the second reader opens.
fn mdx_corpus() -> Option<Vec<PathBuf>> {
    let corpus = corpus::Corpus::open()?;
    let models = corpus.mdx_models(800);
    let paths: Vec<PathBuf> = models
        .into_iter()
        .filter(|path| mdx_oracle::Model::open(path).is_ok())
        .map(Path::to_owned)
        .collect();
    println!("corpus: {} MDX models", paths.len());
    assert!(paths.len() >= 74, "only {} models", paths.len());
    Some(paths)
}

#[test]
fn bones_and_vertices_of_every_clip_are_where_the_second_evaluator_has_them() {
    if let Some(paths) = corpus() {
        compare_poses::<oracle::Model>(&paths);
    }
}

#[test]
fn nodes_and_vertices_of_warcraft_models_are_where_the_second_evaluator_has_them() {
    if let Some(paths) = mdx_corpus() {
        compare_poses::<mdx_oracle::Model>(&paths);
    }
}

#[cfg(test)]
fn compare_poses<Expected: Second>(paths: &[PathBuf]) {
    let mut poses = 0;
    let mut worst = (0.0, String::new());
    for path in paths {
        let expected = Expected::open(path).expect("the second reader opens it");
        let imported = import_file(path, ModelId(0)).expect("every real model opens");
        let model = &imported.model;
        let hierarchy = model.skeleton.hierarchy();
        let binding = SkinBinding::new(&model.vertices, &model.skeleton);
        let (mut pose, mut deformed) = (Pose::default(), Deformed::default());
        let unit = expected.size().max(1.0);
        assert_eq!(model.clips.len(), expected.clip_count());
        let clips = (0..model.clips.len()).flat_map(|clip| {
            let times = moments(clip, expected.clip_duration(clip));
            times.into_iter().map(move |time_ms| (Some(clip), time_ms))
        });
        for (clip, time_ms) in clips.chain([(None, 0.0)]) {
            model.evaluate(&Clock::of(model, clip, time_ms), &hierarchy, &mut pose);
            deformed.deform(&binding, &pose.model_from_bind, &model.vertices);
            let matrices = expected.pose(clip, time_ms);
            assert_eq!(pose.model_from_bind.len(), matrices.len());
            let mut error = 0.0_f64;
            for (found, expected) in pose.model_from_bind.iter().zip(&matrices) {
                for (found, expected) in found.to_row_major().iter().zip(expected) {
                    error = error.max((f64::from(*found) - expected).abs());
                }
            }
            let vertices = expected.skinned(&matrices);
            assert_eq!(deformed.positions.len(), vertices.len());
            for (found, expected) in deformed.positions.iter().zip(&vertices) {
                for (found, expected) in found.iter().zip(expected) {
                    error = error.max((f64::from(*found) - expected).abs());
                }
            }
            let share = error / unit;
            let place = format!("{} clip {clip:?} at {time_ms} ms", path.display());
            assert!(share <= 1e-4, "{place}: off by {error}, model size {unit}");
            if share > worst.0 {
                worst = (share, place);
            }
            poses += 1;
        }
    }
    println!(
        "{poses} poses, worst {:.2e} of the size: {}",
        worst.0, worst.1
    );
}

#[test]
fn baked_playback_of_real_clips_stays_near_their_tracks() {
    let Some(paths) = corpus() else {
        return;
    };
    let (mut bones, mut baked_bones, mut worst) = (0, 0, 0.0_f32);
    for path in paths.iter().step_by(2) {
        let imported = import_file(path, ModelId(0)).unwrap();
        let model = &imported.model;
        let hierarchy = model.skeleton.hierarchy();
        let unit = model.size().max(1.0);
        let mut pose = Pose::default();
        let mut played = Vec::new();
        for (index, clip) in model.clips.iter().enumerate().take(6) {
            let source = BakeSource {
                tracks: &model.bone_tracks,
                global_loops_ms: &model.global_loops_ms,
                clock: Clock::of(model, Some(index), 0.0),
                duration_ms: clip.duration_ms,
            };
            let bound = BakeBound::for_size(model.size());
            let mut playback = Playback::new(&model.skeleton, &hierarchy, &source, bound);
            for (bone, tracks) in model.bone_tracks.iter().enumerate() {
                let drivers = [
                    tracks.translation.driver,
                    tracks.rotation.driver,
                    tracks.scale.driver,
                ];
                // A loop with its own clock has no place among the samples of a clip.
                if drivers.iter().all(|driver| *driver == Driver::Clip) {
                    bones += 1;
                    baked_bones += usize::from(playback.baked().is_baked(bone));
                }
            }
            for time_ms in moments(index, f64::from(clip.duration_ms)) {
                let clock = Clock::of(model, Some(index), time_ms + 0.37);
                model.evaluate(&clock, &hierarchy, &mut pose);
                let loops = &model.global_loops_ms;
                playback.play(
                    &model.skeleton,
                    &model.bone_tracks,
                    &clock,
                    loops,
                    &mut played,
                );
                for ((bone, exact), found) in model
                    .skeleton
                    .bones
                    .iter()
                    .zip(&pose.model_from_bind)
                    .zip(&played)
                {
                    let error = (exact.point(&bone.pivot) - found.point(&bone.pivot)).norm();
                    assert!(
                        error <= 5e-3 * unit,
                        "{} clip {index} at {time_ms}: a pivot is off by {error}",
                        path.display()
                    );
                    worst = worst.max(error / unit);
                }
            }
        }
    }
    println!("{baked_bones} of {bones} bones baked, worst pivot {worst:.2e} of the size");
    assert!(
        bones > 1000 && baked_bones * 100 >= bones * 99,
        "{baked_bones} of {bones}"
    );
}
