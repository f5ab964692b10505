//! A corner has a ground type that is not in the list, or that the version has no number for.

use crate::validate::finding::Findings;
use crate::validate::terrain::{CornerRule, CornerSubject};

pub(super) const RULE: CornerRule = CornerRule {
    code: "W3E-GROUND-TYPE",
    check,
};

fn check(subject: &CornerSubject<'_>, findings: &mut Findings<'_>) {
    let map = subject.map;
    let count = map.head.ground_types.len();
    let limit = if subject.version < 12 { 16 } else { 64 };
    for (index, corner) in map.corners().iter().enumerate() {
        let number = corner.ground_type();
        if usize::from(number) >= limit {
            let (column, row) = map.place(index);
            let version = subject.version;
            let message = format!("ground type {number} has no number in version {version}");
            findings.error(format!("corners[{column},{row}].ground"), message);
        } else if usize::from(number) >= count {
            let (column, row) = map.place(index);
            let message = format!("ground type {number} is named, and {count} are listed");
            findings.error(format!("corners[{column},{row}].ground"), message);
        }
    }
}
