//! What the editor tells its journal, and when.

use super::journaling::{Origin, ProjectOrigin, Work, Wrote};
use super::{Editor, Journaling, Session, Toast};
use crate::document::{ModelId, TerrainId};
use crate::edit::{History, HistoryEvent};
use crate::journal::{Entry, Record, SpillFile};
use std::path::{Path, PathBuf};

/// An imported model or terrain as the journal keeps it, made on the worker thread.
#[derive(Clone, Debug)]
pub struct KeptModel {
    /// The xxh3-64 of the file it came from.
    pub(super) xxh3: u64,
    /// Its content hash with id 0.
    pub(super) content: u64,
    /// The model or terrain as a project; `None` if it can't be one.
    pub(super) bytes: Option<Vec<u8>>,
}

impl Editor {
    /// Journals from now on; journals of work without a project, and what the history puts on the
    /// disk, are in `folder`.
    pub fn keep_journal(&mut self, folder: PathBuf) {
        self.journal.switch_on(folder);
        self.equip_history();
        if !self.document.is_empty() {
            self.journal.origin = Origin::Document;
            let begun = self.with_work(|journal, work| journal.begin_with_document(work, None));
            self.tell_journal(begun);
        }
    }

    /// The journal of the open document.
    pub fn journal(&self) -> &Journaling {
        &self.journal
    }

    /// The journal, to say that its picture was taken.
    pub fn journal_mut(&mut self) -> &mut Journaling {
        &mut self.journal
    }

    /// A window that closes ends its journal, unless something unsaved is in it.
    pub fn close(&mut self) {
        if !self.is_dirty() {
            self.journal.end(Origin::Empty);
        }
    }

    /// Watches the history for the journal and gives it a place on the disk.
    pub(super) fn equip_history(&mut self) {
        if let Some(folder) = self.journal.folder() {
            self.history
                .set_store(Box::new(SpillFile::in_folder(folder)));
            self.history.watch();
        }
    }

    /// Writes what changed the document since this was last called. Nothing that changes it returns
    /// to the window before this was called.
    pub(super) fn write_journal(&mut self) {
        if let Some(fault) = self.history.take_fault() {
            self.refuse(fault);
        }
        for event in self.history.take_events() {
            if let HistoryEvent::OverBudget { used, budget } = event
                && !std::mem::replace(&mut self.was_over_budget, true)
            {
                self.toast(Toast::refusal(format!(
                    "The history holds {} of {} MiB, and the disk takes none of it.",
                    used >> 20,
                    budget >> 20
                )));
            }
        }
        let steps = self.history.take_steps();
        if steps.is_empty() {
            return;
        }
        let steps = steps.into_iter().map(Record::of_step);
        let steps: Result<Vec<Record>, String> = steps.collect();
        let mut tiles = self.tile_records();
        let records = steps.map(|steps| {
            tiles.extend(steps);
            tiles
        });
        let written = self.with_work(|journal, work| match records {
            Ok(records) => journal.write(records, work),
            Err(_) => journal.begin_with_document(work, None),
        });
        self.tell_journal(written);
    }

    /// Writes that a model was added.
    pub(super) fn journal_import(&mut self, path: &Path, id: ModelId, kept: Option<KeptModel>) {
        self.journal_kept(path, kept, |path, item, kept| Entry::Import {
            path,
            xxh3: item.xxh3,
            model: id.0,
            content: item.content,
            kept,
        });
    }

    /// Writes that a terrain was added.
    pub(super) fn journal_terrain(&mut self, path: &Path, id: TerrainId, kept: Option<KeptModel>) {
        self.journal_kept(path, kept, |path, item, kept| Entry::ImportTerrain {
            path,
            xxh3: item.xxh3,
            terrain: id.0,
            content: item.content,
            kept,
        });
    }

    fn journal_kept(
        &mut self,
        path: &Path,
        item: Option<KeptModel>,
        entry: impl FnOnce(String, &KeptModel, Option<String>) -> Entry,
    ) {
        let Some(item) = item else {
            return;
        };
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let path = path.to_string_lossy().into_owned();
        let written = self.with_work(|journal, work| {
            let bytes = item.bytes.as_deref();
            let kept = bytes.and_then(|bytes| journal.keep(bytes, work));
            journal.write(vec![Record::now(entry(path, &item, kept))], work)
        });
        self.tell_journal(written);
    }

    /// The project on the disk is what is open: the journal starts anew from there.
    pub(super) fn journal_saved(&mut self, project: Option<ProjectOrigin>) {
        self.journal
            .end(project.map_or(Origin::Document, Origin::Project));
        self.history.take_steps();
        if self.journal.folder().is_some() {
            self.history.watch();
        }
    }

    /// Lets the journal do what it does when nothing happens.
    pub(super) fn poll_journal(&mut self) {
        if let Err(sentence) = self.journal.poll() {
            self.toast(Toast::failure(sentence));
        }
    }

    /// Another document took the place of the old one, whose journal ended with it.
    pub(super) fn fresh_history(&mut self) {
        self.history = History::default();
        self.was_over_budget = false;
        self.equip_history();
    }

    pub(super) fn tell_journal(&mut self, written: Result<Wrote, String>) {
        match written {
            Ok(Wrote::Records) => {}
            Ok(Wrote::Snapshot) => {
                self.tiles_are_journaled();
                if self.journal.folder().is_some() {
                    self.history.watch();
                }
            }
            Err(sentence) => self.toast(Toast::failure(sentence)),
        }
    }

    pub(super) fn with_work<T>(
        &mut self,
        write: impl FnOnce(&mut Journaling, &Work<'_>) -> T,
    ) -> T {
        let work = Work {
            document: &self.document,
            title: self.files.shown_name(&self.document).unwrap_or_default(),
            project: self.files.project_path.clone(),
            session: Session::of(self).write(),
            kept: &self.files.kept,
        };
        let mut journal = std::mem::take(&mut self.journal);
        let result = write(&mut journal, &work);
        self.journal = journal;
        result
    }
}
