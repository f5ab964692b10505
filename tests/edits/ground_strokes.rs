//! Strokes on the textures of tiles: random brushes over generated maps, and what must hold after
//! each.

use crate::ground_checks::{check_borders, check_sums, share_at};
use crate::made_ground::{NAMES, Order, ground_document, made_ground, map_of};
use crate::op;
use crate::random_operators::Dice;
use bonewright::document::Document;
use bonewright::edit::{EntryFocus, GroundMemory, GroundSample, History, Operator, TerrainStroke};
use bonewright::terrain::{
    AlphaDepth, BlendRule, ChunkPlace, ChunkTexel, TileMap, first_texel, texel_sides,
    world_of_texel,
};

const RULES: [BlendRule; 2] = [BlendRule::Ordered, BlendRule::Weighted];

/// Where strokes are made, and with what.
pub struct StrokeGround {
    /// The corner of map chunks, or of tiles, near which they are.
    pub corner: [f32; 2],
    /// How high the ground is there.
    pub height: f32,
    /// The textures that are painted.
    pub textures: Vec<String>,
}

impl StrokeGround {
    /// The corner that the four tiles of the made map share.
    pub fn made() -> Self {
        let textures = [0, 1, 2, 3, 3, 4, 5].map(|texture| NAMES[texture].to_owned());
        Self {
            corner: [0.0; 2],
            height: 0.0,
            textures: textures.to_vec(),
        }
    }
}

/// A stroke near a corner: dabs of yards, or over several map chunks.
pub fn random_stroke(dice: &mut Dice, ground: &StrokeGround) -> serde_json::Value {
    let coin = |dice: &mut Dice, yes: usize| dice.below(100) < yes;
    let radius = [1.5, 4.0, 11.0, 26.0][dice.below(4)];
    let [north, west] = ground.corner;
    let samples: Vec<serde_json::Value> = (0..1 + dice.below(4))
        .map(|_| {
            let x = dice.below(1200) as f32 / 10.0 - 60.0;
            let y = dice.below(1200) as f32 / 10.0 - 60.0;
            // Often on a border, or on the corner itself.
            let snap = |at: f32, dice: &mut Dice| if coin(dice, 30) { 0.0 } else { at };
            let position = [north + snap(x, dice), west + snap(y, dice)];
            let mut sample = serde_json::json!({
                "position": position, "pressure": (1 + dice.below(10)) as f32 / 10.0
            });
            if coin(dice, 30) {
                sample["turn_deg"] = serde_json::json!(dice.below(360));
                sample["scale"] = serde_json::json!((3 + dice.below(8)) as f32 / 10.0);
            }
            sample
        })
        .collect();
    let mut masks = serde_json::json!({});
    if coin(dice, 12) {
        masks["slope"] = serde_json::json!({"from_deg": 5, "to_deg": 25, "soft_deg": 8, "invert": coin(dice, 50)});
    }
    if coin(dice, 12) {
        let from = ground.height - 2.0;
        masks["height"] = serde_json::json!({"from": from, "to": from + 7.0, "soft": 1.5});
    }
    if coin(dice, 12) {
        masks["only_textures"] = serde_json::json!([ground.textures[dice.below(3)]]);
    }
    if coin(dice, 12) {
        masks["never_textures"] =
            serde_json::json!([ground.textures[dice.below(3)].to_uppercase()]);
    }
    if coin(dice, 12) {
        masks["protected"] = serde_json::json!([
            {"min": [north - 20.0, west - 10.0], "max": [north + 15.0, west + 40.0]}
        ]);
    }
    let mut stroke = serde_json::json!({
        "radius": radius,
        "strength": ([0.1, 0.5, 1.0][dice.below(3)]),
        "hardness": ([0.0, 0.5, 1.0][dice.below(3)]),
        "falloff": (["smooth", "linear", "flat", "sharp"][dice.below(4)]),
        "accumulate": coin(dice, 50),
        "shape": (["circle", "square", "diamond"][dice.below(3)]),
        "samples": samples,
        "masks": masks,
    });
    if coin(dice, 40) {
        stroke["tip"] = random_tip(dice);
    }
    if coin(dice, 30) {
        let kinds = ["west_east".into(), "north_south".into(), "four_way".into()];
        let turns = [2, 3, 4].map(|count| serde_json::json!({"turn": count}));
        let kinds: Vec<serde_json::Value> = kinds.into_iter().chain(turns).collect();
        stroke["symmetry"] = serde_json::json!({"kind": kinds[dice.below(6)]});
        // The middle of the made map is its own centre.
        if coin(dice, 50) || ground.corner != [0.0; 2] {
            let centre = [north + dice.below(9) as f32, west - 7.0];
            stroke["symmetry"]["centre"] = serde_json::json!(centre);
        }
        stroke["seed"] = serde_json::json!(dice.below(100));
    }
    if coin(dice, 70) {
        stroke["op"] = "paint_texture_layer".into();
        stroke["texture"] = ground.textures[dice.below(ground.textures.len())]
            .as_str()
            .into();
        stroke["target"] = serde_json::json!(([0.0, 0.4, 1.0][dice.below(3)]));
        match dice.below(4) {
            0 => stroke["fifth"] = serde_json::json!({"evict": {"below_percent": 30}}),
            1 => stroke["fifth"] = "refuse".into(),
            _ => {}
        }
    } else {
        stroke["op"] = "smooth_texture_layers".into();
        stroke["sharpen"] = coin(dice, 30).into();
        stroke["reach"] = serde_json::json!(1 + dice.below(3));
    }
    stroke
}

