//! Everything that was done, and the way back.

use super::step::Watch;
use super::{
    ChangeSet, Direction, Edit, EditError, EditStore, EntryFocus, HistoryEntry, Note, Operator,
    Step,
};
use crate::document::Document;

/// What happened to the history since it was last asked.
#[derive(Clone, Debug, PartialEq)]
pub enum HistoryEvent {
    /// The document changed; views refresh what it names.
    Changed(Box<ChangeSet>),
    /// The document is now, or is no longer, as it was last saved.
    Saved(bool),
    /// The entries hold more bytes than the budget, and there is no place on the disk for them.
    ///
    /// None is dropped.
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

/// Steps of a jump after which the memory is looked at.
const SPILL_EVERY: usize = 64;

/// Everything that was done to a document, and the way back.
///
/// Positions count entries: position 0 is the document before the first, position n after the n-th.
///
/// With a place to put them ([`History::set_store`]), edits over the budget go to the disk, those
/// farthest from the position first, and come back when undo or redo gets there.
#[derive(Debug)]
pub struct History {
    record: undo::Record<HistoryEntry>,
    budget_bytes: usize,
    events: Vec<HistoryEvent>,
    store: Option<Box<dyn EditStore>>,
    watch: Option<Watch>,
    fault: Option<String>,
    step_count: u64,
}

impl History {
    /// Bytes that entries may hold before the oldest go to the disk.
    pub const DEFAULT_BUDGET_BYTES: usize = 256 << 20;

    /// A history without entries; the document counts as saved.
    pub fn new(budget_bytes: usize) -> Self {
        let mut record = undo::Record::new();
        record.set_saved();
        Self {
            record,
            budget_bytes,
            events: Vec::new(),
            store: None,
            watch: None,
            fault: None,
            step_count: 0,
        }
    }

    /// Puts edits over the budget there from now on.
    pub fn set_store(&mut self, store: Box<dyn EditStore>) {
        self.store = Some(store);
    }

    /// Begins to note what happens, from where the history is now; forgets what was noted before.
    pub fn watch(&mut self) {
        self.watch = Some(Watch {
            base: self.position(),
            top: self.position(),
            steps: Vec::new(),
        });
    }

    /// What happened since this was last called; empty unless the history is watched.
    pub fn take_steps(&mut self) -> Vec<Step> {
        let steps = self.watch.as_mut().map(|watch| &mut watch.steps);
        steps.map(std::mem::take).unwrap_or_default()
    }

    /// Counts everything that ever changed the document through this history.
    pub fn step_count(&self) -> u64 {
        self.step_count
    }

    /// Why an undo, redo or jump stopped short of what was asked, as a sentence.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take()
    }

    /// Applies the operator of a stroke that showed on the document and was put back just now; what
    /// putting it back touched counts to what the operator touched.
    pub(super) fn apply_stroke(
        &mut self,
        document: &mut Document,
        operator: &Operator,
        focus: EntryFocus,
        mut put_back: ChangeSet,
    ) -> Result<Applied, EditError> {
        let mut applied = self.apply(document, operator, focus)?;
        put_back.merge(applied.changes);
        applied.changes = put_back;
        Ok(applied)
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
        let notes = planned.notes;
        if planned.edit.is_empty() {
            return Ok(Applied {
                changes: ChangeSet::default(),
                notes,
                label,
            });
        }
        let was_saved = self.is_saved();
        let position = self.position();
        if let Some(watch) = &mut self.watch {
            watch.applied_at(position);
            watch.steps.push(Step::Applied {
                operator: Box::new(operator.clone()),
                label: label.clone(),
                focus: focus.clone(),
                next_id: document.next_id,
            });
        }
        let entry = HistoryEntry::new(planned.edit, label.clone(), focus);
        self.step_count += 1;
        let changes = self.record.edit(document, entry);
        if self.stored_bytes() == 0
            && let Some(store) = &mut self.store
        {
            store.clear();
        }
        self.changed(changes.clone(), was_saved);
        self.spill();
        Ok(Applied {
            changes,
            notes,
            label,
        })
    }

    /// Takes the last entry back and says where it was done; `None` at the start, or where the edit
    /// can't be read back ([`History::take_fault`] then says why).
    pub fn undo(&mut self, document: &mut Document) -> Option<(ChangeSet, EntryFocus)> {
        let before = self.position();
        let was_saved = self.is_saved();
        let (changes, edit) = self.go(document, Direction::Back)?;
        self.noted(before, edit.into_iter().collect(), Step::Undone);
        let focus = self.focus_at(self.position());
        self.changed(changes.clone(), was_saved);
        self.spill();
        Some((changes, focus))
    }

    /// Does the next entry again and says where it was done; `None` at the end, or where the edit
    /// can't be read back.
    pub fn redo(&mut self, document: &mut Document) -> Option<(ChangeSet, EntryFocus)> {
        let before = self.position();
        let was_saved = self.is_saved();
        let (changes, edit) = self.go(document, Direction::Forward)?;
        self.noted(before, edit.into_iter().collect(), Step::Redone);
        let focus = self.focus_at(before);
        self.changed(changes.clone(), was_saved);
        self.spill();
        Some((changes, focus))
    }

