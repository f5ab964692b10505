//! Work that a crash left behind: finding it, offering it, and having it back.

use super::files::AfterSave;
use super::journaling::Origin;
use super::tile_jobs::read_tile_again;
use super::{Editor, JobOutcome, ReportLine, Session, Severity, Toast};
use crate::edit::History;
use crate::formats::picture::{Picture, decode_picture};
use crate::import_export;
use crate::journal::{
    Found, Readers, Replayed, SpillFile, is_in_use, journals_in, journals_of_project, picture_path,
    recovered_mark_path, remove_journal, replay_with,
};
use crate::project::{self, Snapshot};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often it is looked whether a journal is still in use, and the time between.
const RELEASE_TRIES: u32 = 12;
const RELEASE_PAUSE: Duration = Duration::from_millis(100);

/// A picture beside a journal may have this many pixels a side.
const PICTURE_LIMIT: u32 = 2048;

/// A journal that nobody writes, and what is in it.
#[derive(Clone, Debug)]
pub struct Recoverable {
    /// Where it is.
    pub path: PathBuf,
    /// What is in it, or why it can't be read, as a sentence.
    pub content: Result<Found, String>,
    /// What the work looked like.
    pub picture: Option<Picture>,
}

/// The work that can be recovered.
#[derive(Debug, Default)]
pub struct Recovery {
    /// All journals with work in them, newest first.
    pub found: Vec<Recoverable>,
    /// Whether the user is being asked what to do with them.
    pub is_asking: bool,
    /// Those that the user did not want now.
    put_off: BTreeSet<PathBuf>,
}

/// A document that was recovered on the worker thread.
#[derive(Debug)]
pub struct Recovered {
    journal: PathBuf,
    replayed: Replayed,
    /// The document as a project, for the journal of the work that goes on.
    encoded: Option<Vec<u8>>,
}

impl Recovery {
    fn wants_asking(&self) -> bool {
        self.found.iter().any(|one| {
            let was_recovered = one.content.as_ref().is_ok_and(|found| found.was_recovered);
            !was_recovered && !self.put_off.contains(&one.path)
        })
    }
}

