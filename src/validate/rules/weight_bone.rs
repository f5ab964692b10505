//! Vertices moved by a bone that is not there.

use crate::skeleton::BoneId;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use std::collections::HashSet;

pub(super) const RULE: Rule = Rule {
    code: "M2-WEIGHT-BONE",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let bones: HashSet<BoneId> = subject
        .model
        .skeleton
        .bones
        .iter()
        .map(|bone| bone.id)
        .collect();
    let pool = &subject.model.vertices;
    for vertex in 0..pool.len() {
        for influence in pool.influences.of(vertex) {
            if !bones.contains(&influence.bone) {
                findings.error(
                    format!("vertices[{vertex}].influences"),
                    format!("there is no bone {}", influence.bone.0),
                );
            }
        }
    }
}
