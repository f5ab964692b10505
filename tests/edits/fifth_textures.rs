//! A fifth texture with every policy: random strokes over full map chunks, and what must hold after
//! each.

use crate::ground_checks::{check_borders, check_sums, share_at, shares_at};
use crate::ground_strokes::{
    StrokeGround, check_live, check_untouched, is_protected, random_stroke,
};
use crate::made_ground::{NAMES, Order, ground_document, made_ground, map_of};
use crate::random_operators::Dice;
use crate::{apply, op};
use bonewright::document::Document;
use bonewright::edit::operator::PaintTextureLayer;
use bonewright::edit::{
    EntryFocus, FifthArgument, FifthCost, GroundMemory, GroundSample, History, Operator,
    TerrainStroke,
};
use bonewright::terrain::{
    AlphaDepth, BlendRule, ChunkPlace, TileId, TileMap, first_texel, world_of_texel,
};
use std::collections::BTreeSet;

const RULES: [BlendRule; 2] = [BlendRule::Ordered, BlendRule::Weighted];

/// Pairs that may merge: single ones, a chain of two, and one that no map chunk has.
const PAIRS: [&[[usize; 2]]; 4] = [&[[1, 2]], &[[0, 1], [2, 3]], &[[3, 0]], &[[5, 0], [2, 1]]];

fn policy(dice: &mut Dice) -> serde_json::Value {
    match dice.below(9) {
        0 => serde_json::json!("refuse"),
        1 => serde_json::json!({"evict": {"below_percent": 30}}),
        2..4 => serde_json::json!({"evict": {"below_percent": 100}}),
        4 => serde_json::json!({"solve": {}}),
        5 => serde_json::json!({"solve": {"look_alikes": {NAMES[1]: NAMES[2]}}}),
        _ => {
            let pairs = PAIRS[dice.below(PAIRS.len())].iter();
            let pairs: serde_json::Map<String, serde_json::Value> = pairs
                .map(|[from, into]| (NAMES[*from].to_owned(), NAMES[*into].to_uppercase().into()))
                .collect();
            serde_json::json!({"merge": pairs})
        }
    }
}

/// A stroke with a fifth texture and a policy: painted, or in place of another.
fn fifth_stroke(dice: &mut Dice) -> serde_json::Value {
    let mut stroke = random_stroke(dice, &StrokeGround::made());
    let fields = stroke.as_object_mut().unwrap();
    for name in ["sharpen", "reach", "target"] {
        fields.remove(name);
    }
    let fifth = NAMES[4 + dice.below(2)];
    if dice.below(4) == 0 {
        fields.remove("texture");
        fields.insert("op".to_owned(), "paint_texture_swap".into());
        fields.insert("from".to_owned(), NAMES[dice.below(4)].into());
        fields.insert("to".to_owned(), fifth.into());
    } else {
        fields.insert("op".to_owned(), "paint_texture_layer".into());
        fields.insert("texture".to_owned(), fifth.into());
        fields.insert("target".to_owned(), [0.4, 1.0][dice.below(2)].into());
    }
    fields.insert("fifth".to_owned(), policy(dice));
    stroke
}

/// The map chunks that a stroke met and could not give the texture.
fn crowded(document: &Document, stroke: &serde_json::Value) -> BTreeSet<ChunkPlace> {
    let mut document = document.clone();
    let operator: Operator = op(&stroke.to_string());
    let mut live = TerrainStroke::begin(&document, operator, GroundMemory::default()).unwrap();
    let samples: Vec<GroundSample> = serde_json::from_value(stroke["samples"].clone()).unwrap();
    for sample in &samples {
        live.dab(&mut document, *sample);
    }
    let found = live.crowded().into_iter().collect();
    let _ = live.cancel(&mut document);
    found
}

