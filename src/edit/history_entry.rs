//! One thing that was done: its edit, in memory or put away, its name, and where the user was.

use super::{ChangeSet, Edit, Ticket};
use crate::anim::ClipId;
use crate::document::{Document, ModelId, TerrainId};
use crate::skeleton::BoneId;
use std::cell::RefCell;

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
    /// The terrain.
    pub terrain: Option<TerrainId>,
    /// Where on the ground, world x and y, in whole units.
    pub ground: Option<[i32; 2]>,
}

/// The edit of an entry.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Payload {
    /// In memory.
    Held(Edit),
    /// In the history's store.
    Stored(Ticket),
}

/// One thing that was done.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryEntry {
    /// The record gives out its entries to look at only; putting an edit away is no change of it.
    payload: RefCell<Payload>,
    label: String,
    focus: EntryFocus,
}

impl HistoryEntry {
    pub(super) fn new(edit: Edit, label: String, focus: EntryFocus) -> Self {
        Self {
            payload: RefCell::new(Payload::Held(edit)),
            label,
            focus,
        }
    }

    /// What it is called, such as `Rotate 2 bones`.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Where it was done.
    pub fn focus(&self) -> &EntryFocus {
        &self.focus
    }

    /// Bytes it holds in memory.
    pub fn byte_count(&self) -> usize {
        let held = match &*self.payload.borrow() {
            Payload::Held(edit) => edit.byte_count() - size_of::<Edit>(),
            Payload::Stored(_) => 0,
        };
        held + self.label.len() + size_of_val(self.focus.bones.as_slice()) + size_of::<Self>()
    }

    /// Bytes it holds on the disk; 0 while it is in memory.
    pub fn stored_bytes(&self) -> u64 {
        self.ticket().map_or(0, |ticket| ticket.length)
    }

    /// Where its edit is, if it is not in memory.
    pub(super) fn ticket(&self) -> Option<Ticket> {
        match &*self.payload.borrow() {
            Payload::Held(_) => None,
            Payload::Stored(ticket) => Some(*ticket),
        }
    }

    /// A copy of its edit, if that is in memory.
    pub(super) fn held(&self) -> Option<Edit> {
        match &*self.payload.borrow() {
            Payload::Held(edit) => Some(edit.clone()),
            Payload::Stored(_) => None,
        }
    }

    /// Puts its edit away with `put`, if it is in memory.
    pub(super) fn put_away(
        &self,
        put: impl FnOnce(&Edit) -> Result<Ticket, String>,
    ) -> Result<(), String> {
        let ticket = match &*self.payload.borrow() {
            Payload::Held(edit) => put(edit)?,
            Payload::Stored(_) => return Ok(()),
        };
        self.payload.replace(Payload::Stored(ticket));
        Ok(())
    }

    /// Has its edit in memory again.
    pub(super) fn take_back(&self, edit: Edit) {
        self.payload.replace(Payload::Held(edit));
    }
}

/// The history has the edit in memory before it asks for either.
impl undo::Edit for HistoryEntry {
    type Target = Document;
    type Output = ChangeSet;

    fn edit(&mut self, target: &mut Document) -> ChangeSet {
        match self.payload.get_mut() {
            Payload::Held(edit) => edit.edit(target),
            Payload::Stored(_) => ChangeSet::default(),
        }
    }

    fn undo(&mut self, target: &mut Document) -> ChangeSet {
        match self.payload.get_mut() {
            Payload::Held(edit) => edit.undo(target),
            Payload::Stored(_) => ChangeSet::default(),
        }
    }
}