/// A picture, a stretch, or spray.
fn random_tip(dice: &mut Dice) -> serde_json::Value {
    let mut tip = serde_json::json!({});
    let made = ["blots", "cracks", "cloud", "stipple"];
    if dice.below(2) == 0 {
        tip["picture"] = made[dice.below(4)].into();
    }
    if dice.below(2) == 0 {
        tip["aspect"] = serde_json::json!([0.2, 0.5, 0.9][dice.below(3)]);
        tip["angle_deg"] = serde_json::json!(dice.below(360));
    }
    if dice.below(2) == 0 {
        let fleck = [0.4, 2.0, 9.0][dice.below(3)];
        tip["spray"] = serde_json::json!({"density": 0.6, "core": 0.2, "fleck": fleck});
    }
    tip
}

/// Whether a dab of the stroke can reach a place: the dab itself, or one that its symmetry makes.
pub fn is_reached(stroke: &serde_json::Value, place: [f32; 2]) -> bool {
    // Where a symmetry paints at a copy of a place, the place's own copies are painted too.
    let symmetry = &stroke["symmetry"];
    let number = |value: &serde_json::Value| value.as_f64().unwrap_or(0.0) as f32;
    let centre = [&symmetry["centre"][0], &symmetry["centre"][1]].map(number);
    let [x, y] = [place[0] - centre[0], place[1] - centre[1]];
    let at = |x: f32, y: f32| [centre[0] + x, centre[1] + y];
    let places = match symmetry["kind"].as_str() {
        _ if symmetry.is_null() => vec![place],
        // On tiles x goes north.
        Some("west_east") => vec![place, at(x, -y)],
        Some("north_south") => vec![place, at(-x, y)],
        Some(_) => vec![place, at(x, -y), at(-x, y), at(-x, -y)],
        None => {
            let count = symmetry["kind"]["turn"].as_u64().unwrap();
            let turns = (0..count).map(|turn| {
                let angle = turn as f32 / count as f32 * std::f32::consts::TAU;
                let (sin, cos) = angle.sin_cos();
                at(x * cos - y * sin, x * sin + y * cos)
            });
            turns.collect()
        }
    };
    places.into_iter().any(|place| is_in_dab(stroke, place))
}

/// Whether a place lies in the outline of a dab, or no farther from it than a turned one reaches.
fn is_in_dab(stroke: &serde_json::Value, [x, y]: [f32; 2]) -> bool {
    let number = |value: &serde_json::Value| value.as_f64().unwrap() as f32;
    let mut samples = stroke["samples"].as_array().unwrap().iter();
    let is_turned = !stroke["symmetry"].is_null() || !stroke["tip"]["angle_deg"].is_null();
    samples.any(|sample| {
        let scale = sample["scale"].as_f64().unwrap_or(1.0) as f32;
        let radius = number(&stroke["radius"]) * scale + 0.01;
        let at = &sample["position"];
        let (dx, dy) = ((x - number(&at[0])).abs(), (y - number(&at[1])).abs());
        let is_turned = is_turned || !sample["turn_deg"].is_null();
        match stroke["shape"].as_str().unwrap() {
            "square" if is_turned => dx.hypot(dy) <= radius * std::f32::consts::SQRT_2,
            "square" => dx.max(dy) <= radius,
            "diamond" if !is_turned => dx + dy <= radius,
            _ => dx.hypot(dy) <= radius,
        }
    })
}

