//! What was odd about a file that was opened, and what a file that is written can't hold.

use std::fmt;

/// How much an item of a report matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Good to know.
    Note,
    /// Something is probably not as its maker wanted.
    Warning,
    /// Something will not work.
    Error,
}

impl Severity {
    /// The word that reports print.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One thing found in a file, and how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportItem {
    /// How much it matters.
    pub severity: Severity,
    /// Where, such as `bones[12].rotation.keys[3]`.
    pub path: String,
    /// What was found and what was done about it, as a sentence.
    pub message: String,
    /// How many such places there are; the path names the first.
    pub count: usize,
}

/// One thing a target format can't hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// Where, such as `vertices`.
    pub path: String,
    /// What is lost, as a sentence.
    pub what: String,
    /// The largest change of a value, in `unit`.
    pub max_error: f64,
    /// What `max_error` counts: `weight`, `degrees`, `units`, or empty.
    pub unit: String,
}

impl fmt::Display for Loss {
    /// Path, what is lost, and the largest error where there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.what)?;
        match self.unit.as_str() {
            "" => Ok(()),
            unit => write!(f, " (at most {:.6} {unit})", self.max_error),
        }
    }
}

/// Everything worth saying about one import or export.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Things found.
    pub items: Vec<ReportItem>,
    /// Things the target can't hold.
    pub losses: Vec<Loss>,
}

impl Report {
    /// Adds an item; a further one with the same message only counts up.
    pub fn add(&mut self, severity: Severity, path: impl Into<String>, message: impl Into<String>) {
        let message = message.into();
        match self.items.iter_mut().find(|item| item.message == message) {
            Some(item) => item.count += 1,
            None => self.items.push(ReportItem {
                severity,
                path: path.into(),
                message,
                count: 1,
            }),
        }
    }

    /// Adds a note.
    pub fn note(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Note, path, message);
    }

    /// Adds a warning.
    pub fn warn(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Warning, path, message);
    }

    /// Adds what `other` says behind it.
    pub fn take_over(&mut self, mut other: Self) {
        self.items.append(&mut other.items);
        self.losses.append(&mut other.losses);
    }

    /// Adds what `other` says, its paths within `part`.
    pub fn take_in(&mut self, part: &str, other: Self) {
        for item in other.items {
            self.items.push(ReportItem {
                path: format!("{part}.{}", item.path),
                ..item
            });
        }
        for loss in other.losses {
            self.losses.push(Loss {
                path: format!("{part}.{}", loss.path),
                ..loss
            });
        }
    }

    /// Adds a loss.
    pub fn lose(
        &mut self,
        path: impl Into<String>,
        what: impl Into<String>,
        max_error: f64,
        unit: &str,
    ) {
        self.losses.push(Loss {
            path: path.into(),
            what: what.into(),
            max_error,
            unit: unit.to_owned(),
        });
    }
}
