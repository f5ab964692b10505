//! Work on the map chunks of a large brush, on several of them at once.
//!
//! Each map chunk is worked on alone, so that what comes out does not depend on which is first.

use super::held::Held;
use super::spot::{Spot, held_at_mut};
use crate::terrain::{Chunk, ChunkPlace, TileMap};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Map chunks from which on it is worth it.
const MANY: usize = 128;
/// Map chunks that are worked on one after the other even so.
const FEW: usize = 16;

/// Does `work` on the map chunks of these places, each of which is named once; gives what came of
/// it, in the order of the places.
pub(super) fn each_spot<T: Send>(
    spots: &mut BTreeMap<ChunkPlace, Spot>,
    places: &[ChunkPlace],
    work: impl Fn(usize, &mut Spot) -> T + Sync,
) -> Vec<T> {
    if places.len() < MANY {
        let places = places.iter().enumerate();
        let found = places.filter_map(|(at, place)| Some(work(at, spots.get_mut(place)?)));
        return found.collect();
    }
    let mut all: Vec<(ChunkPlace, Option<&mut Spot>)> = spots
        .iter_mut()
        .map(|(place, spot)| (*place, Some(spot)))
        .collect();
    let found = places.iter().enumerate().filter_map(|(at, place)| {
        let index = all.binary_search_by_key(place, |(place, _)| *place).ok()?;
        Some((at, all.get_mut(index)?.1.take()?))
    });
    let found: Vec<(usize, &mut Spot)> = found.collect();
    let found = found.into_par_iter().with_min_len(FEW);
    found.map(|(at, spot)| work(at, spot)).collect()
}

/// Copies what is to be shown of the map chunks of these places into the document; which of them are
/// there.
pub(super) fn show_each(
    spots: &mut BTreeMap<ChunkPlace, Spot>,
    map: &mut TileMap,
    mut places: Vec<ChunkPlace>,
) -> Vec<ChunkPlace> {
    let rule = map.blend;
    places.sort_unstable();
    places.dedup();
    if places.len() < MANY {
        places.retain(|place| {
            let held = held_at_mut(spots, place);
            let (Some(held), Some(chunk)) = (held, map.chunk_mut(*place)) else {
                return false;
            };
            held.show(rule, &mut chunk.layers);
            true
        });
        return places;
    }
    let mut chunks: BTreeMap<ChunkPlace, &mut Chunk> = map
        .chunks_mut()
        .filter(|(place, _)| places.binary_search(place).is_ok())
        .collect();
    let mut pairs: Vec<(ChunkPlace, &mut Held, &mut Chunk)> = Vec::new();
    for (place, spot) in spots {
        if let Some(chunk) = chunks.remove(place)
            && let Some(held) = spot.held_mut()
        {
            pairs.push((*place, held, chunk));
        }
    }
    let pairs = pairs.into_par_iter().with_min_len(FEW);
    let shown = pairs.map(|(place, held, chunk)| {
        held.show(rule, &mut chunk.layers);
        place
    });
    shown.collect()
}
