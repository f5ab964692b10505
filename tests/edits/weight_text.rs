//! Weights as text: what is written comes back, what is damaged is refused, what fits nothing is
//! counted.

use bonewright::document::{Document, Model};
use bonewright::edit::operator::SetVertexWeights;
use bonewright::edit::{EntryFocus, History};
use bonewright::import_export::{WeightLine, match_weights, read_weights, write_weights};
use bonewright::math::Vec3;
use bonewright::mesh::Influence;
use bonewright::skeleton::BoneId;

fn small() -> Document {
    crate::small_model::small_document(264)
}

fn load(document: &mut Document, lines: &[WeightLine], tolerance: f32) -> Vec<String> {
    let model = &document.models[0];
    let matched = match_weights(lines, model, tolerance);
    let notes = matched.notes();
    let operator = SetVertexWeights::of_rows(
        Some(model.id.0),
        matched.vertices,
        &matched.influences,
        String::new(),
    );
    let mut history = History::default();
    history
        .apply(document, &operator.into(), EntryFocus::default())
        .unwrap();
    notes
}

fn weights(model: &Model, vertex: usize) -> Vec<(BoneId, u32)> {
    let influences = model.vertices.influences.of(vertex);
    let mut weights: Vec<_> = influences
        .map(|influence| (influence.bone, influence.weight.to_bits()))
        .collect();
    weights.sort();
    weights
}

/// The small model with every place once and weights that sum to 1.
fn placed() -> Document {
    let mut document = small();
    let model = &mut document.models[0];
    model.skin_settings.normalises = false;
    model.skin_settings.influence_limit = Some(0);
    for (vertex, at) in model.vertices.positions.iter_mut().enumerate() {
        *at = Vec3::new(0.1 * vertex as f32, 1.0 / 3.0, -1e-7 * vertex as f32);
    }
    document
}

#[test]
fn saved_and_loaded_weights_are_the_same_to_the_bit() {
    let saved = placed();
    let text = write_weights(&saved.models[0]);
    let lines = read_weights(&text).unwrap();
    assert_eq!(lines.len(), saved.models[0].vertices.len());
    let mut loaded = placed();
    for slots in &mut loaded.models[0].vertices.influences.slots {
        *slots = [Influence::NONE; 4];
    }
    loaded.models[0].vertices.influences.overflow.clear();
    assert_eq!(load(&mut loaded, &lines, 0.0), [] as [&str; 0]);
    for vertex in 0..saved.models[0].vertices.len() {
        assert_eq!(
            weights(&loaded.models[0], vertex),
            weights(&saved.models[0], vertex)
        );
    }
}

#[test]
fn another_order_of_vertices_and_bones_does_not_matter() {
    let saved = placed();
    let text = write_weights(&saved.models[0]);
    let mut turned: Vec<&str> = text.lines().skip(1).collect();
    turned.reverse();
    let text = format!(
        "boneweights 1\r\n{}",
        turned.join(" # what follows is no weight\r\n")
    );
    let lines = read_weights(&text).unwrap();
    let mut loaded = placed();
    let model = &mut loaded.models[0];
    for at in &mut model.vertices.positions {
        at.x += 0.001;
    }
    for slots in &mut model.vertices.influences.slots {
        *slots = [Influence::NONE; 4];
    }
    model.vertices.influences.overflow.clear();
    assert_eq!(load(&mut loaded, &lines, 0.002), [] as [&str; 0]);
    for vertex in 0..saved.models[0].vertices.len() {
        assert_eq!(
            weights(&loaded.models[0], vertex),
            weights(&saved.models[0], vertex)
        );
    }
}

#[test]
fn vertices_at_one_place_keep_their_own_weights() {
    let mut document = placed();
    document.models[0].skin_settings.welds = false;
    let at = document.models[0].vertices.positions[3];
    document.models[0].vertices.positions[30] = at;
    let before = document.clone();
    let lines = read_weights(&write_weights(&document.models[0])).unwrap();
    load(&mut document, &lines, 0.0);
    assert_eq!(
        weights(&document.models[0], 30),
        weights(&before.models[0], 30)
    );
    assert_ne!(
        weights(&document.models[0], 30),
        weights(&before.models[0], 3)
    );
}

