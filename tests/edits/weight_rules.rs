//! What must hold after every operator on weights, whatever it did: sums, locks, masks, the limit,
//! coincident vertices, and exact undo.

use crate::random_operators::Dice;
use crate::weight_model::{some_vertices, weighted_document, weighted_warcraft};
use crate::{apply, op};
use bonewright::document::{Document, Model};
use bonewright::edit::Operator;
use bonewright::skeleton::BoneId;
use std::collections::{BTreeMap, BTreeSet};

/// A rolled operator, and what it promises.
pub struct Rolled {
    /// Its JSON.
    pub json: String,
    /// The vertices it may change; `None` for all.
    pub only: Option<Vec<u32>>,
    /// Whether it leaves sums alone, whatever the settings say.
    pub keeps_sums_free: bool,
    /// The limit of influences it is asked for, where it has one of its own.
    pub limit: Option<usize>,
}

/// The weight of each bone at a vertex.
fn weights(model: &Model, vertex: usize) -> BTreeMap<BoneId, f32> {
    let mut weights = BTreeMap::new();
    for influence in model.vertices.influences.of(vertex) {
        *weights.entry(influence.bone).or_insert(0.0) += influence.weight;
    }
    weights
}

fn bits(model: &Model, vertex: usize) -> Vec<(BoneId, u32)> {
    let influences = &model.vertices.influences;
    let more = influences.overflow.get(&(vertex as u32));
    let all = influences.slots[vertex]
        .iter()
        .chain(more.into_iter().flatten());
    all.map(|influence| (influence.bone, influence.weight.to_bits()))
        .collect()
}

/// Checks one operator on one document; `false` if it was refused.
#[track_caller]
fn check(document: &mut Document, rolled: &Rolled) -> bool {
    let before = document.models[0].clone();
    // This also checks that undo and redo are exact.
    if apply(document, &rolled.json).is_err() {
        return false;
    }
    let after = &document.models[0];
    let settings = &before.skin_settings;
    let topology = before.topology();
    let limit = rolled.limit.or(before.influence_limit());
    for vertex in 0..before.vertices.len() {
        if bits(&before, vertex) == bits(after, vertex) {
            continue;
        }
        let at = || format!("vertex {vertex} after {}", rolled.json);
        let (old, new) = (weights(&before, vertex), weights(after, vertex));
        assert!(
            new.values()
                .all(|weight| (0.0..=1.0 + 2e-6).contains(weight)),
            "{} {new:?}",
            at()
        );
        if settings.normalises && !rolled.keeps_sums_free {
            let sum: f64 = new.values().map(|&weight| f64::from(weight)).sum();
            assert!(
                (sum - 1.0).abs() <= 2e-6,
                "sum {sum} of {}: {old:?} {new:?}",
                at()
            );
        }
        for bone in &settings.locked_bones {
            let of = |weights: &BTreeMap<BoneId, f32>| weights.get(bone).map(|w| w.to_bits());
            assert_eq!(of(&old), of(&new), "locked {bone:?} of {}", at());
        }
        if let Some(only) = &rolled.only {
            assert!(only.contains(&(vertex as u32)), "{} was masked", at());
        }
        if let Some(limit) = limit {
            assert!(new.len() <= limit, "{} has {} influences", at(), new.len());
        }
        if settings.welds {
            for &other in topology.coincident(vertex as u32) {
                let other = weights(after, other as usize);
                assert_eq!(other, new, "coincident with {}", at());
            }
        }
    }
    true
}

