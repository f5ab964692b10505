//! A replay gives the document that was there: random work, work around saves, imports, gestures.

use crate::corpus::Corpus;
use crate::random_operators::{Dice, roll};
use crate::small_model::small_document;
use crate::{editor, journal, kill, op, open, rename, replayed, sample_model, save, wait};
use bonewright::editor::{AutoKey, Editor, Intent, ViewIntent, ViewSetting};
use std::path::Path;

/// Checks that a replay of the editor's journal gives its document, and how many entries that took.
#[track_caller]
fn check_replay(editor: &Editor) -> usize {
    let replayed = replayed(&journal(editor));
    assert_eq!(replayed.sentences(), [] as [String; 0]);
    assert!(replayed.is_whole());
    assert_eq!(
        replayed.document.content_hash(),
        editor.document().content_hash()
    );
    assert_eq!(replayed.document.models, editor.document().models);
    assert_eq!(replayed.document.check_invariants(), []);
    replayed.entry_count
}

/// Random operators with undo, redo and jumps between them, all through the editor.
fn work(editor: &mut Editor, dice: &mut Dice, landed: usize) {
    let mut left = landed;
    let mut step = 0;
    while left > 0 {
        step += 1;
        assert!(step < 10 * landed, "too few operators land");
        let before = editor.history().step_count();
        let json = roll(dice, editor.document());
        editor.handle(Intent::Apply(op(&json)));
        left -= usize::from(editor.history().step_count() > before);
        for _ in 0..dice.below(3) {
            let intent = match dice.below(9) {
                0 | 1 => ViewIntent::Undo,
                2..=7 => ViewIntent::Redo,
                _ => ViewIntent::JumpTo(editor.history().position().saturating_sub(dice.below(5))),
            };
            editor.handle(intent.into());
        }
    }
}

#[test]
fn a_thousand_random_operators_replay_to_the_same_document() {
    for (version, seed) in [(264, 0x51_7cc1_b727), (256, 0x2545_f491_4f6c)] {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("work.bwp");
        save(&project, &small_document(version));
        let mut editor = editor(folder.path());
        open(&mut editor, &project);
        work(&mut editor, &mut Dice(seed), 1000);
        let count = check_replay(&editor);
        assert!(count > 1500, "only {count} entries");
    }
}

#[test]
fn work_on_real_models_that_were_never_saved_is_replayed_too() {
    let Some(corpus) = Corpus::open() else { return };
    let (mut mdx, mut m2) = (0, 0);
    let paths = [corpus.mdx_models(800), corpus.models(264)].concat();
    for (seed, path) in (1..).zip(paths) {
        let is_mdx = path
            .extension()
            .is_some_and(|it| it.eq_ignore_ascii_case("mdx"));
        let count = if is_mdx { &mut mdx } else { &mut m2 };
        let is_small = path.metadata().unwrap().len() < 400_000;
        if *count >= 8 || !is_small {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let mut editor = editor(folder.path());
        open(&mut editor, path);
        let has_parts = editor
            .model()
            .is_some_and(|model| model.clips.len() > 1 && model.skeleton.bones.len() > 3);
        if !has_parts {
            continue;
        }
        *count += 1;
        let mut dice = Dice(seed);
        work(&mut editor, &mut dice, 40);
        check_replay(&editor);
        let project = folder.path().join("work.bwp");
        editor.handle(ViewIntent::SaveAs(project).into());
        wait(&mut editor);
        work(&mut editor, &mut dice, 5);
        let position = editor.history().position();
        editor.handle(ViewIntent::JumpTo(position / 2).into());
        check_replay(&editor);
        editor.handle(ViewIntent::JumpTo(position).into());
        work(&mut editor, &mut dice, 5);
        check_replay(&editor);
    }
    println!("replayed work on {mdx} MDX and {m2} M2 models");
    assert!(mdx >= 5 && m2 >= 3, "only {mdx} MDX and {m2} M2 models");
}

#[test]
fn undo_past_a_save_is_replayed_too() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("work.bwp");
    save(&project, &small_document(264));
    let mut editor = editor(folder.path());
    open(&mut editor, &project);
    let mut dice = Dice(0xdead_beef_cafe);
    for round in 0..8 {
        work(&mut editor, &mut dice, 30);
        editor.handle(ViewIntent::Save.into());
        wait(&mut editor);
        assert!(!editor.is_dirty(), "{:?}", editor.toasts);
        assert_eq!(editor.journal().path(), None, "it ends with the save");
        let saved = editor.history().position();
        // Back across the save, forth again, and now and then work from back there.
        for back in [1, 3, 7] {
            let to = saved.saturating_sub(back);
            editor.handle(ViewIntent::JumpTo(to).into());
            check_replay(&editor);
            editor.handle(ViewIntent::Undo.into());
            check_replay(&editor);
            editor.handle(ViewIntent::Redo.into());
            editor.handle(ViewIntent::Redo.into());
            check_replay(&editor);
        }
        editor.handle(ViewIntent::JumpTo(saved).into());
        check_replay(&editor);
        if round % 2 == 0 {
            editor.handle(ViewIntent::JumpTo(saved.saturating_sub(4)).into());
        }
        work(&mut editor, &mut dice, 20);
        check_replay(&editor);
    }
}

