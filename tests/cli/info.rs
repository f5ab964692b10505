//! `info` and `pose` against the second reader.

use crate::corpus::Corpus;
use crate::mdx_oracle;
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
fn info_agrees_with_a_second_reader_on_every_warcraft_model() {
    let Some(corpus) = Corpus::open() else { return };
    let mut compared = 0;
    for path in corpus.mdx_models(800) {
        let Ok(second) = mdx_oracle::Model::open(path) else {
            continue;
        };
        let run = bonewright(arguments!["info", path, "--json"]);
        let (ours, theirs) = (run.json(), second.info_json());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        assert_agrees(&name, &ours, &theirs);
        for field in ["start_ms", "looping"] {
            for (ours, theirs) in ours["clips"]
                .as_array()
                .into_iter()
                .flatten()
                .zip(theirs["clips"].as_array().into_iter().flatten())
            {
                assert_eq!(ours[field], theirs[field], "{name} {field}");
            }
        }
        assert_eq!(ours["opaque_chunks"], theirs["opaque_chunks"], "{name}");
        for (ours, theirs) in ours["textures"]
            .as_array()
            .into_iter()
            .flatten()
            .zip(theirs["textures"].as_array().into_iter().flatten())
        {
            assert_eq!(ours["type"], theirs["replaceable"], "{name}");
        }
        compared += 1;
    }
    assert!(compared >= 74, "only {compared} models");
}

#[test]
fn the_models_of_the_index_have_the_counts_it_says() {
    let Some(corpus) = Corpus::open() else { return };
    let index = corpus
        .with_extension("csv")
        .find(|path| path.ends_with("wc3/INDEX.csv"))
        .expect("the corpus has its index");
    let text = std::fs::read_to_string(index).expect("the index reads");
    let mut compared = 0;
    for line in text.lines() {
        let mut fields = line.split(',');
        let (Some(file), Some("800"), _, Some(counts)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let path = index.with_file_name(file);
        if !file.ends_with(".mdx") || mdx_oracle::Model::open(&path).is_err() {
            continue;
        }
        let info = bonewright(arguments!["info", path, "--json"]).json();
        let count = |name: &str| -> u64 {
            let value = counts.split(' ').find_map(|pair| pair.strip_prefix(name));
            value
                .expect("the count is there")
                .parse()
                .expect("a number")
        };
        assert_eq!(info["bones"], count("bones=") + count("helpers="), "{file}");
        assert_eq!(info["vertices"], count("verts="), "{file}");
        assert_eq!(info["submeshes"], count("geosets="), "{file}");
        let clips = info["clips"].as_array().expect("clips are a list").len();
        assert_eq!(clips as u64, count("seqs="), "{file}");
        compared += 1;
    }
    assert!(compared >= 49, "only {compared} lines of the index");
}

#[test]
fn a_broken_warcraft_model_ends_with_3_and_a_sentence() {
    let Some(corpus) = Corpus::open() else { return };
    let broken = [
        "track_count_overflow_v800.mdx",
        "bpos_count_overflow_v900.mdx",
    ];
    for name in broken {
        let path = corpus
            .with_extension("mdx")
            .find(|path| path.to_string_lossy().ends_with(name))
            .expect("the fixture is there");
        let run = bonewright(arguments!["info", path]);
        assert_eq!(run.code, 3, "{name}");
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
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