/// A refused map chunk is as it was; where neighbours merged, textures of a pair may have gone into
/// one another on its border, where a texture left one may have left there, and nothing else.
fn check_refused(before: &TileMap, after: &TileMap, place: ChunkPlace, stroke: &serde_json::Value) {
    let (old, new) = (before.chunk(place).unwrap(), after.chunk(place).unwrap());
    if !stroke["fifth"].is_object() {
        assert!(old.layers == new.layers, "{place:?}: {stroke}");
        return;
    }
    let textures = |map: &TileMap| -> Vec<u32> {
        let layers = &map.chunk(place).unwrap().layers;
        layers.iter().map(|layer| layer.texture).collect()
    };
    assert_eq!(textures(before), textures(after), "{place:?}: {stroke}");
    let pairs = stroke["fifth"]["merge"].as_object();
    for row in 0..64 {
        for column in 0..64 {
            let was = shares_at(before, place, column, row);
            let is = shares_at(after, place, column, row);
            if was == is {
                continue;
            }
            let is_border = [0, 63].contains(&row) || [0, 63].contains(&column);
            assert!(is_border, "{place:?} {column} {row}: {stroke}");
            let Some(pairs) = pairs else {
                let left = |name: &str| {
                    let share = |shares: &std::collections::BTreeMap<String, u32>| {
                        shares.get(name).copied().unwrap_or(0)
                    };
                    share(&was) > 0 && share(&is) == 0
                };
                assert!(NAMES.iter().any(|name| left(name)), "{was:?} became {is:?}");
                continue;
            };
            let merged = pairs.iter().any(|(from, into)| {
                let into = into.as_str().unwrap().to_lowercase();
                let share = |shares: &std::collections::BTreeMap<String, u32>, name: &str| {
                    shares.get(name).copied().unwrap_or(0)
                };
                let both = share(&was, from) + share(&was, &into);
                share(&is, from) == 0 && share(&is, &into).abs_diff(both) <= 1
            });
            assert!(
                merged,
                "{place:?} {column} {row}: {was:?} became {is:?}: {stroke}"
            );
        }
    }
}

