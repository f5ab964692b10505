//! What must hold of every map of tiles, worked out from the alphas alone.

use bonewright::terrain::{BlendRule, ChunkPlace, ChunkTexel, TileMap, texel_sides, weights_of};
use std::collections::BTreeMap;

/// The share of each texture at a texel, by its path in lower case.
pub fn shares_at(
    map: &TileMap,
    place: ChunkPlace,
    column: usize,
    row: usize,
) -> BTreeMap<String, u32> {
    let tile = &map.tiles[&place.tile];
    let layers = &map.chunk(place).unwrap().layers;
    let above = layers.iter().skip(1);
    let alphas: Vec<u8> = above
        .map(|layer| {
            layer
                .alpha
                .as_ref()
                .map_or(0, |alpha| alpha.alpha(column, row))
        })
        .collect();
    let mut weights = vec![0; layers.len()];
    weights_of(map.blend, &alphas, &mut weights);
    let mut shares = BTreeMap::new();
    for (layer, weight) in layers.iter().zip(weights) {
        let path = tile.textures[layer.texture as usize].path_text();
        let path = path.to_lowercase().replace('/', "\\");
        *shares.entry(path).or_insert(0) += u32::from(weight);
    }
    shares
}

/// The share of one texture at a texel.
pub fn share_at(map: &TileMap, place: ChunkPlace, column: usize, row: usize, name: &str) -> u8 {
    let shares = shares_at(map, place, column, row);
    shares.get(name).copied().unwrap_or(0) as u8
}

/// Whether a map chunk has other layers than in the map before.
fn is_new(map: &TileMap, before: &TileMap, place: ChunkPlace) -> bool {
    let layers = |map: &TileMap| map.chunk(place).map(|chunk| chunk.layers.clone());
    layers(map) != layers(before)
}

/// Of what changed: all shares sum to 255, alphas are what their form can hold, and no map chunk has a fifth layer.
#[track_caller]
pub fn check_sums(map: &TileMap, before: &TileMap, what: &str) {
    for (place, chunk) in map.chunks() {
        if !is_new(map, before, place) {
            continue;
        }
        assert!((1..=4).contains(&chunk.layers.len()), "{place:?} {what}");
        if chunk.layers.len() == 1 {
            continue;
        }
        for row in 0..64 {
            for column in 0..64 {
                let mut texel = [0; 3];
                for (alpha, layer) in texel.iter_mut().zip(chunk.layers.iter().skip(1)) {
                    *alpha = layer.alpha.as_ref().unwrap().alpha(column, row);
                }
                let alphas = &texel[..chunk.layers.len() - 1];
                let mut weights = [0; 4];
                let weights = &mut weights[..chunk.layers.len()];
                weights_of(map.blend, alphas, weights);
                let sum: u32 = weights.iter().map(|weight| u32::from(*weight)).sum();
                assert_eq!(sum, 255, "{place:?} {column} {row} {what}");
                if map.blend == BlendRule::Weighted {
                    let sum: u32 = alphas.iter().map(|alpha| u32::from(*alpha)).sum();
                    assert!(sum <= 255, "{place:?} {column} {row} {what}");
                }
            }
        }
    }
}

/// On every border of what changed the shares of a texture that both sides have differ by at most 1.
#[track_caller]
pub fn check_borders(map: &TileMap, before: &TileMap, what: &str) {
    let places = map.chunks().map(|(place, _)| place);
    for place in places.filter(|place| is_new(map, before, *place)) {
        for along in 0..64 {
            for (column, row) in [(63, along), (along, 63), (0, along), (along, 0)] {
                let here = shares_at(map, place, column, row);
                for side in texel_sides(ChunkTexel { place, column, row }) {
                    if side.place == place || map.chunk(side.place).is_none() {
                        continue;
                    }
                    if is_edge_of_made(place) || is_edge_of_made(side.place) {
                        continue;
                    }
                    let there = shares_at(map, side.place, side.column, side.row);
                    for (texture, share) in &here {
                        if let Some(other) = there.get(texture) {
                            assert!(
                                share.abs_diff(*other) <= 1,
                                "{texture} at {place:?} {column} {row} is {share}, next door {other}: {what}"
                            );
                        }
                    }
                }
            }
        }
    }
}

/// Whether a map chunk lies where the made maps stop, with a seam of their own.
fn is_edge_of_made(place: ChunkPlace) -> bool {
    let column = (i32::from(place.tile.x) - 31) * 16 + i32::from(place.column) - 16;
    let row = (i32::from(place.tile.y) - 31) * 16 + i32::from(place.row) - 16;
    !(-4..=4).contains(&column) || !(-4..=4).contains(&row)
}
