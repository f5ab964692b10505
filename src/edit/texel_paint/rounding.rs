//! The end of a stroke on maps with 4 bits: shares become what 16 alphas can give, and borders still
//! agree.
//!
//! Which shares 16 alphas can give depends on the order of layers. Where two sides of a border have
//! theirs in another order, the nearest shares that both can give are taken.

use super::borders::{held_texel, sides_on, was_whole};
use super::leaving::Shares;
use super::spot::{Spot, State, held_at};
use super::views::{TextureNumber, Views, by_layer, share_of, shares_by_texture, spread};
use crate::terrain::{
    AlphaDepth, BlendRule, ChunkPlace, ChunkTexel, MOST_LAYERS, SEAM_TOLERANCE, TextureLayer,
    TileMap, alphas_of, texels_of_border_bits, weights_of,
};
use std::collections::BTreeMap;

/// Makes the borders of all map chunks that are stored with 4 bits agree; layers are finished.
pub(super) fn round_all(map: &TileMap, views: &mut Views, spots: &mut BTreeMap<ChunkPlace, Spot>) {
    let mut borders = Vec::new();
    for (place, spot) in spots.iter_mut() {
        let State::Held(held) = &mut spot.state else {
            continue;
        };
        if held.depth != AlphaDepth::Four {
            continue;
        }
        let texels = texels_of_border_bits(held.touched.border_bits());
        let texels = texels.map(|(column, row)| ChunkTexel {
            place: *place,
            column,
            row,
        });
        borders.extend(texels);
    }
    for texel in borders {
        agree(map, views, spots, texel);
    }
}

/// Makes the sides of a place of the ground agree within one step.
fn agree(
    map: &TileMap,
    views: &mut Views,
    spots: &mut BTreeMap<ChunkPlace, Spot>,
    texel: ChunkTexel,
) {
    let sides = sides_on(map, texel);
    if sides.len() < 2 || !was_whole(map, views, &sides) {
        return;
    }
    let rule = map.blend;
    let stored: Vec<Shares> = sides
        .iter()
        .map(|side| match held_at(spots, &side.place) {
            Some(held) => given_by(rule, &held.numbers, &alphas_at(&held.layers, *side)),
            None => views.texel(map, *side),
        })
        .collect();
    if agree_all(&stored) {
        return;
    }
    let Some(wanted) = sides
        .iter()
        .find_map(|side| held_at(spots, &side.place).map(|held| held_texel(held, *side)))
    else {
        return;
    };
    let mut candidates = stored.clone();
    candidates.extend(pairs(&wanted));
    // What was there before can always be given again.
    candidates.extend(sides.iter().map(|side| views.texel(map, *side)));
    candidates.sort_by_key(|shares| distance(&wanted, shares));
    for candidate in candidates {
        let fresh: Vec<Option<(Vec<u8>, Shares)>> = sides
            .iter()
            .map(|side| {
                held_at(spots, &side.place).map(|held| {
                    let own = (held.numbers.as_slice(), held.ground.as_slice());
                    stored_as(rule, AlphaDepth::Four, own, *side, &candidate)
                })
            })
            .collect();
        let given: Vec<Shares> = fresh
            .iter()
            .zip(&stored)
            .map(|(fresh, stored)| fresh.as_ref().map_or(stored, |fresh| &fresh.1).clone())
            .collect();
        if !agree_all(&given) {
            continue;
        }
        for (side, fresh) in sides.iter().zip(fresh) {
            let spot = spots.get_mut(&side.place).map(|spot| &mut spot.state);
            if let (Some(State::Held(held)), Some((alphas, _))) = (spot, fresh) {
                set_alphas(&mut held.layers, *side, &alphas);
                held.unshown.add(side.row, side.column..side.column + 1);
            }
        }
        return;
    }
}

