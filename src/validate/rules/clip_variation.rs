//! Clips whose next variation is not there, or is of another animation.

use crate::anim::{Clip, ClipId};
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use std::collections::HashMap;

pub(super) const RULE: Rule = Rule {
    code: "M2-CLIP-VARIATION",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let clips = &subject.model.clips;
    let by_id: HashMap<ClipId, &Clip> = clips.iter().map(|clip| (clip.id, clip)).collect();
    for (index, clip) in clips.iter().enumerate() {
        if clip.variation_next == ClipId::NONE {
            continue;
        }
        let path = format!("clips[{index}].variation_next");
        match by_id.get(&clip.variation_next) {
            None => findings.error(path, format!("there is no clip {}", clip.variation_next.0)),
            Some(next) if next.animation_id != clip.animation_id => findings.warning(
                path,
                format!(
                    "it is {}, and the next variation is {}",
                    clip.display_name(),
                    next.display_name()
                ),
            ),
            Some(_) => {}
        }
    }
}
