//! What is offered after a crash, and what becomes of it.

use crate::small_model::small_document;
use crate::{crash, editor, journal, kill, open, rename, replayed, sample_model, save, wait};
use bonewright::editor::{Editor, Severity, ViewIntent};
use bonewright::journal::{picture_path, recovered_mark_path};
use std::path::{Path, PathBuf};

/// An editor of the next run, which has looked for what is left behind.
fn next_run(folder: &Path) -> Editor {
    let mut editor = editor(folder);
    editor.look_for_journals();
    wait(&mut editor);
    editor
}

fn offered(editor: &Editor) -> Vec<PathBuf> {
    let found = editor.recovery.found.iter();
    found.map(|one| one.path.clone()).collect()
}

#[test]
fn unsaved_work_is_offered_recovered_and_kept_until_the_user_removes_it() {
    let folder = tempfile::tempdir().unwrap();
    let (hash, path) = crash(folder.path());
    let mut editor = next_run(folder.path());
    assert!(editor.recovery.is_asking);
    assert_eq!(offered(&editor), std::slice::from_ref(&path));
    let found = editor.recovery.found[0].content.clone().unwrap();
    assert_eq!(found.header.title, "mosskin");
    assert_eq!(found.operation_count(), 2);
    assert_eq!(found.header.project_path(), None);
    assert_eq!(found.last_labels.len(), 3, "{:?}", found.last_labels);
    assert!(found.last_labels[2].ends_with("First to Second"));

    editor.handle(ViewIntent::Recover(path.clone()).into());
    wait(&mut editor);
    assert_eq!(editor.document().content_hash(), hash);
    assert!(editor.is_dirty(), "it is not saved yet");
    assert_eq!(editor.files.project_path, None);
    assert!(!editor.recovery.is_asking, "it was answered");
    assert!(path.exists(), "recovering removes nothing");
    assert!(recovered_mark_path(&path).exists());
    // The way back is there too, and the work goes on in a journal of its own.
    let second = journal(&editor);
    assert_ne!(second, path);
    editor.handle(ViewIntent::Undo.into());
    editor.handle(rename("Third"));
    let third = editor.document().content_hash();
    assert_eq!(replayed(&second).document.content_hash(), third);
    kill(editor);

    // A second crash: both are there, the newer first; only the newer was never recovered.
    let mut editor = next_run(folder.path());
    assert_eq!(offered(&editor), [second.clone(), path.clone()]);
    editor.handle(ViewIntent::Recover(second.clone()).into());
    wait(&mut editor);
    assert_eq!(editor.document().content_hash(), third);
    let project = folder.path().join("work.bwp");
    editor.handle(ViewIntent::SaveAs(project.clone()).into());
    wait(&mut editor);
    assert!(!editor.is_dirty());
    assert_eq!(editor.journal().path(), None, "saved work needs no journal");
    editor.close();
    kill(editor);

    // After saving, what was recovered is still on the list but nobody is asked about it.
    let mut editor = next_run(folder.path());
    assert!(!editor.recovery.is_asking);
    assert_eq!(editor.recovery.found.len(), 2);
    for path in offered(&editor) {
        editor.handle(ViewIntent::RemoveJournal(path).into());
    }
    assert!(editor.recovery.found.is_empty());
    let left: Vec<_> = std::fs::read_dir(folder.path().join("state"))
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert_eq!(
        left,
        [] as [std::ffi::OsString; 0],
        "nothing is left behind"
    );
}

#[test]
fn not_now_asks_no_more_in_this_run_and_again_in_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let (_, path) = crash(folder.path());
    let mut editor = next_run(folder.path());
    editor.handle(ViewIntent::PutOffRecovery.into());
    assert!(!editor.recovery.is_asking);
    editor.look_for_journals();
    wait(&mut editor);
    assert!(!editor.recovery.is_asking);
    editor.handle(ViewIntent::ShowRecovery.into());
    assert!(editor.recovery.is_asking, "the list can be had again");
    kill(editor);
    assert!(path.exists());
    assert!(next_run(folder.path()).recovery.is_asking);
}

#[test]
fn a_project_that_has_a_journal_offers_it_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("work.bwp");
    save(&project, &small_document(264));
    let mut first = editor(folder.path());
    open(&mut first, &project);
    first.handle(rename("A"));
    let hash = first.document().content_hash();
    let path = journal(&first);
    let mut second = editor(folder.path());
    open(&mut second, &project);
    assert!(
        !second.recovery.is_asking,
        "a journal in use is nobody else's"
    );
    second.handle(ViewIntent::RemoveJournal(path.clone()).into());
    assert!(path.exists(), "nor can it be removed");
    kill(second);
    kill(first);

    let mut editor = editor(folder.path());
    open(&mut editor, &project);
    assert!(editor.recovery.is_asking);
    assert_eq!(offered(&editor), std::slice::from_ref(&path));
    // Going on without it leaves it alone.
    editor.handle(ViewIntent::PutOffRecovery.into());
    editor.handle(rename("Other"));
    assert_eq!(journal(&editor), folder.path().join("work.bwp.2.journal"));
    editor.handle(ViewIntent::Undo.into());
    assert!(!editor.is_dirty());
    editor.handle(ViewIntent::Recover(path.clone()).into());
    wait(&mut editor);
    assert_eq!(editor.document().content_hash(), hash);
    assert_eq!(editor.files.project_path, Some(project.clone()));
    assert!(editor.is_dirty());
    editor.handle(ViewIntent::Save.into());
    wait(&mut editor);
    let mut reader = next_run(folder.path());
    open(&mut reader, &project);
    assert_eq!(reader.document().content_hash(), hash);
}

