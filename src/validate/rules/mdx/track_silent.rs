//! Tracks that have keyframes, but none in some clip: there they are at rest.

use crate::anim::{KeyWindow, TrackRef};
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use crate::validate::track_lists::tracks;

pub(super) const RULE: Rule = Rule {
    code: "MDX-TRACK-SILENT",
    check,
};

/// Clips that a finding names.
const NAMED: usize = 3;

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    for (path, track) in tracks(model) {
        let times = track.list_times_ms(0);
        if !track.is_on_axis() || times.is_empty() || matches!(track, TrackRef::Event(_)) {
            continue;
        }
        let is_silent = |window: &KeyWindow| !times.iter().any(|&time| window.contains(time));
        let silent = model
            .clips
            .iter()
            .filter(|clip| is_silent(&KeyWindow::of(clip)));
        let names: Vec<String> = silent
            .map(|clip| format!("'{}'", clip.display_name()))
            .collect();
        if names.is_empty() {
            continue;
        }
        let more = match names.len().checked_sub(NAMED) {
            None | Some(0) => String::new(),
            Some(more) => format!(" and {more} more"),
        };
        let named = names.get(..NAMED).unwrap_or(&names).join(", ");
        findings.note(
            path.text(model),
            format!(
                "without keyframes in {} of {} clips it is at rest there: {named}{more}",
                names.len(),
                model.clips.len()
            ),
        );
    }
}
