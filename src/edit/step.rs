//! What changed a document, in the order it happened: what a journal is written from.

use super::{ChangeSet, Edit, EntryFocus, Operator};
use crate::document::Document;

/// Which way an edit was exchanged with the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// It was done again.
    Forward,
    /// It was undone.
    Back,
}

/// One step of a history that is watched.
///
/// Positions count from where the watch began. What was done before that is not in the steps, so a
/// step that reaches back there carries the edits themselves.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// An operator landed.
    Applied {
        /// The operator.
        operator: Box<Operator>,
        /// What the history calls it.
        label: String,
        /// Where the user was.
        focus: EntryFocus,
        /// The document's next id before it.
        next_id: u32,
    },
    /// The last entry was undone.
    Undone,
    /// The next entry was done again.
    Redone,
    /// The history went to this position.
    Jumped(usize),
    /// The history went to the beginning of the watch, exchanged edits from before it, and went on.
    Exchanged {
        /// The edits as they were before, in the order in which they were exchanged.
        edits: Vec<(Edit, Direction)>,
        /// Where it went on to.
        position: usize,
    },
}

impl Edit {
    /// Exchanges this edit with a document outside any history, as a replay does.
    pub fn exchange_with(&mut self, document: &mut Document, direction: Direction) -> ChangeSet {
        match direction {
            Direction::Forward => undo::Edit::edit(self, document),
            Direction::Back => undo::Edit::undo(self, document),
        }
    }
}

/// The steps since a watch began.
#[derive(Debug)]
pub(super) struct Watch {
    /// The position where it began, or the lowest from which something was done since.
    pub base: usize,
    /// The position after the last entry that was made since it began; those from here on were
    /// undone before.
    pub top: usize,
    /// What happened and was not taken yet.
    pub steps: Vec<Step>,
}

impl Watch {
    /// Whether the entry at an index was there before the watch began, so that nobody who reads
    /// the steps can know it.
    pub fn is_older(&self, index: usize) -> bool {
        index < self.base || index >= self.top
    }

    /// Whether a step from one position to another passes only entries made since it began.
    pub fn covers(&self, before: usize, now: usize) -> bool {
        before.min(now) >= self.base && before.max(now) <= self.top
    }

    /// Takes note of a new entry at a position; those that were after it are gone.
    pub fn applied_at(&mut self, position: usize) {
        if !self.covers(position, position) {
            self.base = position;
        }
        self.top = position + 1;
    }
}
