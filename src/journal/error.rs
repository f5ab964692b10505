//! Why a journal can't be read, written or replayed.

use std::path::PathBuf;

/// Why a journal can't be read at all.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system does not give the file.
    #[error("{}: {source}", path.display())]
    Read {
        /// The journal.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It does not begin as journals do.
    #[error("{}: this is no journal of Bonewright", path.display())]
    NotAJournal {
        /// The file.
        path: PathBuf,
    },
    /// A later program wrote it.
    #[error(
        "{}: the journal has version {found}; this program reads up to version {supported}",
        path.display()
    )]
    Newer {
        /// The journal.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version that is known.
        supported: u32,
    },
    /// What it starts from can't be read.
    #[error("{}: byte {offset}: the journal's first frame is damaged: {reason}", path.display())]
    Header {
        /// The journal.
        path: PathBuf,
        /// Where the frame begins.
        offset: u64,
        /// What is wrong.
        reason: String,
    },
}

/// Why a journal can't be replayed at all; one that stops halfway is no error.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The journal can't be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The document it starts from is gone or is not the same any more.
    #[error("{}: what the journal starts from can't be had: {reason}", path.display())]
    Start {
        /// The journal.
        path: PathBuf,
        /// Where it was looked for and what was there.
        reason: String,
    },
}
