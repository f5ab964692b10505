//! Posing with auto-key on and off: what becomes a keyframe, what does not, and how it comes back.

use bonewright::edit::operator::RotateBones;
use bonewright::editor::{AutoKey, Command, Editor, ViewIntent, ViewSetting};
use bonewright::math::Quat;

use crate::intents::{ask, editor, rotate_arm, run, select};

const ARM: usize = 2;

fn pose_arm(editor: &mut Editor, operator: RotateBones) {
    ask(editor, ViewIntent::UpdateGesture(operator.into()));
    ask(editor, ViewIntent::CommitGesture);
}

fn arm_rotation(editor: &Editor) -> Quat {
    editor.pose().local[ARM].rotation
}

#[track_caller]
fn check_turned(from: &Quat, to: &Quat, degrees: f32) {
    let angle = 2.0 * from.dot(to).abs().min(1.0).acos().to_degrees();
    assert!(
        (angle - degrees).abs() < 0.1,
        "turned by {angle}, not {degrees}"
    );
}

#[test]
fn with_auto_key_on_a_gesture_and_its_keyframe_are_one_undo_step() {
    let mut editor = editor();
    let before = editor.document().content_hash();
    ask(
        &mut editor,
        ViewIntent::Set(ViewSetting::AutoKey(AutoKey::Add)),
    );
    ask(&mut editor, ViewIntent::Seek(600.0));
    // A drag is many updates and one commit.
    for degrees in [5.0, 15.0, 30.0] {
        ask(
            &mut editor,
            ViewIntent::UpdateGesture(rotate_arm(600, degrees).into()),
        );
    }
    assert_eq!(
        editor.history().position(),
        0,
        "nothing lands before the release"
    );
    ask(&mut editor, ViewIntent::CommitGesture);
    assert_eq!(editor.history().position(), 1);
    assert!(editor.unkeyed_pose().is_none());
    ask(&mut editor, ViewIntent::Undo);
    assert_eq!(editor.document().content_hash(), before);
}

#[test]
fn a_cancelled_gesture_leaves_the_document_bit_exact() {
    let mut editor = editor();
    let before = editor.document().content_hash();
    let pose = arm_rotation(&editor);
    ask(
        &mut editor,
        ViewIntent::UpdateGesture(rotate_arm(0, 77.0).into()),
    );
    check_turned(&pose, &arm_rotation(&editor), 77.0);
    ask(&mut editor, ViewIntent::CancelGesture);
    assert_eq!(editor.document().content_hash(), before);
    assert_eq!(arm_rotation(&editor), pose);
    assert_eq!(editor.history().position(), 0);
}

#[test]
fn with_auto_key_off_a_pose_is_shown_but_not_in_the_document() {
    let mut editor = editor();
    let before = editor.document().content_hash();
    let start = arm_rotation(&editor);
    pose_arm(&mut editor, rotate_arm(0, 30.0));
    check_turned(&start, &arm_rotation(&editor), 30.0);
    assert_eq!(editor.document().content_hash(), before);
    assert!(
        editor
            .unkeyed_pose()
            .unwrap()
            .has(bonewright::skeleton::BoneId(2), "rotation")
    );
    // The next gesture goes on from what is seen.
    pose_arm(&mut editor, rotate_arm(0, 30.0));
    check_turned(&start, &arm_rotation(&editor), 60.0);
    assert_eq!(editor.document().content_hash(), before);
}

#[test]
fn an_unkeyed_pose_steps_back_and_forward_like_any_change() {
    let mut editor = editor();
    let start = arm_rotation(&editor);
    pose_arm(&mut editor, rotate_arm(0, 30.0));
    pose_arm(&mut editor, rotate_arm(0, 30.0));
    ask(&mut editor, ViewIntent::Undo);
    check_turned(&start, &arm_rotation(&editor), 30.0);
    ask(&mut editor, ViewIntent::Undo);
    check_turned(&start, &arm_rotation(&editor), 0.0);
    ask(&mut editor, ViewIntent::Redo);
    check_turned(&start, &arm_rotation(&editor), 30.0);
}

#[test]
fn the_insert_command_keys_the_unkeyed_pose() {
    let mut editor = editor();
    select(&mut editor, &[2]);
    ask(&mut editor, ViewIntent::Seek(500.0));
    let start = arm_rotation(&editor);
    pose_arm(&mut editor, rotate_arm(500, 30.0));
    run(&mut editor, Command::InsertKeys);
    assert!(editor.unkeyed_pose().is_none());
    assert_eq!(editor.history().position(), 1);
    check_turned(&start, &arm_rotation(&editor), 30.0);
    ask(&mut editor, ViewIntent::Seek(0.0));
    ask(&mut editor, ViewIntent::Seek(500.0));
    check_turned(&start, &arm_rotation(&editor), 30.0);
}

#[test]
fn moving_the_playhead_drops_an_unkeyed_pose_and_offers_to_key_it() {
    let mut editor = editor();
    ask(&mut editor, ViewIntent::Seek(500.0));
    let start = arm_rotation(&editor);
    pose_arm(&mut editor, rotate_arm(500, 30.0));
    ask(&mut editor, ViewIntent::Seek(900.0));
    assert!(editor.unkeyed_pose().is_none());
    let fix = editor.toasts.last().unwrap().fix.clone().expect("an offer");
    editor.handle(*fix.intent);
    ask(&mut editor, ViewIntent::Seek(500.0));
    check_turned(&start, &arm_rotation(&editor), 30.0);
}

#[test]
fn only_replace_changes_keyframes_that_are_there_and_adds_none() {
    let mut editor = editor();
    let setting = ViewSetting::AutoKey(AutoKey::ReplaceOnly);
    ask(&mut editor, ViewIntent::Set(setting));
    ask(&mut editor, ViewIntent::Seek(400.0));
    pose_arm(&mut editor, rotate_arm(400, 30.0));
    assert_eq!(editor.history().position(), 1, "400 ms has a keyframe");
    ask(&mut editor, ViewIntent::Seek(700.0));
    pose_arm(&mut editor, rotate_arm(700, 30.0));
    assert_eq!(editor.history().position(), 1, "700 ms has none");
    assert!(editor.unkeyed_pose().is_some());
}

#[test]
fn clearing_to_rest_obeys_auto_key() {
    let mut editor = editor();
    select(&mut editor, &[2]);
    ask(&mut editor, ViewIntent::Seek(400.0));
    run(&mut editor, Command::ClearRotation);
    check_turned(&Quat::identity(), &arm_rotation(&editor), 0.0);
    assert_eq!(editor.history().position(), 0);
    ask(&mut editor, ViewIntent::Undo);
    let setting = ViewSetting::AutoKey(AutoKey::Add);
    ask(&mut editor, ViewIntent::Set(setting));
    run(&mut editor, Command::ClearRotation);
    assert_eq!(editor.history().position(), 1);
}

#[test]
fn a_copied_pose_can_be_pasted_at_another_time() {
    let mut editor = editor();
    ask(
        &mut editor,
        ViewIntent::Set(ViewSetting::AutoKey(AutoKey::Add)),
    );
    select(&mut editor, &[2]);
    ask(&mut editor, ViewIntent::Seek(400.0));
    let copied = arm_rotation(&editor);
    run(&mut editor, Command::CopyPose);
    ask(&mut editor, ViewIntent::Seek(900.0));
    run(&mut editor, Command::PastePose);
    check_turned(&copied, &arm_rotation(&editor), 0.0);
    assert_eq!(editor.history().position(), 1);
}