#[test]
fn what_fits_nothing_is_told() {
    let text = "boneweights 1\n\
                0 0.33333334 0 ArmL 0.25 Nobody 0.75\n\
                0.1 0.33333334 -1e-7 Nobody 1\n\
                900 0 0 ArmL 1\n";
    let lines = read_weights(text).unwrap();
    let mut document = placed();
    let before = document.clone();
    let told = load(&mut document, &lines, 1e-4).join("\n");
    assert!(
        told.contains("38 vertices kept weights: no line of the file is at their place"),
        "{told}"
    );
    assert!(
        told.contains("1 vertex kept weights: none of their bones is in this model"),
        "{told}"
    );
    assert!(
        told.contains("1 lines of the file are at no vertex's place"),
        "{told}"
    );
    assert!(
        told.contains("'Nobody'; its weight, 1.750 in all"),
        "{told}"
    );
    assert_eq!(
        weights(&document.models[0], 0),
        [(BoneId(2), 0.25f32.to_bits())]
    );
    for vertex in 1..40 {
        assert_eq!(
            weights(&document.models[0], vertex),
            weights(&before.models[0], vertex)
        );
    }
}

#[test]
fn names_with_blanks_and_quotes_come_back() {
    let mut document = placed();
    let bones = &mut document.models[0].skeleton.bones;
    bones[2].name = Some("L \"Hand\" \\ #1\n\t".to_owned());
    bones[3].name = Some("#4".to_owned());
    bones[4].name = Some("Tail".to_owned());
    let text = write_weights(&document.models[0]);
    let lines = read_weights(&text).unwrap();
    let matched = match_weights(&lines, &document.models[0], 0.0);
    assert_eq!(matched.unknown_bones.len(), 0);
    for (vertex, row) in matched.vertices.iter().zip(&matched.influences) {
        let mut row: Vec<_> = row.iter().map(|i| (i.bone, i.weight.to_bits())).collect();
        row.sort();
        assert_eq!(row, weights(&document.models[0], *vertex as usize));
    }
}

#[test]
fn faults_are_refused_with_their_line() {
    for (text, sentence) in [
        ("", "line 1: the file has to begin with `boneweights 1`"),
        ("boneweights 2\n", "line 1: the file has to begin"),
        ("0 0 0\n", "line 1: the file has to begin"),
        ("boneweights 1\n\n0 0\n", "line 3: a coordinate is missing"),
        (
            "boneweights 1\n0 zero 0\n",
            "line 2: 'zero' stands where a finite number",
        ),
        (
            "boneweights 1\n0 NaN 0\n",
            "line 2: 'NaN' stands where a finite number",
        ),
        ("boneweights 1\n0 1e99 0\n", "line 2: '1e99' stands where"),
        ("boneweights 1\n0 0 0 ArmL\n", "line 2: a weight is missing"),
        (
            "boneweights 1\n0 0 0 ArmL 1.5\n",
            "line 2: a weight has to be from 0 to 1, not 1.5",
        ),
        (
            "boneweights 1\n0 0 0 ArmL -0.5\n",
            "line 2: a weight has to be from 0 to 1",
        ),
        (
            "boneweights 1\n0 0 0 \"ArmL 1\n",
            "line 2: a quote is not closed",
        ),
        (
            "boneweights 1\n0 0 0 \"Arm\\x\" 1\n",
            "line 2: after a backslash",
        ),
    ] {
        let error = read_weights(text).unwrap_err().to_string();
        assert!(error.starts_with(sentence), "{error}");
    }
    let long = format!("boneweights 1\n0 0 0 {} 1\n", "a".repeat(5000));
    let error = read_weights(&long).unwrap_err().to_string();
    assert_eq!(error, "line 2: a word is longer than 1024 bytes");
}

#[test]
fn random_text_never_panics() {
    let mut state = 99u64;
    let parts = [
        "boneweights 1",
        "\n",
        " ",
        "0",
        "1.5",
        "-",
        "\"",
        "\\",
        "#",
        "ArmL",
        "é",
        "\t",
        "\r\n",
        "1e-40",
    ];
    for _ in 0..3000 {
        let mut text = String::from("boneweights 1\n");
        for _ in 0..12 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            text.push_str(parts[(state >> 33) as usize % parts.len()]);
        }
        if let Ok(lines) = read_weights(&text) {
            match_weights(&lines, &small().models[0], 0.1);
        }
    }
}
