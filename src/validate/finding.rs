//! What a rule found.

use std::fmt;

/// Findings of one code past this number are counted in one last line.
pub const LISTED_PER_CODE: usize = 100;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; the game copes.
    Note,
    /// The game shows something else than was meant.
    Warning,
    /// The game refuses the file, crashes, or shows nothing.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The rule's code, such as `M2-BONE-CYCLE`.
    pub code: &'static str,
    /// Where, such as `bones[3].parent`.
    pub path: String,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
}

/// Collects the findings of one rule.
pub(super) struct Findings<'a> {
    code: &'static str,
    out: &'a mut Vec<Finding>,
    count: usize,
}

impl<'a> Findings<'a> {
    /// For the rule with this code.
    pub fn of(code: &'static str, out: &'a mut Vec<Finding>) -> Self {
        Self {
            code,
            out,
            count: 0,
        }
    }

    /// Something the game refuses.
    pub fn error(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Error, path.into(), message.into());
    }

    /// Something the game shows in another way than was meant.
    pub fn warning(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Warning, path.into(), message.into());
    }

    /// Something worth knowing.
    pub fn note(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Note, path.into(), message.into());
    }

    /// Something as bad as `severity` says.
    pub fn of_severity(
        &mut self,
        severity: Severity,
        path: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.add(severity, path.into(), message.into());
    }

    fn add(&mut self, severity: Severity, path: String, message: String) {
        self.count += 1;
        if self.count <= LISTED_PER_CODE {
            self.out.push(Finding {
                severity,
                code: self.code,
                path,
                message,
            });
        }
    }

    /// Says how many were not listed. Its severity is that of the last one listed.
    pub fn finish(self) {
        let more = self.count.saturating_sub(LISTED_PER_CODE);
        if more > 0 {
            let severity = self.out.last().map_or(Severity::Note, |last| last.severity);
            self.out.push(Finding {
                severity,
                code: self.code,
                path: String::new(),
                message: format!("and {more} more of this kind"),
            });
        }
    }
}