pub fn is_protected(stroke: &serde_json::Value, [x, y]: [f32; 2]) -> bool {
    let protected = &stroke["masks"]["protected"][0];
    let number = |end: &str, axis: usize| protected[end][axis].as_f64().unwrap() as f32;
    !protected.is_null()
        && (number("min", 0)..=number("max", 0)).contains(&x)
        && (number("min", 1)..=number("max", 1)).contains(&y)
}

/// Texels outside the brush, and those that are protected, have their alphas, bit for bit. A map
/// chunk where a texture gave way is another matter, and so is the border of those beside it.
pub fn check_untouched(before: &TileMap, after: &TileMap, stroke: &serde_json::Value) {
    let evicts = stroke["fifth"].is_object();
    for (place, old) in before.chunks() {
        let new = after.chunk(place).unwrap();
        assert!(new.layers.len() <= 4.max(old.layers.len()));
        if old.layers == new.layers {
            continue;
        }
        let keeps = old.layers.iter().zip(&new.layers);
        let keeps = keeps
            .filter(|(old, new)| old.texture == new.texture)
            .count();
        if keeps < old.layers.len() {
            assert!(evicts, "{place:?} lost a layer");
            continue;
        }
        let [left, top] = first_texel(place);
        for row in 0..64 {
            for column in 0..64 {
                let world = world_of_texel(left + column as i32, top + row as i32);
                let is_protected = is_protected(stroke, world);
                let is_border = [0, 63].contains(&row) || [0, 63].contains(&column);
                if (is_reached(stroke, world) || (evicts && is_border)) && !is_protected {
                    continue;
                }
                for (index, layer) in new.layers.iter().enumerate() {
                    let old = old.layers.get(index).and_then(|layer| layer.alpha.as_ref());
                    let old = old.map_or(0, |alpha| alpha.alpha(column, row));
                    let new = layer
                        .alpha
                        .as_ref()
                        .map_or(0, |alpha| alpha.alpha(column, row));
                    assert_eq!(
                        old, new,
                        "{place:?} layer {index}, {column}, {row}: {stroke}"
                    );
                }
            }
        }
    }
}

fn check_strokes(
    rule: BlendRule,
    depth: AlphaDepth,
    order: Order,
    seeds: std::ops::Range<u64>,
) -> usize {
    let mut landed = 0;
    let made = [3, 4, 2].map(|count| ground_document(made_ground(rule, depth, count, order)));
    for start in &made {
        check_borders(map_of(start), &TileMap::default(), "before");
    }
    for (start, seed) in made.iter().cycle().zip(seeds) {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut document = start.clone();
        let mut history = History::default();
        for _ in 0..3 {
            let stroke = random_stroke(&mut dice, &StrokeGround::made());
            let before = document.clone();
            let operator = op(&stroke.to_string());
            history
                .apply(&mut document, &operator, EntryFocus::default())
                .unwrap();
            assert_eq!(document.check_invariants(), []);
            let what = format!("{rule:?} {depth:?} {order:?} seed {seed}: {stroke}");
            check_sums(map_of(&document), map_of(&before), &what);
            check_borders(map_of(&document), map_of(&before), &what);
            check_untouched(map_of(&before), map_of(&document), &stroke);
            landed += usize::from(document != before);
            check_live(&before, &document, &stroke);
        }
        while history.undo(&mut document).is_some() {}
        assert!(document == *start, "seed {seed}");
    }
    landed
}

/// The same stroke painted live ends as its operator does, a cancelled one as it began.
pub fn check_live(before: &Document, after: &Document, stroke: &serde_json::Value) {
    let mut document = before.clone();
    let samples: Vec<GroundSample> = serde_json::from_value(stroke["samples"].clone()).unwrap();
    let begin = |memory| {
        let operator: Operator = op(&stroke.to_string());
        TerrainStroke::begin(before, operator, memory).unwrap()
    };
    let mut live = begin(GroundMemory::default());
    for sample in &samples {
        live.dab(&mut document, *sample);
        check_sums(map_of(&document), map_of(before), "while it is painted");
    }
    let (_, memory) = live.cancel(&mut document);
    assert!(document == *before, "{stroke}");
    let mut live = begin(memory);
    for sample in &samples {
        live.dab(&mut document, *sample);
    }
    let mut history = History::default();
    let (applied, ..) = live.commit(&mut document, &mut history, EntryFocus::default());
    applied.unwrap();
    assert!(document == *after, "{stroke}");
}

