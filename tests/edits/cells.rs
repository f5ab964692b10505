//! Ranges of cells as clips: they play just what the cells show.

use crate::small_model::small_document;
use crate::{apply, notes};
use bonewright::anim::{Clock, cell_ms};
use bonewright::document::{Document, Model, ModelFormat, Pose};
use bonewright::edit::EditError;
use bonewright::math::Affine;

fn matrices(model: &Model, clip: usize, time_ms: f64) -> Vec<Affine> {
    let mut pose = Pose::default();
    let clock = Clock::of(model, Some(clip), time_ms).with_loop_time(0.0);
    model.evaluate(&clock, &model.skeleton.hierarchy(), &mut pose);
    pose.model_from_bind
}

/// Checks that two clips show the same at moments that are `shift_ms` apart.
#[track_caller]
fn check_same(model: &Model, (a, from): (usize, f64), (b, to): (usize, f64), length_ms: i32) {
    for step in 0..=20 {
        let time = f64::from(length_ms) * f64::from(step) / 20.0;
        let (a, b) = (
            matrices(model, a, from + time),
            matrices(model, b, to + time),
        );
        for (bone, (a, b)) in a.iter().zip(&b).enumerate() {
            let corner = bonewright::math::Vec3::new(1.0, 2.0, 3.0);
            let distance = (a.point(&corner) - b.point(&corner)).norm();
            assert!(distance < 1e-3, "bone {bone} at {time} ms: {distance}");
        }
    }
}

fn clip_named(document: &Document, name: &str) -> usize {
    let clips = &document.models[0].clips;
    clips
        .iter()
        .position(|clip| clip.display_name() == name)
        .expect(name)
}

#[test]
fn a_range_of_a_clip_becomes_a_clip_that_plays_the_same() {
    let mut document = small_document(264);
    let before = document.models[0].bone_tracks.clone();
    let walk = clip_named(&document, "Walk");
    apply(
        &mut document,
        r#"{"op":"name_range","name":"Death","first_cell":2,"last_cell":7,"rate":9,"clip":"Walk"}"#,
    )
    .unwrap();
    let model = &document.models[0];
    let death = clip_named(&document, "Death");
    let (start, end) = (cell_ms(2, 9.0).unwrap(), cell_ms(7, 9.0).unwrap());
    assert_eq!((start, end), (222, 778));
    assert_eq!(model.clips[death].duration_ms, 556);
    assert_eq!(
        model.clips[death].animation_id, 1,
        "Death is an animation of the game"
    );
    check_same(model, (walk, f64::from(start)), (death, 0.0), end - start);
    for (old, new) in before.iter().zip(&model.bone_tracks) {
        assert_eq!(
            old.rotation.keys(walk),
            new.rotation.keys(walk),
            "the poses stay as they were"
        );
    }
}

#[test]
fn a_range_of_the_axis_becomes_a_window_on_it() {
    let mut document = small_document(256);
    let walk = clip_named(&document, "Walk");
    let start = document.models[0].clips[walk].start_ms;
    let first = (start + 250) / 50;
    let json = format!(
        r#"{{"op":"name_range","name":"Death","first_cell":{first},"last_cell":{},"rate":20,"clip":"Walk"}}"#,
        first + 6
    );
    let applied = apply(&mut document, &json).unwrap();
    let model = &document.models[0];
    let death = clip_named(&document, "Death");
    let clip = &model.clips[death];
    assert_eq!((clip.start_ms, clip.duration_ms), (first * 50, 300));
    let from = f64::from(first * 50 - start);
    check_same(model, (walk, from), (death, 0.0), 300);
    assert!(!notes(&applied).contains("expanded"));
}

