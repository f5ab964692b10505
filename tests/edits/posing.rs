//! Rotating, moving and scaling bones, and copied poses.

use crate::apply;
use crate::small_model::small_document;
use bonewright::anim::Clock;
use bonewright::document::{Document, Pose};
use bonewright::edit::{PoseClip, copy_pose};
use bonewright::math::{Affine, Vec3, quat_from_axis_angle};
use nalgebra::UnitQuaternion;

fn pose(document: &Document, time_ms: i32) -> Pose {
    let model = &document.models[0];
    let mut pose = Pose::default();
    let clock = Clock::of(model, Some(1), f64::from(time_ms));
    model.evaluate(&clock, &model.skeleton.hierarchy(), &mut pose);
    pose
}

fn place(document: &Document, time_ms: i32, bone: usize) -> Vec3 {
    let pivot = document.models[0].skeleton.bones[bone].pivot;
    pose(document, time_ms).model_from_bind[bone].point(&pivot)
}

#[track_caller]
fn check_near(found: &Vec3, expected: &Vec3) {
    assert!(
        (found - expected).norm() < 1e-4,
        "{found:?}, expected {expected:?}"
    );
}

fn linear_gap(a: &Affine, b: &nalgebra::Matrix3<f32>) -> f32 {
    (a.linear() - b).abs().max()
}

#[test]
fn a_turn_in_model_space_turns_the_bone_as_seen_from_outside() {
    for version in [264, 256] {
        let mut document = small_document(version);
        let axis = Vec3::new(1.0, 2.0, -1.0);
        let turn = UnitQuaternion::new_unchecked(quat_from_axis_angle(&axis, 40f32.to_radians()));
        let before = pose(&document, 300).model_from_bind[2];
        let old_place = place(&document, 300, 2);
        apply(
            &mut document,
            r#"{"op":"rotate_bones","clip":"Walk","bones":["ArmL"],"time_ms":300,"axis":[1,2,-1],"degrees":40,"space":"model"}"#,
        )
        .unwrap();
        let after = pose(&document, 300).model_from_bind[2];
        let expected = turn.to_rotation_matrix().into_inner() * before.linear();
        assert!(linear_gap(&after, &expected) < 1e-5);
        check_near(&place(&document, 300, 2), &old_place);
    }
}

#[test]
fn a_turn_about_its_own_axis_multiplies_on_the_right() {
    let mut document = small_document(264);
    let before = pose(&document, 0).local[2].rotation;
    apply(
        &mut document,
        r#"{"op":"rotate_bones","clip":"Walk","bones":["ArmL"],"time_ms":0,"axis":[0,0,1],"degrees":90}"#,
    )
    .unwrap();
    let expected = before * quat_from_axis_angle(&Vec3::z(), std::f32::consts::FRAC_PI_2);
    let after = pose(&document, 0).local[2].rotation;
    assert!(after.dot(&expected).abs() > 1.0 - 1e-6);
}

#[test]
fn a_turn_about_a_point_carries_the_bones_around_it() {
    let mut document = small_document(264);
    let centre = Vec3::new(1.0, 0.0, 2.0);
    let old = [
        place(&document, 300, 2),
        place(&document, 300, 3),
        place(&document, 300, 4),
    ];
    apply(
        &mut document,
        r#"{"op":"rotate_bones","clip":"Walk","bones":["ArmL","HandL","ArmR"],"time_ms":300,"axis":[0,0,1],"degrees":90,"space":"model","pivot":[1,0,2]}"#,
    )
    .unwrap();
    for (bone, old) in [2, 3, 4].into_iter().zip(old) {
        let arm = old - centre;
        let expected = centre + Vec3::new(-arm.y, arm.x, arm.z);
        check_near(&place(&document, 300, bone), &expected);
    }
}

#[test]
fn a_move_in_model_space_moves_by_exactly_that() {
    let mut document = small_document(264);
    let offset = Vec3::new(0.5, -0.25, 2.0);
    let old = [place(&document, 700, 2), place(&document, 700, 3)];
    apply(
        &mut document,
        r#"{"op":"move_bones","clip":"Walk","bones":["ArmL","HandL"],"time_ms":700,"offset":[0.5,-0.25,2],"space":"model"}"#,
    )
    .unwrap();
    check_near(&place(&document, 700, 2), &(old[0] + offset));
    check_near(&place(&document, 700, 3), &(old[1] + offset));
}

