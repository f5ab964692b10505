//! The game's hash table from animation ids to clips.

use super::{Clip, ClipId};
use std::collections::HashSet;

/// Fills a table of at least `size` slots: the slot is the id modulo the size, and on a collision
/// 1, 4, 9, ... slots on from the last one tried.
///
/// Each id leads to its first variation. The table grows until every id has a slot.
pub fn clip_lookup(clips: &[Clip], size: usize) -> Vec<ClipId> {
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
            let table = clip_lookup(&clips, size);
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
        Clip {
            animation_id,
            ..Clip::blank(ClipId(id))
        }
    }
}
