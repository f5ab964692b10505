//! Borders of real tiles: what the audit finds there, and that it finds what is spoilt on purpose.

use std::collections::BTreeMap;

use bonewright::terrain::{
    ChunkPlace, SeamFault, SeamFinding, SeamSeverity, SeamSide, TileMap, audit_seams, weights_of,
};

use crate::corpus::Corpus;
use crate::random::Random;
use crate::real_tiles::real_tiles;

/// The shares of all textures at a texel, by their paths in lower case, worked out from the alphas.
fn shares(map: &TileMap, place: ChunkPlace, column: usize, row: usize) -> BTreeMap<Vec<u8>, u32> {
    let layers = &map.chunk(place).unwrap().layers;
    let above = layers.iter().skip(1);
    let alphas = above.map(|layer| {
        let alpha = layer.alpha.as_ref();
        alpha.map_or(0, |alpha| alpha.alpha(column, row))
    });
    let mut weights = vec![0; layers.len()];
    weights_of(map.blend, &alphas.collect::<Vec<_>>(), &mut weights);
    let mut shares = BTreeMap::new();
    for (layer, weight) in layers.iter().zip(weights) {
        let texture = map.tiles[&place.tile].texture_key(layer.texture);
        *shares.entry(texture.unwrap_or_default()).or_insert(0) += u32::from(weight);
    }
    shares
}

/// The largest difference of a share between two texels.
fn difference(one: &BTreeMap<Vec<u8>, u32>, other: &BTreeMap<Vec<u8>, u32>) -> u32 {
    let of = |shares: &BTreeMap<Vec<u8>, u32>, key: &Vec<u8>| shares.get(key).copied().unwrap_or(0);
    let keys = one.keys().chain(other.keys());
    keys.map(|key| of(one, key).abs_diff(of(other, key)))
        .max()
        .unwrap_or(0)
}

/// The findings by border and texture.
fn by_border(found: &[SeamFinding]) -> BTreeMap<(ChunkPlace, SeamSide, Vec<u8>), usize> {
    let keyed = found.iter().map(|finding| {
        let key = (finding.place, finding.side, finding.texture.clone());
        (key, finding.texel_count)
    });
    keyed.collect()
}

#[test]
fn what_breaks_off_on_the_borders_of_real_tiles_is_what_the_alphas_say() {
    let Some(corpus) = Corpus::open() else { return };
    for (name, map) in real_tiles(&corpus) {
        let found = audit_seams(&map);
        let count = |fault| found.iter().filter(|seam| seam.fault == fault).count();
        let visible = found
            .iter()
            .filter(|seam| seam.severity == SeamSeverity::Visible);
        println!(
            "{name}: {} breaks on borders, {} of them visible; {} differ, {} are missing next door, \
             {} are missing here",
            found.len(),
            visible.count(),
            count(SeamFault::Differs),
            count(SeamFault::MissingNextDoor),
            count(SeamFault::MissingHere),
        );
        // Every texel of every border, counted anew.
        let torn: usize = map
            .chunks()
            .flat_map(|(place, _)| {
                let sides = [(1, 0), (0, 1)];
                sides.map(|(columns, rows)| (place, place.shifted(columns, rows), columns == 1))
            })
            .filter_map(|(place, next, is_east)| Some((place, next?, is_east)))
            .filter(|(_, next, _)| map.chunk(*next).is_some())
            .map(|(place, next, is_east)| {
                let texels = (0..64).filter(|along| {
                    let (here, there) = match is_east {
                        true => ((63, *along), (0, *along)),
                        false => ((*along, 63), (*along, 0)),
                    };
                    let here = shares(&map, place, here.0, here.1);
                    difference(&here, &shares(&map, next, there.0, there.1)) > 1
                });
                texels.count()
            })
            .sum();
        let long = |seam: &&SeamFinding| matches!(seam.side, SeamSide::East | SeamSide::South);
        let found: usize = found.iter().filter(long).map(|seam| seam.texel_count).sum();
        // A torn texel has at least one texture that differs by more than the tolerance.
        assert!(found >= torn, "{name}: {found} and {torn}");
        assert_eq!(found > 0, torn > 0, "{name}");
    }
}

