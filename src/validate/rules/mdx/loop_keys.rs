//! Keyframes past the end of their global loop.

use crate::anim::Driver;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use crate::validate::track_lists::tracks;

pub(super) const RULE: Rule = Rule {
    code: "MDX-LOOP-KEY",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    for (path, track) in tracks(model) {
        let Driver::GlobalLoop(index) = track.driver() else {
            continue;
        };
        // A loop of length 0 stands at its first keyframe, whatever follows.
        let Some(&length) = model
            .global_loops_ms
            .get(usize::from(index))
            .filter(|&&ms| ms > 0)
        else {
            continue;
        };
        let is_past = |time: &&i32| !(0..=i64::from(length)).contains(&i64::from(**time));
        let past = track.list_times_ms(0).iter().filter(is_past);
        if let Some(first) = past.clone().min() {
            findings.note(
                path.text(model),
                format!(
                    "keyframes outside its loop of {length} ms: {}, the first at {first} ms",
                    past.count()
                ),
            );
        }
    }
}
