//! Clips as windows on one time axis: nothing leaks from one to the next.

use crate::corpus::Corpus;
use crate::random_operators::{Dice, roll};
use crate::small_model::small_document;
use crate::{apply, notes, op};
use bonewright::anim::{Clock, KeyWindow, Tangents, TrackKeys, TrackRef};
use bonewright::document::{Document, Model, ModelId, TrackPath};
use bonewright::edit::{EntryFocus, History};
use bonewright::for_any_track;
use bonewright::math::{Quat, Vec3};
use bonewright::skeleton::BoneId;
use std::collections::BTreeMap;

/// Stand 0..1000, Walk 2000..3000 with Run as its alias, Stand (1) 3000..4000 right behind Walk,
/// a clip without length inside Walk, one that runs backwards, and keyframes outside all of them.
fn crowded() -> Document {
    let mut document = small_document(256);
    let model = &mut document.models[0];
    model.clips[3].start_ms = 3000;
    model.for_each_track_mut(|_, track| {
        for_any_track!(TrackMut, track, track => if let TrackKeys::Axis(list) = &mut track.keys {
            // The keyframe at 6000 would be a second one at 3000.
            list.remove(6);
            for time in &mut list.times_ms {
                if *time > 5000 {
                    *time -= 3000;
                }
            }
            let (value, tangents) = (list.values[1], list.tangents.get(1).copied());
            list.times_ms.extend([1500, 9000]);
            list.values.extend([value; 2]);
            list.tangents.extend(tangents.into_iter().chain(tangents));
            list.sort();
        });
    });
    for (start, length) in [(2400, 0), (3900, -500i32)] {
        let mut clip = model.clips[0].clone();
        clip.id = bonewright::anim::ClipId(model.clips.len() as u32);
        clip.alias_of = clip.id;
        clip.start_ms = start;
        clip.duration_ms = length.cast_unsigned();
        clip.name = Some(format!("at {start}"));
        model.clips.push(clip);
    }
    assert_eq!(document.check_invariants(), []);
    document
}

/// What every track does in a clip, from before its start to past its end; loops left out.
fn played(model: &Model, clip: usize) -> BTreeMap<TrackPath, String> {
    let window = KeyWindow::of(&model.clips[model.key_clip(clip).unwrap_or(clip)]);
    let length = f64::from(window.end_ms) - f64::from(window.start_ms);
    let mut out = BTreeMap::new();
    for owner in model.track_owners() {
        for (path, track) in model.owner_tracks(owner) {
            if track.driver() != bonewright::anim::Driver::Clip {
                continue;
            }
            let mut text = String::new();
            for step in [-1, 0, 1, 4, 8, 9, 12, 15, 19, 20, 21] {
                let clock = Clock::of(model, Some(clip), length * f64::from(step) / 20.0);
                let loops = &model.global_loops_ms;
                text += &match track {
                    TrackRef::Vector(track) => {
                        format!("{:?}", track.sample(&clock, loops, Vec3::zeros()))
                    }
                    TrackRef::Rotation(track) => {
                        format!("{:?}", track.sample(&clock, loops, Quat::identity()))
                    }
                    TrackRef::Scalar(track) => format!("{:?}", track.sample(&clock, loops, 0.0)),
                    TrackRef::Integer(track) => format!("{:?}", track.sample(&clock, loops, 0)),
                    TrackRef::Event(_) => String::new(),
                };
            }
            if let (TrackRef::Event(_), Some(holder)) = (track, model.key_clip(clip)) {
                text = format!("{:?}", model.own_times(track, holder).collect::<Vec<_>>());
            }
            out.insert(path, text);
        }
    }
    out
}

/// The model with the keyframes of one clip and no others on the shared axis.
fn alone(model: &Model, clip: usize) -> Model {
    let mut model = model.clone();
    let Some(holder) = model.key_clip(clip) else {
        return model;
    };
    let window = KeyWindow::of(&model.clips[holder]);
    model.for_each_track_mut(|_, track| {
        for_any_track!(TrackMut, track, track => {
            let is_looped = track.driver != bonewright::anim::Driver::Clip;
            if let (TrackKeys::Axis(list), false) = (&mut track.keys, is_looped) {
                for at in (0..list.len()).rev() {
                    if !(window.start_ms..=window.end_ms).contains(&list.times_ms[at]) {
                        list.remove(at);
                    }
                }
            }
        });
    });
    model
}

