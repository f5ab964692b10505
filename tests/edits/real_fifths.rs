//! A fifth texture on full map chunks of real tiles: how many can make room, and what must hold where
//! they do.

use crate::corpus::Corpus;
use crate::ground_checks::{check_sums, shares_at};
use crate::made_ground::{ground_document, map_of};
use crate::op;
use crate::real_tiles::real_tiles;
use bonewright::edit::operator::PaintTextureLayer;
use bonewright::edit::{EntryFocus, FifthArgument, FifthCost, History};
use bonewright::terrain::{ChunkPlace, ChunkShares, ChunkTexel, TileMap, texel_sides};
use std::collections::BTreeMap;

/// Every so many full map chunks one is painted on.
const STEP: usize = 9;

fn full_chunks(map: &TileMap) -> Vec<ChunkPlace> {
    let full = map.chunks().filter(|(_, chunk)| chunk.layers.len() == 4);
    full.map(|(place, _)| place).collect()
}

/// Whether a texture below so many percent reaches no border: all that could give way without a
/// neighbour.
fn has_inner(map: &TileMap, place: ChunkPlace, below_percent: f32) -> bool {
    let shares = ChunkShares::of(map.blend, &map.chunk(place).unwrap().layers).unwrap();
    let mut means = shares.means().into_iter().enumerate();
    means.any(|(layer, mean)| mean * 100.0 < below_percent && shares.most_on_border(layer) == 0)
}

fn stroke(map: &TileMap, place: ChunkPlace, fifth: &FifthArgument) -> serde_json::Value {
    let [north, west, _] = map.chunk(place).unwrap().position;
    serde_json::json!({
        "texture": "tileset\\never\\seen.blp", "radius": 12,
        "samples": [{"position": [north - 14.0, west - 20.0]}],
        "fifth": serde_json::to_value(fifth).unwrap(),
    })
}

/// What is seen at a place.
fn seen(map: &TileMap, texel: ChunkTexel) -> BTreeMap<String, u32> {
    let mut shares = shares_at(map, texel.place, texel.column, texel.row);
    shares.retain(|_, share| *share > 0);
    shares
}

fn gap(one: &BTreeMap<String, u32>, other: &BTreeMap<String, u32>) -> u32 {
    let keys = one.keys().chain(other.keys());
    let share = |shares: &BTreeMap<String, u32>, key| shares.get(key).copied().unwrap_or(0);
    let off = keys.map(|key| share(one, key).abs_diff(share(other, key)));
    off.max().unwrap_or(0)
}

/// Borders that were whole are so within one step; map chunks beside one that made room are as they
/// were but for the line that they share. Gives how many texels of borders were compared.
fn check_around(before: &TileMap, after: &TileMap, place: ChunkPlace) -> usize {
    let mut compared = 0;
    for (near, chunk) in after.chunks() {
        let old = before.chunk(near).unwrap();
        if old.layers == chunk.layers {
            continue;
        }
        for row in 0..64 {
            for column in 0..64 {
                let texel = ChunkTexel {
                    place: near,
                    column,
                    row,
                };
                if ![0, 63].contains(&row) && ![0, 63].contains(&column) {
                    if near != place && old.layers.len() == chunk.layers.len() {
                        let alphas = |layers: &[bonewright::terrain::TextureLayer]| {
                            let alpha = layers.iter().map(|layer| {
                                let alpha = layer.alpha.as_ref();
                                alpha.map(|alpha| alpha.alpha(column, row))
                            });
                            alpha.collect::<Vec<_>>()
                        };
                        let is_same = alphas(&old.layers) == alphas(&chunk.layers);
                        assert!(is_same, "{near:?} beside {place:?} at {column}, {row}");
                    }
                    continue;
                }
                for side in texel_sides(texel) {
                    if side.place == near || after.chunk(side.place).is_none() {
                        continue;
                    }
                    if gap(&seen(before, texel), &seen(before, side)) <= 1 {
                        let found = gap(&seen(after, texel), &seen(after, side));
                        assert!(found <= 1, "{found} at {texel:?} and {side:?}");
                        compared += 1;
                    }
                }
            }
        }
    }
    compared
}

#[test]
fn full_map_chunks_of_real_tiles_make_room_and_no_border_breaks() {
    let Some(corpus) = Corpus::open() else { return };
    let (mut alone, mut now, mut all, mut painted, mut compared) = (0, 0, 0, 0, 0);
    for (name, map) in real_tiles(&corpus) {
        let full = full_chunks(&map);
        if full.is_empty() {
            continue;
        }
        let evict = |below_percent| FifthArgument::Evict { below_percent };
        let mut counts = Vec::new();
        for percent in [5.0, 101.0] {
            let before = full.iter().filter(|at| has_inner(&map, **at, percent));
            let with_neighbours = full.iter().filter(|place| {
                let stroke = stroke(&map, **place, &evict(percent));
                let stroke: PaintTextureLayer = serde_json::from_value(stroke).unwrap();
                matches!(stroke.fifth_cost(&map, **place), FifthCost::GivesWay { .. })
            });
            counts.push([before.count(), with_neighbours.count()]);
        }
        let [few, any] = [counts[0], counts[1]];
        println!(
            "{name}: of {} full map chunks {} could make room below 5 percent without neighbours, \
             {} can with; below any {} and {}",
            full.len(),
            few[0],
            few[1],
            any[0],
            any[1]
        );
        assert!(few[0] <= few[1] && any[0] <= any[1]);
        (alone, now, all) = (alone + any[0], now + any[1], all + full.len());
        let start = ground_document(map);
        let policies = [
            evict(101.0),
            FifthArgument::Solve {
                look_alikes: BTreeMap::new(),
            },
        ];
        for (number, place) in full.iter().step_by(STEP).enumerate() {
            let mut stroke = stroke(map_of(&start), *place, &policies[number % 2]);
            stroke["op"] = "paint_texture_layer".into();
            let mut document = start.clone();
            let mut history = History::default();
            let operator = op(&stroke.to_string());
            let focus = EntryFocus::default();
            let applied = history.apply(&mut document, &operator, focus).unwrap();
            assert_eq!(document.check_invariants(), []);
            check_sums(map_of(&document), map_of(&start), &name);
            compared += check_around(map_of(&start), map_of(&document), *place);
            painted += usize::from(crate::notes(&applied).contains("gave way"));
            while history.undo(&mut document).is_some() {}
            assert!(document == start, "{name} {place:?}");
        }
    }
    println!(
        "{alone} of {all} without neighbours, {now} with; {painted} painted, {compared} border \
         texels whole"
    );
    assert!(now > 3 * alone && now * 10 >= all * 9, "{now} of {all}");
    assert!(painted >= 10 && compared > 1000, "{painted} {compared}");
}
