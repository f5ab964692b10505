//! A gesture in progress, on top of a pose that was made before and not keyed.

use crate::document::Document;
use crate::edit::{Applied, ChangeSet, EditError, EntryFocus, Gesture, History, Note, Operator};
use crate::skeleton::BoneId;
use std::collections::BTreeSet;

/// What a gesture would do if it ended now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GestureSummary {
    /// What the history would call it.
    pub label: String,
    /// What would happen beside.
    pub notes: Vec<Note>,
}

/// A gesture in progress.
///
/// The unkeyed pose, if there is one, is put into the document as keyframes while the gesture runs,
/// so that the gesture starts from what the user sees; both are taken out again at the end.
#[derive(Debug)]
pub struct PendingGesture {
    base: Option<Gesture>,
    live: Gesture,
    /// The bones whose tracks it changed so far.
    pub(super) touched: BTreeSet<BoneId>,
    /// Whether an update was refused and the user told so.
    pub(super) was_refused: bool,
    summary: GestureSummary,
}

impl PendingGesture {
    /// Starts a gesture on top of `base`, the operator that keys the unkeyed pose.
    pub(super) fn begin(document: &mut Document, base: Option<Operator>) -> (Self, ChangeSet) {
        let mut changes = ChangeSet::default();
        let base = base.map(|operator| {
            let mut gesture = Gesture::begin(document);
            if let Ok((changed, _)) = gesture.update(document, operator) {
                changes.merge(changed);
            }
            gesture
        });
        let live = Gesture::begin(document);
        let gesture = Self {
            base,
            live,
            touched: BTreeSet::new(),
            was_refused: false,
            summary: GestureSummary::default(),
        };
        (gesture, changes)
    }

    /// Shows an operator instead of the one before.
    pub(super) fn update(
        &mut self,
        document: &mut Document,
        operator: Operator,
    ) -> Result<ChangeSet, EditError> {
        let (changes, notes) = self.live.update(document, operator)?;
        self.summary = GestureSummary {
            label: self.live.label().to_owned(),
            notes,
        };
        Ok(changes)
    }

    /// What it would do if it ended now.
    pub(super) fn summary(&self) -> &GestureSummary {
        &self.summary
    }

    /// The operator that is shown.
    pub(super) fn operator(&self) -> Option<&Operator> {
        self.live.operator()
    }

    /// Puts everything back.
    pub(super) fn cancel(self, document: &mut Document) -> ChangeSet {
        let mut changes = self.live.cancel(document);
        if let Some(base) = self.base {
            changes.merge(base.cancel(document));
        }
        changes
    }

    /// Makes one entry of the history of what is shown, without the unkeyed pose below.
    pub(super) fn commit(
        self,
        document: &mut Document,
        history: &mut History,
        focus: EntryFocus,
    ) -> (ChangeSet, Result<Option<Applied>, EditError>) {
        let Some(base) = self.base else {
            return (
                ChangeSet::default(),
                self.live.commit(document, history, focus),
            );
        };
        let operator = self.live.operator().cloned();
        let mut changes = self.live.cancel(document);
        changes.merge(base.cancel(document));
        let applied = operator
            .map(|operator| history.apply(document, &operator, focus))
            .transpose();
        (changes, applied)
    }
}
