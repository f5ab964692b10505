//! One line of a journal: what changed the document, in the order it happened.

use crate::edit::Operator;
use serde::{Deserialize, Serialize};

/// What a journal holds. Replaying all entries on the same start gives the same document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry {
    /// An operator landed.
    Apply(Operator),
    /// The last entry of the history was taken back.
    Undo,
    /// The next entry of the history was done again.
    Redo,
    /// The history went to this position.
    Jump(usize),
    /// A file was added to the document.
    Import {
        /// Where it was.
        path: String,
        /// The xxh3-64 of its bytes, so that another file at that place is not taken for it.
        xxh3: u64,
    },
}
