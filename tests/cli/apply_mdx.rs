//! `apply`, `diff` and `convert` on Warcraft III models.

use crate::corpus::{Corpus, read};
use crate::program::bonewright;
use std::path::PathBuf;

/// Keys one bone's rotation at a time of a clip where it has no key.
const SCRIPT: &str = r##"[
    {"op": "insert_keyframe", "clip": "#0", "bones": ["BONE"], "channels": ["rotation"], "time_ms": 217},
    {"op": "rotate_bones", "clip": "#0", "bones": ["BONE"], "time_ms": 217, "axis": [0, 0, 1],
     "degrees": 30.0, "space": "local", "key": true}
]"##;

/// Models with a clip that is long enough, and the number of a bone of each.
fn models() -> Vec<(PathBuf, usize)> {
    let Some(corpus) = Corpus::open() else {
        return Vec::new();
    };
    let mut models = Vec::new();
    for path in corpus.mdx_models(800) {
        let run = bonewright(arguments!["info", path, "--json"]);
        if run.code != 0 {
            continue;
        }
        let info = run.json();
        let duration = info["clips"][0]["duration_ms"].as_u64().unwrap_or(0);
        let bones = info["bones"].as_u64().unwrap_or(0);
        if duration > 217 && bones > 2 {
            models.push((path.to_owned(), 1));
        }
    }
    assert!(models.len() >= 20, "only {} models", models.len());
    models
}

#[test]
fn keying_one_bone_of_a_warcraft_model_changes_that_track_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (script, out) = (folder.path().join("s.json"), folder.path().join("out.mdx"));
    for (model, bone) in models() {
        let text = SCRIPT.replace("BONE", &format!("#{bone}"));
        std::fs::write(&script, text).expect("the script is written");
        let run = bonewright(arguments!["apply", &script, &model, "-o", &out, "--force"]);
        assert_eq!(run.code, 0, "{}: {}", model.display(), run.err);
        let diff = bonewright(arguments!["diff", &model, &out, "--json"]);
        assert_eq!(diff.code, 1, "{}: {}", model.display(), diff.err);
        let diff: serde_json::Value = serde_json::from_str(&diff.out).expect("diff prints JSON");
        for difference in diff["differences"].as_array().expect("a list") {
            let path = difference["path"].as_str().expect("a path is text");
            let expected = format!("bones[{bone}].rotation");
            assert!(path.starts_with(&expected), "{path} in {}", model.display());
        }
        let run = bonewright(arguments![
            "apply",
            &script,
            &model,
            "-o",
            &out,
            "--undo-all",
            "--force"
        ]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(read(&out) == read(&model), "{}", model.display());
    }
}

#[test]
fn a_warcraft_model_goes_through_a_project_and_comes_out_the_same() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (project, out) = (folder.path().join("a.bwp"), folder.path().join("out.mdx"));
    for (model, _) in models() {
        let run = bonewright(arguments!["convert", &model, &project, "--force"]);
        assert_eq!(run.code, 0, "{}", run.err);
        let run = bonewright(arguments!["convert", &project, &out, "--force"]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(read(&out) == read(&model), "{}", model.display());
    }
}
