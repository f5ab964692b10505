//! The list of what a crash left behind, found by label and used as a person would.

use crate::files::wait;
use crate::intents::rotate_arm;
use crate::small_model::small_document;
use crate::window::{Window, window_on};
use bonewright::editor::{Editor, Intent};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use std::path::Path;

const SIZE: [f32; 2] = [1280.0, 720.0];

/// The work of a run that was killed, and its hash.
fn crash(folder: &Path) -> u64 {
    let mut editor = Editor::with_document(small_document(264));
    editor.keep_journal(folder.to_owned());
    editor.handle(Intent::Apply(rotate_arm(500, 30.0).into()));
    editor.handle(Intent::Apply(rotate_arm(700, 10.0).into()));
    editor.document().content_hash()
}

fn next_run(folder: &Path) -> Harness<'static, Window> {
    let mut editor = Editor::new();
    editor.keep_journal(folder.to_owned());
    editor.look_for_journals();
    wait(&mut editor);
    window_on(editor, SIZE)
}

fn click(harness: &mut Harness<'_, Window>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_ok();
}

#[test]
fn what_a_crash_left_behind_is_shown_and_recovered() {
    let folder = tempfile::tempdir().unwrap();
    let hash = crash(folder.path());
    let mut harness = next_run(folder.path());
    harness.get_by_label("Recover unsaved work?");
    harness.get_by_label("small");
    harness.get_by_label("Never saved as a project");
    harness.get_by_label_contains("2 changes, the last less than a minute ago");
    harness.get_by_label_contains("Rotate ArmL, then Rotate ArmL");
    assert_eq!(harness.unnamed_widgets(), Vec::<String>::new());
    click(&mut harness, "Recover small");
    wait(&mut harness.state_mut().editor);
    harness.run_ok();
    let editor = &harness.state().editor;
    assert_eq!(editor.document().content_hash(), hash);
    assert!(editor.is_dirty());
    assert!(harness.query_by_label("Recover unsaved work?").is_none());
}

#[test]
fn not_now_leaves_a_way_back_on_the_welcome_screen() {
    let folder = tempfile::tempdir().unwrap();
    crash(folder.path());
    let mut harness = next_run(folder.path());
    click(&mut harness, "Not now");
    assert!(harness.query_by_label("Recover unsaved work?").is_none());
    harness.get_by_label("Work was left unsaved when Bonewright ended.");
    click(&mut harness, "Recover unsaved work…");
    harness.get_by_label("Recover unsaved work?");
}

#[test]
fn removing_asks_again_and_then_it_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    crash(folder.path());
    let mut harness = next_run(folder.path());
    click(&mut harness, "Remove small");
    assert_eq!(harness.state().editor.recovery.found.len(), 1);
    click(&mut harness, "Keep");
    click(&mut harness, "Remove small");
    click(&mut harness, "Remove small for good");
    assert!(harness.state().editor.recovery.found.is_empty());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert!(harness.query_by_label("Recover unsaved work?").is_none());
}

#[test]
fn a_journal_that_cannot_be_written_is_shown_in_the_line_at_the_bottom() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("blocked");
    std::fs::write(&blocked, b"").unwrap();
    let mut editor = Editor::with_document(small_document(264));
    editor.keep_journal(blocked.join("state"));
    let mut harness = window_on(editor, SIZE);
    harness.run_ok();
    harness.get_by_label("No crash recovery");
}
