//! Automatic weights from the command line: what is asked for changes, and nothing else.

use crate::corpus::Corpus;
use crate::program::{bonewright, sample};
use serde_json::Value;
use std::path::Path;

/// The histogram of influences, as another command counts it.
fn by_count(file: &Path) -> Value {
    let run = bonewright(arguments!["weights", file, "--json"]);
    let value: Value = serde_json::from_str(&run.out).expect("the result is JSON");
    value["histogram"]["by_count"].clone()
}

fn differences(a: &Path, b: &Path) -> Vec<String> {
    let run = bonewright(arguments!["diff", a, b, "--json"]);
    assert!(run.code <= 1, "{}", run.err);
    let value: Value = serde_json::from_str(&run.out).expect("the result is JSON");
    let list = value["differences"].as_array().expect("a list");
    let path = |it: &Value| it["path"].as_str().expect("a path").to_owned();
    list.iter().map(path).collect()
}

#[test]
fn the_sample_gets_weights_and_stays_sound() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.m2");
    let run = bonewright(arguments!["auto-weights", sample(), "-o", &out]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    // It says what it made of the mesh, and a bar is only for terminals.
    assert!(run.err.contains("The mesh has "), "{}", run.err);
    assert!(!differences(&sample(), &out).is_empty());
    assert_well_weighted(&out);
    let check = bonewright(arguments!["check", &out]);
    assert_eq!(check.code, 0, "{}", check.out);
    let again = bonewright(arguments!["auto-weights", sample(), "-o", &out]);
    assert_eq!(again.code, 4, "an existing file is not overwritten");
}

/// Checks that nothing is left without a bone and that no vertex has more than the four of an M2.
#[track_caller]
fn assert_well_weighted(file: &Path) {
    let counts = by_count(file);
    let list = counts.as_array().expect("a list");
    assert_eq!(list[0], 0, "{counts}");
    assert!((2..=5).contains(&list.len()), "{counts}");
}

#[test]
fn only_the_vertices_and_bones_asked_for_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let (all, some) = (
        folder.path().join("all.bwp"),
        folder.path().join("some.bwp"),
    );
    let run = bonewright(arguments![
        "auto-weights",
        sample(),
        "-o",
        &all,
        "--vertices",
        "1,2,5-9",
        "--method",
        "closest"
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let plain = folder.path().join("plain.bwp");
    assert_eq!(bonewright(arguments!["convert", sample(), &plain]).code, 0);
    for path in differences(&plain, &all) {
        let (_, rest) = path
            .split_once("vertices[")
            .unwrap_or_else(|| panic!("{path}"));
        let number: u32 = rest
            .split(']')
            .next()
            .and_then(|it| it.parse().ok())
            .expect("a number");
        assert!([1, 2, 5, 6, 7, 8, 9].contains(&number), "{path}");
    }
    let run = bonewright(arguments![
        "auto-weights",
        sample(),
        "-o",
        &some,
        "--bones",
        "#1,#2"
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(!differences(&plain, &some).is_empty());
}

#[test]
fn what_can_not_be_done_is_said_with_its_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.m2");
    for (extra, code, sentence) in [
        (["--method", "magic"], 2, "magic"),
        (["--vertices", "9-5"], 2, "numbers of vertices such as"),
        (
            ["--vertices", "0-4294967295"],
            2,
            "There is no vertex 4294967295",
        ),
        (["--bones", "Nobody"], 2, "Nobody"),
    ] {
        let run = bonewright(arguments![
            "auto-weights",
            sample(),
            "-o",
            &out,
            extra[0],
            extra[1]
        ]);
        assert_eq!(run.code, code, "{extra:?}: {}", run.err);
        assert!(run.err.contains(sentence), "{}", run.err);
        assert!(!out.exists());
    }
    let run = bonewright(arguments![
        "auto-weights",
        folder.path().join("none.m2"),
        "-o",
        &out
    ]);
    assert_eq!(run.code, 3, "{}", run.err);
}

#[test]
fn a_real_model_gets_weights_and_stays_one_that_reads() {
    let Some(corpus) = Corpus::open() else { return };
    let models = corpus.models(264).into_iter();
    let model = models.map(Path::to_owned).find(|path| {
        let info = bonewright(arguments!["info", path, "--json"]);
        let info: Value = serde_json::from_str(&info.out).unwrap_or_default();
        info["bones"].as_u64() > Some(10) && info["vertices"].as_u64() > Some(100)
    });
    let model = model.expect("a model with a skin");
    let folder = tempfile::tempdir().expect("a folder");
    let info = |path: &Path| bonewright(arguments!["info", path, "--json"]).json();
    let mut made: Vec<std::path::PathBuf> = Vec::new();
    for method in ["best", "heat", "voxels", "closest"] {
        let out = folder.path().join(format!("{method}.m2"));
        let run = bonewright(arguments![
            "auto-weights",
            &model,
            "-o",
            &out,
            "--method",
            method
        ]);
        assert_eq!(run.code, 0, "{}: {}", model.display(), run.err);
        assert_well_weighted(&out);
        for key in ["vertices", "triangles", "bones", "keys"] {
            assert_eq!(info(&model)[key], info(&out)[key]);
        }
        if let Some(other) = made.last() {
            assert!(!differences(other, &out).is_empty(), "{method}");
        }
        made.push(out);
    }
}
