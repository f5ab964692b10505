//! Bones that the game can't draw with, for their object ids are not below the number of bones.

use crate::validate::finding::Findings;
use crate::validate::skin::{BudgetKind, budget_of};
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "MDX-BONE-ID",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    for row in budget_of(subject.model, BudgetKind::ObjectIds) {
        if let Some(severity) = row.severity {
            let (used, limit) = (row.used, row.limit);
            findings.of_severity(severity, row.path, format!(
                "a bone with object id {} moves vertices, but there are {limit} bones; the game may not draw them",
                used.saturating_sub(1)
            ));
        }
    }
}
