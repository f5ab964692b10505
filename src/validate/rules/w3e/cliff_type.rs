//! A cliff stands where a corner's cliff type is not in the list.

use crate::validate::finding::Findings;
use crate::validate::terrain::{CornerRule, CornerSubject};

pub(super) const RULE: CornerRule = CornerRule {
    code: "W3E-CLIFF-TYPE",
    check,
};

/// A type on flat ground means nothing, so only tiles whose layers differ are looked at.
fn check(subject: &CornerSubject<'_>, findings: &mut Findings<'_>) {
    let map = subject.map;
    let count = map.head.cliff_types.len();
    let (columns, rows) = map.tiles();
    for row in 0..rows {
        for column in 0..columns {
            if !map.is_cliff(column, row) {
                continue;
            }
            let number = map
                .corner(column, row)
                .and_then(|corner| corner.cliff_type());
            if let Some(number) = number.filter(|number| usize::from(*number) >= count) {
                let message =
                    format!("a cliff of type {number} stands here, and {count} are listed");
                findings.error(format!("corners[{column},{row}].cliff"), message);
            }
        }
    }
}
