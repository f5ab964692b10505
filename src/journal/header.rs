//! What a journal starts from: its first frame.

use serde::{Deserialize, Serialize};

/// What a journal starts from, and who wrote it when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The program that wrote it, with its version.
    pub program: String,
    /// When it was begun, in seconds since 1970 (UTC).
    pub started_secs: u64,
    /// What to call the work.
    pub title: String,
    /// The document before the first entry.
    pub start: Start,
    /// The content hash of that document.
    pub content: u64,
    /// The journal that this work was recovered from, if it was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub recovered_from: Option<String>,
}

/// The document before the first entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "from")]
pub enum Start {
    /// An empty document.
    Empty,
    /// A project as it was saved.
    Project {
        /// Its path.
        path: String,
        /// The xxh3-64 of its bytes.
        xxh3: u64,
        /// A second name of the same file beside the journal, if the disk allows such.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        kept: Option<String>,
    },
    /// A document that was written beside the journal for this.
    Snapshot {
        /// The project the work belongs to, if it was ever saved.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        path: Option<String>,
        /// The file beside the journal.
        kept: String,
        /// The xxh3-64 of its bytes.
        xxh3: u64,
    },
}

impl Header {
    /// The project the work belongs to; `None` for work that was never saved.
    pub fn project_path(&self) -> Option<&str> {
        match &self.start {
            Start::Empty => None,
            Start::Project { path, .. } => Some(path),
            Start::Snapshot { path, .. } => path.as_deref(),
        }
    }

    /// The file beside the journal that the start needs, if there is one.
    pub fn kept(&self) -> Option<&str> {
        match &self.start {
            Start::Empty => None,
            Start::Project { kept, .. } => kept.as_deref(),
            Start::Snapshot { kept, .. } => Some(kept),
        }
    }
}

impl Header {
    /// A header that says nothing, until one is read.
    pub(super) fn nothing() -> Self {
        Self {
            program: String::new(),
            started_secs: 0,
            title: String::new(),
            start: Start::Empty,
            content: 0,
            recovered_from: None,
        }
    }
}
