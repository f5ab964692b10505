//! Clips that play the keyframes of a clip that is not there, or of each other.

use crate::anim::resolve_alias;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};

pub(super) const RULE: Rule = Rule {
    code: "M2-CLIP-ALIAS",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    for (index, clip) in model
        .clips
        .iter()
        .enumerate()
        .filter(|(_, clip)| clip.is_alias())
    {
        let path = format!("clips[{index}].alias_of");
        if model.clip_index(clip.alias_of).is_none() {
            findings.error(path, format!("there is no clip {}", clip.alias_of.0));
        } else if resolve_alias(&model.clips, index).is_none() {
            findings.error(path, "following its aliases never comes to keyframes");
        }
    }
}
