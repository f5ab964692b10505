//! Vertices that are nowhere.

use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-VERTEX-FINITE",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let pool = &subject.model.vertices;
    for (list, name) in [(&pool.positions, "position"), (&pool.normals, "normal")] {
        for (vertex, value) in list.iter().enumerate() {
            if value.iter().any(|number| !number.is_finite()) {
                findings.error(
                    format!("vertices[{vertex}].{name}"),
                    "a number is infinite or none",
                );
            }
        }
    }
}
