//! Where the history puts edits that are too much for its memory.

use super::Edit;

/// Names an edit in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Where its bytes begin.
    pub offset: u64,
    /// How many there are.
    pub length: u64,
    /// The xxh3-64 of them.
    pub checksum: u64,
}

/// Keeps edits outside the memory and gives them back as they were, bit by bit.
///
/// Errors are one sentence for the user.
pub trait EditStore: std::fmt::Debug + Send {
    /// Puts an edit away.
    ///
    /// # Errors
    /// If it can't be kept, such as on a full disk; the caller then still has it.
    fn put(&mut self, edit: &Edit) -> Result<Ticket, String>;

    /// Gets an edit back; it stays in the store.
    ///
    /// # Errors
    /// If the store is gone or damaged.
    fn get(&mut self, ticket: Ticket) -> Result<Edit, String>;

    /// Drops everything; no ticket is good any more.
    fn clear(&mut self);
}
