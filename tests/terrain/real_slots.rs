//! Texture slots of real map chunks that got a fifth texture, as by a mapper who painted the one next
//! door over the border: what choosing costs, against the naive ways.

use std::collections::{BTreeMap, BTreeSet};

use bonewright::terrain::{
    ChunkPlace, ChunkShares, SlotAim, SlotPlan, TextureLayer, TextureLayerFlags, TileMap,
    solve_slots,
};

use crate::corpus::Corpus;
use crate::random::Random;
use crate::real_tiles::real_tiles;

/// Map chunks that are tried.
const COUNT: usize = 20;

/// The neighbours of a map chunk that are on the map.
fn neighbours(map: &TileMap, place: ChunkPlace) -> Vec<ChunkPlace> {
    let steps = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let near = steps.into_iter().filter_map(|(x, y)| place.shifted(x, y));
    near.filter(|near| map.chunk(*near).is_some()).collect()
}

fn textures(map: &TileMap, place: ChunkPlace) -> Vec<u32> {
    let layers = &map.chunk(place).unwrap().layers;
    layers.iter().map(|layer| layer.texture).collect()
}

/// The texture next door that a map chunk lacks and its neighbours show most of, with the neighbour.
fn fifth(map: &TileMap, place: ChunkPlace) -> Option<(u32, ChunkPlace)> {
    let own = textures(map, place);
    let mut covers: Vec<(u64, u32, ChunkPlace)> = Vec::new();
    for near in neighbours(map, place) {
        let layers = &map.chunk(near).unwrap().layers;
        let shares = ChunkShares::of(map.blend, layers)?;
        for (layer, plane) in layers.iter().zip(&shares.planes) {
            let cover: u64 = plane
                .as_flattened()
                .iter()
                .map(|share| u64::from(*share))
                .sum();
            if !own.contains(&layer.texture) && cover > 0 {
                covers.push((cover, layer.texture, near));
            }
        }
    }
    let best = covers
        .into_iter()
        .max_by_key(|(cover, texture, _)| (*cover, *texture));
    best.map(|(_, texture, near)| (texture, near))
}

/// Lays a texture over the border to `near` with a soft edge that wavers as a hand does.
fn paint_over(map: &mut TileMap, place: ChunkPlace, near: ChunkPlace, texture: u32, seed: u64) {
    let (rule, depth, form) = (map.blend, map.alpha_depth, map.alpha_form());
    let is_at = |x, y| place.shifted(x, y) == Some(near);
    let mut random = Random(seed);
    let reach = 14.0 + random.below(20) as f32;
    let wave = random.below(7) as f32;
    let chunk = map.chunk_mut(place).unwrap();
    chunk.layers.push(TextureLayer {
        texture,
        flags: TextureLayerFlags(TextureLayerFlags::HAS_ALPHA),
        ground_effect: 0,
        alpha: None,
        form,
    });
    let mut shares = ChunkShares::of(rule, &chunk.layers).unwrap();
    let last = shares.planes.len() - 1;
    for row in 0..64_usize {
        for column in 0..64_usize {
            let (from_border, along) = match () {
                () if is_at(1, 0) => (63 - column, row),
                () if is_at(-1, 0) => (column, row),
                () if is_at(0, 1) => (63 - row, column),
                () => (row, column),
            };
            let edge = reach + (along as f32 / 9.0 + wave).sin() * 5.0;
            let strength = (1.0 - from_border as f32 / edge).clamp(0.0, 1.0) * 0.9;
            let mut texel = shares.texel(column, row);
            let mut left = 255;
            for share in &mut texel[..last] {
                *share = (f32::from(*share) * (1.0 - strength)) as u8;
                left -= *share;
            }
            // What rounding down leaves is a texel's share of the new one only where it is painted.
            match strength > 0.0 {
                true => texel[last] = left,
                false => texel[0] += left,
            }
            shares.set_texel(column, row, &texel);
        }
    }
    shares.write(rule, depth, form, &mut chunk.layers);
}

