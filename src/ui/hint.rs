//! One entry of the hint bar: a button or key, and what it does now.

/// A button or key, and what it does now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The button or key, such as `Left drag`.
    pub keys: &'static str,
    /// What it does, such as `select in a box`.
    pub does: String,
}

impl Hint {
    /// A button or key, and what it does now.
    pub fn new(keys: &'static str, does: impl Into<String>) -> Self {
        Self {
            keys,
            does: does.into(),
        }
    }
}