#[test]
fn whatever_is_painted_on_eight_bits_sums_to_the_whole_and_opens_no_seam() {
    let landed = RULES.map(|rule| check_strokes(rule, AlphaDepth::Eight, Order::Mixed, 1..9));
    assert!(
        landed.iter().sum::<usize>() >= 16,
        "{landed:?} of 24 strokes each landed"
    );
}

#[test]
fn whatever_is_painted_on_four_bits_sums_to_the_whole_and_opens_no_seam() {
    let landed = RULES.map(|rule| {
        check_strokes(rule, AlphaDepth::Four, Order::Mixed, 21..26)
            + check_strokes(rule, AlphaDepth::Four, Order::Same, 31..33)
    });
    assert!(
        landed.iter().sum::<usize>() >= 12,
        "{landed:?} of 21 strokes each landed"
    );
}

fn paint(document: &mut Document, json: serde_json::Value) -> String {
    crate::notes(&crate::apply(document, &json.to_string()).unwrap())
}

const MIDDLE: ChunkPlace = ChunkPlace {
    tile: bonewright::terrain::TileId { x: 31, y: 31 },
    column: 15,
    row: 15,
};

#[test]
fn ten_strokes_of_ten_percent_approach_the_target_and_never_pass_it() {
    let map = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 3, Order::Mixed);
    for accumulate in [false, true] {
        let mut document = ground_document(map.clone());
        let stroke = serde_json::json!({
            "op": "paint_texture_layer", "texture": NAMES[3], "target": 0.6, "radius": 5,
            "strength": 0.1, "falloff": "flat", "accumulate": accumulate,
            "samples": [{"position": [5, 5]}],
        });
        let [x, y] = [50usize, 50];
        let mut last = share_at(map_of(&document), MIDDLE, x, y, NAMES[3]);
        assert_eq!(last, 0);
        for step in 1..=10 {
            paint(&mut document, stroke.clone());
            let now = share_at(map_of(&document), MIDDLE, x, y, NAMES[3]);
            let exact = 153.0 * (1.0 - 0.9f64.powi(step));
            assert!(now > last && now <= 153, "{now} after {last}");
            assert!((f64::from(now) - exact).abs() <= 5.0, "{now}, not {exact}");
            last = now;
        }
        // From above it is the same, down.
        let mut above = stroke.clone();
        above["target"] = 0.1.into();
        for _ in 0..10 {
            paint(&mut document, above.clone());
            let now = share_at(map_of(&document), MIDDLE, x, y, NAMES[3]);
            assert!(now < last && now >= 26, "{now} after {last}");
            last = now;
        }
    }
}

#[test]
fn holding_still_paints_once_unless_the_stroke_accumulates() {
    let map = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 3, Order::Mixed);
    let held = |accumulate: bool, dabs: usize| {
        let mut document = ground_document(map.clone());
        let samples = vec![serde_json::json!({"position": [5, 5]}); dabs];
        paint(
            &mut document,
            serde_json::json!({
                "op": "paint_texture_layer", "texture": NAMES[3], "radius": 5, "strength": 0.25,
                "falloff": "flat", "accumulate": accumulate, "samples": samples,
            }),
        );
        share_at(map_of(&document), MIDDLE, 50, 50, NAMES[3])
    };
    assert_eq!((held(false, 1), held(false, 9)), (64, 64));
    // 255 (1 - 0.75^3) is 147.4.
    assert_eq!((held(true, 1), held(true, 3)), (64, 147));
}

