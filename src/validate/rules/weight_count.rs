//! Vertices with more influences than the format has room for.

use crate::mesh::SLOTS;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-WEIGHT-COUNT",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let influences = &subject.model.vertices.influences;
    for &vertex in influences.overflow.keys() {
        let count = influences.of(vertex as usize).count();
        if count > SLOTS {
            findings.warning(
                format!("vertices[{vertex}].influences"),
                format!("{count} bones move it; an export keeps the {SLOTS} strongest"),
            );
        }
    }
}
