//! More bones than the format can number.

use crate::skeleton::BoneId;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use std::collections::HashSet;

pub(super) const RULE: Rule = Rule {
    code: "M2-BONE-COUNT",
    check,
};

/// Parents are signed 16-bit numbers.
const MOST_BONES: usize = 0x7FFF;
/// Vertices name bones in a byte.
const MOST_SKINNED: usize = 256;

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let bones = &subject.model.skeleton.bones;
    if bones.len() > MOST_BONES {
        findings.error(
            "bones",
            format!("{} bones; the format numbers {MOST_BONES}", bones.len()),
        );
    }
    if bones.len() <= MOST_SKINNED {
        return;
    }
    let out_of_reach: HashSet<BoneId> = bones
        .iter()
        .skip(MOST_SKINNED)
        .map(|bone| bone.id)
        .collect();
    let pool = &subject.model.vertices;
    for vertex in 0..pool.len() {
        let reached = pool
            .influences
            .of(vertex)
            .find(|one| out_of_reach.contains(&one.bone));
        if let Some(influence) = reached {
            let bone = subject
                .model
                .skeleton
                .index_of(influence.bone)
                .unwrap_or(MOST_SKINNED);
            findings.error(
                format!("vertices[{vertex}].influences"),
                format!("bone {bone} moves it; a vertex can name bones 0 to 255"),
            );
        }
    }
}
