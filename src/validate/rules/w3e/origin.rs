//! The map begins at a place that is none, or not on the grid of tiles.

use crate::validate::finding::Findings;
use crate::validate::terrain::{CornerRule, CornerSubject};

use crate::terrain::CORNER_SPACING;

pub(super) const RULE: CornerRule = CornerRule {
    code: "W3E-ORIGIN",
    check,
};

fn check(subject: &CornerSubject<'_>, findings: &mut Findings<'_>) {
    let [x, y] = subject.map.head.origin;
    if !x.is_finite() || !y.is_finite() {
        findings.error("origin", format!("({x}, {y}) is no place"));
    } else if x % CORNER_SPACING != 0.0 || y % CORNER_SPACING != 0.0 {
        let message = format!("({x}, {y}) is no multiple of {CORNER_SPACING} units");
        findings.warning("origin", message);
    }
}
