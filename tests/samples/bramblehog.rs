//! The bramblehog, whose clips a script makes from single poses: sound, the same on every run, its
//! feet on the ground.

use bonewright::anim::{Clock, cell_ms};
use bonewright::document::{Document, Model, Pose};
use bonewright::edit::Operator;
use bonewright::samples::{SampleModel, bramblehog, bramblehog_script};
use bonewright::skinning::{Deformed, SkinBinding};
use bonewright::validate::{Subject, validate};
use std::sync::LazyLock;

static HOG: LazyLock<SampleModel> = LazyLock::new(bramblehog);

fn model() -> &'static Model {
    &HOG.model
}

fn clip_named(name: &str) -> usize {
    let clips = &model().clips;
    let found = clips.iter().position(|clip| clip.display_name() == name);
    found.unwrap_or_else(|| panic!("no clip {name}"))
}

fn deformed(clip: usize, time_ms: f64) -> Deformed {
    let mut pose = Pose::default();
    let clock = Clock::of(model(), Some(clip), time_ms);
    model().evaluate(&clock, &model().skeleton.hierarchy(), &mut pose);
    let binding = SkinBinding::new(&model().vertices, &model().skeleton);
    let mut out = Deformed::default();
    out.deform(&binding, &pose.model_from_bind, &model().vertices);
    out
}

/// The lowest vertex at a moment.
fn lowest(clip: usize, time_ms: f64) -> f32 {
    let heights = deformed(clip, time_ms).positions.into_iter().map(|p| p.z);
    heights.fold(f32::MAX, f32::min)
}

#[test]
fn it_is_sound_and_its_shipped_project_is_the_one_the_code_makes() {
    let mut document = Document::new();
    document.models.push(model().clone());
    assert_eq!(document.check_invariants(), []);
    assert!(validate(&Subject::of(model())).is_empty());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/projects/bramblehog.bwp");
    let shipped = bonewright::project::open(std::path::Path::new(path)).unwrap();
    let shipped = &shipped.document.models[0];
    assert_eq!(shipped.skeleton, model().skeleton);
    assert_eq!(shipped.clips.len(), model().clips.len());
    // Sizes can differ in their last digit between builds, keyframes can't.
    assert_eq!(shipped.bone_tracks, model().bone_tracks);
    assert_eq!(shipped.vertices.len(), model().vertices.len());
}

#[test]
fn every_pose_of_the_script_is_in_a_cell_and_keys_every_bone() {
    let script = bramblehog_script();
    let poses: Vec<_> = script
        .iter()
        .filter_map(|operator| match operator {
            Operator::PastePose(pose) => Some(pose),
            _ => None,
        })
        .collect();
    assert!(poses.len() >= 8 + 16 + 6 + 13);
    let cells: Vec<i32> = (0..=120).filter_map(|cell| cell_ms(cell, 15.0)).collect();
    for pose in &poses {
        assert!(cells.contains(&pose.time_ms), "{} ms", pose.time_ms);
        assert_eq!(pose.pose.len(), model().skeleton.bones.len());
    }
    // The run cycle is in cells 8 to 15.
    for cell in &cells[8..=15] {
        assert!(poses.iter().any(|pose| pose.time_ms == *cell));
    }
}

#[test]
fn clips_play_the_ranges_of_the_strip_and_loops_close() {
    let strip = clip_named("Poses");
    for (name, first, is_loop) in [
        ("Run", 8, true),
        ("Walk", 16, true),
        ("AttackUnarmed", 36, false),
        ("Stand", 60, true),
    ] {
        let clip = clip_named(name);
        let start = f64::from(cell_ms(first, 15.0).unwrap());
        for time in [0.0, 40.0, 133.0, 400.0] {
            let (a, b) = (deformed(clip, time), deformed(strip, start + time));
            for (a, b) in a.positions.iter().zip(&b.positions) {
                assert!((a - b).norm() < 1e-4, "{name} at {time}");
            }
        }
        let end = f64::from(model().clips[clip].duration_ms);
        let (a, b) = (deformed(clip, 0.0), deformed(clip, end));
        let apart = a
            .positions
            .iter()
            .zip(&b.positions)
            .map(|(a, b)| (a - b).norm());
        let apart = apart.fold(0.0, f32::max);
        assert!(apart < 1e-3 || !is_loop, "{name}: {apart}");
        assert_eq!(model().clips[clip].is_looping(), is_loop, "{name}");
    }
}

#[test]
fn feet_stand_on_the_ground_and_hardly_sink_into_it() {
    for (name, deepest) in [
        ("Stand", 0.02),
        ("Walk", 0.035),
        ("Run", 0.06),
        ("AttackUnarmed", 0.03),
    ] {
        let clip = clip_named(name);
        let length = f64::from(model().clips[clip].duration_ms);
        let heights: Vec<f32> = (0..=24)
            .map(|step| lowest(clip, length * f64::from(step) / 24.0))
            .collect();
        let least = heights.iter().copied().fold(f32::MAX, f32::min);
        assert!(least > -deepest, "{name} sinks {least}");
        assert!(heights.iter().any(|&height| height < 0.02), "{name} floats");
    }
    // All four feet are off the ground once in a gallop.
    let run = clip_named("Run");
    let highest = (0..16).map(|step| lowest(run, f64::from(step) * 33.0));
    assert!(highest.fold(f32::MIN, f32::max) > 0.03);
}

#[test]
fn the_blow_comes_forward_and_up() {
    let attack = clip_named("AttackUnarmed");
    let front = |time_ms: f64| {
        let points = deformed(attack, time_ms).positions;
        let first = points.iter().max_by(|a, b| a.x.total_cmp(&b.x)).copied();
        first.unwrap()
    };
    let toss = f64::from(cell_ms(8, 15.0).unwrap());
    assert!(front(toss).x > front(0.0).x + 0.05);
    assert!(front(toss).z > front(f64::from(cell_ms(4, 15.0).unwrap())).z + 0.4);
}

#[test]
fn weights_are_whole_bytes_and_the_texture_has_its_picture() {
    for slots in &model().vertices.influences.slots {
        let sum: f32 = slots.iter().map(|slot| slot.weight * 255.0).sum();
        assert!((sum - 255.0).abs() < 1e-2);
    }
    assert!(model().vertices.influences.max_per_vertex() >= 3);
    assert_eq!(model().textures.len(), HOG.textures.len());
    let (path, picture) = &HOG.textures[0];
    assert_eq!(model().textures[0].path_text(), *path);
    assert_eq!(
        picture.rgba.len(),
        (picture.width * picture.height * 4) as usize
    );
    // Bones of the two sides have colours of their own.
    let colour = |name: &str| {
        let bones = &model().skeleton.bones;
        let bone = bones.iter().find(|bone| bone.name.as_deref() == Some(name));
        bone.and_then(|bone| bone.shape).map(|shape| shape.colour)
    };
    assert!(colour("ArmL").is_some() && colour("ArmL") != colour("ArmR"));
}