#[test]
fn after_undo_past_a_save_the_recovered_history_offers_nothing_that_does_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("work.bwp");
    save(&project, &small_document(264));
    let mut editor = editor(folder.path());
    open(&mut editor, &project);
    editor.handle(rename("A"));
    editor.handle(ViewIntent::Save.into());
    wait(&mut editor);
    editor.handle(rename("B"));
    editor.handle(ViewIntent::JumpTo(0).into());
    check_replay(&editor);
    let replayed = replayed(&journal(&editor));
    assert!(!replayed.history.can_undo() && !replayed.history.can_redo());
}

#[test]
fn work_that_was_never_saved_is_replayed_without_the_file_it_came_from() {
    let folder = tempfile::tempdir().unwrap();
    let model = sample_model(folder.path());
    let mut editor = editor(folder.path());
    open(&mut editor, &model);
    editor.handle(rename("First"));
    // A second model while the first is edited.
    open(&mut editor, &model);
    assert_eq!(editor.document().models.len(), 2);
    editor.handle(Intent::Apply(op(
        r##"{"op":"rename_bone","model":1,"bone":"#2","name":"Second"}"##,
    )));
    let path = journal(&editor);
    assert!(path.starts_with(folder.path().join("state")));
    std::fs::remove_file(&model).unwrap();
    assert_eq!(check_replay(&editor), 4);
    kill(editor);
    assert_eq!(replayed(&path).imports.len(), 2);
}

#[test]
fn an_imported_file_that_changed_stops_the_replay_before_it_if_the_copy_is_gone_too() {
    let folder = tempfile::tempdir().unwrap();
    let model = sample_model(folder.path());
    let mut editor = editor(folder.path());
    open(&mut editor, &model);
    editor.handle(rename("First"));
    let first = editor.document().content_hash();
    open(&mut editor, &model);
    let path = journal(&editor);
    // The copies of the first and the second model.
    let copy = |number: u32| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        path.with_file_name(format!("{name}.kept-{number}"))
    };
    assert!(copy(0).exists());
    std::fs::remove_file(copy(1)).unwrap();
    check_replay(&editor);
    let mut bytes = std::fs::read(&model).unwrap();
    let at = bytes.len() - 5;
    bytes[at] ^= 1;
    std::fs::write(&model, bytes).unwrap();
    let replayed = replayed(&path);
    assert_eq!(replayed.entry_count, 2);
    assert_eq!(replayed.document.content_hash(), first);
    let sentence = replayed.stop.clone().unwrap();
    assert!(sentence.contains("mosskin.m2 has changed"), "{sentence}");
    assert!(!replayed.is_whole());
}

#[test]
fn a_gesture_that_was_cut_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("work.bwp");
    save(&project, &small_document(264));
    let mut editor = editor(folder.path());
    open(&mut editor, &project);
    editor.handle(rename("A"));
    editor.handle(ViewIntent::Set(ViewSetting::AutoKey(AutoKey::Add)).into());
    let before = editor.document().content_hash();
    let path = journal(&editor);
    let bytes = std::fs::read(&path).unwrap();
    for degrees in [5, 10, 20] {
        let drag = format!(
            r##"{{"op":"rotate_bones","clip":"#0","bones":["ArmL"],"time_ms":0,"axis":[0,0,1],"degrees":{degrees},"space":"local","key":true}}"##
        );
        editor.handle(ViewIntent::UpdateGesture(op(&drag)).into());
    }
    assert_ne!(editor.document().content_hash(), before, "the drag is live");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    assert_eq!(replayed(&path).document.content_hash(), before);
    editor.handle(ViewIntent::CancelGesture.into());
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    assert_eq!(check_replay(&editor), 1);
    // Released, it is one entry like any other.
    let drag = r##"{"op":"rotate_bones","clip":"#0","bones":["ArmL"],"time_ms":0,"axis":[0,0,1],"degrees":15,"space":"local","key":true}"##;
    editor.handle(ViewIntent::UpdateGesture(op(drag)).into());
    editor.handle(ViewIntent::CommitGesture.into());
    assert_ne!(editor.document().content_hash(), before);
    assert_eq!(check_replay(&editor), 2);
}

