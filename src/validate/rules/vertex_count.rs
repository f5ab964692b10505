//! Views with more vertices than their indices reach.

use crate::validate::finding::Findings;
use crate::validate::skin::{BudgetKind, budget_of};
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-VERTEX-COUNT",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    for row in budget_of(subject.model, BudgetKind::Vertices) {
        if let Some(severity) = row.severity {
            let (used, limit) = (row.used, row.limit);
            findings.of_severity(
                severity,
                row.path,
                format!("{used} vertices; indices reach {limit}"),
            );
        }
    }
}
