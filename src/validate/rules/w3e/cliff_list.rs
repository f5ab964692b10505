//! Cliff types are listed that no corner can name.

use crate::validate::finding::Findings;
use crate::validate::terrain::{CornerRule, CornerSubject};

pub(super) const RULE: CornerRule = CornerRule {
    code: "W3E-CLIFF-LIST",
    check,
};

fn check(subject: &CornerSubject<'_>, findings: &mut Findings<'_>) {
    let count = subject.map.head.cliff_types.len();
    if count > 15 {
        let message =
            format!("{count} cliff types are listed, and corners can name only the first 15");
        findings.note("cliff_types[15]", message);
    }
}
