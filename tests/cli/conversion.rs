//! `convert` from one game's format to the other's: losses, refusals, pictures.

use crate::program::{bonewright, sample};
use std::path::Path;

#[track_caller]
fn convert(input: &Path, output: &Path, more: &[&str]) -> crate::program::Run {
    let mut arguments = arguments!["convert", input, output];
    arguments.extend(more.iter().map(std::ffi::OsString::from));
    bonewright(arguments)
}

#[test]
fn a_model_becomes_one_of_the_other_game_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mdx, m2) = (
        folder.path().join("there.mdx"),
        folder.path().join("back.m2"),
    );
    let report = folder.path().join("report.json");
    let report_argument = report.to_string_lossy().into_owned();
    let run = convert(&sample(), &mdx, &["--report", &report_argument]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(std::fs::read(&mdx).unwrap().starts_with(b"MDLX"));
    let told: serde_json::Value = serde_json::from_slice(&std::fs::read(&report).unwrap()).unwrap();
    let losses = told["losses"].as_array().unwrap();
    let of_weights = losses
        .iter()
        .find(|loss| loss["path"] == "vertices.influences");
    let of_weights = of_weights.expect("smooth weights can't be kept");
    assert!(of_weights["max_error"].as_f64().unwrap() > 0.0);
    assert_eq!(of_weights["unit"], "units");
    for loss in losses {
        let what = loss["what"].as_str().unwrap();
        assert!(run.err.contains(what), "{what} is not said");
    }
    let info = bonewright(arguments!["info", &mdx, "--json"]).json();
    let original = bonewright(arguments!["info", sample(), "--json"]).json();
    for key in [
        "triangles",
        "cameras",
        "lights",
        "attachments",
        "global_loops_ms",
    ] {
        assert_eq!(info[key], original[key], "{key}");
    }
    assert_eq!(info["format"], "mdx");
    let run = convert(&mdx, &m2, &[]);
    assert_eq!(run.code, 0, "{}", run.err);
    let back = bonewright(arguments!["info", &m2, "--json"]).json();
    assert_eq!(
        (&back["format"], &back["version"]),
        (&"m2".into(), &264.into())
    );
    assert_eq!(
        back["clips"].as_array().unwrap().len(),
        original["clips"].as_array().unwrap().len()
    );
    assert!(folder.path().join("back00.skin").exists());
}

#[test]
fn strict_refuses_a_conversion_that_loses_something() {
    let folder = tempfile::tempdir().unwrap();
    let mdx = folder.path().join("there.mdx");
    let run = convert(&sample(), &mdx, &["--strict"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("lost: vertices.influences") && run.err.contains("--strict"));
    assert!(!mdx.exists());
}

#[test]
fn the_target_decides_not_the_name() {
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().join("model.bin");
    assert_eq!(convert(&sample(), &odd, &["--target", "mdx-800"]).code, 0);
    assert!(std::fs::read(&odd).unwrap().starts_with(b"MDLX"));
    let run = convert(
        &sample(),
        &folder.path().join("x.mdx"),
        &["--target", "mdx-900"],
    );
    assert_eq!(run.code, 2, "{}", run.err);
}

#[test]
fn pictures_are_written_beside_the_model_in_the_form_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    for (format, start, extension) in [
        ("blp1", b"BLP1".as_slice(), "blp"),
        ("blp2", b"BLP2", "blp"),
        ("png", b"\x89PNG", "png"),
    ] {
        std::fs::create_dir(folder.path().join(format)).unwrap();
        let mdx = folder.path().join(format).join("imp.mdx");
        let run = convert(&sample(), &mdx, &["--textures", format]);
        assert_eq!(run.code, 0, "{}", run.err);
        let pictures = folder.path().join(format).join("creature/mosskin");
        let mut count = 0;
        for entry in std::fs::read_dir(&pictures).unwrap() {
            let path = entry.unwrap().path();
            assert!(path.extension().is_some_and(|found| found == extension));
            assert!(
                std::fs::read(&path).unwrap().starts_with(start),
                "{}",
                path.display()
            );
            count += 1;
        }
        assert_eq!(count, 11);
        let run = bonewright(arguments!["check", &mdx, "--json"]);
        assert!(!run.out.contains("TEXTURE"), "{}", run.out);
    }
    let mdx = folder.path().join("blp1/imp.mdx");
    let again = convert(&sample(), &mdx, &["--textures", "blp1"]);
    assert_eq!(again.code, 4, "{}", again.err);
    let run = convert(&sample(), &mdx, &["--textures", "dds", "--force"]);
    assert_eq!(run.code, 2, "{}", run.err);
}

#[test]
fn a_check_for_the_other_game_lists_what_that_would_lose() {
    let run = bonewright(arguments![
        "check",
        sample(),
        "--target",
        "mdx-800",
        "--json"
    ]);
    let found: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let findings = found["findings"].as_array().unwrap();
    assert!(findings.iter().any(|finding| finding["code"] == "LOSS"));
}
