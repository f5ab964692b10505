//! Clips that end before they start.

use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "MDX-CLIP-BACKWARDS",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    for (index, clip) in subject.model.clips.iter().enumerate() {
        if clip.runs_backwards() {
            let back_ms = clip.duration_ms.cast_signed().unsigned_abs();
            findings.warning(
                format!("clips[{index}]"),
                format!("it ends {back_ms} ms before it starts, so it shows its start only"),
            );
        }
    }
}