/// The shares nearest to the wanted ones that so many sides of a place, stored with so many bits,
/// can give within one step: what each gives. `give` tells what a side gives where shares are
/// wanted; `None` where it can't.
pub(super) fn nearest_given(
    wanted: &Shares,
    (side_count, depth): (usize, AlphaDepth),
    give: impl Fn(usize, &Shares) -> Option<Shares>,
) -> Option<Vec<Shares>> {
    let all = |to: &Shares| -> Option<Vec<Shares>> {
        let given: Option<Vec<Shares>> = (0..side_count).map(|side| give(side, to)).collect();
        given.filter(|given| agree_all(given))
    };
    if let Some(given) = all(wanted) {
        return Some(given);
    }
    let mut candidates: Vec<Shares> = (0..side_count)
        .filter_map(|side| give(side, wanted))
        .collect();
    // With 8 bits whatever is wanted can be given, or nothing near it.
    if depth == AlphaDepth::Four {
        candidates.extend(pairs(wanted));
    }
    candidates.sort_by_key(|shares| distance(wanted, shares));
    candidates.iter().find_map(all)
}

/// How far shares are from others: the sum of squares.
fn distance(wanted: &Shares, shares: &Shares) -> u32 {
    let missing = wanted
        .iter()
        .filter(|(number, _)| shares.iter().all(|(other, _)| other != number));
    let off = |number: TextureNumber| {
        u32::from(share_of(wanted, number).abs_diff(share_of(shares, number))).pow(2)
    };
    let numbers = shares.iter().chain(missing).map(|(number, _)| *number);
    numbers.map(off).sum()
}

fn agree_all(shares: &[Shares]) -> bool {
    let mut pairs = shares.iter().enumerate();
    pairs.all(|(at, one)| {
        let others = shares.iter().skip(at + 1);
        others
            .into_iter()
            .all(|other| spread(one, other) <= SEAM_TOLERANCE)
    })
}

/// Two textures alone, in steps of 16 alphas: any order of layers can give these.
fn pairs(wanted: &Shares) -> Vec<Shares> {
    let mut found = Vec::new();
    for (at, (one, share)) in wanted.iter().enumerate() {
        for (other, more) in wanted.iter().skip(at + 1) {
            let sum = u32::from(*share) + u32::from(*more);
            let steps = (2 * 15 * u32::from(*share) + sum)
                .checked_div(2 * sum)
                .unwrap_or(0);
            let part = (steps * 17).min(255) as u8;
            let mut shares = vec![(*one, part), (*other, 255 - part)];
            shares.sort_unstable();
            found.push(shares);
        }
    }
    found
}

fn alphas_at(layers: &[TextureLayer], texel: ChunkTexel) -> Vec<u8> {
    let above = layers.iter().skip(1);
    let alpha = |layer: &TextureLayer| {
        let alpha = layer.alpha.as_ref();
        alpha.map_or(0, |alpha| alpha.alpha(texel.column, texel.row))
    };
    above.map(alpha).collect()
}

fn given_by(rule: BlendRule, numbers: &[TextureNumber], alphas: &[u8]) -> Shares {
    let mut shares = [0; MOST_LAYERS];
    if let Some(shares) = shares.get_mut(..=alphas.len()) {
        weights_of(rule, alphas, shares);
    }
    shares_by_texture(numbers, &shares)
}

/// The alphas nearest to the wanted shares, and the shares they give, with these textures in these
/// layers.
pub(super) fn stored_as(
    rule: BlendRule,
    depth: AlphaDepth,
    (numbers, layers): (&[TextureNumber], &[TextureLayer]),
    texel: ChunkTexel,
    wanted: &Shares,
) -> (Vec<u8>, Shares) {
    let mut alphas = alphas_at(layers, texel);
    let weights = by_layer(numbers, wanted);
    alphas_of(rule, depth, &weights, &mut alphas);
    let given = given_by(rule, numbers, &alphas);
    (alphas, given)
}

fn set_alphas(layers: &mut [TextureLayer], texel: ChunkTexel, alphas: &[u8]) {
    for (layer, alpha) in layers.iter_mut().skip(1).zip(alphas) {
        let rows = layer.alpha.as_mut().map(|alpha| alpha.rows_mut());
        let row = rows.and_then(|rows| rows.get_mut(texel.row));
        if let Some(kept) = row.and_then(|row| row.get_mut(texel.column)) {
            *kept = *alpha;
        }
    }
}