#[test]
fn every_policy_keeps_four_layers_whole_sums_and_borders_and_undoes_exactly() {
    let (mut merged, mut evicted, mut followed) = (0, 0, 0);
    let (mut solved, mut refused, mut landed) = (0, 0, 0);
    for (rule, order, seeds) in [
        (BlendRule::Ordered, Order::Mixed, 1..7),
        (BlendRule::Weighted, Order::Mixed, 11..16),
        (BlendRule::Weighted, Order::Same, 21..24),
    ] {
        let made = made_ground(rule, AlphaDepth::Eight, 4, order);
        let start = ground_document(made);
        for seed in seeds {
            let mut dice = Dice((seed as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
            let mut document = start.clone();
            let mut history = History::default();
            for _ in 0..2 {
                let stroke = fifth_stroke(&mut dice);
                let before = document.clone();
                let solves = stroke["fifth"]["solve"].is_object();
                let places = match solves {
                    // It is known only in the end what makes room.
                    true => BTreeSet::new(),
                    false => crowded(&before, &stroke),
                };
                let applied = history
                    .apply(
                        &mut document,
                        &op(&stroke.to_string()),
                        EntryFocus::default(),
                    )
                    .unwrap();
                let what = format!("{rule:?} {order:?} seed {seed}: {stroke}");
                assert_eq!(document.check_invariants(), [], "{what}");
                check_sums(map_of(&document), map_of(&before), &what);
                check_borders(map_of(&document), map_of(&before), &what);
                for place in &places {
                    check_refused(map_of(&before), map_of(&document), *place, &stroke);
                }
                check_untouched(map_of(&before), map_of(&document), &stroke);
                check_protected(map_of(&before), map_of(&document), &stroke);
                let told = crate::notes(&applied);
                if solves {
                    solved += usize::from(told.contains("changed beside the stroke"));
                } else {
                    check_live(&before, &document, &stroke);
                    assert_eq!(told.contains("nothing was painted"), !places.is_empty());
                }
                merged += usize::from(told.contains("looks like it"));
                evicted += usize::from(told.contains("gave way on"));
                followed += usize::from(told.contains("on the border of"));
                refused += places.len();
                landed += usize::from(document != before);
            }
            while history.undo(&mut document).is_some() {}
            assert!(document == start, "seed {seed}");
        }
    }
    assert!(
        merged >= 5 && evicted >= 5 && followed >= 8,
        "{merged} {evicted} {followed}"
    );
    assert!(
        solved >= 3 && refused >= 5 && landed >= 8,
        "{solved} {refused} {landed}"
    );
}

/// What is protected has its textures as they were, also on map chunks that made room.
fn check_protected(before: &TileMap, after: &TileMap, stroke: &serde_json::Value) {
    if !stroke["masks"]["protected"].is_array() {
        return;
    }
    for (place, chunk) in after.chunks() {
        if before.chunk(place) == Some(chunk) {
            continue;
        }
        let [left, top] = first_texel(place);
        for row in 0..64 {
            for column in 0..64 {
                let world = world_of_texel(left + column as i32, top + row as i32);
                if !is_protected(stroke, world) {
                    continue;
                }
                let seen = |map| {
                    let mut shares = shares_at(map, place, column, row);
                    shares.retain(|_, share| *share > 0);
                    shares
                };
                assert_eq!(
                    seen(before),
                    seen(after),
                    "{place:?} {column} {row}: {stroke}"
                );
            }
        }
    }
}

const MIDDLE: ChunkPlace = ChunkPlace {
    tile: TileId { x: 31, y: 31 },
    column: 15,
    row: 15,
};

#[test]
fn where_a_texture_goes_into_a_look_alike_neighbours_do_the_same_on_their_border_alone() {
    for rule in RULES {
        let made = made_ground(rule, AlphaDepth::Eight, 4, Order::Mixed);
        let start = ground_document(made);
        let mut document = start.clone();
        let stroke = serde_json::json!({
            "op": "paint_texture_layer", "texture": NAMES[4], "radius": 4, "falloff": "flat",
            "samples": [{"position": [10, 10]}],
            "fifth": {"merge": {NAMES[1]: NAMES[2]}},
        });
        let told = crate::notes(&crate::apply(&mut document, &stroke.to_string()).unwrap());
        assert!(told.contains("on the border of"), "{told}");
        let (before, after) = (map_of(&start), map_of(&document));
        let east = MIDDLE.shifted(1, 0).unwrap();
        let share = |map: &TileMap, column: usize, row: usize, texture: usize| {
            share_at(map, east, column, row, NAMES[texture])
        };
        let mut moved = 0;
        for row in 0..64 {
            let both = share(before, 0, row, 1) + share(before, 0, row, 2);
            assert_eq!(share(after, 0, row, 1), 0, "row {row}");
            assert_eq!(share(after, 0, row, 2), both, "row {row}");
            moved += usize::from(share(before, 0, row, 1) > 0);
            // A texel further in all is as it was.
            for texture in 0..4 {
                let (was, is) = (
                    share(before, 1, row, texture),
                    share(after, 1, row, texture),
                );
                if row > 0 && row < 63 {
                    assert_eq!(was, is, "row {row}");
                }
            }
        }
        assert!(moved > 10, "{moved}");
    }
}

#[test]
fn where_a_texture_gives_way_neighbours_lose_it_on_their_border_alone_and_in_the_same_way() {
    for rule in RULES {
        let start = ground_document(made_ground(rule, AlphaDepth::Eight, 4, Order::Mixed));
        let mut document = start.clone();
        let gone = 1;
        let stroke = serde_json::json!({
            "op": "paint_texture_layer", "texture": NAMES[4], "radius": 4, "falloff": "flat",
            "samples": [{"position": [10, 10]}],
            "fifth": {"chosen": [{"tile": [31, 31], "chunk": [15, 15], "texture": NAMES[gone]}]},
        });
        let told = crate::notes(&crate::apply(&mut document, &stroke.to_string()).unwrap());
        assert!(
            told.contains("a texture gave way on 1 map chunk: rock.blp"),
            "{told}"
        );
        let (before, after) = (map_of(&start), map_of(&document));
        let places = [(0, 0), (1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)];
        let mut lost = 0;
        for (east, south) in places {
            let place = MIDDLE.shifted(east, south).unwrap();
            for row in 0..64 {
                for column in 0..64 {
                    let is_shared = match (east, south) {
                        (0, 0) => true,
                        _ => {
                            let meets = |step: i32, at: usize| match step {
                                0 => true,
                                1 => at == 0,
                                _ => at == 63,
                            };
                            meets(east, column) && meets(south, row)
                        }
                    };
                    let old = shares_at(before, place, column, row);
                    let new = shares_at(after, place, column, row);
                    if !is_shared {
                        assert_eq!(old, new, "{place:?} {column} {row}");
                        continue;
                    }
                    if new.get(NAMES[4]).is_some_and(|share| *share > 0) {
                        continue;
                    }
                    // The others in proportion, to the nearest, whatever rounding adds up to.
                    let left = 255 - old[NAMES[gone]];
                    lost += usize::from(old[NAMES[gone]] > 0 && (east, south) != (0, 0));
                    assert_eq!(new.get(NAMES[gone]).copied().unwrap_or(0), 0);
                    for texture in [0, 2, 3].map(|texture| NAMES[texture]) {
                        let exact = 255.0 * f64::from(old[texture]) / f64::from(left);
                        let off = (f64::from(new[texture]) - exact).abs();
                        assert!(
                            off <= 1.0,
                            "{place:?} {column} {row}: {old:?} became {new:?}"
                        );
                    }
                }
            }
        }
        assert!(lost > 40, "{lost}");
    }
}

#[test]
fn solving_gives_up_what_changes_least_beside_the_stroke() {
    let start = ground_document(made_ground(
        BlendRule::Weighted,
        AlphaDepth::Eight,
        4,
        Order::Same,
    ));
    let map = map_of(&start);
    let mut gone = BTreeSet::new();
    for (at, radius) in [([16, 16], 4), ([8, 20], 9), ([24, 10], 12), ([16, 16], 15)] {
        let mut document = start.clone();
        let stroke = serde_json::json!({
            "op": "paint_texture_layer", "texture": NAMES[4], "radius": radius,
            "falloff": "flat", "samples": [{"position": at}], "fifth": {"solve": {}},
        });
        let operator: PaintTextureLayer = {
            let mut fields = stroke.clone();
            fields.as_object_mut().unwrap().remove("op");
            serde_json::from_value(fields).unwrap()
        };
        let solution = operator.fifth_solution(map).unwrap();
        assert!(solution.left.is_empty(), "{:?}", solution.left);
        assert!(solution.change() <= solution.change_of_least() + 1e-6);
        crate::apply(&mut document, &stroke.to_string()).unwrap();
        for way in &solution.taken {
            let place = way.choice.place();
            let covered =
                |column, row| u32::from(share_at(map_of(&document), place, column, row, NAMES[4]));
            // What each texture would lose where the stroke does not lie, worked out anew.
            let losses: Vec<f64> = (0..4)
                .map(|texture| {
                    let mut sum = 0.0;
                    let mut is_on_border = false;
                    for row in 0..64 {
                        for column in 0..64 {
                            let share =
                                f64::from(share_at(map, place, column, row, NAMES[texture]));
                            let left = 1.0 - f64::from(covered(column, row)) / 255.0;
                            sum += share / 255.0 * left;
                            let is_border = [0, 63].contains(&row) || [0, 63].contains(&column);
                            is_on_border |= is_border && share > 0.0;
                        }
                    }
                    sum / 4096.0 + if is_on_border { 0.01 } else { 0.0 }
                })
                .collect();
            let least = (0..4)
                .min_by(|a, b| losses[*a].total_cmp(&losses[*b]))
                .unwrap();
            let taken = NAMES
                .iter()
                .position(|name| name.eq_ignore_ascii_case(&way.choice.texture.replace('/', "\\")));
            let off = losses[taken.unwrap()] - losses[least];
            assert!(off < 1e-4, "{place:?}: {losses:?}, taken {:?}", way.choice);
            gone.insert(taken);
        }
    }
    assert!(gone.len() > 1, "always the same: {gone:?}");
}

#[test]
fn a_border_that_is_protected_keeps_textures_from_giving_way_over_it() {
    let start = ground_document(made_ground(
        BlendRule::Weighted,
        AlphaDepth::Eight,
        4,
        Order::Same,
    ));
    // All four sides of a map chunk, and nothing within.
    let side = 100.0 / 3.0;
    let wall = |min: [f32; 2], max: [f32; 2]| serde_json::json!({"min": min, "max": max});
    let walls = [
        wall([-0.1, -0.1], [0.1, side]),
        wall([side - 0.1, -0.1], [side + 0.1, side]),
        wall([-0.1, -0.1], [side, 0.1]),
        wall([-0.1, side - 0.1], [side, side + 0.1]),
    ];
    for fifth in [
        serde_json::json!({"evict": {"below_percent": 100}}),
        serde_json::json!({"solve": {}}),
    ] {
        let mut document = start.clone();
        let stroke = serde_json::json!({
            "op": "paint_texture_layer", "texture": NAMES[4], "radius": 4, "falloff": "flat",
            "samples": [{"position": [16, 16]}], "fifth": fifth,
            "masks": {"protected": walls},
        });
        let told = crate::notes(&crate::apply(&mut document, &stroke.to_string()).unwrap());
        assert!(
            told.contains("nothing was painted on 1 map chunk"),
            "{told}"
        );
        assert!(document == start, "{fifth}");
    }
}

#[test]
fn what_a_policy_would_give_up_is_told_before_and_is_what_the_stroke_gives_up() {
    let mut map = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 4, Order::Same);
    // A small spot of a texture in the middle of a map chunk: the only one that can give way.
    let three = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 3, Order::Same);
    map.chunk_mut(MIDDLE).unwrap().layers = three.chunk(MIDDLE).unwrap().layers.clone();
    let mut document = ground_document(map);
    let spot = serde_json::json!({
        "op": "paint_texture_layer", "texture": NAMES[4], "radius": 3, "falloff": "flat",
        "samples": [{"position": [16, 16]}],
    });
    crate::apply(&mut document, &spot.to_string()).unwrap();
    let cost = |fifth: FifthArgument| {
        let stroke: PaintTextureLayer = serde_json::from_value(serde_json::json!({
            "texture": NAMES[5], "radius": 3, "samples": [],
            "fifth": serde_json::to_value(&fifth).unwrap(),
        }))
        .unwrap();
        stroke.fifth_cost(map_of(&document), MIDDLE)
    };
    let evict = |below_percent| FifthArgument::Evict { below_percent };
    let FifthCost::GivesWay {
        texture,
        share,
        neighbours,
    } = cost(evict(50.0))
    else {
        panic!("{:?}", cost(evict(50.0)));
    };
    assert!(texture.eq_ignore_ascii_case(NAMES[4]), "{texture}");
    assert_eq!(neighbours, 0, "it reaches no border");
    // A disc of 3 yards in a square of 33.3 is about 2.5 percent.
    assert!((share - 0.0255).abs() < 0.004, "{share}");
    let below = share * 100.0;
    assert!(matches!(cost(evict(below - 0.1)), FifthCost::Refused(_)));
    assert!(matches!(cost(FifthArgument::Refuse), FifthCost::Refused(_)));
    let pair = [(NAMES[4].to_owned(), NAMES[0].to_owned())];
    let FifthCost::Merges { into, .. } = cost(FifthArgument::Merge(pair.into())) else {
        panic!("it merges");
    };
    assert!(into.eq_ignore_ascii_case(NAMES[0]));
    let unknown = [(NAMES[5].to_owned(), NAMES[0].to_owned())];
    let refused = cost(FifthArgument::Merge(unknown.into()));
    let FifthCost::Refused(reason) = refused else {
        panic!("{refused:?}");
    };
    assert!(reason.contains("no pair"), "{reason}");
    // The stroke does what was told.
    let mut after = document.clone();
    let stroke = serde_json::json!({
        "op": "paint_texture_layer", "texture": NAMES[5], "radius": 3, "falloff": "flat",
        "samples": [{"position": [16, 16]}], "fifth": {"evict": {"below_percent": 50}},
    });
    crate::apply(&mut after, &stroke.to_string()).unwrap();
    assert_eq!(share_at(map_of(&after), MIDDLE, 32, 32, NAMES[5]), 255);
    let all = (0..4096).all(|at| share_at(map_of(&after), MIDDLE, at % 64, at / 64, NAMES[4]) == 0);
    assert!(all, "the spot gave way");
    // What is protected can't give way.
    let mut kept = stroke;
    kept["masks"] = serde_json::json!({"protected": [{"min": [1, 1], "max": [4, 4]}]});
    let told = crate::notes(&crate::apply(&mut document.clone(), &kept.to_string()).unwrap());
    assert!(told.contains("nothing was painted"), "{told}");
}

#[test]
fn choices_for_map_chunks_that_are_not_there_or_have_one_are_refused() {
    let start = ground_document(made_ground(
        BlendRule::Weighted,
        AlphaDepth::Eight,
        4,
        Order::Same,
    ));
    let choice =
        |chunk: [u8; 2]| serde_json::json!({"tile": [31, 31], "chunk": chunk, "texture": NAMES[0]});
    let there = choice([15, 15]);
    for (choices, why) in [
        (vec![choice([40, 7])], "is not on the map"),
        (vec![there.clone(), there], "is named twice"),
    ] {
        let json = serde_json::json!({
            "op": "paint_texture_layer", "texture": NAMES[4], "radius": 4,
            "fifth": {"chosen": choices}, "samples": [{"position": [16, 16]}]});
        let mut document = start.clone();
        let refusal = apply(&mut document, &json.to_string()).unwrap_err();
        assert!(refusal.to_string().contains(why), "{refusal}");
    }
}
