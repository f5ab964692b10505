//! Which keyframes were selected before and after each entry of the history.

use super::{Editor, KeyRef, SelectMode};

/// Which keyframes were selected before and after an entry of the history.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct KeyFocus {
    before: Vec<KeyRef>,
    after: Vec<KeyRef>,
}

impl Editor {
    /// The selected keyframes, as the history wants them.
    pub(super) fn selected_keys(&self) -> Vec<KeyRef> {
        self.selection.keys().iter().copied().collect()
    }

    /// Keeps what was selected before the entry that just landed, and what is selected now.
    pub(super) fn keep_key_focus(&mut self, before: Vec<KeyRef>) {
        let entry = self.history.position().saturating_sub(1);
        self.key_focus.resize_with(entry, KeyFocus::default);
        let after = self.selected_keys();
        self.key_focus.push(KeyFocus { before, after });
    }

    /// Selects the keyframes that were selected before an entry.
    pub(super) fn restore_keys_before(&mut self, entry: usize) {
        let focus = self.key_focus.get(entry).cloned().unwrap_or_default();
        self.selection
            .select_keys(focus.before, SelectMode::Replace);
    }

    /// Selects the keyframes that were selected after an entry.
    pub(super) fn restore_keys_after(&mut self, entry: usize) {
        let focus = self.key_focus.get(entry).cloned().unwrap_or_default();
        self.selection.select_keys(focus.after, SelectMode::Replace);
    }
}
