//! The editor without a window, driven by intents alone.

use bonewright::anim::ClipId;
use bonewright::document::TrackPath;
use bonewright::edit::operator::{DeleteClip, MoveKeyframes, RenameBone, RotateBones};
use bonewright::edit::{CollisionPolicy, KeyRef as EditKey, Pivot, Space, TrackAddress};
use bonewright::editor::{
    Command, Editor, Intent, KeyRef, LoopMode, SelectMode, Severity, ViewIntent, ViewSetting,
};
use bonewright::skeleton::BoneId;

use crate::small_model::small_document;

pub fn editor() -> Editor {
    Editor::with_document(small_document(264))
}

pub fn ask(editor: &mut Editor, intent: ViewIntent) {
    editor.handle(intent.into());
}

#[track_caller]
pub fn run(editor: &mut Editor, command: Command) {
    let planned = command.plan(editor).expect("the command can work now");
    for intent in planned {
        editor.handle(intent);
    }
}

pub fn select(editor: &mut Editor, bones: &[u32]) {
    ask(
        editor,
        ViewIntent::SelectBones {
            bones: bones.iter().map(|&id| BoneId(id)).collect(),
            mode: SelectMode::Replace,
        },
    );
}

/// Rotate ArmL (bone 2) by some degrees about its own Z at a time of the first clip.
pub fn rotate_arm(time_ms: i32, degrees: f32) -> RotateBones {
    RotateBones {
        model: None,
        clip: "#0".into(),
        bones: vec!["ArmL".into()],
        time_ms,
        axis: [0.0, 0.0, 1.0],
        degrees,
        space: Space::Local,
        pivot: Pivot::Individual,
        key: true,
    }
}

fn times(editor: &Editor, bone: u32) -> Vec<i32> {
    let path = TrackPath::bone(BoneId(bone), "rotation");
    let track = editor.model().unwrap().track(path).unwrap();
    track.times_ms(0).to_vec()
}

#[test]
fn a_document_opens_with_its_first_clip_shown() {
    let editor = editor();
    assert_eq!(editor.selection.clip, Some(ClipId(0)));
    assert_eq!(editor.pose().local.len(), 7);
    assert!(!editor.is_dirty());
}

#[test]
fn an_operator_is_one_entry_and_undo_brings_back_where_it_was_done() {
    let mut editor = editor();
    let before = editor.document().content_hash();
    select(&mut editor, &[2]);
    ask(&mut editor, ViewIntent::Seek(500.0));
    editor.handle(Intent::Apply(rotate_arm(500, 30.0).into()));
    assert_eq!(editor.history().position(), 1);
    assert_eq!(times(&editor, 2), [0, 400, 500, 1000]);
    assert!(editor.is_dirty());
    select(&mut editor, &[5]);
    ask(&mut editor, ViewIntent::SelectClip(ClipId(1)));
    ask(&mut editor, ViewIntent::Undo);
    assert_eq!(editor.document().content_hash(), before);
    assert_eq!(editor.selection.bones(), [BoneId(2)]);
    assert_eq!(editor.selection.clip, Some(ClipId(0)));
    assert_eq!(editor.playback.key_time_ms(), 500);
    assert!(editor.last_action().unwrap().starts_with("Undid: "));
    assert!(!editor.is_dirty());
}

#[test]
fn jumping_goes_to_any_place_of_the_history_and_back() {
    let mut editor = editor();
    let mut hashes = vec![editor.document().content_hash()];
    for degrees in [10.0, 20.0, 30.0] {
        editor.handle(Intent::Apply(rotate_arm(400, degrees).into()));
        hashes.push(editor.document().content_hash());
    }
    for position in [0, 3, 1, 2] {
        ask(&mut editor, ViewIntent::JumpTo(position));
        assert_eq!(editor.document().content_hash(), hashes[position]);
        assert_eq!(editor.history().position(), position);
    }
}

