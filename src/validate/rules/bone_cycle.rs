//! Bones whose parents lead back to themselves.

use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-BONE-CYCLE",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let bones = &subject.model.skeleton.bones;
    let at = |index: usize| bones.get(index).and_then(|bone| bone.parent);
    for &index in subject.model.skeleton.hierarchy().cyclic() {
        let parent = at(index).and_then(|id| subject.model.skeleton.index_of(id));
        let parent = parent.map_or(-1, |parent| parent as i64);
        findings.error(
            format!("bones[{index}].parent"),
            format!("bone {parent} is its parent and also below it"),
        );
    }
}
