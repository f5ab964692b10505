//! A short message to the user, with a way to fix what it is about if there is one.

use super::Intent;

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something was done.
    Note,
    /// Something was refused, or done only in part.
    Warning,
    /// Something failed.
    Error,
}

/// A button that fixes what a message is about.
#[derive(Clone, Debug)]
pub struct Fix {
    /// What the button says.
    pub label: String,
    /// What it asks for.
    pub intent: Box<Intent>,
}

/// A short message to the user; the report keeps warnings and errors.
#[derive(Clone, Debug)]
pub struct Toast {
    /// How serious it is.
    pub severity: Severity,
    /// What happened and why, in one sentence.
    pub text: String,
    /// A button that fixes it.
    pub fix: Option<Fix>,
}

impl Toast {
    /// Says that something was done.
    pub fn note(text: impl Into<String>) -> Self {
        Self {
            severity: Severity::Note,
            text: text.into(),
            fix: None,
        }
    }

    /// Says that something was refused, and why.
    pub fn refusal(text: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            text: text.into(),
            fix: None,
        }
    }

    /// Says that something failed, and why.
    pub fn failure(text: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            text: text.into(),
            fix: None,
        }
    }

    /// Adds a button that fixes it.
    #[must_use]
    pub fn with_fix(mut self, label: impl Into<String>, intent: Intent) -> Self {
        self.fix = Some(Fix {
            label: label.into(),
            intent: Box::new(intent),
        });
        self
    }
}
