//! Keyframes that do not follow each other in time.

use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use crate::validate::track_lists::{for_each_times, list_path};

pub(super) const RULE: Rule = Rule {
    code: "MDX-KEYS-ORDER",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    for_each_times(model, |track, _, extent, times| {
        let pairs = || times.iter().zip(times.iter().skip(1));
        let path = || list_path(model, track, extent);
        let backwards = pairs().filter(|(before, after)| before > after).count();
        if backwards > 0 {
            findings.note(
                path(),
                format!("keyframes that go back in time: {backwards}"),
            );
        }
        let doubled = pairs().filter(|(before, after)| before == after).count();
        if let Some((_, first)) = pairs().find(|(before, after)| before == after) {
            findings.note(
                path(),
                format!("keyframes at the time of another: {doubled}, the first at {first} ms"),
            );
        }
    });
}
