//! Texels on the borders of map chunks: all sides of one place of the ground end equal where they
//! began equal.

use super::held::Held;
use super::painter::{Spot, State};
use super::views::{TextureNumber, Views, by_layer, share_of, shares_by_texture, spread};
use crate::terrain::{ChunkPlace, ChunkTexel, SEAM_TOLERANCE, TileMap, texel_sides};
use std::collections::BTreeMap;

/// The sides of a texel that are on the map.
pub(super) fn sides_on(map: &TileMap, texel: ChunkTexel) -> Vec<ChunkTexel> {
    let sides = texel_sides(texel).filter(|side| map.chunk(side.place).is_some());
    sides.collect()
}

/// What stands at a texel that a stroke works on: shares by texture.
pub(super) fn held_texel(held: &Held, texel: ChunkTexel) -> Vec<(TextureNumber, u8)> {
    shares_by_texture(&held.numbers, &held.now.texel(texel.column, texel.row))
}

/// Whether all sides had the same textures there before the stroke.
pub(super) fn was_whole(map: &TileMap, views: &mut Views, sides: &[ChunkTexel]) -> bool {
    let shares: Vec<_> = sides.iter().map(|side| views.texel(map, *side)).collect();
    let Some(first) = shares.first() else {
        return true;
    };
    shares
        .iter()
        .all(|other| spread(first, other) <= SEAM_TOLERANCE)
}

/// Puts a texel back to what the stroke started from.
pub(super) fn restart(held: &mut Held, texel: ChunkTexel) {
    let start = held.start.texel(texel.column, texel.row);
    held.now.set_texel(texel.column, texel.row, &start);
}

/// Whether all sides of a place of the ground began equal and are worked on alike.
pub(super) fn are_alike(
    map: &TileMap,
    spots: &BTreeMap<ChunkPlace, Spot>,
    texel: ChunkTexel,
) -> bool {
    let mut first: Option<Vec<(TextureNumber, u8)>> = None;
    texel_sides(texel)
        .filter(|side| map.chunk(side.place).is_some())
        .all(|side| {
            let state = spots.get(&side.place).map(|spot| &spot.state);
            let Some(State::Held(held)) = state else {
                return false;
            };
            // One that only follows a neighbour so far may yet refuse to be painted.
            if !held.is_asked || held.is_refused {
                return false;
            }
            let start = held.start.texel(side.column, side.row);
            // What a texture that is everywhere loses goes to whichever is there.
            let is_all = |layer: usize| start.get(layer).is_some_and(|share| *share == u8::MAX);
            let numbers = held.numbers.iter().enumerate();
            let mut below =
                numbers.map(|(at, number)| held.numbers.iter().take(at).any(|b| b == number));
            if held.target.is_some_and(is_all) || below.any(|is_twice| is_twice) {
                return false;
            }
            let mut shares = shares_by_texture(&held.numbers, &start);
            shares.retain(|(_, share)| *share > 0);
            match &first {
                Some(first) => *first == shares,
                None => {
                    first = Some(shares);
                    true
                }
            }
        })
}

/// Makes all sides of a place of the ground agree, if they did before.
pub(super) fn settle(
    map: &TileMap,
    views: &mut Views,
    spots: &mut BTreeMap<ChunkPlace, Spot>,
    texel: ChunkTexel,
) {
    let sides = sides_on(map, texel);
    if sides.len() < 2 {
        return;
    }
    let state = |spots: &BTreeMap<ChunkPlace, Spot>, side: &ChunkTexel| {
        spots.get(&side.place).map(|spot| match &spot.state {
            State::Held(held) => Some(held_texel(held, *side)),
            _ => None,
        })
    };
    let is_refused = |side: &ChunkTexel| {
        let spot = spots.get(&side.place);
        spot.is_some_and(|spot| spot.state.is_refused())
    };
    if sides.iter().any(is_refused) {
        revert(spots, &sides);
        return;
    }
    let found: Vec<Vec<(TextureNumber, u8)>> = sides
        .iter()
        .map(|side| {
            let held = state(spots, side).flatten();
            held.unwrap_or_else(|| views.texel(map, *side))
        })
        .collect();
    let Some(first) = found.first() else { return };
    if found.iter().all(|other| spread(first, other) == 0) || !was_whole(map, views, &sides) {
        return;
    }
    // The first side that was worked on tells the others, in the textures that all of them have.
    let worked = sides.iter().zip(&found);
    let mut worked = worked.filter(|(side, _)| state(spots, side).flatten().is_some());
    let Some((_, wanted)) = worked.next() else {
        return;
    };
    let common = |number: &TextureNumber| {
        let has = |shares: &Vec<(TextureNumber, u8)>| shares.iter().any(|(at, _)| at == number);
        found.iter().all(has)
    };
    let mut agreed: Vec<(TextureNumber, u8)> = wanted
        .iter()
        .copied()
        .filter(|(number, _)| common(number))
        .collect();
    let sum: u32 = agreed.iter().map(|(_, share)| u32::from(*share)).sum();
    let Some(most) = agreed.iter_mut().max_by_key(|(_, share)| *share) else {
        revert(spots, &sides);
        return;
    };
    most.1 += (255 - sum.min(255)) as u8;
    let fixed = sides.iter().zip(&found);
    let mut fixed = fixed.filter(|(side, _)| state(spots, side).flatten().is_none());
    if fixed.any(|(_, shares)| spread(shares, &agreed) > SEAM_TOLERANCE) {
        revert(spots, &sides);
        return;
    }
    for side in &sides {
        if let Some(State::Held(held)) = spots.get_mut(&side.place).map(|spot| &mut spot.state) {
            let shares = by_layer(&held.numbers, &agreed);
            let is_same = held_texel(held, *side)
                .iter()
                .all(|(number, share)| share_of(&agreed, *number) == *share);
            if !is_same {
                held.now.set_texel(side.column, side.row, &shares);
            }
        }
    }
}

fn revert(spots: &mut BTreeMap<ChunkPlace, Spot>, sides: &[ChunkTexel]) {
    for side in sides {
        if let Some(State::Held(held)) = spots.get_mut(&side.place).map(|spot| &mut spot.state) {
            restart(held, *side);
        }
    }
}