/// A random operator of each kind on weights.
fn roll(dice: &mut Dice, document: &Document) -> Rolled {
    let bone = format!("\"#{}\"", dice.below(7));
    let share = dice.below(101) as f32 / 100.0;
    let vertices = some_vertices(dice, document);
    let list = serde_json::to_string(&vertices).unwrap();
    let is_masked = dice.below(3) > 0;
    let mask = if is_masked {
        list.clone()
    } else {
        "null".to_owned()
    };
    let only = is_masked.then(|| vertices.clone());
    let mode = |dice: &mut Dice, count: usize| {
        let modes = [
            "set", "add", "subtract", "scale", "smooth", "average", "sharpen", "smear",
        ];
        modes[dice.below(count)]
    };
    let rolled = |json: String, only: Option<Vec<u32>>| Rolled {
        json,
        only,
        keeps_sums_free: false,
        limit: None,
    };
    match dice.below(KINDS) {
        0..=2 => {
            let dabs: Vec<String> = (0..1 + dice.below(3))
                .map(|_| random_dab(dice, document))
                .collect();
            let json = format!(
                "{{\"op\":\"paint_weights\",\"bone\":{bone},\"mode\":\"{}\",\"value\":{share},\
                 \"accumulate\":{},\"mirror\":{},\"vertices\":{mask},\"dabs\":[{}]}}",
                mode(dice, 8),
                dice.below(2) == 0,
                dice.below(3) == 0,
                dabs.join(",")
            );
            rolled(json, only)
        }
        3 | 4 => {
            let json = format!(
                "{{\"op\":\"flood_weights\",\"bone\":{bone},\"mode\":\"{}\",\"value\":{share},\
                 \"strength\":{},\"iterations\":{},\"vertices\":{mask}}}",
                mode(dice, 7),
                dice.below(101) as f32 / 100.0,
                1 + dice.below(3)
            );
            rolled(json, only)
        }
        5 => Rolled {
            keeps_sums_free: true,
            ..rolled(
                format!(
                    "{{\"op\":\"set_vertex_weight\",\"bone\":{bone},\"vertices\":{list},\
                     \"weight\":{share},\"exact\":true}}"
                ),
                Some(vertices),
            )
        },
        6 => rolled(
            format!(
                "{{\"op\":\"set_vertex_weight\",\"bone\":{bone},\"vertices\":{list},\"weight\":{share}}}"
            ),
            Some(vertices),
        ),
        7 => rolled(
            format!(
                "{{\"op\":\"set_vertex_weights\",\"vertices\":{list},\
                 \"influences\":[[{{\"bone\":{bone},\"weight\":{share}}},{{\"bone\":\"#2\",\"weight\":0.5}}]]}}"
            ),
            Some(vertices),
        ),
        8 => rolled(
            format!("{{\"op\":\"normalise_weights\",\"vertices\":{mask}}}"),
            only,
        ),
        9 => rolled(
            format!("{{\"op\":\"normalise_weights\",\"bone\":{bone},\"vertices\":{mask}}}"),
            only,
        ),
        10 => {
            let limit = 1 + dice.below(4);
            Rolled {
                keeps_sums_free: true,
                limit: Some(limit),
                ..rolled(
                    format!(
                        "{{\"op\":\"limit_influences\",\"limit\":{limit},\"vertices\":{mask}}}"
                    ),
                    only,
                )
            }
        }
        22 | 23 => {
            let from = ["left", "right", "flip"][dice.below(3)];
            let by = ["position", "nearest", "topology"][dice.below(3)];
            rolled(
                format!(
                    "{{\"op\":\"mirror_weights\",\"from\":\"{from}\",\"by\":\"{by}\",\"vertices\":{mask}}}"
                ),
                only,
            )
        }
        24 => {
            let by = ["nearest", "ray", "uv", "topology"][dice.below(4)];
            let given = serde_json::to_string(&some_vertices(dice, document)).unwrap();
            let given = if dice.below(2) == 0 { "null" } else { &given };
            rolled(
                format!(
                    "{{\"op\":\"transfer_weights\",\"by\":\"{by}\",\"vertices\":{list},\
                     \"source_vertices\":{given}}}"
                ),
                Some(vertices),
            )
        }
        11 => rolled(
            format!("{{\"op\":\"prune_weights\",\"below\":{share},\"vertices\":{mask}}}"),
            only,
        ),
        kind => roll_further(kind, dice, &vertices, &mask, only),
    }
}

