//! Mirroring weights: across submeshes, on meshes that are not alike, twice, and to and fro.

use crate::random_operators::Dice;
use crate::sheet::{add_mesh, document, grid, model, weight};
use crate::weight_model::weighted_document;
use crate::{apply, notes};
use bonewright::document::{Document, Model};
use bonewright::edit::{MirrorBy, MirrorFrom, vertices_without_mirror};
use bonewright::math::Vec3;
use bonewright::skeleton::BoneId;

const NAMES: [&str; 5] = ["Spine", "ArmL", "ArmR", "HandL", "HandR"];

fn flipped(at: Vec3) -> Vec3 {
    Vec3::new(at.x, -at.y, at.z)
}

/// The weights that the left arm has: the hand takes over along Y.
fn left_weights(at: Vec3) -> Vec<(u32, f32)> {
    let hand = (at.y.abs() - 1.0) / 2.0;
    vec![(1, 1.0 - hand), (3, hand)]
}

/// Two arms in submeshes of their own, the right one without any sense in its weights.
fn arms(right: impl Fn(Vec3) -> Vec3) -> Document {
    let mut model = model(1, &NAMES);
    let (left, triangles) = grid([0.0, 1.0], [1.0, 3.0], 4);
    let right: Vec<Vec3> = left.iter().map(|at| right(flipped(*at))).collect();
    add_mesh(&mut model, &left, &triangles, left_weights);
    add_mesh(&mut model, &right, &triangles, |_| vec![(0, 1.0)]);
    document([model])
}

#[track_caller]
fn check_right(model: &Model, vertices: std::ops::Range<usize>, tolerance: f32) {
    for vertex in vertices {
        let hand = (model.vertices.positions[vertex].y.abs() - 1.0) / 2.0;
        for (bone, expected) in [(0, 0.0), (1, 0.0), (2, 1.0 - hand), (3, 0.0), (4, hand)] {
            let found = weight(model, vertex, bone);
            assert!(
                (found - expected).abs() <= tolerance,
                "vertex {vertex} bone {bone}: {found}"
            );
        }
    }
}

