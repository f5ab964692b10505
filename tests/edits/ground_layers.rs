//! Operators on whole layers of tiles: what they do to the look, and that it is told.

use crate::ground_checks::{check_borders, check_sums, share_at, shares_at};
use crate::made_ground::{NAMES, Order, ground_document, layers_of, made_ground, map_of};
use crate::{apply, notes};
use bonewright::document::Document;
use bonewright::terrain::{
    AlphaDepth, BlendRule, ChunkPlace, SlotAim, TileId, TileMap, TileTexture, audit_seams,
    solve_slots,
};

const MIDDLE: ChunkPlace = ChunkPlace {
    tile: TileId { x: 31, y: 31 },
    column: 15,
    row: 15,
};
const RULES: [BlendRule; 2] = [BlendRule::Ordered, BlendRule::Weighted];

fn run(document: &mut Document, json: serde_json::Value) -> String {
    let before = map_of(document).clone();
    let told = notes(&apply(document, &json.to_string()).unwrap());
    check_sums(map_of(document), &before, &json.to_string());
    told
}

fn shares(map: &TileMap, name: &str) -> Vec<u8> {
    let at = |at: usize| share_at(map, MIDDLE, at % 64, at / 64, name);
    (0..4096).map(at).collect()
}

fn textures_of(document: &Document, place: ChunkPlace) -> Vec<String> {
    let map = map_of(document);
    let list = &map.tiles[&place.tile].textures;
    let layers = map.chunk(place).unwrap().layers.iter();
    layers
        .map(|layer| {
            list[layer.texture as usize]
                .path_text()
                .to_lowercase()
                .replace('/', "\\")
        })
        .collect()
}

#[test]
fn moving_a_layer_anywhere_leaves_the_look_as_it_is() {
    for rule in RULES {
        let start = ground_document(made_ground(rule, AlphaDepth::Eight, 4, Order::Same));
        for to in 0..4 {
            let mut document = start.clone();
            let told = run(
                &mut document,
                serde_json::json!({"op": "move_texture_layer", "texture": NAMES[1], "to": to}),
            );
            let place = textures_of(&document, MIDDLE);
            assert_eq!(place.iter().position(|name| name == NAMES[1]), Some(to));
            for name in &NAMES[..4] {
                assert_eq!(
                    shares(map_of(&document), name),
                    shares(map_of(&start), name)
                );
            }
            // Clutter grows on the same textures as before.
            let clutter = |document: &Document, cell: usize| {
                let row = map_of(document).chunk(MIDDLE).unwrap().clutter_layers[0];
                textures_of(document, MIDDLE)[usize::from(row >> (2 * cell) & 3)].clone()
            };
            for cell in 0..8 {
                assert_eq!(clutter(&document, cell), clutter(&start, cell));
            }
            assert_eq!(told.contains("other place"), to == 1, "{told}");
        }
    }
}

#[test]
fn moving_a_layer_of_four_bits_stays_within_what_it_tells() {
    for rule in RULES {
        let mut map = made_ground(rule, AlphaDepth::Four, 2, Order::Same);
        let chunk = map.chunk_mut(MIDDLE).unwrap();
        chunk.layers = layers_of(
            rule,
            AlphaDepth::Four,
            &[0, 1, 2, 3],
            |layer, column, row| {
                let (a, b) = ((column / 8) as u8 * 17, (row / 8) as u8 * 9);
                [255 - a - b - 20, a, b, 20][layer]
            },
        );
        let start = ground_document(map);
        let mut document = start.clone();
        let told = run(
            &mut document,
            serde_json::json!({"op": "move_texture_layer", "texture": NAMES[3], "to": 1}),
        );
        let most = NAMES[..4].iter().flat_map(|name| {
            let (before, after) = (
                shares(map_of(&start), name),
                shares(map_of(&document), name),
            );
            let off: Vec<u8> = before
                .iter()
                .zip(&after)
                .map(|(a, b)| a.abs_diff(*b))
                .collect();
            off
        });
        let most = most.max().unwrap();
        assert!(most <= 24, "{most}");
        if most > 0 {
            assert!(
                told.contains(&format!("off by {most} of 255")),
                "{most}: {told}"
            );
        }
    }
}

