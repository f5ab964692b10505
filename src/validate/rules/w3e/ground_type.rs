//! A corner has a ground type that is not in the list.

use crate::validate::finding::Findings;
use crate::validate::terrain::{CornerRule, CornerSubject};

pub(super) const RULE: CornerRule = CornerRule {
    code: "W3E-GROUND-TYPE",
    check,
};

fn check(subject: &CornerSubject<'_>, findings: &mut Findings<'_>) {
    let map = subject.map;
    let count = map.head.ground_types.len();
    for (index, corner) in map.corners().iter().enumerate() {
        let number = corner.ground_type();
        if usize::from(number) >= count {
            let (column, row) = map.place(index);
            let message = format!("ground type {number} is named, and {count} are listed");
            findings.error(format!("corners[{column},{row}].ground"), message);
        }
    }
}