#[test]
fn an_edit_that_lands_while_the_project_is_saved_stays_in_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("work.bwp");
    save(&project, &small_document(264));
    let mut editor = editor(folder.path());
    open(&mut editor, &project);
    editor.handle(rename("A"));
    editor.handle(ViewIntent::Save.into());
    editor.handle(rename("B"));
    wait(&mut editor);
    assert!(editor.is_dirty());
    editor.handle(rename("C"));
    // The project on the disk is a later one than the journal starts from.
    assert_eq!(check_replay(&editor), 3);
}

#[test]
fn another_window_that_saves_the_project_twice_takes_nothing_away() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("work.bwp");
    save(&project, &small_document(264));
    let mut first = editor(folder.path());
    open(&mut first, &project);
    first.handle(rename("A"));
    let mut second = editor(folder.path());
    open(&mut second, &project);
    second.handle(rename("Other"));
    assert_ne!(journal(&first), journal(&second), "each has its own");
    for name in ["Other 2", "Other 3"] {
        second.handle(ViewIntent::Save.into());
        wait(&mut second);
        second.handle(rename(name));
    }
    first.handle(rename("B"));
    assert_eq!(check_replay(&first), 2);
    check_replay(&second);
}

#[test]
fn a_project_that_changed_on_the_disk_before_the_first_edit_is_not_what_the_journal_starts_from() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("work.bwp");
    save(&project, &small_document(264));
    let mut editor = editor(folder.path());
    open(&mut editor, &project);
    save(&project, &small_document(256));
    std::fs::remove_file(folder.path().join("work.bwp.bak")).unwrap();
    editor.handle(rename("A"));
    editor.handle(rename("B"));
    check_replay(&editor);
    editor.handle(ViewIntent::JumpTo(0).into());
    check_replay(&editor);
}

#[test]
fn a_document_that_was_never_a_file_is_journaled_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::with_document(small_document(264));
    editor.keep_journal(folder.path().join("state"));
    work(&mut editor, &mut Dice(99), 50);
    check_replay(&editor);
    assert!(journal(&editor).starts_with(folder.path().join("state")));
}

#[test]
fn the_sample_is_journaled_in_the_state_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(folder.path());
    editor.handle(ViewIntent::OpenSample("mosskin".to_owned()).into());
    wait(&mut editor);
    editor.handle(rename("A"));
    assert!(journal(&editor).starts_with(folder.path().join("state")));
    assert_eq!(check_replay(&editor), 1);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/mosskin.bwp.journal");
    assert!(!beside.exists());
}

#[test]
fn what_was_undone_before_a_save_and_is_done_again_after_it_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("work.bwp");
    save(&project, &small_document(264));
    let mut editor = editor(folder.path());
    open(&mut editor, &project);
    for name in ["One", "Two", "Three"] {
        let rename = format!("{{\"op\":\"rename_bone\",\"bone\":\"#1\",\"name\":\"{name}\"}}");
        editor.handle(Intent::Apply(serde_json::from_str(&rename).unwrap()));
    }
    editor.handle(ViewIntent::JumpTo(1).into());
    editor.handle(ViewIntent::Save.into());
    wait(&mut editor);
    editor.handle(ViewIntent::Redo.into());
    check_replay(&editor);
    editor.handle(ViewIntent::Redo.into());
    check_replay(&editor);
    editor.handle(ViewIntent::JumpTo(0).into());
    check_replay(&editor);
    editor.handle(ViewIntent::JumpTo(2).into());
    check_replay(&editor);
    let rename = r##"{"op":"rename_bone","bone":"#2","name":"Other"}"##;
    editor.handle(Intent::Apply(serde_json::from_str(rename).unwrap()));
    check_replay(&editor);
    editor.handle(ViewIntent::Undo.into());
    editor.handle(ViewIntent::Undo.into());
    check_replay(&editor);
    editor.handle(ViewIntent::JumpTo(3).into());
    check_replay(&editor);
}
