//! Attachments, events, lights, ribbons and particles on a bone that is not there.

use crate::skeleton::BoneId;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-NODE-BONE",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    let known = model.skeleton.positions();
    let mut list = |name: &str, bones: &mut dyn Iterator<Item = BoneId>| {
        for (index, bone) in bones.enumerate() {
            if bone != BoneId::NONE && !known.contains_key(&bone) {
                findings.error(
                    format!("{name}[{index}].bone"),
                    format!("there is no bone {}", bone.0),
                );
            }
        }
    };
    list(
        "attachments",
        &mut model.attachments.iter().map(|node| node.bone),
    );
    list("events", &mut model.events.iter().map(|node| node.bone));
    list("lights", &mut model.lights.iter().map(|node| node.bone));
    list("ribbons", &mut model.ribbons.iter().map(|node| node.bone));
    list(
        "particles",
        &mut model.particles.iter().map(|node| node.bone),
    );
}