/// The map chunks with most textures in and around them that can get a fifth, of all tiles.
fn candidates(tiles: &[(String, TileMap)]) -> Vec<(usize, ChunkPlace)> {
    let mut found = Vec::new();
    for (number, (_, map)) in tiles.iter().enumerate() {
        for (place, chunk) in map.chunks() {
            if chunk.layers.len() < 4 || fifth(map, place).is_none() {
                continue;
            }
            let near = neighbours(map, place);
            let around = near.iter().chain([&place]);
            let all: BTreeSet<u32> = around.flat_map(|place| textures(map, *place)).collect();
            found.push((all.len(), number, place));
        }
    }
    found.sort_by_key(|(count, number, place)| (std::cmp::Reverse(*count), *number, *place));
    let best = found.into_iter().take(COUNT);
    best.map(|(_, number, place)| (number, place)).collect()
}

/// Shares of a texel with only some layers kept, in real numbers, by texture.
fn kept_shares(
    shares: &ChunkShares,
    textures: &[u32],
    kept: &[usize],
    (column, row): (usize, usize),
) -> BTreeMap<u32, f64> {
    let texel = shares.texel(column, row);
    let whole: f64 = kept.iter().map(|layer| f64::from(texel[*layer])).sum();
    let mut found = BTreeMap::new();
    for layer in kept {
        let share = match whole > 0.0 {
            true => 255.0 * f64::from(texel[*layer]) / whole,
            false => f64::from(u8::from(layer == &kept[0])) * 255.0,
        };
        *found.entry(textures[*layer]).or_insert(0.0) += share;
    }
    found
}

/// What a choice costs, worked out in real numbers: the share of the ground that changes, and the
/// sum of the differences on all borders.
fn cost(map: &TileMap, choice: &BTreeMap<ChunkPlace, Vec<usize>>) -> (f64, f64) {
    let all: BTreeMap<ChunkPlace, _> = map
        .chunks()
        .map(|(place, chunk)| {
            let shares = ChunkShares::of(map.blend, &chunk.layers).unwrap();
            let every: Vec<usize> = (0..chunk.layers.len()).collect();
            let kept = choice.get(&place).cloned().unwrap_or(every);
            (place, (shares, textures(map, place), kept))
        })
        .collect();
    let mut change = 0.0;
    for (place, kept) in choice {
        let planes = &all[place].0.planes;
        let lost = planes
            .iter()
            .enumerate()
            .filter(|(layer, _)| !kept.contains(layer));
        let sums = lost.flat_map(|(_, plane)| plane.as_flattened());
        change += sums.map(|share| f64::from(*share)).sum::<f64>();
    }
    let mut border = 0.0;
    for (place, (shares, textures, kept)) in &all {
        for (step, sides) in [((1, 0), [(63, 0), (0, 0)]), ((0, 1), [(0, 63), (0, 0)])] {
            let Some(next) = place
                .shifted(step.0, step.1)
                .and_then(|next| all.get(&next))
            else {
                continue;
            };
            for along in 0..64 {
                let at = |(x, y): (usize, usize)| match step {
                    (1, 0) => (x, along),
                    _ => (along, y),
                };
                let here = kept_shares(shares, textures, kept, at(sides[0]));
                let there = kept_shares(&next.0, &next.1, &next.2, at(sides[1]));
                let keys: BTreeSet<u32> = here.keys().chain(there.keys()).copied().collect();
                border += keys
                    .into_iter()
                    .map(|key| {
                        let of = |shares: &BTreeMap<u32, f64>| shares.get(&key).copied();
                        (of(&here).unwrap_or(0.0) - of(&there).unwrap_or(0.0)).abs()
                    })
                    .sum::<f64>();
            }
        }
    }
    (change / (255.0 * 4096.0 * choice.len() as f64), border)
}