/// The operators that hammer, relax, move, bind and group.
fn roll_further(
    kind: usize,
    dice: &mut Dice,
    vertices: &[u32],
    mask: &str,
    only: Option<Vec<u32>>,
) -> Rolled {
    let (a, b, c) = (dice.below(7), dice.below(7), dice.below(7));
    let share = dice.below(101) as f32 / 100.0;
    let list = serde_json::to_string(vertices).unwrap();
    let point = |dice: &mut Dice| {
        let mut number = || dice.below(60) as f32 / 10.0 - 3.0;
        format!("[{},{},{}]", number(), number(), number())
    };
    let is_listed = Some(vertices.to_vec());
    let (json, only) = match kind {
        12 => (
            format!("{{\"op\":\"hammer_weights\",\"vertices\":{list}}}"),
            is_listed,
        ),
        13 => {
            let times = 1 + dice.below(5);
            let json = format!(
                "{{\"op\":\"relax_weights\",\"strength\":{share},\"iterations\":{times},\
                 \"vertices\":{mask}}}"
            );
            (json, only)
        }
        14 => {
            let bones = match dice.below(2) {
                0 => format!("[\"#{a}\"]"),
                _ => format!("[\"#{a}\",\"#{b}\"]"),
            };
            let shape = ["linear", "radial"][dice.below(2)];
            let json = format!(
                "{{\"op\":\"gradient_weights\",\"from\":{},\"to\":{},\"bones\":{bones},\
                 \"shape\":\"{shape}\",\"vertices\":{mask}}}",
                point(dice),
                point(dice)
            );
            (json, only)
        }
        15 => {
            let json = format!(
                "{{\"op\":\"move_weights\",\"from\":\"#{a}\",\"to\":\"#{b}\",\
                 \"share\":{share},\"vertices\":{mask}}}"
            );
            (json, only)
        }
        16 => {
            let json = format!(
                "{{\"op\":\"swap_weights\",\"a\":\"#{a}\",\"b\":\"#{b}\",\"vertices\":{mask}}}"
            );
            (json, only)
        }
        17 => {
            let by = ["equal", "nearest"][dice.below(2)];
            let json = format!(
                "{{\"op\":\"split_weights\",\"from\":\"#{a}\",\"to\":[\"#{b}\",\"#{c}\"],\
                 \"by\":\"{by}\",\"vertices\":{mask}}}"
            );
            (json, only)
        }
        18 => {
            let bone = match dice.below(2) {
                0 => "null".to_owned(),
                _ => format!("\"#{a}\""),
            };
            let by = ["vertex", "island"][dice.below(2)];
            let json = format!(
                "{{\"op\":\"bind_rigid\",\"bone\":{bone},\"by\":\"{by}\",\"vertices\":{mask}}}"
            );
            (json, only)
        }
        19 => (
            format!("{{\"op\":\"quantise_weights\",\"vertices\":{mask}}}"),
            only,
        ),
        20 => {
            let json = format!(
                "{{\"op\":\"set_vertex_group\",\"vertices\":{list},\"bones\":[\"#{a}\",\"#{b}\"]}}"
            );
            (json, is_listed)
        }
        _ => {
            let most = 4 + dice.below(60);
            (
                format!("{{\"op\":\"convert_to_groups\",\"max_groups\":{most}}}"),
                None,
            )
        }
    };
    Rolled {
        json,
        only,
        keeps_sums_free: false,
        limit: None,
    }
}

/// Number of cases of `roll`.
const KINDS: usize = 25;

/// A dab on a few vertices, with sources for those modes that drag.
fn random_dab(dice: &mut Dice, document: &Document) -> String {
    let count = document.models[0].vertices.len();
    let vertices: BTreeSet<u32> = (0..1 + dice.below(12))
        .map(|_| dice.below(count) as u32)
        .collect();
    let strengths: Vec<f32> = vertices
        .iter()
        .map(|_| [0.0, 0.25, 0.5, 1.0][dice.below(4)])
        .collect();
    let sources: Vec<u32> = vertices.iter().map(|_| dice.below(count) as u32).collect();
    serde_json::json!({"vertices": vertices, "strengths": strengths, "sources": sources})
        .to_string()
}

