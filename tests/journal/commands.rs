//! `journal show` and `journal replay`, as a script would run them.

use crate::{crash, editor, journal, kill, open, rename};
use bonewright::project;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bonewright"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn show_lists_the_entries_and_replay_writes_the_project() {
    let folder = tempfile::tempdir().unwrap();
    let (hash, path) = crash(folder.path());
    let before = std::fs::read(&path).unwrap();
    let path = path.to_str().unwrap();
    let shown = run(&["journal", "show", path]);
    assert_eq!(shown.status.code(), Some(0));
    let lines = text(&shown.stdout);
    assert!(
        lines.contains("Open mosskin.m2") && lines.contains("First to Second"),
        "{lines}"
    );
    assert!(lines.contains("3 entries."), "{lines}");

    let shown = run(&["journal", "show", path, "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    assert_eq!(json["count"], 3);
    assert_eq!(json["tail"]["is"], "whole");
    assert_eq!(json["entries"][1]["entry"]["apply"]["op"], "rename_bone");

    let out = folder.path().join("out.bwp");
    let written = run(&["journal", "replay", path, "-o", out.to_str().unwrap()]);
    assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
    let opened = project::open(&out).unwrap();
    assert_eq!(opened.document.content_hash(), hash);
    let again = run(&["journal", "replay", path, "-o", out.to_str().unwrap()]);
    assert_eq!(again.status.code(), Some(4), "nothing is overwritten");
    let told = run(&["journal", "replay", path, "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&told.stdout).expect("JSON");
    assert_eq!(json["content_hash"], format!("{hash:016x}"));
    assert_eq!(
        std::fs::read(path).unwrap(),
        before,
        "the journal is only read"
    );
}

#[test]
fn exit_codes_tell_a_cut_journal_from_a_damaged_one_and_from_none() {
    let folder = tempfile::tempdir().unwrap();
    let (_, path) = crash(folder.path());
    let bytes = std::fs::read(&path).unwrap();
    let check = |bytes: &[u8], command: &str, expected: i32, says: &str| {
        std::fs::write(&path, bytes).unwrap();
        let output = run(&["journal", command, path.to_str().unwrap()]);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(expected), "{command}: {said}");
        assert!(said.contains(says), "{said}");
    };
    check(&bytes[..bytes.len() - 1], "show", 0, "cut");
    check(&bytes[..bytes.len() - 1], "replay", 0, "cut");
    // In the middle: the first operator's entry.
    let mut damaged = bytes.clone();
    let at = bytes.len() / 2;
    let at = (at..)
        .find(|&at| bytes[at..].starts_with(b"rename_bone"))
        .unwrap_or(at);
    damaged[at.min(bytes.len() - 500)] ^= 1;
    check(&damaged, "show", 1, "damaged at byte");
    check(&damaged, "replay", 1, "damaged at byte");
    let mut newer = bytes.clone();
    newer[8] = 2;
    check(&newer, "show", 3, "version 2");
    check(b"not a journal", "replay", 3, "no journal");
    std::fs::remove_file(&path).unwrap();
    let output = run(&["journal", "show", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(run(&["journal"]).status.code(), Some(2));
}

#[test]
fn without_its_start_a_journal_says_where_it_looked() {
    let folder = tempfile::tempdir().unwrap();
    let project_path = folder.path().join("work.bwp");
    crate::save(&project_path, &crate::small_model::small_document(264));
    let mut editor = editor(folder.path());
    open(&mut editor, &project_path);
    editor.handle(rename("A"));
    let path = journal(&editor);
    kill(editor);
    std::fs::remove_file(&project_path).unwrap();
    // Its second name is still there.
    let output = run(&["journal", "replay", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    std::fs::remove_file(folder.path().join("work.bwp.journal.kept-0")).unwrap();
    let output = run(&["journal", "replay", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        text(&output.stderr).contains("work.bwp"),
        "{}",
        text(&output.stderr)
    );
}

#[cfg(unix)]
#[test]
fn a_journal_that_names_something_endless_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let project_path = folder.path().join("work.bwp");
    crate::save(&project_path, &crate::small_model::small_document(264));
    let mut editor = editor(folder.path());
    open(&mut editor, &project_path);
    editor.handle(rename("A"));
    let path = journal(&editor);
    kill(editor);
    std::fs::remove_file(folder.path().join("work.bwp.journal.kept-0")).unwrap();
    std::fs::remove_file(&project_path).unwrap();
    // Something that has no end, where the project was.
    std::os::unix::fs::symlink("/dev/zero", &project_path).unwrap();
    let output = run(&["journal", "replay", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output.stderr);
    assert!(said.contains("work.bwp: is no file"), "{said}");
}