/// The tracks that play differently.
fn differing(a: &BTreeMap<TrackPath, String>, b: &BTreeMap<TrackPath, String>) -> Vec<TrackPath> {
    let paths = a.keys().chain(b.keys()).copied();
    let mut paths: Vec<TrackPath> = paths.filter(|path| a.get(path) != b.get(path)).collect();
    paths.dedup();
    paths
}

#[track_caller]
fn check_clips_stand_alone(model: &Model, after: &str) {
    for clip in 0..model.clips.len() {
        let name = model.clips[clip].display_name();
        assert_eq!(
            differing(&played(model, clip), &played(&alone(model, clip), clip)),
            [],
            "'{name}' plays keyframes of others after {after}"
        );
    }
}

#[test]
fn each_clip_alone_plays_as_in_the_whole_file_after_any_edits() {
    for seed in [3, 77, 2026] {
        let mut dice = Dice(seed);
        let mut document = crowded();
        check_clips_stand_alone(&document.models[0], "nothing");
        let mut history = History::default();
        let mut landed = 0;
        while landed < 80 {
            let json = roll(&mut dice, &document);
            if history
                .apply(&mut document, &op(&json), EntryFocus::default())
                .is_ok()
            {
                landed += 1;
                check_clips_stand_alone(&document.models[0], &json);
            }
        }
    }
}

#[test]
fn each_clip_of_a_real_model_alone_plays_as_in_the_whole_file_after_any_edits() {
    let Some(corpus) = Corpus::open() else { return };
    let mut models = corpus.mdx_models(800).into_iter();
    let path = models
        .find(|path| path.ends_with("TirionFordring.mdx"))
        .unwrap();
    let imported = bonewright::import_export::import_file(path, ModelId(1)).unwrap();
    let mut document = Document::new();
    document.models.push(imported.model);
    let mut dice = Dice(11);
    let mut history = History::default();
    let mut landed = 0;
    while landed < 25 {
        let json = roll(&mut dice, &document);
        let applied = history.apply(&mut document, &op(&json), EntryFocus::default());
        landed += usize::from(applied.is_ok());
    }
    check_clips_stand_alone(&document.models[0], "25 edits");
}

/// The clip that an operator on keyframes names; `None` for other operators.
fn named_clip(json: &str) -> Option<usize> {
    const KEY_OPERATORS: [&str; 12] = [
        "rotate_bones",
        "move_bones",
        "scale_bones",
        "set_bone_transform",
        "clear_to_rest",
        "insert_keyframe",
        "insert_track_keyframe",
        "delete_keyframes",
        "move_keyframes",
        "duplicate_keyframes",
        "set_key_value",
        "paste_pose",
    ];
    let name = json.split('"').nth(3)?;
    if !KEY_OPERATORS.contains(&name) {
        return None;
    }
    let after = json.split("\"clip\":\"#").nth(1)?;
    after.split('"').next()?.parse().ok()
}

#[test]
fn editing_keyframes_of_a_clip_changes_no_other_clip_unless_it_says_so() {
    let mut checked = 0;
    let mut shared = 0;
    for seed in [5, 91, 1234, 4711] {
        let mut dice = Dice(seed);
        let mut document = crowded();
        let mut history = History::default();
        for _ in 0..250 {
            let json = roll(&mut dice, &document);
            let Some(clip) = named_clip(&json) else {
                continue;
            };
            let before = document.models[0].clone();
            let Ok(applied) = history.apply(&mut document, &op(&json), EntryFocus::default())
            else {
                continue;
            };
            let model = &document.models[0];
            let text = notes(&applied);
            for other in 0..model.clips.len() {
                if model.key_clip(other) == model.key_clip(clip) {
                    continue;
                }
                let holder = model.key_clip(other).unwrap_or(other);
                let name = model.clips[holder].display_name();
                let is_said = text.contains(&format!("clip '{name}' lies on the same part"));
                shared += usize::from(is_said);
                checked += 1;
                if !is_said {
                    assert_eq!(
                        differing(&played(&before, other), &played(model, other)),
                        [],
                        "'{name}' changed and nobody said so: {json}\n{text}"
                    );
                }
            }
        }
    }
    assert!(checked > 500, "only {checked} clips were compared");
    assert!(shared > 20, "only {shared} were told of");
}

