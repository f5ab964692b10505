//! The same ground type is listed twice, so the same ground looks different at its border.

use crate::validate::finding::Findings;
use crate::validate::terrain::{CornerRule, CornerSubject};

pub(super) const RULE: CornerRule = CornerRule {
    code: "W3E-GROUND-TWICE",
    check,
};

fn check(subject: &CornerSubject<'_>, findings: &mut Findings<'_>) {
    let types = &subject.map.head.ground_types;
    for (index, id) in types.iter().enumerate() {
        let first = types.iter().position(|other| other == id);
        if let Some(first) = first.filter(|first| *first < index) {
            let message = format!("{} is ground type {first} already", id.escape_ascii());
            findings.warning(format!("ground_types[{index}]"), message);
        }
    }
}
