//! Bytes follow the last corner.

use crate::validate::finding::Findings;
use crate::validate::terrain::{CornerRule, CornerSubject};

pub(super) const RULE: CornerRule = CornerRule {
    code: "W3E-REST",
    check,
};

fn check(subject: &CornerSubject<'_>, findings: &mut Findings<'_>) {
    let count = subject.map.head.rest.len();
    if count > 0 {
        findings.note("rest", format!("{count} bytes follow the last corner"));
    }
}
