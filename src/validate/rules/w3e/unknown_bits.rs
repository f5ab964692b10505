//! Corners have bits set that nobody knows.

use crate::validate::finding::Findings;
use crate::validate::terrain::{CornerRule, CornerSubject};

pub(super) const RULE: CornerRule = CornerRule {
    code: "W3E-UNKNOWN-BITS",
    check,
};

fn check(subject: &CornerSubject<'_>, findings: &mut Findings<'_>) {
    for (index, corner) in subject.map.corners().iter().enumerate() {
        let bits = corner.unknown_bits();
        if bits != 0 {
            let (column, row) = subject.map.place(index);
            let message = format!("bits {bits:#06x} are set, which no known map uses");
            findings.note(format!("corners[{column},{row}]"), message);
        }
    }
}
