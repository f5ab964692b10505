//! There are more ground types than the version has numbers for.

use crate::validate::finding::Findings;
use crate::validate::terrain::{CornerRule, CornerSubject};

pub(super) const RULE: CornerRule = CornerRule {
    code: "W3E-GROUND-COUNT",
    check,
};

fn check(subject: &CornerSubject<'_>, findings: &mut Findings<'_>) {
    let limit = if subject.version < 12 { 16 } else { 64 };
    let count = subject.map.head.ground_types.len();
    if count > limit {
        let version = subject.version;
        let message = format!(
            "{count} ground types are listed, and version {version} has numbers for {limit}"
        );
        findings.error("ground_types", message);
    }
}
