//! Keyframes: aliases, loops, shared lists, windows, collisions, curves.

use crate::small_model::small_document;
use crate::{apply, notes};
use bonewright::anim::{Clock, Interpolation, TrackKeys};
use bonewright::edit::EditError;
use bonewright::math::Vec3;

#[test]
fn three_bones_and_one_channel_are_three_keyframes() {
    let mut document = small_document(264);
    let count = |document: &bonewright::document::Document| -> usize {
        document.models[0]
            .bone_tracks
            .iter()
            .map(|t| t.rotation.key_count() + t.translation.key_count() + t.scale.key_count())
            .sum()
    };
    let before = count(&document);
    apply(
        &mut document,
        r#"{"op":"insert_keyframe","clip":"Walk","bones":["Root","Spine","ArmL"],"channels":["rotation"],"time_ms":500}"#,
    )
    .unwrap();
    assert_eq!(count(&document), before + 3);
}

#[test]
fn keying_an_alias_edits_its_target_and_says_so() {
    let mut document = small_document(264);
    let applied = apply(
        &mut document,
        r#"{"op":"insert_keyframe","clip":"Run","bones":["ArmL"],"channels":["rotation"],"time_ms":500}"#,
    )
    .unwrap();
    assert!(notes(&applied).contains("clip 'Run' plays the keyframes of 'Walk'"));
    let track = &document.models[0].bone_tracks[2].rotation;
    assert_eq!(track.keys(1).unwrap().times_ms, [0, 400, 500, 1000]);
    assert!(track.keys(2).unwrap().is_empty());
}

#[test]
fn keying_a_global_loop_edits_the_loop_and_says_so() {
    let mut document = small_document(264);
    let applied = apply(
        &mut document,
        r#"{"op":"insert_keyframe","clip":"Walk","bones":["Tail"],"channels":["rotation"],"time_ms":250}"#,
    )
    .unwrap();
    assert!(notes(&applied).contains("global loop 0"));
    let track = &document.models[0].bone_tracks[5].rotation;
    assert_eq!(track.lists().len(), 1);
    assert_eq!(track.lists()[0].times_ms, [0, 250, 500]);
}

#[test]
fn a_constant_for_all_clips_becomes_one_list_a_clip() {
    let mut document = small_document(264);
    let applied = apply(
        &mut document,
        r#"{"op":"insert_keyframe","clip":"Walk","bones":["TipL"],"channels":["translation"],"time_ms":500,"values":{"translation":[1,0,0]}}"#,
    )
    .unwrap();
    let text = notes(&applied);
    assert!(
        text.contains("each of the 4 clips now has its own"),
        "{text}"
    );
    assert!(text.contains("it is linear, in all clips"), "{text}");
    let track = &document.models[0].bone_tracks[6].translation;
    assert_eq!(track.interpolation, Interpolation::Linear);
    assert_eq!(track.keys(1).unwrap().times_ms, [0, 500]);
    for clip in [0, 3] {
        assert_eq!(track.keys(clip).unwrap().values, [Vec3::new(0.0, 0.0, 0.5)]);
    }
}

#[test]
fn on_one_time_axis_keyframes_go_into_the_window_of_the_clip() {
    let mut document = small_document(256);
    let insert = |time: i32| {
        format!(
            r#"{{"op":"insert_keyframe","clip":"Walk","bones":["ArmL"],"channels":["rotation"],"time_ms":{time}}}"#
        )
    };
    apply(&mut document, &insert(500)).unwrap();
    let TrackKeys::Axis(list) = &document.models[0].bone_tracks[2].rotation.keys else {
        panic!("the track left the axis");
    };
    assert_eq!(
        list.times_ms,
        [0, 400, 1000, 2000, 2400, 2500, 3000, 6000, 6400, 7000]
    );
    let error = apply(&mut document, &insert(1001)).unwrap_err();
    assert!(error.to_string().contains("past the end"), "{error}");
    // A track that had no keyframes starts on the axis too.
    let scale = insert(500).replace("rotation", "scale");
    apply(&mut document, &scale).unwrap();
    let TrackKeys::Axis(list) = &document.models[0].bone_tracks[2].scale.keys else {
        panic!("the track is not on the axis");
    };
    assert_eq!(list.times_ms, [2500]);
}

#[test]
fn clips_on_the_same_part_of_the_axis_are_named() {
    let mut document = small_document(256);
    document.models[0].clips[3].start_ms = 2000;
    let applied = apply(
        &mut document,
        r#"{"op":"insert_keyframe","clip":"Walk","bones":["ArmL"],"channels":["rotation"],"time_ms":500}"#,
    )
    .unwrap();
    assert!(
        notes(&applied).contains("'Stand (1)' lies on the same part"),
        "{}",
        notes(&applied)
    );
}

