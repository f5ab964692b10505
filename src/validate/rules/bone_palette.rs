//! Submeshes moved by more bones than a palette has room for.

use crate::validate::finding::Findings;
use crate::validate::skin::{BudgetKind, budget_of};
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-BONE-PALETTE",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    for row in budget_of(subject.model, BudgetKind::PaletteBones) {
        if let Some(severity) = row.severity {
            let (used, limit) = (row.used, row.limit);
            findings.of_severity(
                severity,
                row.path,
                format!("{used} bones move it; its palette has room for {limit}"),
            );
        }
    }
}
