//! `weights` against counts made here from what `bonewright` itself can be asked for otherwise.

use crate::corpus::Corpus;
use crate::oracle;
use crate::program::{bonewright, sample};
use bonewright::document::{Model, ModelId, Poser};
use bonewright::import_export::import_file;
use bonewright::math::Vec3;
use bonewright::skinning::{Deformed, SkinBinding};
use serde_json::{Value, json};
use std::path::Path;

fn open(path: &Path) -> Model {
    import_file(path, ModelId(0)).expect("it opens").model
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

fn vector(value: &Value) -> Vec3 {
    let numbers: Vec<f32> = value
        .as_array()
        .expect("three numbers")
        .iter()
        .map(|one| number(one) as f32)
        .collect();
    Vec3::new(numbers[0], numbers[1], numbers[2])
}

#[test]
fn the_histogram_of_every_real_model_is_that_of_a_second_reader() {
    let Some(corpus) = Corpus::open() else { return };
    let mut paths = corpus
        .models(264)
        .into_iter()
        .step_by(3)
        .collect::<Vec<_>>();
    let own = sample();
    paths.push(&own);
    for path in paths {
        let value = bonewright(arguments!["weights", path, "--json"]).json();
        // The bytes of the vertex records, read by themselves.
        let bytes = std::fs::read(path).expect("the file reads");
        let word =
            |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes")) as usize;
        let (count, start) = (word(0x3C), word(0x40));
        let mut by_count = vec![0usize; 5];
        for vertex in 0..count {
            let at = start + vertex * 48 + 12;
            by_count[bytes[at..at + 4].iter().filter(|&&byte| byte > 0).count()] += 1;
        }
        while by_count.last() == Some(&0) {
            by_count.pop();
        }
        let histogram = &value["histogram"];
        assert_eq!(histogram["vertices"], count, "{}", path.display());
        assert_eq!(histogram["by_count"], json!(by_count), "{}", path.display());
        for fault in ["off_sum", "unweighted", "missing_bones", "senseless"] {
            assert_eq!(histogram[fault], 0, "{fault} of {}", path.display());
        }
        assert_eq!(value["preview"]["changed"], 0, "{}", path.display());
        assert_eq!(value["preview"]["worst"], Value::Null);
        assert!(oracle::Model::open(path).is_ok());
    }
}

#[test]
fn the_palette_of_each_submesh_is_counted() {
    let path = sample();
    let model = open(&path);
    let value = bonewright(arguments!["weights", path, "--json"]).json();
    let rows = value["budget"].as_array().expect("rows");
    for (index, view) in model.views.iter().enumerate() {
        for (number, submesh) in view.submeshes.iter().enumerate() {
            let mut bones: Vec<u32> = submesh
                .vertex_range(view.vertex_indices.len())
                .map(|place| view.vertex_indices[place] as usize)
                .flat_map(|vertex| model.vertices.influences.of(vertex))
                .map(|one| one.bone.0)
                .collect();
            bones.sort_unstable();
            bones.dedup();
            let path = format!("views[{index}].submeshes[{number}]");
            let row = rows
                .iter()
                .find(|row| row["path"] == path && row["name"] == "bones");
            let row = row.expect("a row for each submesh");
            assert_eq!(row["used"], bones.len());
            assert_eq!(row["severity"], Value::Null);
        }
    }
}

#[test]
fn the_worst_vertex_of_the_other_game_is_as_far_off_as_it_says() {
    let path = sample();
    let model = open(&path);
    let value = bonewright(arguments![
        "weights", &path, "--target", "mdx-800", "--json"
    ])
    .json();
    let preview = &value["preview"];
    assert!(preview["changed"].as_u64() > Some(0) && preview["dropped"].as_u64() > Some(0));
    let worst = &preview["worst"];
    let vertex = worst["vertex"].as_u64().expect("a vertex") as usize;
    let (clip, time) = (
        worst["clip"].as_u64().expect("a clip") as usize,
        number(&worst["time_ms"]),
    );
    // The written file, posed at the same moment of the same clip, which it names in order.
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("other.mdx");
    assert_eq!(bonewright(arguments!["convert", &path, &out]).code, 0);
    let other = open(&out);
    let own = posed(&model, clip, time);
    let moved = posed(&other, clip, time);
    let at = model.vertices.positions[vertex];
    let copies = (0..other.vertices.len()).filter(|&one| other.vertices.positions[one] == at);
    let distances: Vec<f32> = copies
        .map(|one| (moved[one] - own[vertex]).norm())
        .collect();
    let told = number(&worst["distance"]) as f32;
    let tolerance = 1e-3 * model.size();
    assert!(
        distances
            .iter()
            .any(|distance| (distance - told).abs() < tolerance),
        "{told} {distances:?}"
    );
}

fn posed(model: &Model, clip: usize, time_ms: f64) -> Vec<Vec3> {
    let mut deformed = Deformed::default();
    let binding = SkinBinding::new(&model.vertices, &model.skeleton);
    let mut poser = Poser::new(model);
    deformed.deform(&binding, poser.at(Some(clip), time_ms), &model.vertices);
    deformed.positions
}

#[test]
fn the_bones_of_a_vertex_add_up_to_where_pose_puts_it() {
    let path = sample();
    let model = open(&path);
    let pose = bonewright(arguments![
        "pose",
        &path,
        "--clip",
        "#0",
        "--time",
        "400",
        "--vertices",
        "--json"
    ])
    .json();
    for vertex in [0, model.vertices.len() / 2, model.vertices.len() - 1] {
        let value = bonewright(arguments![
            "weights",
            &path,
            "--vertex",
            vertex.to_string(),
            "--clip",
            "#0",
            "--time",
            "400",
            "--json"
        ])
        .json();
        let found = &value["vertex"];
        let movers = found["movers"].as_array().expect("movers");
        let sum: Vec3 = movers.iter().map(|mover| vector(&mover["part"])).sum();
        let tolerance = 1e-5 * model.size().max(1.0);
        assert!((sum - vector(&found["displacement"])).norm() <= tolerance);
        let expected = vector(&pose["vertices"][vertex]);
        assert!((vector(&found["bind"]) + sum - expected).norm() <= tolerance);
        assert!(movers.iter().all(|mover| mover["bone"]["name"].is_string()));
    }
}

#[test]
fn the_stress_test_lists_moments_that_pose_confirms() {
    let path = sample();
    let model = open(&path);
    let value = bonewright(arguments!["weights", &path, "--stress", "--json"]).json();
    let stress = &value["stress"];
    assert!(stress["moments"].as_u64() > Some(10));
    let view = &model.views[0];
    let mut confirmed = 0;
    for spot in stress["stretches"]
        .as_array()
        .expect("a list")
        .iter()
        .take(5)
    {
        let vertex = spot["vertex"].as_u64().expect("a vertex") as u32;
        let clip = spot["clip"].as_u64().expect("a clip") as usize;
        let posed = posed(&model, clip, number(&spot["time_ms"]));
        let bind = &model.vertices.positions;
        let mut ratios = Vec::new();
        for corners in view.triangles.chunks(3) {
            let corners: Vec<u32> = corners
                .iter()
                .map(|&at| view.vertex_indices[at as usize])
                .collect();
            if !corners.contains(&vertex) {
                continue;
            }
            for other in corners.into_iter().filter(|&other| other != vertex) {
                let (a, b) = (vertex as usize, other as usize);
                ratios.push((posed[a] - posed[b]).norm() / (bind[a] - bind[b]).norm());
            }
        }
        let told = number(&spot["ratio"]) as f32;
        assert!(
            ratios
                .iter()
                .any(|ratio| (ratio - told).abs() < 1e-3 * told),
            "{told} {ratios:?}"
        );
        confirmed += 1;
    }
    assert!(confirmed > 0, "{stress}");
}

#[test]
fn people_get_the_same_in_lines() {
    let run = bonewright(arguments![
        "weights",
        sample(),
        "--stress",
        "--vertex",
        "0",
        "--target",
        "mdx-800"
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    for part in [
        "vertices",
        "influences: ",
        "as mdx-800: ",
        "worst: vertex",
        "vertex 0 at bind",
        "stress over",
    ] {
        assert!(run.out.contains(part), "{part} is not in\n{}", run.out);
    }
}

#[test]
fn what_can_not_be_answered_is_refused_with_a_sentence() {
    for (arguments, code) in [
        (arguments!["weights", sample(), "--vertex", "99999999"], 2),
        (
            arguments![
                "weights",
                sample(),
                "--vertex",
                "0",
                "--clip",
                "no such clip"
            ],
            2,
        ),
        (arguments!["weights", sample(), "--clip", "#0"], 2),
        (arguments!["weights", sample(), "--target", "glb"], 2),
        (arguments!["weights", sample(), "--dust", "nan"], 2),
        (arguments!["weights", "no/such/file.m2"], 3),
    ] {
        let run = bonewright(&arguments);
        assert_eq!(run.code, code, "{arguments:?}: {}", run.err);
        assert!(!run.err.is_empty() && run.out.is_empty());
    }
}