#[test]
fn a_refused_operator_changes_nothing_and_says_why() {
    let mut editor = editor();
    let before = editor.document().content_hash();
    // Run plays the keyframes of Walk, so Walk can't go.
    let delete = DeleteClip {
        model: None,
        clip: "Walk".into(),
    };
    editor.handle(Intent::Apply(delete.into()));
    assert_eq!(editor.document().content_hash(), before);
    assert_eq!(editor.history().position(), 0);
    let toast = editor.toasts.last().expect("a message");
    assert_eq!(toast.severity, Severity::Warning);
    assert!(toast.text.contains("Walk"), "{}", toast.text);
    assert_eq!(editor.report.lines().len(), 1);
}

#[test]
fn a_refusal_can_carry_its_cure() {
    let mut editor = editor();
    let key = |time_ms| EditKey {
        track: TrackAddress::Text("bones[2].rotation".to_owned()),
        clip: "#0".into(),
        time_ms,
    };
    // 400 would land on 1000, which has a keyframe.
    let shift = MoveKeyframes {
        model: None,
        keys: vec![key(400)],
        delta_ms: 600,
        value_delta: None,
        collisions: CollisionPolicy::Refuse,
    };
    editor.handle(Intent::Apply(shift.into()));
    assert_eq!(times(&editor, 2), [0, 400, 1000]);
    let fix = editor.toasts.last().unwrap().fix.clone().expect("a cure");
    editor.handle(*fix.intent);
    assert_eq!(times(&editor, 2), [0, 1000]);
}

#[test]
fn moved_keyframes_stay_selected_and_come_back_with_undo() {
    let mut editor = editor();
    let path = TrackPath::bone(BoneId(2), "rotation");
    let key = |time_ms| KeyRef { path, time_ms };
    ask(
        &mut editor,
        ViewIntent::SelectKeys {
            keys: vec![key(400)],
            mode: SelectMode::Replace,
        },
    );
    let shift = MoveKeyframes {
        model: None,
        keys: vec![EditKey {
            track: TrackAddress::Text("bones[2].rotation".to_owned()),
            clip: "#0".into(),
            time_ms: 400,
        }],
        delta_ms: 50,
        value_delta: None,
        collisions: CollisionPolicy::Refuse,
    };
    ask(&mut editor, ViewIntent::UpdateGesture(shift.into()));
    ask(&mut editor, ViewIntent::CommitGesture);
    assert_eq!(times(&editor, 2), [0, 450, 1000]);
    assert!(editor.selection.has_key(key(450)));
    ask(&mut editor, ViewIntent::Undo);
    assert_eq!(times(&editor, 2), [0, 400, 1000]);
    assert!(
        editor.selection.has_key(key(400)),
        "the selection is as before"
    );
}

#[test]
fn deleted_things_are_not_selected_any_more() {
    let mut editor = editor();
    select(&mut editor, &[6]);
    run(&mut editor, Command::DeleteBones);
    assert!(editor.model().unwrap().skeleton.bone(BoneId(6)).is_none());
    assert!(editor.selection.bones().is_empty());
    ask(&mut editor, ViewIntent::Undo);
    assert_eq!(editor.selection.bones(), [BoneId(6)]);
}

#[test]
fn what_was_just_made_is_selected() {
    let mut editor = editor();
    select(&mut editor, &[1]);
    run(&mut editor, Command::AddBone);
    let newest = editor.model().unwrap().skeleton.bones.last().unwrap().id;
    assert_eq!(editor.selection.bones(), [newest]);
    run(&mut editor, Command::AddClip);
    let clip = editor.model().unwrap().clips.last().unwrap().id;
    assert_eq!(editor.selection.clip, Some(clip));
}