fn axis_times(document: &Document, bone: usize) -> Vec<i32> {
    let track = &document.models[0].bone_tracks[bone].rotation;
    track.lists()[0].times_ms.clone()
}

#[test]
fn keyframes_that_would_leave_the_clip_are_refused_and_counted() {
    let mut document = small_document(256);
    let keys = [0, 400, 1000]
        .map(|time| format!(r#"{{"track":"bones[2].rotation","clip":"Walk","time_ms":{time}}}"#));
    let error = apply(
        &mut document,
        &format!(
            r#"{{"op":"move_keyframes","keys":[{}],"delta_ms":700}}"#,
            keys.join(",")
        ),
    )
    .unwrap_err()
    .to_string();
    assert!(
        error.contains("puts 2 of 3 keyframes outside clip 'Walk'"),
        "{error}"
    );
    let error = apply(
        &mut document,
        r#"{"op":"paste_pose","clip":"Walk","time_ms":1001,"pose":[{"bone":"ArmL","rotation":[0,0,0,1]}]}"#,
    )
    .unwrap_err()
    .to_string();
    assert!(error.contains("past the end"), "{error}");
    let error = apply(
        &mut document,
        r#"{"op":"move_keyframes","keys":[{"track":"bones[2].rotation","clip":"Walk","time_ms":0}],"delta_ms":400}"#,
    )
    .unwrap_err()
    .to_string();
    assert!(
        error.contains("already has a keyframe at 400 ms"),
        "{error}"
    );
}

#[test]
fn a_keyframe_on_a_shared_boundary_is_seen_by_both_clips_and_every_edit_says_so() {
    let at_end = r#"{"track":"bones[2].rotation","clip":"Walk","time_ms":1000}"#;
    for json in [
        format!(r#"{{"op":"delete_keyframes","keys":[{at_end}]}}"#),
        format!(r#"{{"op":"move_keyframes","keys":[{at_end}],"delta_ms":-100}}"#),
        r#"{"op":"set_key_value","track":"bones[2].rotation","clip":"Walk","time_ms":1000,"value":[0,0,0,1]}"#.to_owned(),
        r#"{"op":"rotate_bones","clip":"Walk","bones":["ArmL"],"time_ms":1000,"axis":[1,0,0],"degrees":10}"#.to_owned(),
    ] {
        let mut document = crowded();
        let applied = apply(&mut document, &json).unwrap();
        let text = notes(&applied);
        assert!(text.contains("'Stand (1)' lies on the same part"), "{json}: {text}");
    }
    let mut document = crowded();
    let applied = apply(
        &mut document,
        r#"{"op":"set_key_value","track":"bones[2].rotation","clip":"Walk","time_ms":0,"value":[0,0,0,1]}"#,
    )
    .unwrap();
    assert_eq!(notes(&applied), "");
}

#[test]
fn a_key_put_behind_the_last_of_a_clip_is_on_no_curve_to_the_next_clip() {
    let mut document = small_document(256);
    let model = &mut document.models[0];
    let TrackKeys::Axis(list) = &mut model.bone_tracks[4].translation.keys else {
        panic!("not on the axis");
    };
    // Walk loses its last keyframe; from 400 ms on it holds, and Stand (1) begins with another.
    list.remove(5);
    let (held, next) = (list.values[4], list.tangents[5]);
    apply(
        &mut document,
        r#"{"op":"insert_keyframe","clip":"Walk","bones":["ArmR"],"channels":["translation"],"time_ms":700}"#,
    )
    .unwrap();
    let TrackKeys::Axis(list) = &document.models[0].bone_tracks[4].translation.keys else {
        panic!("left the axis");
    };
    assert_eq!(list.times_ms[5], 2700);
    assert_eq!(list.values[5], held);
    assert_eq!(
        list.tangents[6], next,
        "the tangent of the next clip's first keyframe"
    );
    // Its own tangents lean on no keyframe of another clip.
    let level = Tangents {
        incoming: Vec3::zeros(),
        outgoing: Vec3::zeros(),
    };
    assert_eq!(list.tangents[5], level);
}

#[test]
fn automatic_tangents_lean_on_keyframes_of_the_same_clip_only() {
    let tangents = |document: &Document| {
        let track = &document.models[0].bone_tracks[2].translation;
        track.lists()[0].tangents[3..6].to_vec()
    };
    let json =
        r#"{"op":"set_interpolation","tracks":["bones[2].translation"],"interpolation":"hermite"}"#;
    let mut whole = small_document(256);
    let applied = apply(&mut whole, json).unwrap();
    assert!(
        notes(&applied).contains("3 clips change"),
        "{}",
        notes(&applied)
    );
    let mut other = small_document(256);
    let TrackKeys::Axis(list) = &mut other.models[0].bone_tracks[2].translation.keys else {
        panic!("not on the axis");
    };
    list.values[2] *= 50.0;
    list.values[6] *= 50.0;
    apply(&mut other, json).unwrap();
    assert_eq!(tangents(&whole), tangents(&other));
}

#[test]
fn keyframes_follow_their_clip_and_leave_others_what_they_see() {
    let mut document = crowded();
    let before = document.models[0].clone();
    let applied = apply(
        &mut document,
        r#"{"op":"set_clip_range","clip":"Stand (1)","start_ms":20000,"keys":"follow"}"#,
    )
    .unwrap();
    assert!(
        notes(&applied).contains("other clips see too stay for them"),
        "{}",
        notes(&applied)
    );
    let model = &document.models[0];
    assert_eq!(
        axis_times(&document, 2),
        [
            0, 400, 1000, 1500, 2000, 2400, 3000, 9000, 20000, 20400, 21000
        ]
    );
    for clip in [0, 1, 2, 3, 4] {
        assert_eq!(
            differing(&played(&before, clip), &played(model, clip)),
            [],
            "clip {clip}"
        );
    }
    // Twice as long: twice as slow.
    apply(
        &mut document,
        r#"{"op":"set_clip_range","clip":"Stand (1)","duration_ms":2000,"keys":"follow"}"#,
    )
    .unwrap();
    assert_eq!(axis_times(&document, 2)[8..], [20000, 20800, 22000]);
    let model = &document.models[0];
    let slower = differing(&played(&before, 3), &played(model, 3));
    assert!(
        slower.iter().all(|path| path.channel == "times"),
        "{slower:?}"
    );
    // Not among the keyframes of another clip, and none may fall on another.
    let error = apply(
        &mut document,
        r#"{"op":"set_clip_range","clip":"Stand (1)","start_ms":2500,"keys":"follow"}"#,
    )
    .unwrap_err()
    .to_string();
    assert!(error.contains("are not those of 'Stand (1)'"), "{error}");
    let error = apply(
        &mut document,
        r#"{"op":"set_clip_range","clip":"Stand (1)","duration_ms":1,"keys":"follow"}"#,
    )
    .unwrap_err()
    .to_string();
    assert!(error.contains("would fall on others"), "{error}");
}

#[test]
fn where_every_clip_has_its_own_time_keyframes_follow_a_new_length() {
    let mut document = small_document(264);
    apply(
        &mut document,
        r#"{"op":"set_clip_range","clip":"Walk","duration_ms":500,"keys":"follow"}"#,
    )
    .unwrap();
    let track = &document.models[0].bone_tracks[2].rotation;
    assert_eq!(track.keys(1).unwrap().times_ms, [0, 200, 500]);
    assert_eq!(track.keys(0).unwrap().times_ms, [0, 400, 1000]);
}

#[test]
fn a_range_that_takes_in_keyframes_says_how_many() {
    let mut document = crowded();
    let applied = apply(
        &mut document,
        r#"{"op":"set_clip_range","clip":"Stand","duration_ms":1500}"#,
    )
    .unwrap();
    let text = notes(&applied);
    assert!(
        text.contains("keyframes that lay outside the clip now play in it"),
        "{text}"
    );
}

#[test]
fn deleting_a_clip_takes_its_keyframes_but_none_that_another_clip_plays() {
    let mut document = crowded();
    apply(
        &mut document,
        r#"{"op":"set_clip_flags","clip":"Run","alias":"none"}"#,
    )
    .unwrap();
    let before = document.models[0].clone();
    let applied = apply(&mut document, r##"{"op":"delete_clip","clip":"#1"}"##).unwrap();
    assert!(
        notes(&applied).contains("stay: other clips"),
        "{}",
        notes(&applied)
    );
    // 2400 is the whole of the clip without length, 3000 the start of Stand (1).
    assert_eq!(
        axis_times(&document, 2),
        [0, 400, 1000, 1500, 2400, 3000, 3400, 4000, 9000]
    );
    let model = &document.models[0];
    for (old, new) in [(0, 0), (2, 1), (3, 2), (4, 3)] {
        assert_eq!(differing(&played(&before, old), &played(model, new)), []);
    }
}

#[test]
fn keyframes_outside_every_clip_go_on_request_and_in_one_step() {
    let mut document = crowded();
    let model = &document.models[0];
    let strays: usize = model
        .stray_keys()
        .iter()
        .map(|(_, times)| times.len())
        .sum();
    let tracks = model.stray_keys().len();
    assert_eq!(strays, 2 * tracks);
    let before = model.clone();
    let mut history = History::default();
    let json = r#"{"op":"delete_stray_keyframes"}"#;
    let applied = history
        .apply(&mut document, &op(json), EntryFocus::default())
        .unwrap();
    assert_eq!(
        applied.label,
        format!("Delete {strays} keyframes outside every clip")
    );
    assert_eq!(history.position(), 1);
    let model = &document.models[0];
    assert!(model.stray_keys().is_empty());
    for clip in 0..model.clips.len() {
        assert_eq!(differing(&played(&before, clip), &played(model, clip)), []);
    }
    let error = apply(&mut document, json).unwrap_err().to_string();
    assert!(error.contains("no keyframe outside every clip"), "{error}");
    let error = apply(&mut small_document(264), json)
        .unwrap_err()
        .to_string();
    assert!(error.contains("a time of its own"), "{error}");
    let mut document = crowded();
    let one = r#"{"op":"delete_stray_keyframes","tracks":["bones[2].rotation"]}"#;
    apply(&mut document, one).unwrap();
    let path = TrackPath::bone(BoneId(2), "rotation");
    let left = document.models[0].stray_keys();
    assert_eq!(left.len(), tracks - 1);
    assert!(left.iter().all(|(other, _)| *other != path));
}

#[test]
fn doubled_keyframes_of_another_clip_stay_as_they_are() {
    let mut document = small_document(256);
    let TrackKeys::Axis(list) = &mut document.models[0].bone_tracks[2].rotation.keys else {
        panic!("not on the axis");
    };
    list.times_ms.insert(1, 400);
    let value = list.values[2];
    list.values.insert(1, value);
    let before = document.models[0].clone();
    let applied = apply(
        &mut document,
        r#"{"op":"insert_keyframe","clip":"Walk","bones":["ArmL"],"channels":["rotation"],"time_ms":500}"#,
    )
    .unwrap();
    assert_eq!(notes(&applied), "");
    assert_eq!(
        differing(&played(&before, 0), &played(&document.models[0], 0)),
        []
    );
}

#[test]
fn ten_thousand_named_keyframes_move_in_a_moment() {
    let mut document = small_document(256);
    let model = &mut document.models[0];
    model.clips[1].duration_ms = 60_000;
    model.clips[3].start_ms = 100_000;
    let TrackKeys::Axis(list) = &mut model.bone_tracks[2].rotation.keys else {
        panic!("not on the axis");
    };
    let value = list.values[0];
    list.times_ms = (0..20_000).map(|at| 2_000 + at * 3).collect();
    list.values = vec![value; 20_000];
    let keys: Vec<String> = (0..20_000)
        .map(|at| {
            let time = at * 3;
            format!(r#"{{"track":"bones[2].rotation","clip":"Walk","time_ms":{time}}}"#)
        })
        .collect();
    let keys = keys.join(",");
    let json = format!(r#"{{"op":"move_keyframes","keys":[{keys}],"delta_ms":1}}"#);
    let operator = op(&json);
    let start = std::time::Instant::now();
    History::default()
        .apply(&mut document, &operator, EntryFocus::default())
        .unwrap();
    let taken = start.elapsed();
    assert!(taken.as_secs() < 2, "{taken:?}");
    assert_eq!(axis_times(&document, 2)[..2], [2_001, 2_004]);
}
