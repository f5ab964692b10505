//! A drag or a slider: live on the document, and one entry of the history at the end, or none.

use super::history::Applied;
use super::{ChangeSet, Edit, EditError, EntryFocus, History, Note, Operator};
use crate::document::Document;
use undo::Edit as _;

/// A change in progress that the history does not know of yet.
///
/// Between `begin` and `commit` or `cancel` nothing else may edit the document. Dropping a gesture
/// leaves its last update in the document, so always end it.
#[derive(Debug)]
#[must_use = "end a gesture with commit or cancel"]
pub struct Gesture {
    next_id: u32,
    live: Option<(Operator, Edit)>,
    label: String,
}

impl Gesture {
    /// Starts a gesture on the document as it is.
    pub fn begin(document: &Document) -> Self {
        Self {
            next_id: document.next_id,
            live: None,
            label: String::new(),
        }
    }

    /// Shows `operator` in the document instead of the update before.
    ///
    /// The operator is planned on the document as it was at `begin`. If it is refused, the update
    /// before stays.
    pub fn update(
        &mut self,
        document: &mut Document,
        operator: Operator,
    ) -> Result<(ChangeSet, Vec<Note>), EditError> {
        let before = self.live.take();
        let mut changes = ChangeSet::default();
        let before = before.map(|(operator, mut edit)| {
            changes.merge(edit.undo(document));
            document.next_id = self.next_id;
            (operator, edit)
        });
        match operator.plan(document) {
            Ok(planned) => {
                let mut edit = planned.edit;
                changes.merge(edit.edit(document));
                self.live = Some((operator, edit));
                self.label = planned.label;
                Ok((changes, planned.notes))
            }
            Err(error) => {
                self.live = before.map(|(operator, mut edit)| {
                    edit.edit(document);
                    (operator, edit)
                });
                Err(error)
            }
        }
    }

    /// The operator that is shown, if any.
    pub fn operator(&self) -> Option<&Operator> {
        self.live.as_ref().map(|(operator, _)| operator)
    }

    /// What the history would call what is shown; empty before the first update.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Ends the gesture: its last update becomes one entry of the history.
    ///
    /// `None` if there was no update.
    pub fn commit(
        self,
        document: &mut Document,
        history: &mut History,
        focus: EntryFocus,
    ) -> Result<Option<Applied>, EditError> {
        let Some((operator, mut edit)) = self.live else {
            return Ok(None);
        };
        edit.undo(document);
        document.next_id = self.next_id;
        history.apply(document, &operator, focus).map(Some)
    }

    /// Ends the gesture: the document is as it was at `begin`, bit by bit.
    pub fn cancel(self, document: &mut Document) -> ChangeSet {
        let changes = match self.live {
            Some((_, mut edit)) => edit.undo(document),
            None => ChangeSet::default(),
        };
        document.next_id = self.next_id;
        changes
    }
}