#[test]
fn inserting_keys_on_three_bones_makes_three_keyframes_a_channel() {
    let mut editor = editor();
    let count = |editor: &Editor| -> usize {
        let model = editor.model().unwrap();
        let tracks = model.bone_tracks.iter();
        tracks.map(|tracks| tracks.rotation.key_count()).sum()
    };
    let before = count(&editor);
    select(&mut editor, &[1, 2, 3]);
    ask(&mut editor, ViewIntent::Seek(700.0));
    run(&mut editor, Command::InsertRotationKeys);
    assert_eq!(count(&editor), before + 3);
    run(&mut editor, Command::DeleteKeysHere);
    assert_eq!(count(&editor), before);
}

#[test]
fn a_command_that_can_not_work_says_why() {
    let empty = Editor::new();
    assert_eq!(Command::Save.plan(&empty).unwrap_err(), "Nothing is open.");
    let editor = editor();
    assert_eq!(
        Command::Undo.plan(&editor).unwrap_err(),
        "There is nothing to undo."
    );
    assert_eq!(
        Command::InsertKeys.plan(&editor).unwrap_err(),
        "No bone is selected."
    );
    for &command in Command::ALL {
        if let Err(reason) = command.plan(&empty) {
            assert!(reason.ends_with('.'), "{command:?}: {reason}");
        }
    }
}

#[test]
fn playing_runs_on_and_stops_where_it_was_told() {
    let mut editor = editor();
    ask(&mut editor, ViewIntent::TogglePlay);
    ask(&mut editor, ViewIntent::Advance { elapsed_secs: 0.4 });
    assert_eq!(editor.playback.key_time_ms(), 400);
    ask(
        &mut editor,
        ViewIntent::Set(ViewSetting::LoopMode(LoopMode::Once)),
    );
    ask(&mut editor, ViewIntent::Advance { elapsed_secs: 5.0 });
    assert_eq!(editor.playback.key_time_ms(), 1000);
    assert!(!editor.playback.is_playing);
}

#[test]
fn the_playhead_steps_by_frames_and_by_keyframes() {
    let mut editor = editor();
    select(&mut editor, &[2]);
    run(&mut editor, Command::NextKey);
    assert_eq!(editor.playback.key_time_ms(), 400);
    run(&mut editor, Command::PreviousKey);
    assert_eq!(editor.playback.key_time_ms(), 0);
    ask(&mut editor, ViewIntent::Step(3));
    assert_eq!(editor.playback.key_time_ms(), 100);
    ask(&mut editor, ViewIntent::Step(-1));
    assert_eq!(editor.playback.key_time_ms(), 67);
}

#[test]
fn a_report_line_leads_to_its_bone() {
    let mut editor = editor();
    ask(
        &mut editor,
        ViewIntent::SelectPath("bones[3].rotation".to_owned()),
    );
    assert_eq!(editor.selection.bones(), [BoneId(3)]);
    ask(
        &mut editor,
        ViewIntent::SelectPath("clips[1].duration".to_owned()),
    );
    assert_eq!(editor.selection.clip, Some(ClipId(1)));
}

#[test]
fn hiding_and_isolating_change_only_what_is_shown() {
    let mut editor = editor();
    let before = editor.document().content_hash();
    select(&mut editor, &[2]);
    run(&mut editor, Command::IsolateBones);
    assert_eq!(editor.view.hidden_bones.len(), 6);
    run(&mut editor, Command::SelectAllBones);
    assert_eq!(
        editor.selection.bones(),
        [BoneId(2)],
        "hidden bones stay unselected"
    );
    run(&mut editor, Command::ShowAllBones);
    assert!(editor.view.hidden_bones.is_empty());
    assert_eq!(editor.document().content_hash(), before);
    assert!(!editor.is_dirty());
}

#[test]
fn the_title_says_what_is_open_and_that_it_is_unsaved() {
    let mut editor = editor();
    assert_eq!(editor.title(), "small - Bonewright");
    let rename = RenameBone {
        model: None,
        bone: "ArmL".into(),
        name: "LeftArm".to_owned(),
    };
    editor.handle(Intent::Apply(rename.into()));
    assert_eq!(editor.title(), "*small - Bonewright");
    assert_eq!(Editor::new().title(), "Bonewright");
}
