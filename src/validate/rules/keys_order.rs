//! Keyframes that do not follow each other in time.

use crate::document::TrackOwner;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use crate::validate::track_lists::{for_each_times, list_path};

pub(super) const RULE: Rule = Rule {
    code: "M2-KEYS-ORDER",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    for_each_times(model, |track, _, extent, times| {
        let pairs = times.iter().zip(times.iter().skip(1));
        let Some((position, (before, after))) = (1..)
            .zip(pairs)
            .find(|(_, (before, after))| before >= after)
        else {
            return;
        };
        let path = format!("{}.keys[{position}]", list_path(model, track, extent));
        if before == after {
            findings.warning(path, format!("a second keyframe at {after} ms"));
        } else if matches!(track.owner, TrackOwner::Event(_)) {
            // Old converters leave these behind, and the game fires them all the same.
            findings.warning(path, format!("at {after} ms, after one at {before} ms"));
        } else {
            findings.error(path, format!("at {after} ms, after one at {before} ms"));
        }
    });
}
