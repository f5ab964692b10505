//! Opening, saving, closing: what happens to work, and what is asked first.

use bonewright::editor::{Answer, Command, Dialog, Editor, Intent, Request, Severity, ViewIntent};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::intents::{ask, editor, rotate_arm, run};

/// Waits until nothing runs in the background.
#[track_caller]
pub fn wait(editor: &mut Editor) {
    let start = Instant::now();
    loop {
        editor.poll();
        if editor.jobs().is_idle() {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "a job hangs");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn edited() -> Editor {
    let mut editor = editor();
    editor.handle(Intent::Apply(rotate_arm(500, 30.0).into()));
    editor
}

#[test]
fn saving_and_opening_again_gives_the_same_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.bwp");
    let mut editor = edited();
    ask(&mut editor, ViewIntent::Seek(300.0));
    ask(&mut editor, ViewIntent::SaveAs(path.clone()));
    wait(&mut editor);
    assert!(!editor.is_dirty());
    assert_eq!(editor.title(), "work.bwp - Bonewright");
    let mut other = Editor::new();
    ask(&mut other, ViewIntent::Open(vec![path.clone()]));
    wait(&mut other);
    assert_eq!(
        other.document().content_hash(),
        editor.document().content_hash()
    );
    assert_eq!(other.playback.key_time_ms(), 300, "the view comes back too");
    assert_eq!(other.recent.paths(), [path]);
    assert!(!other.is_dirty());
}

#[test]
fn a_save_that_fails_leaves_the_work_unsaved_and_says_why() {
    let mut editor = edited();
    ask(
        &mut editor,
        ViewIntent::SaveAs("/nowhere/at/all/work.bwp".into()),
    );
    wait(&mut editor);
    assert!(editor.is_dirty());
    let toast = editor.toasts.last().unwrap();
    assert_eq!(toast.severity, Severity::Error);
    assert!(toast.text.contains("folder"), "{}", toast.text);
}

#[test]
fn a_file_that_is_no_model_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.m2");
    std::fs::write(&path, b"dear diary").unwrap();
    let mut editor = editor();
    let before = editor.document().content_hash();
    ask(&mut editor, ViewIntent::Open(vec![path]));
    wait(&mut editor);
    assert_eq!(editor.document().content_hash(), before);
    let toast = editor.toasts.last().unwrap();
    assert!(toast.text.contains("notes.m2"), "{}", toast.text);
}

#[test]
fn quitting_with_unsaved_work_asks_and_cancel_stays() {
    let mut editor = edited();
    ask(&mut editor, ViewIntent::Quit);
    assert!(editor.question().is_some());
    assert!(editor.take_requests().is_empty(), "the window stays open");
    ask(&mut editor, ViewIntent::Answer(Answer::Stay));
    assert!(editor.question().is_none());
    ask(&mut editor, ViewIntent::Quit);
    ask(&mut editor, ViewIntent::Answer(Answer::Discard));
    assert_eq!(editor.take_requests(), [Request::CloseWindow]);
}

#[test]
fn quitting_and_saving_closes_only_once_it_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.bwp");
    let mut editor = edited();
    ask(&mut editor, ViewIntent::Quit);
    ask(&mut editor, ViewIntent::Answer(Answer::Save));
    assert_eq!(editor.take_requests(), [Request::Dialog(Dialog::SaveAs)]);
    ask(&mut editor, ViewIntent::SaveAs(path.clone()));
    assert!(
        editor.take_requests().is_empty(),
        "not before it is on the disk"
    );
    wait(&mut editor);
    assert!(path.exists());
    assert_eq!(editor.take_requests(), [Request::CloseWindow]);
}

#[test]
fn quitting_with_nothing_unsaved_does_not_ask() {
    let mut editor = editor();
    run(&mut editor, Command::Quit);
    assert!(editor.question().is_none());
    assert_eq!(editor.take_requests(), [Request::CloseWindow]);
}

#[test]
fn an_edit_made_while_saving_stays_unsaved() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = edited();
    ask(
        &mut editor,
        ViewIntent::SaveAs(folder.path().join("work.bwp")),
    );
    editor.handle(Intent::Apply(rotate_arm(700, 10.0).into()));
    wait(&mut editor);
    assert!(editor.is_dirty());
}

