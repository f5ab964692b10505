//! What each operator on weights does, in numbers.

use crate::random_operators::Dice;
use crate::weight_model::{weighted_document, weighted_warcraft};
use crate::{apply, notes};
use bonewright::document::{Document, Model};
use bonewright::mesh::{Influence, Influences};
use bonewright::skeleton::BoneId;
use bonewright::skinning::quantise_weights;
use std::collections::{BTreeMap, BTreeSet};

type Weights = BTreeMap<BoneId, f32>;

/// Vertices of a ring of the tube; the first and the last coincide.
const RING: u32 = 6;

fn weights(model: &Model, vertex: u32) -> Weights {
    let mut weights = Weights::new();
    for influence in model.vertices.influences.of(vertex as usize) {
        *weights.entry(influence.bone).or_insert(0.0) += influence.weight;
    }
    weights
}

fn all_weights(document: &Document) -> Vec<Weights> {
    let model = &document.models[0];
    let count = model.vertices.len() as u32;
    (0..count).map(|vertex| weights(model, vertex)).collect()
}

/// A document without special rules.
fn plain_document(seed: u64) -> Document {
    let mut document = weighted_document(&mut Dice(seed));
    document.models[0].skin_settings = Default::default();
    document
}

/// The tube, each vertex with what `of` says of its ring.
fn tube(of: impl Fn(u32) -> Vec<(u32, f32)>) -> Document {
    let mut document = plain_document(5);
    let model = &mut document.models[0];
    let count = model.vertices.len() as u32;
    model.vertices.influences = Influences {
        slots: (0..count)
            .map(|vertex| {
                let mut slots = [Influence::NONE; 4];
                for (slot, (bone, weight)) in slots.iter_mut().zip(of(vertex / RING)) {
                    *slot = Influence {
                        bone: BoneId(bone),
                        weight,
                    };
                }
                slots
            })
            .collect(),
        ..Influences::default()
    };
    document
}

#[track_caller]
fn check_near(found: &Weights, expected: &[(u32, f32)], tolerance: f32) {
    let of = |bone: &BoneId| found.get(bone).copied().unwrap_or(0.0);
    let expected: Weights = expected
        .iter()
        .map(|(bone, w)| (BoneId(*bone), *w))
        .collect();
    let bones: BTreeSet<&BoneId> = found.keys().chain(expected.keys()).collect();
    for bone in bones {
        let wanted = expected.get(bone).copied().unwrap_or(0.0);
        assert!(
            (of(bone) - wanted).abs() <= tolerance,
            "{found:?} is not {expected:?}"
        );
    }
}

#[test]
fn hammered_rings_fall_off_evenly_between_those_around() {
    let mut document = tube(|ring| match ring {
        0 => vec![(1, 1.0)],
        5 => vec![(2, 0.25), (3, 0.75)],
        _ => vec![(4, 0.9), (5, 0.1)],
    });
    let middle: Vec<u32> = (RING..5 * RING).collect();
    let json = format!("{{\"op\":\"hammer_weights\",\"vertices\":{middle:?}}}");
    apply(&mut document, &json).unwrap();
    for vertex in middle {
        let along = (vertex / RING) as f32 / 5.0;
        let expected = [(1, 1.0 - along), (2, 0.25 * along), (3, 0.75 * along)];
        check_near(&weights(&document.models[0], vertex), &expected, 1e-4);
    }
}

#[test]
fn what_no_edge_joins_to_others_is_not_hammered() {
    let mut document = tube(|_| vec![(1, 0.5), (2, 0.5)]);
    let lone = document.models[0].vertices.len() as u32 - 3;
    let before = all_weights(&document);
    let json = format!(
        "{{\"op\":\"hammer_weights\",\"vertices\":[{lone},{},{}]}}",
        lone + 1,
        lone + 2
    );
    let applied = apply(&mut document, &json).unwrap();
    assert_eq!(all_weights(&document), before);
    assert!(
        notes(&applied).contains("3 vertices kept weights"),
        "{}",
        notes(&applied)
    );
}

#[test]
fn relaxing_evens_out_and_keeps_sums() {
    let mut document = tube(|ring| match ring % 2 {
        0 => vec![(1, 0.6)],
        _ => vec![(2, 0.6)],
    });
    document.models[0].skin_settings.normalises = false;
    let json = r#"{"op":"relax_weights","strength":0.5,"iterations":60}"#;
    apply(&mut document, json).unwrap();
    for found in all_weights(&document).iter().take(36) {
        check_near(found, &[(1, 0.3), (2, 0.3)], 0.03);
        let sum: f32 = found.values().sum();
        assert!((sum - 0.6).abs() < 1e-5, "{found:?}");
    }
}

