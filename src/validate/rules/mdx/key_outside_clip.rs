//! Keyframes that no clip plays.

use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "MDX-KEY-OUTSIDE-CLIP",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    for (path, times) in model.stray_keys() {
        let Some(first) = times.first() else {
            continue;
        };
        findings.note(
            path.text(model),
            match times.len() {
                1 => format!("1 keyframe lies outside every clip, at {first} ms"),
                count => {
                    format!("{count} keyframes lie outside every clip, the first at {first} ms")
                }
            },
        );
    }
}