#[test]
fn recovering_over_unsaved_work_asks_first() {
    let folder = tempfile::tempdir().unwrap();
    let (hash, path) = crash(folder.path());
    let mut editor = next_run(folder.path());
    open(&mut editor, &sample_model(folder.path()));
    editor.handle(rename("Unsaved"));
    editor.handle(ViewIntent::Recover(path).into());
    wait(&mut editor);
    assert!(editor.question().is_some());
    assert_ne!(editor.document().content_hash(), hash);
    editor.handle(ViewIntent::Answer(bonewright::editor::Answer::Discard).into());
    wait(&mut editor);
    assert_eq!(editor.document().content_hash(), hash);
}

#[test]
fn looking_at_a_model_leaves_nothing_to_recover() {
    let folder = tempfile::tempdir().unwrap();
    let model = sample_model(folder.path());
    let mut editor = editor(folder.path());
    open(&mut editor, &model);
    let path = journal(&editor);
    kill(editor);
    let editor = next_run(folder.path());
    assert!(editor.recovery.found.is_empty());
    assert!(!path.exists(), "nobody needs it");
}

#[test]
fn closing_ends_the_journal_and_closing_with_unsaved_work_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let model = sample_model(folder.path());
    let mut editor = editor(folder.path());
    open(&mut editor, &model);
    let path = journal(&editor);
    editor.handle(rename("A"));
    editor.close();
    assert!(
        path.exists(),
        "a session that ends without a question keeps it"
    );
    editor.handle(ViewIntent::Quit.into());
    editor.handle(ViewIntent::Answer(bonewright::editor::Answer::Discard).into());
    assert!(!path.exists(), "the user said so");
}

#[test]
fn a_damaged_journal_gives_what_is_before_the_damage_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (_, path) = crash(folder.path());
    let mut bytes = std::fs::read(&path).unwrap();
    let length = bytes.len();
    bytes.truncate(length - 3);
    std::fs::write(&path, bytes).unwrap();
    let mut editor = next_run(folder.path());
    editor.handle(ViewIntent::Recover(path).into());
    wait(&mut editor);
    let bone = &editor.model().unwrap().skeleton.bones[5];
    assert_eq!(bone.name.as_deref(), Some("First"));
    let toast = editor.toasts.last().unwrap();
    assert!(toast.text.contains("cut"), "{}", toast.text);
}

#[test]
fn a_journal_that_cannot_be_read_is_listed_with_the_reason_and_only_removed_by_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let (_, path) = crash(folder.path());
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[8] = 9;
    std::fs::write(&path, bytes).unwrap();
    std::fs::write(picture_path(&path), b"no picture").unwrap();
    let mut editor = next_run(folder.path());
    let one = &editor.recovery.found[0];
    let reason = one.content.clone().unwrap_err();
    assert!(reason.contains("version 9"), "{reason}");
    assert!(one.picture.is_none());
    editor.handle(ViewIntent::Recover(path.clone()).into());
    wait(&mut editor);
    assert_eq!(editor.toasts.last().unwrap().severity, Severity::Error);
    assert!(path.exists());
    editor.handle(ViewIntent::RemoveJournal(path.clone()).into());
    assert!(!path.exists());
}

#[test]
fn a_crafted_journal_removes_no_file_that_is_not_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (_, path) = crash(folder.path());
    let victim = folder.path().join("precious.kept-0");
    std::fs::write(&victim, b"precious").unwrap();
    let mut reader = bonewright::journal::JournalReader::open(&path).unwrap();
    let mut header = reader.header().clone();
    let _ = reader.next_record();
    header.start = bonewright::journal::Start::Snapshot {
        path: None,
        kept: "../precious.kept-0".to_owned(),
        xxh3: 0,
    };
    std::fs::remove_file(&path).unwrap();
    let made = bonewright::journal::JournalWriter::create(&path, |_| Ok(header.clone())).unwrap();
    made.remove().unwrap();
    assert!(victim.exists());
}

#[test]
fn a_journal_that_cannot_be_written_is_told_once_and_editing_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let model = sample_model(folder.path());
    let mut editor = Editor::new();
    // A file where the folder would have to be.
    let blocked = folder.path().join("blocked");
    std::fs::write(&blocked, b"").unwrap();
    editor.keep_journal(blocked.join("state"));
    open(&mut editor, &model);
    editor.handle(rename("A"));
    editor.handle(rename("B"));
    let told = editor
        .toasts
        .iter()
        .filter(|toast| toast.text.contains("can't be written"))
        .count();
    assert_eq!(told, 1, "{:?}", editor.toasts);
    assert!(
        editor.journal().failure().is_some(),
        "the status bar shows it"
    );
    assert_eq!(editor.history().position(), 2);
    editor.handle(ViewIntent::SaveAs(folder.path().join("work.bwp")).into());
    wait(&mut editor);
    assert!(!editor.is_dirty());
    // Beside a project there is a place again.
    editor.handle(rename("C"));
    assert_eq!(journal(&editor), folder.path().join("work.bwp.journal"));
}
