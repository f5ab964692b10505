//! The table from animation ids to clips after an edit, and the chains of variations.

use crate::anim::{Clip, ClipId, clip_lookup};
use crate::document::Model;
use std::collections::HashSet;

/// The table that goes with a changed list of clips.
///
/// A model without a table gets none. If ids and order stay, so does the table.
pub(super) fn after(model: &Model, clips: &[Clip]) -> Vec<ClipId> {
    let key = |clip: &Clip| (clip.id, clip.animation_id, clip.variation);
    if model.clip_lookup.is_empty() || model.clips.iter().map(key).eq(clips.iter().map(key)) {
        return model.clip_lookup.clone();
    }
    clip_lookup(clips, model.clip_lookup.len())
}

/// Takes a clip out of the chain of variations that leads through it.
pub(super) fn unlink(clips: &mut [Clip], id: ClipId) {
    let Some(next) = clips
        .iter()
        .find(|clip| clip.id == id)
        .map(|clip| clip.variation_next)
    else {
        return;
    };
    for clip in clips
        .iter_mut()
        .filter(|clip| clip.variation_next == id && clip.id != id)
    {
        clip.variation_next = next;
    }
    if let Some(clip) = clips.iter_mut().find(|clip| clip.id == id) {
        clip.variation_next = ClipId::NONE;
    }
}

/// Gives a clip an animation id, the lowest free variation of it, and the end of its chain.
pub(super) fn link(clips: &mut [Clip], id: ClipId, animation_id: u16) {
    let of_same = |clip: &&Clip| clip.animation_id == animation_id && clip.id != id;
    let taken: HashSet<u16> = clips
        .iter()
        .filter(of_same)
        .map(|clip| clip.variation)
        .collect();
    let variation = (0..=u16::MAX)
        .find(|variation| !taken.contains(variation))
        .unwrap_or(u16::MAX);
    let same: Vec<ClipId> = clips.iter().filter(of_same).map(|clip| clip.id).collect();
    let last = clips
        .iter()
        .filter(of_same)
        .filter(|clip| !same.contains(&clip.variation_next))
        .max_by_key(|clip| clip.variation)
        .map(|clip| clip.id);
    for clip in clips.iter_mut() {
        if Some(clip.id) == last {
            clip.variation_next = id;
        } else if clip.id == id {
            clip.animation_id = animation_id;
            clip.variation = variation;
            clip.variation_next = ClipId::NONE;
        }
    }
}