#[test]
fn after_any_operator_on_weights_all_rules_hold_and_undo_is_exact() {
    let mut landed: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 1..=60u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut document = match seed % 2 {
            0 => weighted_document(&mut dice),
            _ => weighted_warcraft(&mut dice),
        };
        for _ in 0..30 {
            let rolled = roll(&mut dice, &document);
            if check(&mut document, &rolled) {
                let name = rolled.json.split('"').nth(3).unwrap().to_owned();
                *landed.entry(name).or_default() += 1;
            }
        }
    }
    let expected: BTreeSet<&str> = [
        "paint_weights",
        "flood_weights",
        "set_vertex_weight",
        "set_vertex_weights",
        "normalise_weights",
        "limit_influences",
        "prune_weights",
        "mirror_weights",
        "transfer_weights",
        "hammer_weights",
        "relax_weights",
        "gradient_weights",
        "move_weights",
        "swap_weights",
        "split_weights",
        "bind_rigid",
        "quantise_weights",
        "set_vertex_group",
        "convert_to_groups",
    ]
    .into();
    let names: BTreeSet<&str> = landed.keys().map(String::as_str).collect();
    assert_eq!(names, expected);
    assert!(landed.values().all(|&count| count > 20), "{landed:?}");
}

#[test]
fn a_spot_scrubbed_twenty_times_in_one_stroke_equals_one_pass() {
    let mut dice = Dice(77);
    let document = weighted_document(&mut dice);
    let dab = r#"{"vertices":[0,1,2,7,8],"strengths":[1.0,0.6,0.3,0.5,0.1]}"#;
    let weaker = r#"{"vertices":[0,1,2,7,8],"strengths":[0.9,0.5,0.3,0.2,0.1]}"#;
    for mode in ["add", "subtract", "set", "scale", "smooth", "sharpen"] {
        let stroke = |dabs: &[&str]| {
            let mut document = document.clone();
            let json = format!(
                "{{\"op\":\"paint_weights\",\"bone\":\"#2\",\"mode\":\"{mode}\",\"value\":0.4,\"dabs\":[{}]}}",
                dabs.join(",")
            );
            apply(&mut document, &json).unwrap();
            document.content_hash()
        };
        let mut scrubbed = vec![weaker; 10];
        scrubbed.push(dab);
        scrubbed.extend([weaker; 9]);
        assert_eq!(stroke(&scrubbed), stroke(&[dab]), "{mode}");
    }
}

#[test]
fn twenty_strokes_at_strength_one_bring_every_vertex_to_exactly_one() {
    let mut dice = Dice(78);
    for mode in ["add", "set"] {
        let mut document = weighted_document(&mut dice);
        document.models[0].skin_settings = Default::default();
        let touched = [0u32, 1, 2, 7, 8, 14];
        for _ in 0..20 {
            let json = format!(
                "{{\"op\":\"paint_weights\",\"bone\":\"#3\",\"mode\":\"{mode}\",\"value\":1.0,\
                 \"dabs\":[{{\"vertices\":{touched:?},\"strengths\":[1.0,1.0,1.0,1.0,1.0,1.0]}}]}}"
            );
            apply(&mut document, &json).unwrap();
        }
        for vertex in touched {
            let found = weights(&document.models[0], vertex as usize);
            assert_eq!(found, BTreeMap::from([(BoneId(3), 1.0)]), "{mode} {vertex}");
        }
    }
}

#[test]
fn exact_weights_are_built_bone_by_bone() {
    let mut dice = Dice(79);
    let mut document = weighted_document(&mut dice);
    let model = &mut document.models[0];
    model.skin_settings = Default::default();
    model.vertices.influences.slots[9] = [bonewright::mesh::Influence::NONE; 4];
    model.vertices.influences.overflow.remove(&9);
    for bone in ["#1", "#4"] {
        let json = format!(
            "{{\"op\":\"set_vertex_weight\",\"bone\":\"{bone}\",\"vertices\":[9],\"weight\":0.5,\"exact\":true}}"
        );
        apply(&mut document, &json).unwrap();
    }
    let found = weights(&document.models[0], 9);
    assert_eq!(found, BTreeMap::from([(BoneId(1), 0.5), (BoneId(4), 0.5)]));
}

#[test]
fn painting_a_locked_bone_is_refused_by_name() {
    let mut dice = Dice(80);
    let mut document = weighted_document(&mut dice);
    apply(&mut document, r##"{"op":"lock_bones","bones":["ArmL"]}"##).unwrap();
    let json = r##"{"op":"flood_weights","bone":"ArmL"}"##;
    let error = apply(&mut document, json).unwrap_err().to_string();
    assert!(
        error.contains("ArmL") && error.contains("locked"),
        "{error}"
    );
    assert!(matches!(op(json), Operator::FloodWeights(_)));
}
