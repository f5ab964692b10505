//! Everything that was done, and the way back.

use super::{ChangeSet, Edit, EditError, Note, Operator};
use crate::anim::ClipId;
use crate::document::{Document, ModelId};
use crate::skeleton::BoneId;

/// Where the user was when something was done, so that undo can show it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryFocus {
    /// The model.
    pub model: Option<ModelId>,
    /// The clip.
    pub clip: Option<ClipId>,
    /// The time, in ms of the clip.
    pub time_ms: i32,
    /// The bones that were selected.
    pub bones: Vec<BoneId>,
}

/// One thing that was done.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryEntry {
    edit: Edit,
    label: String,
    focus: EntryFocus,
}

impl HistoryEntry {
    /// What it is called, such as `Rotate 2 bones`.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Where it was done.
    pub fn focus(&self) -> &EntryFocus {
        &self.focus
    }

    /// Bytes it holds.
    pub fn byte_count(&self) -> usize {
        self.edit.byte_count()
            + self.label.len()
            + size_of_val(self.focus.bones.as_slice())
            + size_of::<Self>()
            - size_of::<Edit>()
    }
}

impl undo::Edit for HistoryEntry {
    type Target = Document;
    type Output = ChangeSet;

    fn edit(&mut self, target: &mut Document) -> ChangeSet {
        self.edit.edit(target)
    }

    fn undo(&mut self, target: &mut Document) -> ChangeSet {
        self.edit.undo(target)
    }
}

/// What happened to the history since it was last asked.
#[derive(Clone, Debug, PartialEq)]
pub enum HistoryEvent {
    /// The document changed; views refresh what it names.
    Changed(ChangeSet),
    /// The document is now, or is no longer, as it was last saved.
    Saved(bool),
    /// The entries hold more bytes than the budget.
    ///
    /// None is dropped: this is where the oldest are to be written to disk.
    OverBudget {
        /// Bytes held.
        used: usize,
        /// Bytes allowed.
        budget: usize,
    },
}

/// What applying an operator did.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// What it touched; empty if it changed nothing, and then the history has no entry for it.
    pub changes: ChangeSet,
    /// What it did beside what it says.
    pub notes: Vec<Note>,
    /// What the history calls it.
    pub label: String,
}

/// Everything that was done to a document, and the way back.
///
/// Positions count entries: position 0 is the document before the first, position n after the n-th.
#[derive(Debug)]
pub struct History {
    record: undo::Record<HistoryEntry>,
    budget_bytes: usize,
    events: Vec<HistoryEvent>,
}

impl History {
    /// Bytes that entries may hold before [`HistoryEvent::OverBudget`] is raised.
    pub const DEFAULT_BUDGET_BYTES: usize = 256 << 20;

    /// A history without entries; the document counts as saved.
    pub fn new(budget_bytes: usize) -> Self {
        let mut record = undo::Record::new();
        record.set_saved();
        Self {
            record,
            budget_bytes,
            events: Vec::new(),
        }
    }

    /// Plans and applies an operator; on an error nothing has changed.
    pub fn apply(
        &mut self,
        document: &mut Document,
        operator: &Operator,
        focus: EntryFocus,
    ) -> Result<Applied, EditError> {
        let planned = operator.plan(document)?;
        let label = planned.label;
        if planned.edit.is_empty() {
            let changes = ChangeSet::default();
            let notes = planned.notes;
            return Ok(Applied {
                changes,
                notes,
                label,
            });
        }
        let was_saved = self.is_saved();
        let entry = HistoryEntry {
            edit: planned.edit,
            label: label.clone(),
            focus,
        };
        let changes = self.record.edit(document, entry);
        self.changed(changes.clone(), was_saved);
        let used = self.used_bytes();
        if used > self.budget_bytes {
            let budget = self.budget_bytes;
            self.events.push(HistoryEvent::OverBudget { used, budget });
        }
        Ok(Applied {
            changes,
            notes: planned.notes,
            label,
        })
    }

    /// Takes the last entry back and says where it was done; `None` at the start.
    pub fn undo(&mut self, document: &mut Document) -> Option<(ChangeSet, EntryFocus)> {
        let was_saved = self.is_saved();
        let changes = self.record.undo(document)?;
        let focus = self.focus_at(self.record.head());
        self.changed(changes.clone(), was_saved);
        Some((changes, focus))
    }

    /// Does the next entry again and says where it was done; `None` at the end.
    pub fn redo(&mut self, document: &mut Document) -> Option<(ChangeSet, EntryFocus)> {
        let was_saved = self.is_saved();
        let focus = self.focus_at(self.record.head());
        let changes = self.record.redo(document)?;
        self.changed(changes.clone(), was_saved);
        Some((changes, focus))
    }

    /// Goes to a position by as many undos or redos as it takes; `None` if there is no such one.
    pub fn jump(&mut self, document: &mut Document, position: usize) -> Option<ChangeSet> {
        if position > self.record.len() {
            return None;
        }
        let was_saved = self.is_saved();
        let mut changes = ChangeSet::default();
        for step in self.record.go_to(document, position) {
            changes.merge(step);
        }
        self.changed(changes.clone(), was_saved);
        Some(changes)
    }

    /// The entries, oldest first, with those that were undone.
    pub fn entries(&self) -> impl Iterator<Item = &HistoryEntry> {
        self.record.entries().map(AsRef::as_ref)
    }

    /// How many of the entries are done now.
    pub fn position(&self) -> usize {
        self.record.head()
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        self.record.can_undo()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        self.record.can_redo()
    }

    /// Whether the document is as it was last saved.
    pub fn is_saved(&self) -> bool {
        self.record.is_saved()
    }

    /// Marks the document as saved as it is.
    pub fn set_saved(&mut self) {
        if !self.is_saved() {
            self.events.push(HistoryEvent::Saved(true));
        }
        self.record.set_saved();
    }

    /// Bytes that all entries hold.
    pub fn used_bytes(&self) -> usize {
        self.entries().map(HistoryEntry::byte_count).sum()
    }

    /// Bytes that entries may hold.
    pub fn budget_bytes(&self) -> usize {
        self.budget_bytes
    }

    /// What happened since this was last called.
    pub fn take_events(&mut self) -> Vec<HistoryEvent> {
        std::mem::take(&mut self.events)
    }

    fn focus_at(&self, index: usize) -> EntryFocus {
        self.record
            .get_entry(index)
            .map(|entry| entry.as_ref().focus.clone())
            .unwrap_or_default()
    }

    fn changed(&mut self, changes: ChangeSet, was_saved: bool) {
        if !changes.is_empty() {
            self.events.push(HistoryEvent::Changed(changes));
        }
        if self.is_saved() != was_saved {
            self.events.push(HistoryEvent::Saved(!was_saved));
        }
    }
}

impl Default for History {
    fn default() -> Self {
        Self::new(Self::DEFAULT_BUDGET_BYTES)
    }
}
