//! `info` and `pose` against the second reader.

use crate::corpus::Corpus;
use crate::oracle;
use crate::program::{bonewright, sample};
use serde_json::Value;

/// What the fact sheets leave open, so that the second reader says nothing about it.
const UNSURE: [&str; 6] = [
    "title",
    "looping",
    "replaceable",
    "opaque_chunks",
    "findings",
    "start_ms",
];

#[track_caller]
fn assert_agrees(path: &str, ours: &Value, theirs: &Value) {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => {
            for (key, theirs) in b {
                if UNSURE.contains(&key.as_str()) {
                    continue;
                }
                let ours = a
                    .get(key)
                    .unwrap_or_else(|| panic!("{path}.{key} is not there"));
                assert_agrees(&format!("{path}.{key}"), ours, theirs);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{path}");
            for (index, (ours, theirs)) in a.iter().zip(b).enumerate() {
                assert_agrees(&format!("{path}[{index}]"), ours, theirs);
            }
        }
        (ours, theirs) => assert_eq!(ours, theirs, "{path}"),
    }
}

/// Clip names that the sheet does not spell out are not compared, and neither is the number that
/// tells variations apart, which the second reader leaves to its own field.
fn with_comparable_names(mut value: Value) -> Value {
    for clip in value["clips"].as_array_mut().into_iter().flatten() {
        let id = clip["id"]
            .as_u64()
            .and_then(|id| u16::try_from(id).ok())
            .unwrap_or(u16::MAX);
        if oracle::sheet_name(id).is_none() || clip["variation"] != 0 {
            clip["name"] = Value::Null;
        }
    }
    // Companions are a set: found ones and missing ones come in another order.
    if let Some(companions) = value["companions"].as_array_mut() {
        companions.sort_by_key(|companion| companion["path"].as_str().map(str::to_lowercase));
        companions.dedup();
    }
    value
}

#[test]
fn info_agrees_with_a_second_reader_on_every_real_model() {
    let Some(corpus) = Corpus::open() else { return };
    let models = corpus.models(264);
    assert!(models.len() >= 31, "only {} models", models.len());
    for path in models {
        let run = bonewright(arguments!["info", path, "--json"]);
        let second = oracle::Model::open(path).expect("the second reader opens it");
        assert_agrees(
            &path.file_name().unwrap_or_default().to_string_lossy(),
            &with_comparable_names(run.json()),
            &with_comparable_names(second.info_json()),
        );
    }
}

#[test]
fn pose_prints_what_a_second_evaluator_computes() {
    let Some(corpus) = Corpus::open() else { return };
    for path in corpus.models(264).into_iter().step_by(6) {
        let second = oracle::Model::open(path).expect("the second reader opens it");
        let time = (second.clip_duration(0) / 3.0).round();
        let run = bonewright(arguments![
            "pose",
            path,
            "--clip",
            "#0",
            "--time",
            time.to_string(),
            "--vertices",
            "--json"
        ]);
        let pose = run.json();
        let matrices = second.pose(Some(0), time);
        let tolerance = 1e-4 * second.size().max(1.0);
        let bones = pose["bones"].as_array().expect("bones are a list");
        assert_eq!(bones.len(), matrices.len());
        for (bone, expected) in bones.iter().zip(&matrices) {
            let ours = bone["matrix"].as_array().expect("a matrix is a list");
            for (a, b) in ours.iter().zip(expected) {
                let a = a.as_f64().expect("a matrix holds numbers");
                assert!(
                    (a - b).abs() <= tolerance,
                    "{a} and {b} in {}",
                    path.display()
                );
            }
        }
        let skinned = second.skinned(&matrices);
        let vertices = pose["vertices"].as_array().expect("vertices are a list");
        assert_eq!(vertices.len(), skinned.len());
        for (vertex, expected) in vertices.iter().zip(&skinned) {
            for (axis, b) in expected.iter().enumerate() {
                let a = vertex[axis].as_f64().expect("a position holds numbers");
                assert!(
                    (a - b).abs() <= tolerance,
                    "{a} and {b} in {}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn the_bind_pose_leaves_every_bone_where_it_is() {
    let run = bonewright(arguments!["pose", sample(), "--clip", "bind", "--json"]);
    let identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1].map(f64::from);
    let pose = run.json();
    assert_eq!(pose["clip"], "bind");
    for bone in pose["bones"].as_array().expect("bones are a list") {
        let matrix = bone["matrix"].as_array().expect("a matrix is a list");
        for (a, b) in matrix.iter().zip(identity) {
            assert_eq!(a.as_f64(), Some(b), "{}", bone["name"]);
        }
    }
}