#[test]
fn fifty_defects_on_real_tiles_are_all_found_where_they_are() {
    let Some(corpus) = Corpus::open() else { return };
    let mut random = Random(11);
    let mut tiles: Vec<_> = real_tiles(&corpus);
    tiles.retain(|(_, map)| map.chunks().any(|(_, chunk)| chunk.layers.len() > 1));
    let (mut spoilt, mut tries) = (0, 0);
    let before: Vec<_> = tiles.iter().map(|(_, map)| audit_seams(map)).collect();
    let mut defects: Vec<(usize, ChunkPlace, ChunkPlace, SeamSide, usize)> = Vec::new();
    while spoilt < 50 {
        tries += 1;
        assert!(tries < 200_000, "only {spoilt} places could be spoilt");
        let tile = random.below(tiles.len());
        let map = &mut tiles[tile].1;
        let places: Vec<ChunkPlace> = map.chunks().map(|(place, _)| place).collect();
        let place = places[random.below(places.len())];
        let is_near = |other: &ChunkPlace| {
            other.tile == place.tile
                && other.column.abs_diff(place.column) < 3
                && other.row.abs_diff(place.row) < 3
        };
        if defects
            .iter()
            .any(|defect| defect.0 == tile && is_near(&defect.1))
        {
            continue;
        }
        // A texel of the eastern or southern border, no corner, where both sides agree.
        let along = 1 + random.below(62);
        let (side, step, here, there) = match random.below(2) {
            0 => (SeamSide::East, (1, 0), (63, along), (0, along)),
            _ => (SeamSide::South, (0, 1), (along, 63), (along, 0)),
        };
        let Some(next) = place
            .shifted(step.0, step.1)
            .filter(|next| map.chunk(*next).is_some())
        else {
            continue;
        };
        let own = shares(map, place, here.0, here.1);
        if difference(&own, &shares(map, next, there.0, there.1)) > 1 {
            continue;
        }
        let layers = &mut map.chunk_mut(place).unwrap().layers;
        let Some(alpha) = layers.last_mut().and_then(|layer| layer.alpha.as_mut()) else {
            continue;
        };
        // Three steps of four bits.
        let texel = &mut alpha.texels_mut()[here.1 * 64 + here.0];
        *texel = if *texel > 127 {
            *texel - 51
        } else {
            *texel + 51
        };
        defects.push((tile, place, next, side, along));
        spoilt += 1;
    }
    let mut spread = BTreeMap::new();
    for (number, (name, map)) in tiles.iter().enumerate() {
        let (old, new) = (by_border(&before[number]), by_border(&audit_seams(map)));
        let mine = defects.iter().filter(|defect| defect.0 == number);
        for (_, place, next, side, along) in mine.clone() {
            let worse = new.iter().filter(|(key, count)| {
                let is_there = (key.0, key.1) == (*place, *side);
                is_there && **count > old.get(*key).copied().unwrap_or(0)
            });
            let worse = worse.count();
            assert!(
                worse >= 2,
                "{name}: {place:?} and {next:?} at {along}: {worse}"
            );
            *spread.entry(name.clone()).or_insert(0) += 1;
        }
        // And nothing else was found.
        let changed = new
            .iter()
            .filter(|(key, count)| old.get(*key) != Some(*count));
        for ((place, side, _), _) in changed {
            let is_mine = mine
                .clone()
                .any(|defect| (defect.1, defect.3) == (*place, *side));
            assert!(is_mine, "{name}: {place:?} {side:?}");
        }
    }
    println!("50 of 50 defects were found: {spread:?}");
}