#[test]
fn layers_are_removed_swapped_and_merged_and_shares_go_where_they_should() {
    let start = ground_document(made_ground(
        BlendRule::Weighted,
        AlphaDepth::Eight,
        3,
        Order::Mixed,
    ));
    let before: Vec<Vec<u8>> = NAMES[..3]
        .iter()
        .map(|name| shares(map_of(&start), name))
        .collect();
    let mut document = start.clone();
    run(
        &mut document,
        serde_json::json!({"op": "remove_texture_layer", "texture": NAMES[1]}),
    );
    let grass = shares(map_of(&document), NAMES[0]);
    assert_eq!(shares(map_of(&document), NAMES[1]), [0; 4096]);
    for (at, found) in grass.iter().enumerate() {
        let (a, b) = (f64::from(before[0][at]), f64::from(before[2][at]));
        if a + b > 0.0 {
            let exact = 255.0 * a / (a + b);
            assert!(
                (f64::from(*found) - exact).abs() <= 0.51,
                "{found}, not {exact}"
            );
        }
    }
    check_borders(map_of(&document), map_of(&start), "removed");

    let mut document = start.clone();
    let told = run(
        &mut document,
        serde_json::json!({"op": "merge_texture_layers", "from": NAMES[1], "into": NAMES[2]}),
    );
    assert!(told.contains("only the first"), "{told}");
    let merged = shares(map_of(&document), NAMES[2]);
    for (at, found) in merged.iter().enumerate() {
        assert_eq!(*found, before[1][at] + before[2][at]);
    }

    let mut document = start.clone();
    let told = run(
        &mut document,
        serde_json::json!({"op": "swap_texture", "from": NAMES[1], "to": "Tileset/New.blp",
            "scope": {"tiles": [[31, 31]]}}),
    );
    assert_eq!(told, "");
    assert_eq!(shares(map_of(&document), "tileset\\new.blp"), before[1]);
    let list = &map_of(&document).tiles[&MIDDLE.tile].textures;
    assert_eq!(list.last().unwrap().path, b"Tileset\\New.blp");
    let other = &map_of(&document).tiles[&TileId { x: 32, y: 32 }];
    assert_eq!(*other, map_of(&start).tiles[&TileId { x: 32, y: 32 }]);

    let mut document = start.clone();
    let one = serde_json::json!({"chunks": [[31, 31, 15, 15]]});
    run(
        &mut document,
        serde_json::json!({"op": "set_base_texture", "texture": NAMES[3], "scope": one}),
    );
    assert_eq!(textures_of(&document, MIDDLE)[0], NAMES[3]);
    let base = textures_of(&start, MIDDLE)[0].clone();
    assert_eq!(
        shares(map_of(&document), NAMES[3]),
        shares(map_of(&start), &base)
    );
}

#[test]
fn unused_layers_and_textures_go_and_nothing_else_changes() {
    let mut map = made_ground(BlendRule::Ordered, AlphaDepth::Eight, 2, Order::Same);
    let chunk = map.chunk_mut(MIDDLE).unwrap();
    chunk.layers = layers_of(
        BlendRule::Ordered,
        AlphaDepth::Eight,
        &[3, 0, 1],
        |layer, column, _| [0, 255 - column as u8, column as u8][layer],
    );
    let start = ground_document(map);
    let mut document = start.clone();
    let told = run(
        &mut document,
        serde_json::json!({"op": "drop_unused_layers"}),
    );
    assert_eq!(textures_of(&document, MIDDLE), [NAMES[0], NAMES[1]]);
    // Each of the four lists had five textures, of which two are in use.
    assert!(
        told.contains("1 layers of 1 map chunk and 12 textures"),
        "{told}"
    );
    for (place, _) in map_of(&start)
        .chunks()
        .filter(|(_, chunk)| chunk.layers.len() > 1)
    {
        for at in [0, 31, 63] {
            let (mut before, after) = (
                shares_at(map_of(&start), place, at, at),
                shares_at(map_of(&document), place, at, at),
            );
            before.remove(NAMES[3]);
            assert_eq!(before, after, "{place:?}");
        }
    }
}

#[test]
fn flags_are_set_on_one_texture_and_those_of_the_file_are_refused() {
    let start = ground_document(made_ground(
        BlendRule::Ordered,
        AlphaDepth::Eight,
        2,
        Order::Same,
    ));
    let mut document = start.clone();
    run(
        &mut document,
        serde_json::json!({"op": "set_layer_flags", "texture": NAMES[1], "set": 0x40,
            "ground_effect": 9}),
    );
    let layers = &map_of(&document).chunk(MIDDLE).unwrap().layers;
    let found: Vec<(u32, i32)> = layers
        .iter()
        .map(|l| (l.flags.0, l.ground_effect))
        .collect();
    assert_eq!(found, [(0, 0), (0x140, 9)]);
    let json = r#"{"op":"set_layer_flags","texture":"a","set":256}"#;
    let refusal = apply(&mut document, json).unwrap_err().to_string();
    assert!(refusal.contains("alpha map"), "{refusal}");
}

#[test]
fn seams_heal_as_far_as_layers_allow_and_both_counts_are_told() {
    let mut map = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 3, Order::Mixed);
    let layers = &mut map.chunk_mut(MIDDLE).unwrap().layers;
    for texel in layers[2].alpha.as_mut().unwrap().texels_mut() {
        *texel /= 2;
    }
    let before = audit_seams(&map).len();
    let mut document = ground_document(map);
    let told = run(&mut document, serde_json::json!({"op": "heal_seams"}));
    let after = audit_seams(map_of(&document)).len();
    assert!(before > 0 && after < before, "{before} {after}");
    assert!(told.contains(&format!("{before} breaks")), "{told}");
    let left = match after {
        0 => "none is left".to_owned(),
        _ => format!("{after} are left"),
    };
    assert!(told.contains(&left), "{told}");
}

