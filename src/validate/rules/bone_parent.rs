//! Bones whose parent is not there, or comes after them in the file.

use crate::skeleton::BoneId;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use std::collections::HashMap;

pub(super) const RULE: Rule = Rule {
    code: "M2-BONE-PARENT",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let bones = &subject.model.skeleton.bones;
    let positions: HashMap<BoneId, usize> = (0..bones.len())
        .zip(bones)
        .map(|(index, bone)| (bone.id, index))
        .collect();
    for (index, bone) in bones.iter().enumerate() {
        let Some(parent) = bone.parent else {
            continue;
        };
        let path = format!("bones[{index}].parent");
        match positions.get(&parent) {
            None => findings.error(path, format!("there is no bone {}", parent.0)),
            Some(&position) if position > index => findings.warning(
                path,
                format!("its parent is bone {position}, which comes after it in the file"),
            ),
            Some(_) => {}
        }
    }
}
