//! Clips without length.

use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "MDX-CLIP-LENGTH",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    for (index, clip) in subject.model.clips.iter().enumerate() {
        if clip.duration_ms == 0 {
            findings.note(
                format!("clips[{index}]"),
                "its length is 0, so it shows a single moment",
            );
        }
    }
}
