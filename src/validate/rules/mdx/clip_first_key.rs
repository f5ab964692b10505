//! Clips whose first moment has no keyframe, so that they begin with a later one.

use crate::anim::KeyWindow;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use crate::validate::track_lists::tracks;

pub(super) const RULE: Rule = Rule {
    code: "MDX-CLIP-FIRST-KEY",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    for (index, clip) in model.clips.iter().enumerate() {
        let window = KeyWindow::of(clip);
        let mut late = Vec::new();
        for (path, track) in tracks(model) {
            // An event has no value that could hold before it.
            if !track.is_on_axis() || matches!(track, crate::anim::TrackRef::Event(_)) {
                continue;
            }
            let inside = track
                .list_times_ms(0)
                .iter()
                .filter(|time| window.contains(**time));
            if let Some(&first) = inside.min()
                && first > window.start_ms
            {
                late.push((path, first));
            }
        }
        if let Some((path, first)) = late.first() {
            let example = format!(
                "{} begins with its keyframe {} ms later",
                path.text(model),
                first.saturating_sub(window.start_ms)
            );
            findings.note(
                format!("clips[{index}]"),
                match late.len() {
                    1 => format!("1 track has no keyframe at its start: {example}"),
                    count => format!("{count} tracks have no keyframe at its start: {example}"),
                },
            );
        }
    }
}
