//! Poses and deformed vertices against the independent evaluator.

use crate::corpus::Corpus;
use crate::oracle;
use crate::round_trip::LEAST_MODELS;
use bonewright::anim::Clock;
use bonewright::document::{ModelId, Pose};
use bonewright::import_export::import_file;
use bonewright::skinning::{Deformed, SkinBinding};

/// A small generator of numbers below `limit`, the same each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % limit.max(1)
    }
}

#[test]
fn every_clip_of_every_model_poses_as_the_second_evaluator_says() {
    let Some(corpus) = Corpus::open() else { return };
    let (mut models, mut clips, mut worst) = (0, 0, 0.0f64);
    for path in corpus.models(264) {
        let model = import_file(path, ModelId(0))
            .expect("every real model opens")
            .model;
        let second = oracle::Model::open(path).expect("the second reader opens it too");
        assert_eq!(second.clip_count(), model.clips.len());
        let tolerance = 1e-4 * second.size().max(1.0);
        let hierarchy = model.skeleton.hierarchy();
        let binding = SkinBinding::new(&model.vertices, &model.skeleton);
        let (mut pose, mut deformed) = (Pose::default(), Deformed::default());
        let mut random = Random(7);
        for clip in std::iter::once(None).chain((0..model.clips.len()).map(Some)) {
            let duration = clip.map_or(0, |clip| u64::from(model.clips[clip].duration_ms));
            let mut times = vec![0, duration];
            times.extend((0..5).map(|_| random.below(duration + 1)));
            for time in times {
                let clock = Clock::of(&model, clip, time as f64);
                model.evaluate(&clock, &hierarchy, &mut pose);
                deformed.deform(&binding, &pose.model_from_bind, &model.vertices);
                let expected = second.pose(clip, time as f64);
                let skinned = second.skinned(&expected);
                for (bone, (ours, theirs)) in pose.model_from_bind.iter().zip(&expected).enumerate()
                {
                    for (a, b) in ours.to_row_major().iter().zip(theirs) {
                        let error = (f64::from(*a) - b).abs();
                        worst = worst.max(error / tolerance);
                        assert!(
                            error <= tolerance,
                            "{}: clip {clip:?} at {time} ms, bone {bone}: {a} and {b}",
                            path.display()
                        );
                    }
                }
                for (vertex, (ours, theirs)) in deformed.positions.iter().zip(&skinned).enumerate()
                {
                    for (a, b) in ours.iter().zip(theirs) {
                        let error = (f64::from(*a) - b).abs();
                        worst = worst.max(error / tolerance);
                        assert!(
                            error <= tolerance,
                            "{}: clip {clip:?} at {time} ms, vertex {vertex}: {a} and {b}",
                            path.display()
                        );
                    }
                }
            }
            clips += 1;
        }
        models += 1;
    }
    println!("{models} models, {clips} clips, worst error {worst:.3} of the tolerance");
    assert!(models >= LEAST_MODELS);
}
