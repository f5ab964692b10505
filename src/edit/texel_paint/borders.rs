//! Texels on the borders of map chunks: all sides of one place of the ground end equal where they
//! began equal.

use super::held::Held;
use super::spot::{Spot, State, held_at, held_at_mut};
use super::views::{TextureNumber, Views, by_layer, share_of, shares_by_texture, spread};
use crate::terrain::{
    BorderBits, ChunkPlace, ChunkTexel, MOST_LAYERS, SEAM_TOLERANCE, TexelSpans, TileMap,
    texel_sides, texels_of_border_bits,
};
use std::collections::BTreeMap;

/// The sides of a texel that are on the map and have textures.
pub(super) fn sides_on(map: &TileMap, texel: ChunkTexel) -> Vec<ChunkTexel> {
    let sides = texel_sides(texel).filter(|side| is_textured(map, side.place));
    sides.collect()
}

/// Whether there is a map chunk with any texture.
fn is_textured(map: &TileMap, place: ChunkPlace) -> bool {
    let chunk = map.chunk(place);
    chunk.is_some_and(|chunk| !chunk.layers.is_empty())
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

/// The other sides of a texel that had the same textures there before the stroke; also where not all
/// of four had.
pub(super) fn sides_whole_with(
    map: &TileMap,
    views: &mut Views,
    texel: ChunkTexel,
) -> Vec<ChunkTexel> {
    let mut found = Vec::new();
    let mut known = vec![views.texel(map, texel)];
    let mut others: Vec<_> = sides_on(map, texel)
        .into_iter()
        .filter(|side| side.place != texel.place)
        .map(|side| (side, views.texel(map, side)))
        .collect();
    // A side may agree with one that agrees.
    while let Some(at) = others.iter().position(|(_, shares)| {
        let mut known = known.iter();
        known.any(|known| spread(known, shares) <= SEAM_TOLERANCE)
    }) {
        let (side, shares) = others.remove(at);
        found.push(side);
        known.push(shares);
    }
    found
}

/// Puts a texel back to what the stroke started from.
pub(super) fn restart(held: &mut Held, texel: ChunkTexel) {
    let start = held.start.texel(texel.column, texel.row);
    put(held, texel, &start);
}

/// Gives a texel other shares than its own work gave it.
fn put(held: &mut Held, texel: ChunkTexel, shares: &[u8]) {
    held.now.set_texel(texel.column, texel.row, shares);
    let mut spans = TexelSpans::NONE;
    spans.add(texel.row, texel.column..texel.column + 1);
    held.change(&spans);
}

/// Those of some texels on the borders of a map chunk whose sides did not all begin equal, or are
/// not worked on alike.
pub(super) fn uneven_texels(
    map: &TileMap,
    spots: &BTreeMap<ChunkPlace, Spot>,
    place: ChunkPlace,
    held: &Held,
    texels: BorderBits,
) -> BorderBits {
    let mut uneven = [0; 4];
    for (side, (found, bits)) in uneven.iter_mut().zip(texels).enumerate() {
        if bits == 0 {
            continue;
        }
        let mut one_side = [0; 4];
        one_side[side] = bits;
        for (column, row) in texels_of_border_bits(one_side) {
            let texel = ChunkTexel { place, column, row };
            if !are_alike(map, spots, held, texel) {
                let along = if side < 2 { column } else { row };
                *found |= 1 << along;
            }
        }
    }
    uneven
}

/// Whether all sides of a place of the ground began equal and are worked on alike.
fn are_alike(
    map: &TileMap,
    spots: &BTreeMap<ChunkPlace, Spot>,
    held: &Held,
    texel: ChunkTexel,
) -> bool {
    let Some(own) = start_at(held, texel) else {
        return false;
    };
    texel_sides(texel)
        .filter(|side| side.place != texel.place && is_textured(map, side.place))
        .all(|side| {
            let start = held_at(spots, &side.place).and_then(|held| start_at(held, side));
            start.is_some_and(|start| start == own)
        })
}

/// The shares by texture that a texel began with, in order and without those that are 0; `None` where
/// it is not worked on by its textures alone.
fn start_at(held: &Held, texel: ChunkTexel) -> Option<[(TextureNumber, u8); MOST_LAYERS]> {
    let start = held.start.texel(texel.column, texel.row);
    let share = |layer: usize| start.get(layer).copied().unwrap_or(0);
    // One that only follows a neighbour so far may yet refuse to be painted.
    if !held.is_asked || held.is_refused {
        return None;
    }
    // What a texture that is everywhere loses goes to whichever is there.
    if held.has_twice || held.target.is_some_and(|target| share(target) == u8::MAX) {
        return None;
    }
    let mut shares = [(0, 0); MOST_LAYERS];
    let layers = held.order.iter().filter(|layer| share(**layer) > 0);
    for (slot, layer) in shares.iter_mut().zip(layers) {
        *slot = (held.numbers.get(*layer).copied()?, share(*layer));
    }
    Some(shares)
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
        if let Some(held) = held_at_mut(spots, &side.place) {
            let shares = by_layer(&held.numbers, &agreed);
            let is_same = held_texel(held, *side)
                .iter()
                .all(|(number, share)| share_of(&agreed, *number) == *share);
            if !is_same {
                put(held, *side, &shares);
            }
        }
    }
}

fn revert(spots: &mut BTreeMap<ChunkPlace, Spot>, sides: &[ChunkTexel]) {
    for side in sides {
        if let Some(held) = held_at_mut(spots, &side.place) {
            restart(held, *side);
        }
    }
}
