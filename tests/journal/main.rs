//! The crash journal: what is in it after damage, what a replay gives, and what a kill costs.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that can't go on should stop where it is"
)]

#[cfg(test)]
#[path = "../support/corpus.rs"]
mod corpus;
#[cfg(test)]
#[path = "../window/desktop.rs"]
#[allow(dead_code, reason = "only some of its hands are needed here")]
mod desktop;
#[cfg(test)]
#[path = "../support/made_tile.rs"]
mod made_tile;
#[path = "../support/random_operators.rs"]
mod random_operators;
#[path = "../support/small_model.rs"]
#[allow(dead_code, reason = "only the document is needed here")]
mod small_model;

mod commands;
mod format;
#[cfg(test)]
mod kill;
mod recovery;
mod replays;
mod spill;
mod terrain;

use bonewright::document::{Document, ModelId};
use bonewright::edit::{History, Operator};
use bonewright::editor::{Editor, Intent, ViewIntent};
use bonewright::import_export::import_file;
use bonewright::journal::{Replayed, replay};
use bonewright::project::{self, SaveOptions, Snapshot};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// An operator from its JSON.
#[track_caller]
fn op(json: &str) -> Operator {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error} in {json}"))
}

fn rename(name: &str) -> Intent {
    Intent::Apply(op(&format!(
        r##"{{"op":"rename_bone","bone":"#5","name":"{name}"}}"##
    )))
}

fn save(path: &Path, document: &Document) {
    project::save(
        path,
        &Snapshot::of(document),
        SaveOptions::default(),
        &mut |_| ControlFlow::Continue(()),
    )
    .expect("the project is saved");
}

/// An editor that journals into `folder`.
fn editor(folder: &Path) -> Editor {
    let mut editor = Editor::new();
    editor.keep_journal(folder.join("state"));
    editor
}

/// Waits until nothing runs in the background.
#[track_caller]
fn wait(editor: &mut Editor) {
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

#[track_caller]
fn open(editor: &mut Editor, path: &Path) {
    editor.handle(ViewIntent::Open(vec![path.to_owned()]).into());
    wait(editor);
}

/// The journal that the editor writes.
#[track_caller]
fn journal(editor: &Editor) -> PathBuf {
    let journal = editor.journal();
    assert_eq!(journal.failure(), None);
    journal.path().expect("a journal is written").to_owned()
}

/// Ends an editor as a kill would: only closing and saving clean up, dropping does not.
fn kill(editor: Editor) {
    drop(editor);
}

#[track_caller]
fn replayed(journal: &Path) -> Replayed {
    let importer = |path: &Path| {
        import_file(path, ModelId(0))
            .map(|imported| imported.model)
            .map_err(|error| error.to_string())
    };
    replay(journal, History::default(), &importer).expect("the journal is replayed")
}

/// A model file of the sample that ships with the program.
fn sample_model(folder: &Path) -> PathBuf {
    let projects = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects");
    for entry in std::fs::read_dir(projects).unwrap().flatten() {
        let path = entry.path();
        if path.is_file() {
            std::fs::copy(&path, folder.join(entry.file_name())).unwrap();
        }
    }
    folder.join("mosskin.m2")
}

/// Imports the sample, edits it and dies; gives the hash and the journal.
fn crash(folder: &Path) -> (u64, PathBuf) {
    let model = sample_model(folder);
    let mut editor = editor(folder);
    open(&mut editor, &model);
    editor.handle(rename("First"));
    editor.handle(rename("Second"));
    let path = journal(&editor);
    let hash = editor.document().content_hash();
    kill(editor);
    (hash, path)
}