#[test]
fn a_gradient_of_one_bone_falls_from_one_to_nothing_along_the_drag() {
    let mut document = tube(|_| vec![(1, 0.25), (2, 0.75)]);
    let json = r##"{"op":"gradient_weights","from":[0,-1.5,0],"to":[0,1.5,0],"bones":["#4"]}"##;
    apply(&mut document, json).unwrap();
    for vertex in 0..6 * RING {
        let y = (vertex / RING) as f32 - 2.5;
        let weight = 1.0 - ((y + 1.5) / 3.0).clamp(0.0, 1.0);
        let rest = 1.0 - weight;
        let expected = [(4, weight), (1, 0.25 * rest), (2, 0.75 * rest)];
        check_near(&weights(&document.models[0], vertex), &expected, 1e-6);
    }
}

#[test]
fn a_gradient_between_two_bones_keeps_their_share_and_goes_one_way() {
    for curve in ["linear", "smooth"] {
        let mut document = plain_document(99);
        document.models[0].skin_settings.influence_limit = Some(0);
        let before = all_weights(&document);
        let json = format!(
            "{{\"op\":\"gradient_weights\",\"from\":[0,-2.5,2],\"to\":[0,2.5,2],\
             \"bones\":[\"#1\",\"#2\"],\"curve\":\"{curve}\"}}"
        );
        apply(&mut document, &json).unwrap();
        let after = all_weights(&document);
        let mut shares: Vec<(f32, f32)> = Vec::new();
        for vertex in 0..36usize {
            let of = |all: &[Weights], bone: u32| all[vertex].get(&BoneId(bone)).copied();
            let of = |all: &[Weights], bone: u32| of(all, bone).unwrap_or(0.0);
            let sum: f32 = before[vertex].values().sum();
            let had = of(&before, 1) + of(&before, 2);
            let has = of(&after, 1) + of(&after, 2);
            if before[vertex].is_empty() {
                assert!((has - 1.0).abs() < 1e-5);
            } else if had == 0.0 {
                assert_eq!(after[vertex], before[vertex]);
                continue;
            } else if (sum - 1.0).abs() < 1e-5 {
                assert!((has - had).abs() < 1e-5, "{vertex}");
                for bone in [0, 3, 4, 5, 6] {
                    assert!(
                        (of(&after, bone) - of(&before, bone)).abs() < 1e-5,
                        "{vertex}"
                    );
                }
            }
            shares.push((
                document.models[0].vertices.positions[vertex].y,
                of(&after, 2) / has,
            ));
        }
        shares.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(shares.len() > 10);
        assert!(
            shares.windows(2).all(|pair| pair[0].1 <= pair[1].1 + 1e-5),
            "{shares:?}"
        );
    }
}

#[test]
fn moved_weight_is_lost_by_one_bone_and_had_by_the_other() {
    let mut document = tube(|ring| match ring {
        0 => vec![(1, 0.5), (2, 0.25), (3, 0.25)],
        1 => vec![(1, 1.0)],
        _ => vec![(3, 1.0)],
    });
    let json = r##"{"op":"move_weights","from":"#1","to":"#2","share":0.5}"##;
    let applied = apply(&mut document, json).unwrap();
    assert!(applied.label.contains("12 vertices"), "{}", applied.label);
    let model = &document.models[0];
    check_near(&weights(model, 0), &[(1, 0.25), (2, 0.5), (3, 0.25)], 1e-6);
    check_near(&weights(model, RING), &[(1, 0.5), (2, 0.5)], 1e-6);
    check_near(&weights(model, 2 * RING), &[(3, 1.0)], 0.0);
}

#[test]
fn weights_swapped_twice_are_those_before() {
    let mut document = tube(|_| vec![(1, 0.5), (2, 0.125), (3, 0.375)]);
    let before = all_weights(&document);
    let json = r##"{"op":"swap_weights","a":"#1","b":"#2"}"##;
    apply(&mut document, json).unwrap();
    check_near(
        &weights(&document.models[0], 3),
        &[(2, 0.5), (1, 0.125), (3, 0.375)],
        0.0,
    );
    apply(&mut document, json).unwrap();
    assert_eq!(all_weights(&document), before);
}

