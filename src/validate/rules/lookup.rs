//! Lookup tables that do not lead to what they should.

use crate::anim::ClipId;
use crate::document::Model;
use crate::skeleton::BoneId;
use crate::validate::finding::Findings;
use crate::validate::subject::{Rule, Subject};
use std::collections::{HashMap, HashSet};

pub(super) const RULE: Rule = Rule {
    code: "M2-LOOKUP",
    check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let model = subject.model;
    check_clips(model, findings);
    check_key_bones(model, findings);
    let kinds = model
        .attachments
        .iter()
        .map(|attachment| i64::from(attachment.kind));
    check_positions("attachment", kinds, &model.attachment_lookup, findings);
    // Kinds below 0 are found by position alone.
    let kinds = model.cameras.iter().map(|camera| i64::from(camera.kind));
    check_positions("camera", kinds, &model.camera_lookup, findings);
}

fn check_clips(model: &Model, findings: &mut Findings<'_>) {
    // Without a table the game looks through the list.
    if model.clip_lookup.is_empty() {
        return;
    }
    let animations: HashMap<ClipId, u16> = model
        .clips
        .iter()
        .map(|clip| (clip.id, clip.animation_id))
        .collect();
    // What each slot leads to.
    let lookup: Vec<Slot> = model
        .clip_lookup
        .iter()
        .map(|id| match animations.get(id) {
            Some(&animation_id) => Slot::Animation(animation_id),
            None if *id == ClipId::NONE => Slot::Empty,
            None => Slot::Stray,
        })
        .collect();
    for (slot, &id) in model.clip_lookup.iter().enumerate() {
        if lookup.get(slot) == Some(&Slot::Stray) {
            findings.error(
                format!("clip_lookup[{slot}]"),
                format!("there is no clip {}", id.0),
            );
        }
    }
    let mut seen = HashSet::new();
    for (index, clip) in model.clips.iter().enumerate() {
        if seen.insert(clip.animation_id) && !is_found(&lookup, clip.animation_id) {
            findings.warning(
                format!("clips[{index}].animation_id"),
                format!("the lookup does not lead to {}", clip.display_name()),
            );
        }
    }
}

/// What a slot of the clip lookup holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Empty,
    /// A clip that is not there.
    Stray,
    /// A clip with this animation id.
    Animation(u16),
}

/// Slots that are tried for one animation; tables of games are found in far fewer.
const MOST_STEPS: usize = 512;

/// Searches as the game does: from the id's slot on in ever wider steps, until an empty slot.
fn is_found(lookup: &[Slot], animation_id: u16) -> bool {
    let count = lookup.len();
    let mut slot = usize::from(animation_id) % count.max(1);
    for step in 1..=count.saturating_mul(2).min(MOST_STEPS) {
        match lookup.get(slot) {
            None | Some(Slot::Empty) => return false,
            Some(&found) if found == Slot::Animation(animation_id) => return true,
            Some(_) => {}
        }
        slot = slot.saturating_add(step.saturating_mul(step)) % count;
    }
    false
}

fn check_key_bones(model: &Model, findings: &mut Findings<'_>) {
    let lookup = &model.skeleton.key_bone_lookup;
    let positions = model.skeleton.positions();
    let bone = |id: &BoneId| {
        let position = positions.get(id)?;
        model.skeleton.bones.get(*position)
    };
    for (key_bone, &id) in lookup.iter().enumerate() {
        if id != BoneId::NONE && bone(&id).is_none() {
            findings.error(
                format!("key_bone_lookup[{key_bone}]"),
                format!("there is no bone {}", id.0),
            );
        }
    }
    for (index, holder) in model.skeleton.bones.iter().enumerate() {
        let Ok(key_bone) = usize::try_from(holder.key_bone_id) else {
            continue;
        };
        let found = lookup.get(key_bone).and_then(bone);
        if found.is_none_or(|found| found.key_bone_id != holder.key_bone_id) {
            findings.warning(
                format!("bones[{index}].key_bone_id"),
                format!("the lookup does not lead to a bone for key bone {key_bone}"),
            );
        }
    }
}

fn check_positions(
    what: &str,
    kinds: impl Iterator<Item = i64>,
    lookup: &[i16],
    findings: &mut Findings<'_>,
) {
    let kinds: Vec<i64> = kinds.collect();
    for (kind, &position) in lookup.iter().enumerate() {
        if usize::try_from(position).is_ok_and(|position| position >= kinds.len()) {
            findings.error(
                format!("{what}_lookup[{kind}]"),
                format!("there is no {what} {position}"),
            );
        }
    }
    for (index, &kind) in kinds.iter().enumerate() {
        let Ok(slot) = usize::try_from(kind) else {
            continue;
        };
        let found = lookup
            .get(slot)
            .and_then(|&position| kinds.get(usize::try_from(position).ok()?));
        if found != Some(&kind) {
            findings.warning(
                format!("{what}s[{index}].kind"),
                format!("the lookup does not lead to {what} kind {kind}"),
            );
        }
    }
}
