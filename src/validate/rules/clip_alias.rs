//! Clips that play the keyframes of a clip that is not there, or of each other.

use crate::anim::{ClipId, resolve_aliases};
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use std::collections::HashSet;

pub(super) const RULE: Rule = Rule {
    code: "M2-CLIP-ALIAS",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let clips = &subject.model.clips;
    let known: HashSet<ClipId> = clips.iter().map(|clip| clip.id).collect();
    let holders = resolve_aliases(clips);
    for (index, (clip, holder)) in clips.iter().zip(holders).enumerate() {
        if !clip.is_alias() {
            continue;
        }
        let path = format!("clips[{index}].alias_of");
        if !known.contains(&clip.alias_of) {
            findings.error(path, format!("there is no clip {}", clip.alias_of.0));
        } else if holder.is_none() {
            findings.error(path, "following its aliases never comes to keyframes");
        }
    }
}