#[test]
fn healing_goes_on_until_no_more_is_gained() {
    for depth in [AlphaDepth::Four, AlphaDepth::Eight] {
        let mut map = made_ground(BlendRule::Weighted, depth, 3, Order::Mixed);
        let layers = &mut map.chunk_mut(MIDDLE).unwrap().layers;
        for texel in layers[1].alpha.as_mut().unwrap().texels_mut() {
            *texel /= 2;
        }
        let mut document = ground_document(map);
        run(&mut document, serde_json::json!({"op": "heal_seams"}));
        let once = audit_seams(map_of(&document)).len();
        run(&mut document, serde_json::json!({"op": "heal_seams"}));
        assert_eq!(audit_seams(map_of(&document)).len(), once);
    }
}

#[test]
fn a_map_chunk_without_any_texture_is_named_and_stops_nothing_beside_it() {
    let mut map = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 3, Order::Same);
    map.chunk_mut(MIDDLE).unwrap().layers.clear();
    let mut document = ground_document(map);
    let paint = serde_json::json!({"op": "paint_texture_layer", "texture": NAMES[1],
        "radius": 30, "strength": 1, "falloff": "flat", "fifth": {"solve": {}},
        "samples": [{"position": [16.7, 16.7]}]});
    let told = notes(&apply(&mut document, &paint.to_string()).unwrap());
    assert!(told.contains("1 map chunk without any texture"), "{told}");
    assert!(!told.contains("no further texture"), "{told}");
    let west = ChunkPlace {
        column: 14,
        ..MIDDLE
    };
    for column in [50, 62, 63] {
        assert_eq!(
            share_at(map_of(&document), west, column, 32, NAMES[1]),
            255,
            "{column}"
        );
    }
    let heal = r#"{"op":"heal_seams"}"#;
    let told = notes(&apply(&mut document, heal).unwrap());
    assert!(told.contains("without any texture of their own"), "{told}");
    assert!(
        map_of(&document)
            .chunk(MIDDLE)
            .is_some_and(|chunk| chunk.layers.is_empty())
    );
}

#[test]
fn slots_are_solved_no_worse_than_by_dropping_the_highest_and_always_alike() {
    for rule in RULES {
        let mut map = made_ground(rule, AlphaDepth::Eight, 3, Order::Mixed);
        for tile in map.tiles.values_mut() {
            tile.textures.push(TileTexture {
                path: NAMES[5].into(),
                flags: 0,
            });
        }
        // Six textures each, in other orders.
        let places: Vec<ChunkPlace> = map.chunks().map(|(place, _)| place).collect();
        let near = places
            .iter()
            .filter(|place| map.chunk(**place).unwrap().layers.len() > 1);
        let near: Vec<ChunkPlace> = near.take(12).copied().collect();
        for (index, place) in near.iter().enumerate() {
            let textures: Vec<u32> = (0..6).map(|layer| (layer + index as u32) % 6).collect();
            map.chunk_mut(*place).unwrap().layers =
                layers_of(rule, AlphaDepth::Eight, &textures, |layer, column, row| {
                    let texture = textures[layer];
                    let own = [90, 5, 40, 0, 30, 0][texture as usize];
                    let wave = if column > row { 45 } else { 0 };
                    match texture {
                        3 => 90 - wave,
                        5 => wave,
                        _ => own,
                    }
                });
        }
        let plan = solve_slots(&map, &places, 4, SlotAim::Borders);
        assert_eq!(plan.kept.len(), near.len());
        assert!(plan.solved.change <= plan.naive.change, "{plan:?}");
        assert!(plan.solved.border <= plan.naive.border, "{plan:?}");
        assert!(plan.solved != plan.naive, "it found nothing better");
        assert_eq!(plan, solve_slots(&map, &places, 4, SlotAim::Borders));
        let start = ground_document(map);
        let mut document = start.clone();
        let told = run(
            &mut document,
            serde_json::json!({"op": "solve_slots", "aim": "borders"}),
        );
        assert!(told.contains("difference on borders"), "{told}");
        // What it says it changed is what changed.
        let (mut lost, mut texels) = (0u64, 0u64);
        for place in &near {
            assert_eq!(map_of(&document).chunk(*place).unwrap().layers.len(), 4);
            for at in 0..4096 {
                let before = shares_at(map_of(&start), *place, at % 64, at / 64);
                let after = shares_at(map_of(&document), *place, at % 64, at / 64);
                let gone = before.iter().map(|(name, share)| {
                    let left = after.get(name).copied().unwrap_or(0);
                    u64::from(share.saturating_sub(left))
                });
                lost += gone.sum::<u64>();
                texels += 255;
            }
        }
        let found = lost as f64 / texels as f64;
        assert!(
            (found - plan.solved.change).abs() < 0.01,
            "{found} {plan:?}"
        );
    }
}