#[test]
fn a_weight_is_split_equally_or_goes_to_the_nearest_bone() {
    let of = |_| vec![(0, 0.6), (1, 0.4)];
    let mut document = tube(of);
    let json = r##"{"op":"split_weights","from":"#0","to":["#0","#1","#2"]}"##;
    apply(&mut document, json).unwrap();
    check_near(
        &weights(&document.models[0], 7),
        &[(0, 0.2), (1, 0.6), (2, 0.2)],
        1e-6,
    );
    let mut document = tube(of);
    let bones = &mut document.models[0].skeleton.bones;
    // Two bones without children, at both ends of the tube.
    let leaves: Vec<usize> = (0..bones.len())
        .filter(|&bone| {
            bones
                .iter()
                .all(|other| other.parent != Some(bones[bone].id))
        })
        .take(2)
        .collect();
    let [low, high] = leaves[..] else { panic!() };
    bones[low].pivot = [0.0, -3.0, 2.0].into();
    bones[high].pivot = [0.0, 3.0, 2.0].into();
    let ids = [bones[low].id.0, bones[high].id.0];
    let json = format!(
        "{{\"op\":\"split_weights\",\"from\":\"#0\",\"to\":[\"#{low}\",\"#{high}\"],\"by\":\"nearest\"}}"
    );
    apply(&mut document, &json).unwrap();
    for vertex in 0..6 * RING {
        let y = document.models[0].vertices.positions[vertex as usize].y;
        let nearest = if y < 0.0 { ids[0] } else { ids[1] };
        check_near(
            &weights(&document.models[0], vertex),
            &[(nearest, 0.6), (1, 0.4)],
            1e-6,
        );
    }
}

