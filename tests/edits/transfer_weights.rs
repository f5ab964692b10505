//! Taking weights over from another mesh: where from, under which names, and what is left out.

use crate::sheet::{add_mesh, document, grid, model, weight};
use crate::{apply, notes};
use bonewright::document::{Document, Model};
use bonewright::math::{Vec2, Vec3};

/// A sheet from 0 to 1 whose second bone takes over along X.
fn sheet(id: u32, names: &[&str], steps: usize) -> Model {
    let mut model = model(id, names);
    let (positions, triangles) = grid([0.0, 0.0], [1.0, 1.0], steps);
    add_mesh(&mut model, &positions, &triangles, |at| {
        vec![(0, 1.0 - at.x), (1, at.x)]
    });
    model
}

/// A mesh of other points, all on one bone.
fn bare(id: u32, names: &[&str], place: impl Fn(Vec3) -> Vec3) -> Model {
    let mut model = model(id, names);
    let (positions, triangles) = grid([0.05, 0.05], [0.95, 0.95], 6);
    let positions: Vec<Vec3> = positions.into_iter().map(place).collect();
    add_mesh(&mut model, &positions, &triangles, |_| vec![(0, 1.0)]);
    model
}

#[track_caller]
fn check_along_x(document: &Document, x_of: impl Fn(usize) -> f32) {
    let target = &document.models[0];
    for vertex in 0..target.vertices.len() {
        let x = x_of(vertex);
        let found = [weight(target, vertex, 0), weight(target, vertex, 1)];
        assert!(
            (found[0] - (1.0 - x)).abs() < 2e-6 && (found[1] - x).abs() < 2e-6,
            "{vertex} {x} {found:?}"
        );
    }
}

const NAMES: [&str; 2] = ["Upper", "Lower"];

#[test]
fn the_nearest_spot_of_the_surface_gives_its_weights() {
    let lifted = |at: Vec3| Vec3::new(at.x, at.y, 0.1 * at.x);
    let mut document = document([bare(1, &NAMES, lifted), sheet(2, &NAMES, 5)]);
    let positions = document.models[0].vertices.positions.clone();
    let json = r#"{"op":"transfer_weights","model":1,"from":2}"#;
    let applied = apply(&mut document, json).unwrap();
    assert_eq!(notes(&applied), "");
    assert_eq!(applied.label, "Transfer weights from sheet 2, 49 vertices");
    check_along_x(&document, |vertex| positions[vertex].x);
    let again = document.content_hash();
    apply(&mut document, json).unwrap();
    assert_eq!(document.content_hash(), again);
}

#[test]
fn along_the_normal_the_surface_is_met_elsewhere() {
    let lifted = |at: Vec3| Vec3::new(at.x * 0.5, at.y, 0.2);
    let mut document = document([bare(1, &NAMES, lifted), sheet(2, &NAMES, 5)]);
    let slope = Vec3::new(-1.0, 0.0, 1.0);
    document.models[0].vertices.normals.fill(slope);
    let positions = document.models[0].vertices.positions.clone();
    apply(
        &mut document,
        r#"{"op":"transfer_weights","model":1,"from":2,"by":"ray"}"#,
    )
    .unwrap();
    check_along_x(&document, |vertex| positions[vertex].x + 0.2);
}

#[test]
fn texture_coordinates_tell_the_spot_wherever_the_mesh_is() {
    let elsewhere = |at: Vec3| Vec3::new(at.y * 3.0 + 40.0, at.x, 7.0);
    let mut document = document([bare(1, &NAMES, elsewhere), sheet(2, &NAMES, 5)]);
    let pool = &mut document.models[0].vertices;
    let coordinates: Vec<Vec2> = pool
        .positions
        .iter()
        .map(|at| Vec2::new(at.y, (at.x - 40.0) / 3.0))
        .collect();
    pool.uvs[0] = coordinates.clone();
    apply(
        &mut document,
        r#"{"op":"transfer_weights","model":1,"from":2,"by":"uv"}"#,
    )
    .unwrap();
    check_along_x(&document, |vertex| coordinates[vertex].x);
}

#[test]
fn meshes_of_the_same_vertices_exchange_by_number() {
    let source = sheet(2, &NAMES, 6);
    let positions = source.vertices.positions.clone();
    let mut document = document([bare(1, &NAMES, |at| at * -9.0), source]);
    let json = r#"{"op":"transfer_weights","model":1,"from":2,"by":"topology"}"#;
    apply(&mut document, json).unwrap();
    check_along_x(&document, |vertex| positions[vertex].x);
    let mut other = crate::sheet::document([bare(1, &NAMES, |at| at), sheet(2, &NAMES, 5)]);
    let error = apply(&mut other, json).unwrap_err().to_string();
    assert!(error.contains("one has 36 and the other 49"), "{error}");
}