#[test]
fn arms_in_submeshes_of_their_own_mirror_onto_each_other() {
    for by in ["position", "nearest", "topology"] {
        let mut document = arms(|at| at);
        let left = document.models[0].vertices.influences.slots[..25].to_vec();
        let json = format!(r#"{{"op":"mirror_weights","from":"left","by":"{by}"}}"#);
        let applied = apply(&mut document, &json).unwrap();
        assert_eq!(notes(&applied), "", "{by}");
        let model = &document.models[0];
        assert_eq!(model.vertices.influences.slots[..25], left);
        check_right(model, 25..50, 1e-6);
    }
}

#[test]
fn a_mesh_of_other_vertices_takes_weights_from_the_surface() {
    // The right arm has other rows of vertices, and one vertex far away.
    let mut model = model(1, &NAMES);
    let (left, triangles) = grid([0.0, 1.0], [1.0, 3.0], 4);
    add_mesh(&mut model, &left, &triangles, left_weights);
    let (mut right, triangles) = grid([0.0, -3.0], [1.0, -1.0], 7);
    right.push(Vec3::new(50.0, -1.0, 0.0));
    add_mesh(&mut model, &right, &triangles, |_| vec![(0, 1.0)]);
    let mut document = document([model]);
    let by_place = r#"{"op":"mirror_weights","from":"left","tolerance":0.01}"#;
    let applied = apply(&mut document.clone(), by_place).unwrap();
    // Only the corners are where the other arm has vertices.
    assert_eq!(
        notes(&applied),
        "61 vertices kept weights: they have no mirror image"
    );
    let model = &document.models[0];
    let unmatched =
        vertices_without_mirror(model, MirrorFrom::Left, MirrorBy::Position, Some(0.01));
    assert_eq!(unmatched.len(), 61);
    assert!(unmatched.iter().all(|vertex| *vertex >= 25));
    let nearest = r#"{"op":"mirror_weights","from":"left","by":"nearest","tolerance":0.5}"#;
    let applied = apply(&mut document, nearest).unwrap();
    assert_eq!(
        notes(&applied),
        "1 vertex kept weights: they have no mirror image"
    );
    check_right(&document.models[0], 25..25 + 64, 1e-5);
    let last = document.models[0].vertices.len() - 1;
    let unmatched = vertices_without_mirror(
        &document.models[0],
        MirrorFrom::Left,
        MirrorBy::Nearest,
        Some(0.5),
    );
    assert_eq!(unmatched, [last as u32]);
}

#[test]
fn sides_that_lie_elsewhere_mirror_by_their_edges() {
    let mut model = model(1, &NAMES);
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for row in 0..5 {
        for column in -3..=3i32 {
            let y = column as f32;
            // The right side hangs down.
            let at = if column < 0 {
                [row as f32, y * 0.5, y]
            } else {
                [row as f32, y, 0.0]
            };
            positions.push(Vec3::from(at));
        }
    }
    for row in 0..4u32 {
        for column in 0..6u32 {
            let (a, b) = (row * 7 + column, row * 7 + column + 1);
            let (c, d) = (a + 7, b + 7);
            let square = if column < 3 {
                [a, b, c, b, d, c]
            } else {
                [a, b, d, a, d, c]
            };
            triangles.extend(square);
        }
    }
    add_mesh(&mut model, &positions, &triangles, |at| match at.y {
        y if y > 0.0 => vec![(1, y / 4.0), (0, 1.0 - y / 4.0)],
        _ => vec![(0, 1.0)],
    });
    let mut document = document([model]);
    let json = r#"{"op":"mirror_weights","from":"left","by":"topology"}"#;
    apply(&mut document, json).unwrap();
    let model = &document.models[0];
    for row in 0..5 {
        for column in 1..=3usize {
            let found = weight(model, row * 7 + 3 - column, 2);
            assert!(
                (found - column as f32 / 4.0).abs() < 1e-6,
                "{row} {column}: {found}"
            );
        }
    }
}

#[test]
fn vertices_in_the_middle_get_the_mean_of_both_sides() {
    let mut model = model(1, &NAMES);
    let (positions, triangles) = grid([0.0, -1.0], [1.0, 1.0], 2);
    add_mesh(&mut model, &positions, &triangles, |_| {
        vec![(0, 0.2), (1, 0.5), (2, 0.1), (3, 0.2)]
    });
    let mut document = document([model]);
    document.models[0].skin_settings.influence_limit = Some(0);
    apply(&mut document, r#"{"op":"mirror_weights","from":"right"}"#).unwrap();
    let model = &document.models[0];
    for (bone, expected) in [(0, 0.2), (1, 0.3), (2, 0.3), (3, 0.1), (4, 0.1)] {
        assert!(
            (weight(model, 1, bone) - expected).abs() < 1e-6,
            "bone {bone}"
        );
        // The left side is the right one with bones exchanged.
        let exchanged = [0, 2, 1, 4, 3][bone as usize];
        let right = [0.2, 0.5, 0.1, 0.2, 0.0][bone as usize];
        assert!(
            (weight(model, 2, exchanged) - right).abs() < 1e-6,
            "bone {bone}"
        );
    }
}

#[test]
fn a_user_says_which_bone_is_the_mirror_image() {
    let mut document = arms(|at| at);
    document.models[0].skeleton.bones[4].name = Some("Hook".to_owned());
    document.models[0].skeleton.bones[4].pivot = Vec3::new(9.0, 9.0, 9.0);
    apply(&mut document, r#"{"op":"mirror_weights","from":"left"}"#).unwrap();
    // Without a partner the hand stands for itself.
    assert!(weight(&document.models[0], 49, 3) > 0.9);
    apply(
        &mut document,
        r#"{"op":"set_mirror_bone","bone":"Hook","partner":"HandL"}"#,
    )
    .unwrap();
    let pairs = &document.models[0].skin_settings.mirror_bones;
    assert_eq!(pairs.get(&BoneId(3)), Some(&BoneId(4)));
    apply(&mut document, r#"{"op":"mirror_weights","from":"left"}"#).unwrap();
    check_right(&document.models[0], 25..50, 1e-6);
    // Putting one in the middle takes it from the other, and null forgets both.
    apply(
        &mut document,
        r#"{"op":"set_mirror_bone","bone":"Hook","partner":"Hook"}"#,
    )
    .unwrap();
    assert_eq!(document.models[0].skin_settings.mirror_bones.len(), 1);
    apply(&mut document, r#"{"op":"set_mirror_bone","bone":"Hook"}"#).unwrap();
    assert!(document.models[0].skin_settings.mirror_bones.is_empty());
}

#[test]
fn mirroring_twice_is_mirroring_once() {
    for seed in 1..=40u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for by in ["position", "nearest", "topology"] {
            for from in ["left", "right"] {
                let mut document = weighted_document(&mut dice);
                let json = format!(r#"{{"op":"mirror_weights","from":"{from}","by":"{by}"}}"#);
                apply(&mut document, &json).unwrap();
                let once = document.content_hash();
                apply(&mut document, &json).unwrap();
                assert_eq!(document.content_hash(), once, "{seed} {json}");
            }
        }
    }
}

#[test]
fn flipping_twice_gives_the_weights_back() {
    let mut differs = 0;
    for seed in 1..=20u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut document = weighted_document(&mut dice);
        document.models[0].skin_settings = Default::default();
        document.models[0].skin_settings.influence_limit = Some(0);
        for vertex in 0..document.models[0].vertices.len() {
            if document.models[0].vertices.influences.of(vertex).count() == 0 {
                let all = document.models[0]
                    .topology()
                    .coincident(vertex as u32)
                    .to_vec();
                let json = format!(
                    r##"{{"op":"set_vertex_weight","bone":"#0","vertices":{all:?},"weight":1}}"##
                );
                apply(&mut document, &json).unwrap();
            }
        }
        apply(&mut document, r#"{"op":"normalise_weights"}"#).unwrap();
        let before = document.models[0].clone();
        let json = r#"{"op":"mirror_weights","from":"flip"}"#;
        apply(&mut document, json).unwrap();
        let between = &document.models[0];
        // ArmL and ArmR, one side and the other.
        for vertex in 0..6 {
            let mirrored = vertex + 30;
            assert!((weight(&before, vertex, 2) - weight(between, mirrored, 4)).abs() < 2e-6);
            differs += usize::from(weight(&before, vertex, 2) != weight(between, vertex, 2));
        }
        apply(&mut document, json).unwrap();
        for vertex in 0..before.vertices.len() {
            for bone in 0..7 {
                let (a, b) = (
                    weight(&before, vertex, bone),
                    weight(&document.models[0], vertex, bone),
                );
                assert!((a - b).abs() < 2e-6, "vertex {vertex} bone {bone}: {a} {b}");
            }
        }
    }
    assert!(differs > 20, "{differs}");
}

#[test]
fn a_mirrored_stroke_paints_both_sides() {
    for (accumulate, both) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut document = arms(|at| at);
        let more = if both { ",26" } else { "" };
        let strengths = if both { "0.5,0.5,0.5" } else { "0.5,0.5" };
        let json = format!(
            r#"{{"op":"paint_weights","bone":"HandL","mode":"add","value":0.4,"mirror":true,
                "accumulate":{accumulate},"dabs":[{{"vertices":[1,2{more}],"strengths":[{strengths}]}}]}}"#
        );
        let before = document.models[0].clone();
        apply(&mut document, &json).unwrap();
        let after = &document.models[0];
        for (vertex, mirrored) in [(1, 26), (2, 27)] {
            let painted = weight(&before, vertex, 3) + 0.2;
            let found = weight(after, vertex, 3);
            // What the other side's touch puts on the other hand is shared.
            if !both || vertex == 2 {
                assert!((found - painted).abs() < 1e-6, "{found} {painted}");
                assert!((weight(after, mirrored, 4) - 0.2).abs() < 1e-6);
            } else {
                assert!((weight(after, mirrored, 4) - 0.2).abs() < 1e-6);
                assert!((weight(after, mirrored, 3) - 0.2).abs() < 1e-6);
            }
        }
    }
}

#[test]
fn what_cannot_be_is_refused_with_a_sentence() {
    for (json, sentence) in [
        (
            r#"{"op":"mirror_weights","from":"left","tolerance":-1}"#,
            "must be 0 or more",
        ),
        (
            r#"{"op":"mirror_weights","from":"left","vertices":[]}"#,
            "is empty",
        ),
        (
            r#"{"op":"mirror_weights","from":"left","vertices":[99]}"#,
            "names vertex 99",
        ),
        (
            r#"{"op":"set_mirror_bone","bone":"Nobody"}"#,
            "there is no bone",
        ),
        (
            r#"{"op":"set_mirror_bone","bone":"ArmL","partner":"Nobody"}"#,
            "there is no bone",
        ),
    ] {
        let error = apply(&mut arms(|at| at), json).unwrap_err().to_string();
        assert!(error.contains(sentence), "{error}");
    }
    let mut empty = document([model(1, &NAMES)]);
    let error = apply(&mut empty, r#"{"op":"mirror_weights","from":"left"}"#).unwrap_err();
    assert!(error.to_string().contains("has no mesh"), "{error}");
}

#[test]
fn positions_that_are_no_numbers_do_no_harm() {
    for by in ["position", "nearest", "topology"] {
        let mut document = arms(|at| {
            if at.x > 0.6 {
                Vec3::repeat(f32::NAN)
            } else {
                at
            }
        });
        let json = format!(r#"{{"op":"mirror_weights","from":"left","by":"{by}"}}"#);
        let before = document.models[0].vertices.influences.clone();
        apply_loosely(&mut document, &json);
        // Edges reach vertices wherever they are; places and surfaces don't.
        let after = &document.models[0].vertices.influences;
        assert_eq!(after.slots[48] != before.slots[48], by == "topology");
    }
}

/// Without the comparison of whole documents, for which no number is not equal to itself.
fn apply_loosely(document: &mut Document, json: &str) {
    let mut history = bonewright::edit::History::default();
    let focus = bonewright::edit::EntryFocus::default();
    history.apply(document, &crate::op(json), focus).unwrap();
}