impl Editor {
    /// Looks for work that a crash left behind, in the state folder and beside known projects.
    pub fn look_for_journals(&mut self) {
        let Some(folder) = self.journal.folder().map(Path::to_owned) else {
            return;
        };
        let open = self.files.project_path.iter();
        let projects: BTreeSet<PathBuf> = open
            .map(PathBuf::as_path)
            .chain(self.recent.paths().iter().map(PathBuf::as_path))
            .filter(|path| super::files::is_project(path))
            .map(Path::to_owned)
            .collect();
        let own = self.journal.path().map(Path::to_owned);
        let started = self.jobs.start("Look for unsaved work", move |_| {
            JobOutcome::Journals(find(&folder, &projects, own.as_deref()))
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    /// Takes what was found; asks the user if there is something new in it.
    pub(super) fn journals_found(&mut self, found: Vec<Recoverable>) {
        self.recovery.found = found;
        self.recovery.is_asking |= self.recovery.wants_asking();
    }

    /// Shows the list of what can be recovered.
    pub(super) fn show_recovery(&mut self) {
        if self.recovery.found.is_empty() {
            self.toast(Toast::note("There is no unsaved work to recover."));
        } else {
            self.recovery.is_asking = true;
        }
    }

    /// Asks no more about what there is now.
    pub(super) fn put_off_recovery(&mut self) {
        self.recovery.is_asking = false;
        let paths = self.recovery.found.iter().map(|one| one.path.clone());
        self.recovery.put_off.extend(paths);
    }

    /// Opens what a journal holds in place of what is open; asks first if something is unsaved.
    pub(super) fn recover(&mut self, journal: PathBuf) {
        self.put_off_recovery();
        self.leave(AfterSave::Recover(journal));
    }

    pub(super) fn start_recovering(&mut self, journal: PathBuf) {
        let folder = self.journal.folder().map(Path::to_owned);
        let started = self.jobs.start("Recover unsaved work", move |_| {
            recover(&journal, folder.as_deref()).unwrap_or_else(JobOutcome::Failed)
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    /// Removes a journal that the user does not want, with everything beside it.
    pub(super) fn remove_journal(&mut self, journal: &Path) {
        let is_listed = self.recovery.found.iter().any(|one| one.path == journal);
        if !is_listed || is_in_use(journal) {
            self.refuse("This journal is in use, or is no longer there.");
            return;
        }
        match remove_journal(journal) {
            Ok(()) => {
                self.recovery.found.retain(|one| one.path != journal);
                self.recovery.is_asking &= !self.recovery.found.is_empty();
            }
            Err(error) => self.toast(Toast::failure(format!(
                "{} can't be removed: {error}.",
                journal.display()
            ))),
        }
    }

    /// Takes a document that was recovered. It counts as unsaved, and its journal stays.
    pub(super) fn recovered(&mut self, recovered: Recovered) {
        let Recovered {
            journal,
            replayed,
            encoded,
        } = recovered;
        self.close_document();
        let sentences = replayed.sentences();
        self.document = replayed.document;
        self.files.project_path = replayed.project.path;
        self.files.kept = replayed.project.kept;
        self.files.was_damaged = replayed.project.was_damaged;
        self.files.is_recovered = true;
        let session = replayed.project.editor.as_deref().map(Session::read);
        let session = session.unwrap_or_default();
        session.restore_files(&mut self.files);
        let imports = replayed.imports.len() + replayed.terrain_imports.len();
        let count = replayed.entry_count - imports;
        self.files.model_paths.extend(replayed.imports);
        self.files.terrain_paths.extend(replayed.terrain_imports);
        self.document_replaced();
        session.restore_view(self);
        self.history = replayed.history;
        self.keep_held_tiles();
        self.equip_history();
        self.journal.recovered_from = Some(journal.clone());
        self.journal.origin = Origin::Document;
        let begun = self.with_work(|writer, work| writer.begin_with_document(work, encoded));
        self.tell_journal(begun);
        // Only a mark: without it the journal is offered again, which loses nothing.
        let _ = std::fs::File::create(recovered_mark_path(&journal));
        for message in &sentences {
            self.report.push(ReportLine {
                severity: Severity::Warning,
                code: "JOURNAL".to_owned(),
                path: String::new(),
                message: message.clone(),
            });
        }
        let done = format!(
            "Recovered {count} {}, not saved yet.",
            if count == 1 { "change" } else { "changes" }
        );
        self.toasts.push(match sentences.first() {
            None => Toast::note(done),
            Some(first) => Toast::refusal(format!("{done} {first}")),
        });
        self.last_action = Some("Recovered unsaved work".to_owned());
        self.look_for_journals();
    }
}

/// Journals with work that nobody writes. Those without any, left by a program that was killed
/// while somebody only looked at a model, are removed.
fn find(folder: &Path, projects: &BTreeSet<PathBuf>, own: Option<&Path>) -> Vec<Recoverable> {
    let beside = projects.iter().flat_map(|path| journals_of_project(path));
    let mut patience = RELEASE_TRIES;
    let paths: BTreeSet<PathBuf> = journals_in(folder).into_iter().chain(beside).collect();
    let mut found: Vec<Recoverable> = paths
        .into_iter()
        .filter(|path| own != Some(path.as_path()))
        .filter(|path| !stays_in_use(path, &mut patience))
        .filter_map(recoverable)
        .collect();
    let newest = |one: &Recoverable| one.content.as_ref().map_or(0, |found| found.last_at_ms);
    found.sort_by_key(|one| std::cmp::Reverse(newest(one)));
    found
}

/// What a journal holds; nothing if it holds no work, or is gone by now: a save removes its own.
fn recoverable(path: PathBuf) -> Option<Recoverable> {
    let content = Found::look(&path).map_err(|error| error.to_string());
    if content.is_err() && !path.exists() {
        return None;
    }
    if let Ok(content) = &content
        && !content.has_work()
        && content.tail.sentence().is_none()
    {
        // It is looked for again at the next start if it can't be removed.
        let _ = remove_journal(&path);
        return None;
    }
    Some(Recoverable {
        picture: read_picture(&picture_path(&path)),
        path,
        content,
    })
}

/// Whether a journal is in use, and not only by a program that was killed a moment ago: the system
/// takes a while to take everything from such a one. All journals together wait only once.
fn stays_in_use(path: &Path, patience: &mut u32) -> bool {
    while is_in_use(path) {
        if *patience == 0 {
            return true;
        }
        *patience -= 1;
        std::thread::sleep(RELEASE_PAUSE);
    }
    false
}

fn read_picture(path: &Path) -> Option<Picture> {
    let picture = decode_picture(&std::fs::read(path).ok()?).ok()?;
    (picture.width.max(picture.height) <= PICTURE_LIMIT).then_some(picture)
}

fn recover(journal: &Path, folder: Option<&Path>) -> Result<JobOutcome, String> {
    if is_in_use(journal) {
        return Err(format!(
            "{}: another window still works on this.",
            journal.display()
        ));
    }
    let mut history = History::default();
    if let Some(folder) = folder {
        history.set_store(Box::new(SpillFile::in_folder(folder)));
    }
    let importer = |path: &Path| {
        let imported = import_export::import_file(path, crate::document::ModelId(0));
        imported
            .map(|imported| imported.model)
            .map_err(|error| error.to_string())
    };
    let readers = Readers {
        models: &importer,
        tiles: &read_tile_again,
    };
    let replayed = replay_with(journal, history, &readers).map_err(|error| error.to_string())?;
    let snapshot = Snapshot {
        document: &replayed.document,
        editor: replayed.project.editor.as_deref(),
        kept: &replayed.project.kept,
    };
    let encoded = project::encode(&snapshot, project::Compression::default()).ok();
    Ok(JobOutcome::Recovered(Box::new(Recovered {
        journal: journal.to_owned(),
        encoded: encoded.map(|encoded| encoded.to_vec()),
        replayed,
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_that_a_save_removed_meanwhile_is_not_offered() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work.bwp.2.journal");
        assert!(recoverable(path.clone()).is_none());
        std::fs::write(&path, b"no journal").unwrap();
        let found = recoverable(path).expect("what is there and can't be read is named");
        assert!(found.content.is_err());
    }
}