#[test]
fn a_fifth_texture_is_refused_evicts_or_merges_as_asked_and_is_told() {
    let map = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 4, Order::Mixed);
    let stroke = serde_json::json!({
        "op": "paint_texture_layer", "texture": NAMES[4], "radius": 4, "falloff": "flat",
        "samples": [{"position": [10, 10]}],
    });
    let start = ground_document(map);
    let mut document = start.clone();
    let told = paint(&mut document, stroke.clone());
    assert!(
        told.contains("nothing was painted on 1 map chunk"),
        "{told}"
    );
    assert!(told.contains("31,31 (15, 15)"), "{told}");
    assert_eq!(document, start);
    let mut merge = stroke.clone();
    merge["fifth"] = serde_json::json!({"merge": {NAMES[1]: NAMES[2].to_uppercase()}});
    let told = paint(&mut document, merge);
    assert!(told.contains("looks like it on 1 map chunk"), "{told}");
    let (before, after) = (map_of(&start), map_of(&document));
    let share = |map: &TileMap, texture: usize, at: usize| {
        u32::from(share_at(map, MIDDLE, at, at, NAMES[texture]))
    };
    for at in 0..64 {
        let both = share(before, 1, at) + share(before, 2, at);
        if share(after, 4, at) == 0 {
            assert_eq!(share(after, 2, at), both);
        }
        assert_eq!(share(after, 1, at), 0);
    }
    let painted = (0..64).filter(|at| share(after, 4, *at) == 255).count();
    assert!(painted > 3, "{painted}");
    // Nothing covers less than 0 percent.
    let mut document = start.clone();
    let mut evict = stroke;
    evict["fifth"] = serde_json::json!({"evict": {"below_percent": 0}});
    let told = paint(&mut document, evict.clone());
    assert!(told.contains("nothing was painted"), "{told}");
    assert_eq!(document, start);
    // What covers least reaches the border everywhere: it gives way, and neighbours follow.
    evict["fifth"] = serde_json::json!({"evict": {"below_percent": 100}});
    let told = paint(&mut document, evict);
    assert!(
        told.contains("a texture gave way on 1 map chunk: "),
        "{told}"
    );
    assert!(told.contains("on the border of"), "{told}");
}

#[test]
fn smoothing_brings_a_hard_edge_nearer_together_and_keeps_what_is_even() {
    let map = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 2, Order::Same);
    let mut document = ground_document(map);
    paint(
        &mut document,
        serde_json::json!({
            "op": "paint_texture_layer", "texture": NAMES[3], "radius": 6, "falloff": "flat",
            "samples": [{"position": [0, 0]}],
        }),
    );
    let jump = |document: &Document| {
        let at = |column| share_at(map_of(document), MIDDLE, column, 62, NAMES[3]);
        (0..63)
            .map(|column| at(column).abs_diff(at(column + 1)))
            .max()
            .unwrap()
    };
    assert_eq!(jump(&document), 255);
    paint(
        &mut document,
        serde_json::json!({
            "op": "smooth_texture_layers", "radius": 20, "falloff": "flat", "reach": 3,
            "samples": [{"position": [0, 0]}],
        }),
    );
    assert!(jump(&document) < 60, "{}", jump(&document));
    check_borders(map_of(&document), &TileMap::default(), "smoothed");
    // In the middle of the spot all is even and stays.
    assert_eq!(share_at(map_of(&document), MIDDLE, 63, 63, NAMES[3]), 255);
}

#[test]
fn a_map_chunk_beside_one_that_takes_nothing_is_left_alone_on_their_border() {
    let mut map = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 4, Order::Same);
    // This one alone has room.
    let three = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 1, Order::Same);
    map.chunk_mut(MIDDLE).unwrap().layers = three.chunk(MIDDLE).unwrap().layers.clone();
    let before = map.clone();
    let mut document = ground_document(map);
    let told = paint(
        &mut document,
        serde_json::json!({
            "op": "paint_texture_layer", "texture": NAMES[5], "radius": 20, "falloff": "flat",
            "samples": [{"position": [0, 0]}],
        }),
    );
    assert!(
        told.contains("nothing was painted on 3 map chunks"),
        "{told}"
    );
    let after = map_of(&document);
    assert_eq!(share_at(after, MIDDLE, 62, 62, NAMES[5]), 255);
    for along in 0..64 {
        for (column, row) in [(63, along), (along, 63)] {
            let texel = ChunkTexel {
                place: MIDDLE,
                column,
                row,
            };
            assert!(texel_sides(texel).count() > 1);
            for name in NAMES {
                let old = share_at(&before, MIDDLE, column, row, name);
                assert_eq!(share_at(after, MIDDLE, column, row, name), old);
            }
        }
    }
}