#[test]
fn without_key_only_a_keyframe_that_is_there_changes() {
    let mut document = small_document(264);
    let rotate = |time: i32| {
        format!(
            r#"{{"op":"rotate_bones","clip":"Walk","bones":["ArmL"],"time_ms":{time},"axis":[1,0,0],"degrees":10,"key":false}}"#
        )
    };
    apply(&mut document, &rotate(400)).unwrap();
    let error = apply(&mut document, &rotate(401)).unwrap_err();
    assert!(matches!(error, EditError::NotKeyed { time_ms: 401, .. }));
    assert!(error.to_string().contains("only existing keyframes change"));
}

#[test]
fn moved_keyframes_never_merge_silently() {
    let mut document = small_document(264);
    let shift = |policy: &str| {
        format!(
            r#"{{"op":"move_keyframes","keys":[{{"track":"bones[2].rotation","clip":"Walk","time_ms":0}}],"delta_ms":400,"collisions":"{policy}"}}"#
        )
    };
    let moved = document.models[0].bone_tracks[2]
        .rotation
        .keys(1)
        .unwrap()
        .values[0];
    let error = apply(&mut document, &shift("refuse")).unwrap_err();
    assert!(matches!(error, EditError::Collision { time_ms: 400, .. }));
    let applied = apply(&mut document, &shift("replace")).unwrap();
    assert!(notes(&applied).contains("1 keyframes were replaced"));
    let keys = document.models[0].bone_tracks[2].rotation.keys(1).unwrap();
    assert_eq!(keys.times_ms, [400, 1000]);
    assert_eq!(keys.values[0], moved);
}

#[test]
fn keyframes_that_move_together_do_not_collide_with_each_other() {
    let mut document = small_document(264);
    apply(
        &mut document,
        r#"{"op":"move_keyframes","keys":[{"track":"bones[4].translation","clip":"Walk","time_ms":0},{"track":"bones[4].translation","clip":"Run","time_ms":400},{"track":"bones[4].translation","clip":"Walk","time_ms":400}],"delta_ms":400}"#,
    )
    .unwrap();
    let keys = document.models[0].bone_tracks[4]
        .translation
        .keys(1)
        .unwrap();
    assert_eq!(keys.times_ms, [400, 800, 1000]);
    assert_eq!(keys.tangents.len(), 3);
    assert_eq!(keys.values[1], Vec3::new(0.4, 0.0, 0.0));
}

#[test]
fn keyframes_can_not_leave_the_clip_backwards() {
    let mut document = small_document(264);
    for delta in [-1, i32::MIN] {
        let json = format!(
            r#"{{"op":"move_keyframes","keys":[{{"track":"bones[2].rotation","clip":"Walk","time_ms":0}}],"delta_ms":{delta}}}"#
        );
        assert!(apply(&mut document, &json).is_err());
    }
}