#[test]
fn an_exported_model_opens_again_with_the_same_keyframes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.m2");
    let mut editor = edited();
    ask(&mut editor, ViewIntent::Export(path.clone()));
    wait(&mut editor);
    let pending = editor.pending_export().expect("M2 can't hold it all");
    assert!(!pending.losses.is_empty());
    assert!(!path.exists(), "nothing is written before the user says so");
    ask(&mut editor, ViewIntent::AnswerLosses(true));
    wait(&mut editor);
    assert!(Path::new(&path).exists(), "{:?}", editor.toasts);
    let mut other = Editor::new();
    ask(&mut other, ViewIntent::Open(vec![path]));
    wait(&mut other);
    let count = |editor: &Editor| -> usize {
        let model = editor.model().unwrap();
        model
            .bone_tracks
            .iter()
            .map(|t| t.rotation.key_count())
            .sum()
    };
    assert_eq!(count(&other), count(&editor));
}

#[test]
fn a_name_with_the_other_ending_exports_for_the_other_game_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.mdx");
    let mut editor = edited();
    ask(&mut editor, ViewIntent::Export(path.clone()));
    wait(&mut editor);
    let pending = editor.pending_export().expect("MDX can't hold it all");
    assert!(!pending.losses.is_empty() && !path.exists());
    ask(&mut editor, ViewIntent::AnswerLosses(true));
    wait(&mut editor);
    let bytes = std::fs::read(&path).expect("it is written after the yes");
    assert!(bytes.starts_with(b"MDLX"));
}

#[test]
fn an_export_that_would_lose_something_can_be_called_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.m2");
    let mut editor = edited();
    ask(&mut editor, ViewIntent::Export(path.clone()));
    wait(&mut editor);
    ask(&mut editor, ViewIntent::AnswerLosses(false));
    wait(&mut editor);
    assert!(editor.pending_export().is_none());
    assert!(!path.exists());
}

#[test]
fn a_second_model_joins_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.m2");
    let mut editor = editor();
    ask(&mut editor, ViewIntent::Export(path.clone()));
    wait(&mut editor);
    ask(&mut editor, ViewIntent::AnswerLosses(true));
    wait(&mut editor);
    ask(&mut editor, ViewIntent::Open(vec![path]));
    wait(&mut editor);
    assert_eq!(editor.document().models.len(), 2);
    assert_eq!(editor.model().unwrap().title, "out");
    assert_eq!(editor.document().check_invariants(), []);
}

#[test]
fn the_bones_of_a_text_skeleton_go_onto_the_open_model_as_one_entry() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("horns.skl");
    let text = "bonetext 1\nbone 1 HandL position 1 2 3 colour 9 8 7\nbone 2 Claw parent 1\n";
    std::fs::write(&path, text).unwrap();
    let mut editor = editor();
    ask(&mut editor, ViewIntent::AttachSkeleton(path));
    wait(&mut editor);
    let bones = &editor.model().unwrap().skeleton.bones;
    let hand = bones
        .iter()
        .find(|bone| bone.name.as_deref() == Some("HandL"));
    assert_eq!(
        hand.unwrap().pivot,
        bonewright::math::Vec3::new(1.0, 2.0, 3.0)
    );
    assert_eq!(hand.unwrap().shape.unwrap().colour, [9, 8, 7]);
    let claw = bones.last().unwrap();
    assert_eq!(claw.parent, hand.map(|bone| bone.id));
    assert_eq!(editor.history().position(), 1);
    ask(&mut editor, ViewIntent::Undo);
    assert_eq!(editor.document().check_invariants(), []);
    assert!(
        editor
            .model()
            .unwrap()
            .skeleton
            .bones
            .iter()
            .all(|bone| bone.shape.is_none())
    );
}

#[test]
fn a_model_is_exported_as_text_by_its_extension_and_opens_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bones.skl");
    let mut editor = editor();
    ask(&mut editor, ViewIntent::Export(path.clone()));
    wait(&mut editor);
    assert!(editor.pending_export().is_some(), "the mesh would be lost");
    ask(&mut editor, ViewIntent::AnswerLosses(true));
    wait(&mut editor);
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .starts_with("bonetext 1\n")
    );
    let mut other = Editor::new();
    ask(&mut other, ViewIntent::Open(vec![path]));
    wait(&mut other);
    let (a, b) = (editor.model().unwrap(), other.model().unwrap());
    assert_eq!(a.bone_names(), b.bone_names());
}
