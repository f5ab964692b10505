//! Tracks on a global loop that is not there, and loops that stand still.

use crate::anim::Driver;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use crate::validate::track_lists::tracks;

pub(super) const RULE: Rule = Rule {
    code: "MDX-GLOBAL-LOOP",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    for (path, track) in tracks(model) {
        let Driver::GlobalLoop(index) = track.driver() else {
            continue;
        };
        let count = model.global_loops_ms.len();
        if usize::from(index) >= count {
            findings.warning(
                path.text(model),
                format!("it runs on loop {index}, but there are {count}: it stands still"),
            );
        }
    }
    for (index, _) in (model.global_loops_ms.iter().enumerate()).filter(|(_, length)| **length == 0)
    {
        findings.note(
            format!("global_loops[{index}]"),
            "its length is 0, so its tracks stand still",
        );
    }
}