/// Keeps the four layers that cover most, which is the naive way of mappers.
fn drop_least(map: &TileMap, place: ChunkPlace) -> Vec<usize> {
    let shares = ChunkShares::of(map.blend, &map.chunk(place).unwrap().layers).unwrap();
    let cover = |layer: &usize| -> u64 {
        let plane = shares.planes[*layer].as_flattened();
        plane.iter().map(|share| u64::from(*share)).sum()
    };
    let mut layers: Vec<usize> = (0..shares.planes.len()).collect();
    layers.sort_by_key(|layer| (std::cmp::Reverse(cover(layer)), *layer));
    layers.truncate(4);
    layers.sort_unstable();
    layers
}

#[test]
fn twenty_real_map_chunks_keep_four_textures_and_lose_no_more_than_by_the_naive_ways() {
    let Some(corpus) = Corpus::open() else { return };
    let mut tiles = real_tiles(&corpus);
    let chosen = candidates(&tiles);
    assert_eq!(chosen.len(), COUNT);
    for (seed, (number, place)) in chosen.iter().enumerate() {
        let map = &mut tiles[*number].1;
        // Another one may have been painted over the border by now.
        if let Some((texture, near)) = fifth(map, *place) {
            paint_over(map, *place, near, texture, seed as u64 + 1);
        }
        assert_eq!(map.chunk(*place).unwrap().layers.len(), 5);
    }
    println!(
        "tile: chunks; change of the look and border: least covering dropped | for borders | for the look"
    );
    let mut won = 0;
    for (number, (name, map)) in tiles.iter().enumerate() {
        let places: Vec<ChunkPlace> = chosen
            .iter()
            .filter(|(at, _)| *at == number)
            .map(|(_, place)| *place)
            .collect();
        if places.is_empty() {
            continue;
        }
        let least = places.iter().map(|place| (*place, drop_least(map, *place)));
        let highest = places.iter().map(|place| (*place, vec![0, 1, 2, 3]));
        let (least, highest) = (cost(map, &least.collect()), cost(map, &highest.collect()));
        let solve = |aim| -> SlotPlan { solve_slots(map, &places, 4, aim) };
        let (borders, look) = (solve(SlotAim::Borders), solve(SlotAim::Look));
        for plan in [&borders, &look] {
            assert_eq!(plan.kept.len(), places.len());
            assert!(plan.kept.values().all(|kept| kept.len() <= 4));
            // Rounded to whole shares, a texel is off by less than one of 255 for each texture.
            let (change, border) = cost(map, &plan.kept);
            assert!(
                (plan.solved.change - change).abs() < 1e-9,
                "{change} {plan:?}"
            );
            let rounding = 64.0 * 8.0 * places.len() as f64;
            assert!(
                (plan.solved.border as f64 - border).abs() < rounding,
                "{border} {plan:?}"
            );
        }
        let (for_borders, for_look) = (cost(map, &borders.kept), cost(map, &look.kept));
        println!(
            "{name}: {}; {:.2} % and {:.0} | {:.2} % and {:.0} | {:.2} % and {:.0}",
            places.len(),
            least.0 * 100.0,
            least.1,
            for_borders.0 * 100.0,
            for_borders.1,
            for_look.0 * 100.0,
            for_look.1
        );
        let slack = 64.0 * 4.0 * places.len() as f64;
        assert!(for_look.0 <= least.0 + 1e-9 && for_look.1 <= least.1 + slack);
        assert!(for_borders.0 <= highest.0 + 1e-9 && for_borders.1 <= highest.1 + slack);
        assert!(
            for_borders.1 <= least.1 + slack,
            "{for_borders:?} {least:?}"
        );
        won += usize::from(for_borders.1 < least.1 - slack);
        // The same map, whatever the order of the places, gives the same choice.
        let mut turned = places.clone();
        turned.reverse();
        for (aim, plan) in [(SlotAim::Borders, &borders), (SlotAim::Look, &look)] {
            assert_eq!(&solve_slots(map, &turned, 4, aim), plan);
            assert_eq!(&solve_slots(&map.clone(), &places, 4, aim), plan);
        }
    }
    println!("borders are better than by dropping the least covering on {won} tiles");
}
