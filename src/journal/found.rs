//! The journals that are there: which a crash left behind, and what is in them.

use super::{Entry, Header, JournalError, JournalReader, Start, Tail, recovered_mark_path};
use std::collections::VecDeque;
use std::fs::File;
use std::path::{Path, PathBuf};

/// What journals are called.
const EXTENSION: &str = "journal";

/// How many of the last entries are told by name.
const LAST: usize = 5;

/// A journal and what is in it, without replaying it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Where it is.
    pub path: PathBuf,
    /// What it starts from.
    pub header: Header,
    /// How many entries it has.
    pub entry_count: usize,
    /// How many of them only opened a file.
    pub import_count: usize,
    /// The names of the last entries, oldest first.
    pub last_labels: Vec<String>,
    /// When the last one landed, in milliseconds since 1970 (UTC).
    pub last_at_ms: u64,
    /// What the file ends with.
    pub tail: Tail,
    /// Whether it was recovered before.
    pub was_recovered: bool,
}

impl Found {
    /// Looks into a journal.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn look(path: &Path) -> Result<Self, JournalError> {
        let mut reader = JournalReader::open(path)?;
        let header = reader.header().clone();
        let mut last_labels = VecDeque::with_capacity(LAST + 1);
        let (mut entry_count, mut import_count) = (0, 0);
        let mut last_at_ms = header.started_secs.saturating_mul(1000);
        while let Some(record) = reader.next_record()? {
            entry_count += 1;
            let is_import = matches!(
                record.entry,
                Entry::Import { .. } | Entry::ImportTerrain { .. } | Entry::Tiles { .. }
            );
            import_count += usize::from(is_import);
            last_at_ms = record.at_ms;
            last_labels.push_back(record.label);
            if last_labels.len() > LAST {
                last_labels.pop_front();
            }
        }
        Ok(Self {
            path: path.to_owned(),
            header,
            entry_count,
            import_count,
            last_labels: last_labels.into(),
            last_at_ms,
            tail: reader.tail(),
            was_recovered: recovered_mark_path(path).exists(),
        })
    }

    /// How many operators, undos, redos and jumps it has.
    pub fn operation_count(&self) -> usize {
        self.entry_count - self.import_count
    }

    /// Whether something would be lost without it: more than a file that was opened and looked at.
    pub fn has_work(&self) -> bool {
        if self.operation_count() > 0 {
            return true;
        }
        match &self.header.start {
            Start::Empty => self.import_count > 1,
            Start::Project { .. } => self.import_count > 0,
            // What it was recovered from has the same work for as long as it is there.
            Start::Snapshot { .. } => {
                let before = self.header.recovered_from.as_ref();
                self.import_count > 0 || !before.is_some_and(|path| Path::new(path).exists())
            }
        }
    }

    /// Whether the project was saved after the last entry, so that it may hold all of this.
    pub fn is_older_than_project(&self) -> bool {
        let saved = self
            .header
            .project_path()
            .and_then(|path| std::fs::metadata(path).ok()?.modified().ok())
            .and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
        saved.is_some_and(|at| at.as_millis() > u128::from(self.last_at_ms))
    }
}

/// Whether a program that runs now writes this journal.
pub fn is_in_use(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| {
        matches!(
            file.try_lock_shared(),
            Err(std::fs::TryLockError::WouldBlock)
        )
    })
}

/// The journals in a folder, in the order of their names.
pub fn journals_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| {
            let is_hidden = path
                .file_name()
                .is_none_or(|name| name.to_string_lossy().starts_with('.'));
            !is_hidden && path.extension().is_some_and(|it| it == EXTENSION)
        })
        .collect();
    paths.sort();
    paths
}

/// Where the journal of a project is; with a number above 1 if that place is taken.
pub fn project_journal_path(project: &Path, number: usize) -> PathBuf {
    let mut name = project.file_name().unwrap_or_default().to_owned();
    if number > 1 {
        name.push(format!(".{number}"));
    }
    name.push(format!(".{EXTENSION}"));
    project.with_file_name(name)
}

/// The journals beside a project that are its own.
pub fn journals_of_project(project: &Path) -> Vec<PathBuf> {
    (1..=MOST_BESIDE_A_PROJECT)
        .map(|number| project_journal_path(project, number))
        .filter(|path| path.is_file())
        .collect()
}

/// How many journals one project has beside itself; further ones go to the state folder.
pub const MOST_BESIDE_A_PROJECT: usize = 20;