#[test]
fn an_island_is_bound_to_the_bone_that_moves_most_of_it() {
    for seed in 1..20u64 {
        let mut document = plain_document(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let before = all_weights(&document);
        // The tube without its second vertices at the seam, which count once.
        let tube: Vec<usize> = (0..36).filter(|v| v % 6 != 5).collect();
        let mut sums: BTreeMap<BoneId, f64> = BTreeMap::new();
        for &vertex in &tube {
            for (bone, weight) in &before[vertex] {
                *sums.entry(*bone).or_default() += f64::from(*weight);
            }
        }
        let (&strongest, _) = sums.iter().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
        apply(&mut document, r#"{"op":"bind_rigid","by":"island"}"#).unwrap();
        for vertex in 0..36 {
            let found = weights(&document.models[0], vertex);
            assert_eq!(found, Weights::from([(strongest, 1.0)]), "seed {seed}");
        }
    }
}

#[test]
fn each_vertex_is_bound_to_its_strongest_bone_or_to_the_one_named() {
    let mut document = plain_document(31);
    let before = all_weights(&document);
    apply(&mut document, r#"{"op":"bind_rigid"}"#).unwrap();
    for (before, after) in before.iter().zip(all_weights(&document)) {
        let most = before.values().copied().fold(0.0, f32::max);
        match after.iter().next() {
            Some((bone, weight)) => assert_eq!((before[bone], *weight), (most, 1.0)),
            None => assert!(before.is_empty()),
        }
    }
    let json = r##"{"op":"bind_rigid","bone":"#3","vertices":[0,5,8]}"##;
    apply(&mut document, json).unwrap();
    for vertex in [0, 5, 8] {
        let found = weights(&document.models[0], vertex);
        assert_eq!(found, Weights::from([(BoneId(3), 1.0)]));
    }
}

#[test]
fn quantised_weights_are_whole_bytes_as_the_exporter_rounds_them() {
    for seed in 1..30u64 {
        let mut document = plain_document(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        // What the limit and the sum of 1 make of it, by their own operators.
        apply(&mut document, r#"{"op":"limit_influences","limit":4}"#).unwrap();
        apply(&mut document, r#"{"op":"normalise_weights"}"#).unwrap();
        let before = document.models[0].clone();
        let json = r#"{"op":"quantise_weights"}"#;
        apply(&mut document, json).unwrap();
        let after = &document.models[0];
        for vertex in 0..before.vertices.len() {
            let slots = before.vertices.influences.slots[vertex];
            let expected = quantise_weights(slots.map(|slot| slot.weight));
            let found = after.vertices.influences.slots[vertex];
            let found = found.map(|slot| slot.weight);
            assert_eq!(
                found,
                expected.map(|byte| f32::from(byte) / 255.0),
                "{slots:?}"
            );
        }
        let again = document.content_hash();
        apply(&mut document, json).unwrap();
        assert_eq!(document.content_hash(), again, "rounded weights stay");
    }
}

/// What the group of a vertex says.
fn group_of(model: &Model, vertex: u32) -> Option<Weights> {
    let view = &model.views[0];
    for (submesh, geoset) in view.submeshes.iter().zip(&model.geosets) {
        let range = submesh.vertex_range(view.vertex_indices.len());
        if let Some(place) = view.vertex_indices[range].iter().position(|v| *v == vertex) {
            let number = *geoset.vertex_groups.get(place)?;
            let group = geoset.groups.get(usize::from(number))?;
            let mut weights = Weights::new();
            for bone in group {
                *weights.entry(*bone).or_insert(0.0) += 1.0 / group.len() as f32;
            }
            return Some(weights);
        }
    }
    None
}

#[track_caller]
fn check_grouped(model: &Model, vertex: u32) {
    let found = weights(model, vertex);
    let group = group_of(model, vertex).expect("it has a group");
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        group.keys().collect::<Vec<_>>()
    );
    for (bone, weight) in &found {
        assert!((weight - group[bone]).abs() < 1e-6, "{found:?} {group:?}");
    }
}

#[test]
fn vertices_hang_on_exactly_the_group_that_was_asked_for() {
    let mut document = weighted_warcraft(&mut Dice(3));
    document.models[0].skin_settings = Default::default();
    let count = document.models[0].geosets[0].groups.len();
    let json = |bones: &str| {
        format!(
            "{{\"op\":\"set_vertex_group\",\"geoset\":0,\"vertices\":[1,2,3],\"bones\":{bones}}}"
        )
    };
    apply(&mut document, &json(r##"["#4","#1","#2"]"##)).unwrap();
    for vertex in 1..4 {
        check_grouped(&document.models[0], vertex);
        let third = 1.0 / 3.0;
        check_near(
            &weights(&document.models[0], vertex),
            &[(1, third), (2, third), (4, third)],
            1e-7,
        );
    }
    assert_eq!(document.models[0].geosets[0].groups.len(), count + 1);
    // The same bones in another order are the same group.
    apply(&mut document, &json(r##"["#5"]"##)).unwrap();
    let count = document.models[0].geosets[0].groups.len();
    apply(&mut document, &json(r##"["#2","#4","#1"]"##)).unwrap();
    assert_eq!(document.models[0].geosets[0].groups.len(), count);
    check_grouped(&document.models[0], 2);
}

#[test]
fn only_warcraft_models_have_groups_and_only_their_own_vertices() {
    let mut document = plain_document(7);
    let json = r##"{"op":"set_vertex_group","vertices":[1],"bones":["#1"]}"##;
    let error = apply(&mut document, json).unwrap_err().to_string();
    assert!(error.contains("no groups of bones"), "{error}");
    let mut document = weighted_warcraft(&mut Dice(3));
    document.models[0].skin_settings = Default::default();
    let json = r##"{"op":"set_vertex_group","geoset":1,"vertices":[0],"bones":["#1"]}"##;
    let error = apply(&mut document, json).unwrap_err().to_string();
    assert!(error.contains("not in geoset 1"), "{error}");
}

#[test]
fn smooth_weights_become_groups_and_the_note_says_the_largest_error() {
    for seed in 1..8u64 {
        let mut document = weighted_warcraft(&mut Dice(seed * 77 + 1));
        document.models[0].skin_settings = Default::default();
        let before = document.models[0].clone();
        let applied = apply(&mut document, r#"{"op":"convert_to_groups"}"#).unwrap();
        let after = &document.models[0];
        let mut worst = 0.0f64;
        for vertex in 0..before.vertices.len() as u32 {
            if weights(&before, vertex).is_empty() {
                continue;
            }
            check_grouped(after, vertex);
            worst = worst.max(farthest(&before, after, vertex));
        }
        let said = notes(&applied);
        let said: f64 = said
            .split("largest error is ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next())
            .and_then(|number| number.parse().ok())
            .unwrap_or_else(|| panic!("{said}"));
        assert!(worst > 0.0);
        assert!(
            (said - worst).abs() <= 1e-3 * worst.max(1.0),
            "{said} {worst}"
        );
    }
}

/// How far a vertex goes from where it went, at the ends, the quarters and the middle of all clips.
fn farthest(before: &Model, after: &Model, vertex: u32) -> f64 {
    use bonewright::anim::Clock;
    use bonewright::document::Pose;
    let hierarchy = before.skeleton.hierarchy();
    let mut pose = Pose::default();
    let mut worst = 0.0f64;
    for clip in 0..before.clips.len() {
        for part in 0..5 {
            let time_ms = f64::from(before.clips[clip].length_ms()) * f64::from(part) / 4.0;
            before.evaluate(
                &Clock::of(before, Some(clip), time_ms),
                &hierarchy,
                &mut pose,
            );
            let at = before.vertices.positions[vertex as usize];
            let place = |model: &Model| {
                let mut place = at.cast::<f64>();
                for (bone, weight) in weights(model, vertex) {
                    let index = model.skeleton.index_of(bone).unwrap();
                    let moved = pose.model_from_bind[index].point(&at);
                    place += (moved - at).cast::<f64>() * f64::from(weight);
                }
                place
            };
            worst = worst.max((place(before) - place(after)).norm());
        }
    }
    worst
}

#[test]
fn groups_in_excess_give_way_to_those_that_serve_most() {
    for most in [1, 2, 3] {
        let mut document = weighted_warcraft(&mut Dice(1234 + most));
        document.models[0].skin_settings = Default::default();
        let json = format!("{{\"op\":\"convert_to_groups\",\"max_groups\":{most}}}");
        let count = document.models[0].vertices.len() as u32;
        let without: Vec<bool> = (0..count)
            .map(|vertex| weights(&document.models[0], vertex).is_empty())
            .collect();
        if apply(&mut document, &json).is_err() {
            // Vertices without weights keep groups of their own.
            continue;
        }
        for geoset in &document.models[0].geosets {
            assert!(geoset.groups.len() as u64 <= most);
        }
        for (vertex, without) in (0..).zip(without) {
            if !without {
                check_grouped(&document.models[0], vertex);
            }
        }
    }
}

#[test]
fn a_locked_bone_is_refused_by_every_operator_that_names_it() {
    let mut document = plain_document(12);
    apply(&mut document, r##"{"op":"lock_bones","bones":["ArmL"]}"##).unwrap();
    for json in [
        r##"{"op":"gradient_weights","from":[0,0,0],"to":[0,1,0],"bones":["#1","ArmL"]}"##,
        r##"{"op":"move_weights","from":"ArmL","to":"#1"}"##,
        r##"{"op":"move_weights","from":"#1","to":"ArmL"}"##,
        r##"{"op":"swap_weights","a":"#1","b":"ArmL"}"##,
        r##"{"op":"split_weights","from":"#1","to":["ArmL"]}"##,
        r##"{"op":"bind_rigid","bone":"ArmL"}"##,
    ] {
        let error = apply(&mut document, json).unwrap_err().to_string();
        assert!(error.contains("'ArmL' are locked"), "{error}");
    }
}

#[test]
fn odd_arguments_are_refused_with_the_cause() {
    let mut document = plain_document(13);
    for (json, cause) in [
        (
            r##"{"op":"gradient_weights","from":[0,0,0],"to":[0,0,0],"bones":["#1"]}"##,
            "another point",
        ),
        (
            r##"{"op":"gradient_weights","from":[0,0,0],"to":[0,0,1],"bones":["#1","#1"]}"##,
            "differ",
        ),
        (
            r##"{"op":"gradient_weights","from":[0,0,0],"to":[0,0,1],"bones":[]}"##,
            "one bone",
        ),
        (
            r##"{"op":"move_weights","from":"#1","to":"#1"}"##,
            "another bone",
        ),
        (
            r##"{"op":"move_weights","from":"#1","to":"#2","share":2}"##,
            "from 0 to 1",
        ),
        (r##"{"op":"split_weights","from":"#1","to":[]}"##, "empty"),
        (
            r##"{"op":"split_weights","from":"#1","to":["#1"]}"##,
            "another bone",
        ),
        (r##"{"op":"relax_weights","iterations":0}"##, "from 1"),
        (r##"{"op":"relax_weights","strength":-1}"##, "from 0 to 1"),
        (r##"{"op":"hammer_weights","vertices":[99999]}"##, "99999"),
        (r##"{"op":"hammer_weights","vertices":[]}"##, "empty"),
        (r##"{"op":"bind_rigid","bone":"Nobody"}"##, "Nobody"),
    ] {
        let error = apply(&mut document, json).unwrap_err().to_string();
        assert!(error.contains(cause), "{json}: {error}");
    }
}