#[test]
fn scaling_along_own_axes_multiplies_and_about_a_point_spreads() {
    let mut document = small_document(264);
    let old = place(&document, 0, 2);
    apply(
        &mut document,
        r#"{"op":"scale_bones","clip":"Walk","bones":["ArmL"],"time_ms":0,"factors":[2,2,2],"space":"model","pivot":[0,0,0]}"#,
    )
    .unwrap();
    check_near(
        &pose(&document, 0).local[2].scale,
        &Vec3::new(2.0, 2.0, 2.0),
    );
    check_near(&place(&document, 0, 2), &(old * 2.0));
    apply(
        &mut document,
        r#"{"op":"scale_bones","clip":"Walk","bones":["ArmL"],"time_ms":0,"factors":[1,0.5,3]}"#,
    )
    .unwrap();
    check_near(
        &pose(&document, 0).local[2].scale,
        &Vec3::new(2.0, 1.0, 6.0),
    );
}

#[test]
fn a_pose_copied_as_text_and_pasted_elsewhere_is_the_same_pose() {
    let document = small_document(264);
    let bones: Vec<_> = (0..5).map(|i| format!("#{i}").as_str().into()).collect();
    let copied = copy_pose(&document.models[0], &"Walk".into(), 300, &bones).unwrap();
    let text = serde_json::to_string(&copied).unwrap();
    assert_eq!(serde_json::from_str::<PoseClip>(&text).unwrap(), copied);
    let mut other = small_document(256);
    let json = format!(
        r#"{{"op":"paste_pose","clip":"Walk","time_ms":900,"pose":{}}}"#,
        serde_json::to_string(&copied.bones).unwrap()
    );
    apply(&mut other, &json).unwrap();
    let (from, to) = (pose(&document, 300), pose(&other, 900));
    for bone in 0..5 {
        assert!(
            linear_gap(
                &from.model_from_bind[bone],
                &to.model_from_bind[bone].linear()
            ) < 1e-5
        );
    }
}

#[test]
fn numbers_without_a_value_and_axes_without_a_direction_are_refused() {
    let mut document = small_document(264);
    for json in [
        r#"{"op":"rotate_bones","clip":"Walk","bones":["ArmL"],"time_ms":0,"axis":[0,0,0],"degrees":90}"#,
        r#"{"op":"move_bones","clip":"Walk","bones":["ArmL"],"time_ms":0,"offset":[1e39,0,0]}"#,
        r#"{"op":"move_bones","clip":"Walk","bones":[],"time_ms":0,"offset":[1,0,0]}"#,
        r#"{"op":"move_bones","clip":"Walk","bones":["ArmL"],"time_ms":-1,"offset":[1,0,0]}"#,
    ] {
        assert!(apply(&mut document, json).is_err(), "{json}");
    }
}

#[test]
fn a_typed_quaternion_turns_whatever_its_length_and_none_without_length_is_taken() {
    let mut document = small_document(264);
    let before = document.clone();
    for json in [
        r#"{"op":"insert_keyframe","clip":"Walk","bones":["ArmL"],"channels":["rotation"],"time_ms":10,"values":{"rotation":[0,0,0,0]}}"#,
        r#"{"op":"set_bone_transform","clip":"Walk","bones":["ArmL"],"time_ms":10,"values":{"rotation":[0,0,0,0]}}"#,
        r#"{"op":"insert_track_keyframe","tracks":["bones[2].rotation"],"clip":"Walk","time_ms":10,"value":[0,0,0,0]}"#,
        r#"{"op":"set_key_value","track":"bones[2].rotation","clip":"Walk","time_ms":0,"value":[0,0,0,0]}"#,
        r#"{"op":"paste_pose","clip":"Walk","time_ms":10,"pose":[{"bone":"ArmL","rotation":[0,0,0,0]}]}"#,
    ] {
        let error = apply(&mut document, json).expect_err(json).to_string();
        assert!(error.contains("no rotation"), "{error}");
        assert_eq!(document, before);
    }
    for long in ["[3e38,0,0,3e38]", "[5,0,0,5]", "[1e-30,0,0,1e-30]"] {
        let json = format!(
            r#"{{"op":"insert_track_keyframe","tracks":["bones[2].rotation"],"clip":"Walk","time_ms":10,"value":{long}}}"#
        );
        apply(&mut document, &json).unwrap();
        let keys = document.models[0].bone_tracks[2].rotation.keys(1).unwrap();
        let at = keys.position_at(10).unwrap();
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let value = keys.values[at];
        assert!(
            (value.i - half).abs() < 1e-6 && (value.w - half).abs() < 1e-6,
            "{long}: {value}"
        );
    }
}
