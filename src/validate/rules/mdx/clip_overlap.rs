//! Clips that share more than a moment of the time axis.

use crate::anim::KeyWindow;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "MDX-CLIP-OVERLAP",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let clips = &subject.model.clips;
    if !subject.model.format.has_one_axis() {
        return;
    }
    let spans = clips
        .iter()
        .enumerate()
        .filter(|(_, clip)| clip.length_ms() > 0);
    let mut spans: Vec<(KeyWindow, usize)> = spans
        .map(|(index, clip)| (KeyWindow::of(clip), index))
        .collect();
    spans.sort_unstable_by_key(|(window, index)| (window.start_ms, *index));
    // The clip that reaches furthest of those that began before.
    let mut furthest: Option<(KeyWindow, usize)> = None;
    for (window, index) in spans {
        if let Some((before, other)) = furthest
            && window.start_ms < before.end_ms
        {
            let name = clips.get(other).map(|clip| clip.display_name());
            findings.note(
                format!("clips[{index}]"),
                format!(
                    "it shares {} ms of the time axis with '{}': each plays the keyframes there",
                    i64::from(before.end_ms.min(window.end_ms)) - i64::from(window.start_ms),
                    name.unwrap_or_default()
                ),
            );
        }
        if furthest.is_none_or(|(before, _)| window.end_ms > before.end_ms) {
            furthest = Some((window, index));
        }
    }
}