    /// Goes to a position by as many undos or redos as it takes; `None` if there is no such one.
    ///
    /// Stops where an edit can't be read back; [`History::take_fault`] then says why.
    pub fn jump(&mut self, document: &mut Document, position: usize) -> Option<ChangeSet> {
        if position > self.record.len() {
            return None;
        }
        let before = self.position();
        let was_saved = self.is_saved();
        let mut changes = ChangeSet::default();
        let mut exchanged = Vec::new();
        while self.position() != position {
            let direction = if self.position() > position {
                Direction::Back
            } else {
                Direction::Forward
            };
            let Some((step, edit)) = self.go(document, direction) else {
                break;
            };
            changes.merge(step);
            exchanged.extend(edit);
            // On a long way the edits that were passed must not all stay in memory.
            if self.position().is_multiple_of(SPILL_EVERY) {
                self.spill();
            }
        }
        if self.position() != before {
            let base = self.watch.as_ref().map_or(0, |watch| watch.base);
            let to = self.position().saturating_sub(base);
            self.noted(before, exchanged, Step::Jumped(to));
        }
        self.changed(changes.clone(), was_saved);
        self.spill();
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

    /// Bytes that all entries hold in memory.
    pub fn used_bytes(&self) -> usize {
        self.entries().map(HistoryEntry::byte_count).sum()
    }

    /// Bytes of entries that were put on the disk.
    pub fn stored_bytes(&self) -> u64 {
        self.entries().map(HistoryEntry::stored_bytes).sum()
    }

    /// Bytes that entries may hold in memory.
    pub fn budget_bytes(&self) -> usize {
        self.budget_bytes
    }

    /// What happened since this was last called.
    pub fn take_events(&mut self) -> Vec<HistoryEvent> {
        std::mem::take(&mut self.events)
    }

    /// One undo or redo. Gives the edit as it was before, if a watch has to note it.
    fn go(
        &mut self,
        document: &mut Document,
        direction: Direction,
    ) -> Option<(ChangeSet, Option<(Edit, Direction)>)> {
        let index = match direction {
            Direction::Back => self.position().checked_sub(1)?,
            Direction::Forward => self.position(),
        };
        self.read_back(index)?;
        let is_older = self
            .watch
            .as_ref()
            .is_some_and(|watch| watch.is_older(index));
        let edit = match self.record.get_entry(index) {
            Some(entry) if is_older => entry.as_ref().held(),
            _ => None,
        };
        let changes = match direction {
            Direction::Back => self.record.undo(document)?,
            Direction::Forward => self.record.redo(document)?,
        };
        Some((changes, edit.map(|edit| (edit, direction))))
    }

    /// Has the edit of an entry in memory; `None` if there is no such entry, or not any more.
    fn read_back(&mut self, index: usize) -> Option<()> {
        let entry = self.record.get_entry(index)?.as_ref();
        let Some(ticket) = entry.ticket() else {
            return Some(());
        };
        let edit = match &mut self.store {
            Some(store) => store.get(ticket),
            None => Err("the history has no store".to_owned()),
        };
        match edit {
            Ok(edit) => {
                entry.take_back(edit);
                Some(())
            }
            Err(reason) => {
                self.fault = Some(format!(
                    "\"{}\" can't be undone or redone: {reason}",
                    entry.label()
                ));
                None
            }
        }
    }

    /// Notes a step for the watch: `own` if it stayed within it, else the edits from before it.
    fn noted(&mut self, before: usize, edits: Vec<(Edit, Direction)>, own: Step) {
        self.step_count += 1;
        let now = self.position();
        let Some(watch) = &mut self.watch else {
            return;
        };
        watch.steps.push(if watch.covers(before, now) {
            own
        } else {
            Step::Exchanged {
                edits,
                position: now.clamp(watch.base, watch.top) - watch.base,
            }
        });
    }

    /// Puts edits away until three quarters of the budget are held, those farthest from the
    /// position first. The entries next to the position stay.
    fn spill(&mut self) {
        let mut used = self.used_bytes();
        if used <= self.budget_bytes {
            return;
        }
        let aim = self.budget_bytes / 4 * 3;
        let head = self.position();
        let distance = |index: usize| {
            if index < head {
                head - index
            } else {
                index - head + 1
            }
        };
        let mut order: Vec<usize> = (0..self.record.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(distance(index)));
        if let Some(store) = &mut self.store {
            for index in order.into_iter().filter(|&index| distance(index) > 1) {
                let Some(entry) = self.record.get_entry(index).map(AsRef::as_ref) else {
                    continue;
                };
                let before = entry.byte_count();
                if let Err(reason) = entry.put_away(|edit| store.put(edit)) {
                    tracing::warn!("the history stays in memory: {reason}");
                    break;
                }
                used -= before - entry.byte_count();
                if used <= aim {
                    return;
                }
            }
            if used <= self.budget_bytes {
                return;
            }
        }
        let budget = self.budget_bytes;
        self.events.push(HistoryEvent::OverBudget { used, budget });
    }

    fn focus_at(&self, index: usize) -> EntryFocus {
        self.record
            .get_entry(index)
            .map(|entry| entry.as_ref().focus().clone())
            .unwrap_or_default()
    }

    fn changed(&mut self, changes: ChangeSet, was_saved: bool) {
        if !changes.is_empty() {
            self.events.push(HistoryEvent::Changed(Box::new(changes)));
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
