//! The hash table from animation ids to clips, and the chains of variations.

use crate::anim::{Clip, ClipFlags, ClipId};
use crate::document::Model;
use crate::math::{Aabb, Vec3};
use std::collections::HashSet;

/// A clip without a name, length or link.
pub(super) fn blank(id: ClipId) -> Clip {
    let nothing = Aabb {
        min: Vec3::zeros(),
        max: Vec3::zeros(),
    };
    Clip {
        id,
        name: None,
        animation_id: 0,
        variation: 0,
        start_ms: 0,
        duration_ms: 0,
        move_speed: 0.0,
        flags: ClipFlags(0),
        frequency: 0,
        padding: 0,
        repeat: [0, 0],
        blend_time: 150,
        bounds: nothing,
        bounds_radius: 0.0,
        variation_next: ClipId::NONE,
        alias_of: id,
        rarity: 0.0,
        sync_point: 0,
    }
}

/// The table that goes with a changed list of clips.
///
/// A model without a table gets none. If ids and order stay, so does the table.
pub(super) fn after(model: &Model, clips: &[Clip]) -> Vec<ClipId> {
    let key = |clip: &Clip| (clip.id, clip.animation_id, clip.variation);
    if model.clip_lookup.is_empty() || model.clips.iter().map(key).eq(clips.iter().map(key)) {
        return model.clip_lookup.clone();
    }
    build(clips, model.clip_lookup.len())
}

/// Fills a table of at least `size` slots: the slot is the id modulo the size, and on a collision
/// 1, 4, 9, ... slots on from the last one tried.
///
/// Each id leads to its first variation. The table grows until every id has a slot.
pub(super) fn build(clips: &[Clip], size: usize) -> Vec<ClipId> {
    let mut seen = HashSet::new();
    let mut firsts: Vec<(usize, ClipId)> = Vec::new();
    for clip in clips {
        if seen.insert(clip.animation_id) {
            let first = clips
                .iter()
                .filter(|other| other.animation_id == clip.animation_id)
                .min_by_key(|other| other.variation);
            firsts.extend(first.map(|first| (usize::from(first.animation_id), first.id)));
        }
    }
    // 65,536 slots hold every id at its own place, so the search always ends.
    let mut size = size.max(firsts.len()).max(1);
    loop {
        if let Some(table) = fill(&firsts, size) {
            return table;
        }
        size += 1;
    }
}

fn fill(firsts: &[(usize, ClipId)], size: usize) -> Option<Vec<ClipId>> {
    let mut table = vec![ClipId::NONE; size];
    for &(id, clip) in firsts {
        let mut slot = id % size;
        let mut step = 0;
        while *table.get(slot)? != ClipId::NONE {
            step += 1;
            if step > size {
                return None;
            }
            slot = (slot + step * step) % size;
        }
        *table.get_mut(slot)? = clip;
    }
    Some(table)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_found_by_the_games_search() {
        let ids = [0u16, 1, 4, 5, 17, 34, 51, 68, 85, 400, 505];
        let clips: Vec<Clip> = (0..)
            .zip(ids)
            .map(|(id, animation)| clip(id, animation))
            .collect();
        for size in [0, 1, 11, 17, 64, 506] {
            let table = build(&clips, size);
            assert!(table.len() >= size);
            for clip in &clips {
                assert_eq!(find(&table, &clips, clip.animation_id), Some(clip.id));
            }
            assert_eq!(find(&table, &clips, 2), None);
        }
    }

    /// Finds the first variation of an animation id the way the game does.
    fn find(table: &[ClipId], clips: &[Clip], animation_id: u16) -> Option<ClipId> {
        let mut slot = usize::from(animation_id).checked_rem(table.len())?;
        for step in 1..=table.len() + 1 {
            let found = *table.get(slot)?;
            if found == ClipId::NONE {
                return None;
            }
            let clip = clips.iter().find(|clip| clip.id == found);
            if clip.is_some_and(|clip| clip.animation_id == animation_id) {
                return Some(found);
            }
            slot = (slot + step * step) % table.len();
        }
        None
    }

    fn clip(id: u32, animation_id: u16) -> Clip {
        let mut clip = blank(ClipId(id));
        clip.animation_id = animation_id;
        clip
    }
}
