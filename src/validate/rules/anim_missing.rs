//! Clips whose keyframes are in a file that was not found.

use crate::anim::ClipFlags;
use crate::document::NativeRole;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use crate::validate::track_lists::{Extent, for_each_times};
use std::collections::HashSet;

pub(super) const RULE: Rule = Rule {
    code: "M2-ANIM-MISSING",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    // A model that was made here has no files of its own yet.
    let Some(native) = &model.native else {
        return;
    };
    let mut keyed = HashSet::new();
    for_each_times(model, |_, _, extent, _| {
        if let Extent::Clip(clip) = extent {
            keyed.insert(clip);
        }
    });
    for (index, clip) in model.clips.iter().enumerate() {
        let is_external = !clip.flags.has(ClipFlags::KEYS_INLINE | ClipFlags::ALIAS);
        if is_external
            && !keyed.contains(&index)
            && native.file(NativeRole::Anim(clip.id)).is_none()
        {
            findings.warning(
                format!("clips[{index}]"),
                format!(
                    "the file with the keyframes of {} was not found",
                    clip.display_name()
                ),
            );
        }
    }
}