#[test]
fn a_closed_loop_ends_with_its_first_pose_one_cell_after_the_last() {
    for version in [264, 256] {
        let mut document = small_document(version);
        let walk = clip_named(&document, "Walk");
        let start = document.models[0].clips[walk].start_ms;
        assert_eq!(
            start % 100,
            0,
            "the cells of this test lie on the clip's start"
        );
        let first = start / 100 + 1;
        let json = format!(
            r#"{{"op":"name_range","name":"Death","first_cell":{first},"last_cell":{},"rate":10,"clip":"Walk","close_loop":true}}"#,
            first + 5
        );
        apply(&mut document, &json).unwrap();
        let model = &document.models[0];
        let death = clip_named(&document, "Death");
        assert_eq!(model.clips[death].duration_ms, 600);
        check_same(model, (death, 0.0), (death, 600.0), 0);
        check_same(model, (walk, 100.0), (death, 0.0), 500);
    }
}

#[test]
fn naming_a_range_again_replaces_what_the_clip_plays() {
    let mut document = small_document(264);
    let range = |last: u32, replace: bool| {
        format!(
            r#"{{"op":"name_range","name":"Death","first_cell":0,"last_cell":{last},"rate":10,"clip":"Walk","replace":{replace}}}"#
        )
    };
    apply(&mut document, &range(3, false)).unwrap();
    let count = document.models[0].clips.len();
    apply(&mut document, &range(8, true)).unwrap();
    assert_eq!(document.models[0].clips.len(), count);
    let (walk, death) = (
        clip_named(&document, "Walk"),
        clip_named(&document, "Death"),
    );
    assert_eq!(document.models[0].clips[death].duration_ms, 800);
    check_same(&document.models[0], (walk, 0.0), (death, 0.0), 800);
    apply(&mut document, &range(8, false)).unwrap();
    assert_eq!(
        document.models[0].clips.len(),
        count + 1,
        "without it, a further variation"
    );
}

#[test]
fn ranges_that_make_no_sense_are_refused_with_the_argument() {
    let mut document = small_document(264);
    let mut refused = |fields: &str| {
        let json = format!(r#"{{"op":"name_range",{fields}}}"#);
        match apply(&mut document, &json).unwrap_err() {
            EditError::Value { argument, .. } => argument,
            other => panic!("{other}"),
        }
    };
    let mut check =
        |fields: &str, argument: &str| assert_eq!(refused(fields), argument, "{fields}");
    check(
        r#""name":" ","first_cell":0,"last_cell":1,"rate":10,"clip":"Walk""#,
        "name",
    );
    check(
        r#""name":"Walk","first_cell":0,"last_cell":1,"rate":10,"clip":"Walk","replace":true"#,
        "name",
    );
    check(
        r#""name":"Run","first_cell":0,"last_cell":1,"rate":10,"clip":"Walk","replace":true"#,
        "name",
    );
    check(
        r#""name":"A","first_cell":2,"last_cell":1,"rate":10,"clip":"Walk""#,
        "last_cell",
    );
    check(
        r#""name":"A","first_cell":0,"last_cell":1,"rate":0,"clip":"Walk""#,
        "rate",
    );
    check(
        r#""name":"A","first_cell":0,"last_cell":1,"rate":1e9,"clip":"Walk""#,
        "rate",
    );
    check(
        r#""name":"A","first_cell":0,"last_cell":1,"rate":10"#,
        "clip",
    );
    check(
        r#""name":"A","first_cell":0,"last_cell":900,"rate":10,"clip":"Walk""#,
        "last_cell",
    );
    check(
        r#""name":"A","first_cell":0,"last_cell":4294967295,"rate":1,"clip":"Walk""#,
        "last_cell",
    );
}

#[test]
fn a_loop_is_not_closed_over_another_pose() {
    let mut document = small_document(256);
    document.models[0].format = ModelFormat::BoneText;
    let walk = clip_named(&document, "Walk");
    let start = document.models[0].clips[walk].start_ms;
    let end = start + 400;
    let json = format!(
        r#"{{"op":"name_range","name":"A","first_cell":{},"last_cell":{},"rate":10,"clip":"Walk","close_loop":true}}"#,
        start / 100,
        end / 100 - 1
    );
    // There is a keyframe at 400 ms of the clip already.
    let error = apply(&mut document, &json).unwrap_err();
    assert!(
        matches!(error, EditError::Collision { time_ms, .. } if time_ms == end),
        "{error}"
    );
}