#[test]
fn bones_are_found_by_what_is_said_then_by_name_then_by_names_alike() {
    let target = bare(1, &["HandL", "Arm_R", "Told", "Twice", "Twice"], |at| at);
    let mut source = model(2, &["L Hand", "armRight", "Other", "Twice", "Gone"]);
    let (positions, triangles) = grid([0.0, 0.0], [1.0, 1.0], 2);
    add_mesh(&mut source, &positions, &triangles, |_| {
        vec![(0, 0.1), (1, 0.2), (2, 0.3), (3, 0.25), (4, 0.15)]
    });
    let mut document = document([target, source]);
    let json = r#"{"op":"transfer_weights","model":1,"from":2,"names":{"Other":"Told"}}"#;
    let applied = apply(&mut document, json).unwrap();
    let told = notes(&applied);
    // 49 vertices, each with a quarter and 0.15.
    assert!(
        told.contains("'Twice' of the other model is not here; its weight, 12.250"),
        "{told}"
    );
    assert!(
        told.contains("'Gone' of the other model is not here; its weight, 7.350"),
        "{told}"
    );
    for (bone, expected) in [(0, 0.1), (1, 0.2), (2, 0.3), (3, 0.0), (4, 0.0)] {
        let found = weight(&document.models[0], 7, bone);
        assert!(
            (found - expected / 0.6).abs() < 1e-6,
            "bone {bone}: {found}"
        );
    }
    let wrong = r#"{"op":"transfer_weights","model":1,"from":2,"names":{"Nobody":"Told"}}"#;
    let error = apply(&mut document, wrong).unwrap_err().to_string();
    assert!(error.contains("there is no bone 'Nobody'"), "{error}");
}

#[test]
fn what_is_too_far_keeps_its_weights() {
    let far = |at: Vec3| Vec3::new(at.x, at.y, if at.x > 0.5 { 0.4 } else { 0.1 });
    let mut document = document([bare(1, &NAMES, far), sheet(2, &NAMES, 5)]);
    let before = document.models[0].clone();
    let json = r#"{"op":"transfer_weights","model":1,"from":2,"max_distance":0.2}"#;
    let applied = apply(&mut document, json).unwrap();
    let after = &document.models[0];
    let is_far = |vertex: &usize| before.vertices.positions[*vertex].z > 0.2;
    let count = (0..49).filter(is_far).count();
    let sentence = format!("{count} vertices kept weights: nothing of the other mesh fits them");
    assert_eq!(notes(&applied), sentence);
    for vertex in 0..49 {
        let expected = if is_far(&vertex) {
            0.0
        } else {
            before.vertices.positions[vertex].x
        };
        assert!((weight(after, vertex, 1) - expected).abs() < 2e-6);
    }
}

#[test]
fn other_vertices_of_the_same_model_give_their_weights() {
    let mut one = sheet(1, &NAMES, 5);
    let (positions, triangles) = grid([0.1, 0.1], [0.9, 0.9], 3);
    let positions: Vec<Vec3> = positions.iter().map(|at| at + Vec3::z() * 0.01).collect();
    add_mesh(&mut one, &positions, &triangles, |_| vec![(0, 1.0)]);
    let targets: Vec<u32> = (36..52).collect();
    for json in [
        format!(r#"{{"op":"transfer_weights","vertices":{targets:?}}}"#),
        format!(
            r#"{{"op":"transfer_weights","vertices":{targets:?},"source_vertices":{:?}}}"#,
            (0..36).collect::<Vec<u32>>()
        ),
    ] {
        let mut document = document([one.clone()]);
        apply(&mut document, &json).unwrap();
        check_along_x(&document, |vertex| one.vertices.positions[vertex].x);
    }
    let mut document = document([one]);
    let error = apply(&mut document, r#"{"op":"transfer_weights"}"#).unwrap_err();
    assert!(
        error.to_string().contains("nothing to take from itself"),
        "{error}"
    );
}

#[test]
fn what_cannot_be_is_refused_with_a_sentence() {
    for (json, sentence) in [
        (
            r#"{"op":"transfer_weights","model":1,"from":9}"#,
            "there is no model '9'",
        ),
        (
            r#"{"op":"transfer_weights","model":1,"from":3}"#,
            "has no triangles",
        ),
        (
            r#"{"op":"transfer_weights","model":1,"from":2,"max_distance":-1}"#,
            "0 or more",
        ),
        (
            r#"{"op":"transfer_weights","model":1,"from":2,"source_vertices":[]}"#,
            "is empty",
        ),
        (
            r#"{"op":"transfer_weights","model":1,"from":2,"source_vertices":[999]}"#,
            "vertex 999",
        ),
        (
            r#"{"op":"transfer_weights","model":3,"from":2}"#,
            "has no mesh",
        ),
    ] {
        let models = [
            bare(1, &NAMES, |at| at),
            sheet(2, &NAMES, 5),
            model(3, &NAMES),
        ];
        let error = apply(&mut document(models), json).unwrap_err().to_string();
        assert!(error.contains(sentence), "{error}");
    }
}