#[test]
fn a_new_keyframe_on_a_curve_keeps_its_shape() {
    for interpolation in ["hermite", "bezier"] {
        let mut document = small_document(264);
        apply(
            &mut document,
            &format!(r#"{{"op":"set_interpolation","tracks":["bones[4].translation"],"interpolation":"{interpolation}"}}"#),
        )
        .unwrap();
        let curve = |document: &bonewright::document::Document| -> Vec<Vec3> {
            let track = &document.models[0].bone_tracks[4].translation;
            let at =
                |time: i32| track.sample(&Clock::in_clip(1, f64::from(time)), &[], Vec3::zeros());
            (0..=1000).step_by(10).map(at).collect()
        };
        let before = curve(&document);
        for time in [137, 650] {
            apply(
                &mut document,
                &format!(r#"{{"op":"insert_keyframe","clip":"Walk","bones":["ArmR"],"channels":["translation"],"time_ms":{time}}}"#),
            )
            .unwrap();
        }
        let worst = |a: &[Vec3], b: &[Vec3]| {
            a.iter()
                .zip(b)
                .map(|(a, b)| (a - b).norm())
                .fold(0.0, f32::max)
        };
        assert!(worst(&before, &curve(&document)) < 1e-5, "{interpolation}");
        // The two cubic kinds can say the same.
        let other = if interpolation == "bezier" {
            "hermite"
        } else {
            "bezier"
        };
        apply(
            &mut document,
            &format!(r#"{{"op":"set_interpolation","tracks":["bones[4].translation"],"interpolation":"{other}"}}"#),
        )
        .unwrap();
        assert!(worst(&before, &curve(&document)) < 1e-5, "{other}");
    }
}

#[test]
fn setting_interpolation_says_how_many_clips_and_tangents_change() {
    let mut document = small_document(264);
    let applied = apply(
        &mut document,
        r#"{"op":"set_interpolation","tracks":["bones[2].rotation"],"interpolation":"hermite"}"#,
    )
    .unwrap();
    let text = notes(&applied);
    assert!(
        text.contains("3 clips change") && text.contains("9 keyframes got tangents"),
        "{text}"
    );
    let applied = apply(
        &mut document,
        r#"{"op":"set_interpolation","tracks":["bones[2].rotation"],"interpolation":"step"}"#,
    )
    .unwrap();
    assert!(notes(&applied).contains("the tangents of 9 keyframes are gone"));
    assert!(
        document.models[0].bone_tracks[2]
            .rotation
            .lists()
            .iter()
            .all(|l| l.tangents.is_empty())
    );
    let refused = apply(
        &mut document,
        r#"{"op":"set_interpolation","tracks":["events[0].times"],"interpolation":"bezier"}"#,
    );
    assert!(matches!(refused, Err(EditError::WrongKind { .. })));
}

#[test]
fn a_cameras_first_keyframe_gets_tangents_as_its_format_always_stores_them() {
    let mut document = small_document(264);
    apply(
        &mut document,
        r#"{"op":"insert_track_keyframe","tracks":["cameras[0].roll"],"clip":"Stand","time_ms":0,"value":0.5}"#,
    )
    .unwrap();
    let list = &document.models[0].cameras[0].roll.lists()[0];
    assert_eq!((list.times_ms.len(), list.tangents.len()), (1, 1));
}

#[test]
fn values_of_the_wrong_kind_are_refused() {
    let mut document = small_document(264);
    for (track, value) in [
        ("bones[2].rotation", "[1,2,3]"),
        ("bones[2].translation", "1"),
        ("colours[0].alpha", "[1,0,0]"),
        ("attachments[0].visibility", "0.5"),
        ("events[0].times", "1"),
    ] {
        let json = format!(
            r#"{{"op":"insert_track_keyframe","tracks":["{track}"],"clip":"Walk","time_ms":5,"value":{value}}}"#
        );
        let refused = apply(&mut document, &json);
        assert!(
            matches!(refused, Err(EditError::WrongKind { .. })),
            "{json}"
        );
    }
    let missing = r#"{"op":"delete_keyframes","keys":[{"track":"bones[2].rotation","clip":"Walk","time_ms":1}]}"#;
    assert!(matches!(
        apply(&mut document, missing),
        Err(EditError::NoKey { .. })
    ));
}

#[test]
fn unsorted_and_doubled_keyframes_are_put_in_order_with_a_note() {
    let mut document = small_document(264);
    if let TrackKeys::PerClip(lists) = &mut document.models[0].bone_tracks[2].translation.keys {
        lists[1].times_ms = vec![400, 0, 400];
    }
    let last = document.models[0].bone_tracks[2]
        .translation
        .keys(1)
        .unwrap()
        .values[2];
    let applied = apply(
        &mut document,
        r#"{"op":"insert_keyframe","clip":"Walk","bones":["ArmL"],"channels":["translation"],"time_ms":500}"#,
    )
    .unwrap();
    assert!(
        notes(&applied).contains("1 keyframes at the time of another"),
        "{}",
        notes(&applied)
    );
    let keys = document.models[0].bone_tracks[2]
        .translation
        .keys(1)
        .unwrap();
    assert_eq!(keys.times_ms, [0, 400, 500]);
    assert_eq!(keys.values[1], last);
}

#[test]
fn a_constant_of_a_file_with_one_time_axis_goes_to_every_window() {
    let mut document = small_document(256);
    let applied = apply(
        &mut document,
        r#"{"op":"insert_keyframe","clip":"Walk","bones":["TipL"],"channels":["translation"],"time_ms":500,"values":{"translation":[1,0,0]}}"#,
    )
    .unwrap();
    assert!(
        notes(&applied).contains("it is linear, in all clips"),
        "{}",
        notes(&applied)
    );
    let track = &document.models[0].bone_tracks[6].translation;
    let TrackKeys::Axis(list) = &track.keys else {
        panic!("the track is not on the axis");
    };
    // Run plays the keyframes of Walk, so its own part of the axis needs none.
    assert_eq!(list.times_ms, [0, 2000, 2500, 6000]);
    let constant = Vec3::new(0.0, 0.0, 0.5);
    for clip in [0, 3] {
        let clock = Clock::of(&document.models[0], Some(clip), 700.0);
        assert_eq!(track.sample(&clock, &[], Vec3::zeros()), constant);
    }
}
