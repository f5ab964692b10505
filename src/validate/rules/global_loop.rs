//! Tracks on a global loop that is not there, and loops that stand still.

use crate::anim::Driver;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use crate::validate::track_lists::tracks;

pub(super) const RULE: Rule = Rule {
    code: "M2-GLOBAL-LOOP",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    let loops = model.global_loops_ms.len();
    for (path, track) in tracks(model) {
        if let Driver::GlobalLoop(index) = track.driver()
            && usize::from(index) >= loops
        {
            findings.error(
                path.text(model),
                format!("it runs on loop {index}, but there are {loops}"),
            );
        }
    }
    for (index, &length) in model.global_loops_ms.iter().enumerate() {
        if length == 0 {
            findings.note(
                format!("global_loops[{index}]"),
                "its length is 0, so its tracks stand still",
            );
        }
    }
}
