//! A collision mesh that points past its vertices.

use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-COLLISION-RANGE",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let collision = &subject.model.collision;
    let vertices = collision.vertices.len();
    let past = |&(_, &index): &(usize, &u16)| usize::from(index) >= vertices;
    let mut all_past = (0..).zip(&collision.indices).filter(past);
    if let Some((at, index)) = all_past.next() {
        let more = match all_past.count() {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        findings.warning(
            format!("collision.indices[{at}]"),
            format!("vertex {index}, but there are {vertices}{more}"),
        );
    }
    if !collision.indices.len().is_multiple_of(3) {
        findings.warning(
            "collision.indices",
            format!(
                "{} entries make no whole triangles",
                collision.indices.len()
            ),
        );
    }
    let triangles = collision.indices.len() / 3;
    if collision.normals.len() != triangles {
        findings.warning(
            "collision.normals",
            format!(
                "{} of them for {triangles} triangles",
                collision.normals.len()
            ),
        );
    }
}
