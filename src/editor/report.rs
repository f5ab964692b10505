//! The list of what import, checks and refusals had to say, each with the place it is about.

use super::Severity;

/// One line of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportLine {
    /// How serious it is.
    pub severity: Severity,
    /// A code that scripts know it by, such as `M2-BONE-CYCLE`; empty for a plain message.
    pub code: String,
    /// What it is about, such as `bones[12].rotation.keys[3]`; empty if about no one place.
    pub path: String,
    /// What there is to say, in one sentence.
    pub message: String,
}

/// Everything that was said, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportLog {
    lines: Vec<ReportLine>,
}

impl ReportLog {
    /// Lines past this many push the oldest out, so that a broken file can't fill the memory.
    const LIMIT: usize = 10_000;

    /// Adds a line.
    pub fn push(&mut self, line: ReportLine) {
        if self.lines.len() >= Self::LIMIT {
            self.lines.remove(0);
        }
        self.lines.push(line);
    }

    /// All lines, oldest first.
    pub fn lines(&self) -> &[ReportLine] {
        &self.lines
    }

    /// Number of lines at least this serious.
    pub fn count_from(&self, severity: Severity) -> usize {
        self.lines
            .iter()
            .filter(|line| line.severity >= severity)
            .count()
    }

    /// Drops all lines.
    pub fn clear(&mut self) {
        self.lines.clear();
    }
}

/// The list and position a path starts with: `bones[12].rotation` gives `("bones", 12)`.
///
/// A leading `models[0].` is skipped.
pub fn path_head(path: &str) -> Option<(&str, usize)> {
    let (list, rest) = path.split_once('[')?;
    let (number, tail) = rest.split_once(']')?;
    if list == "models" {
        return path_head(tail.strip_prefix('.')?);
    }
    Some((list, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_starts_with_a_list_and_a_position() {
        assert_eq!(path_head("bones[12].rotation.keys[3]"), Some(("bones", 12)));
        assert_eq!(path_head("models[0].clips[4].duration"), Some(("clips", 4)));
        assert_eq!(path_head("vertices"), None);
        assert_eq!(path_head("bones[x]"), None);
    }
}
