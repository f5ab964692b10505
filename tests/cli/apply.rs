//! `apply`, `diff` and `convert` on files, byte by byte.

use crate::corpus::Corpus;
use crate::program::{bonewright, sample};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Rotates one bone and keys it, at a time of a clip where it has no key.
const SCRIPT: &str = r##"[
    {"op": "insert_keyframe", "clip": "#0", "bones": ["#4"], "channels": ["rotation"], "time_ms": 517},
    {"op": "rotate_bones", "clip": "#0", "bones": ["#4"], "time_ms": 517, "axis": [0, 0, 1],
     "degrees": 30.0, "space": "local", "key": true}
]"##;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the test"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn script(&self, text: &str) -> PathBuf {
        let path = self.path("script.json");
        std::fs::write(&path, text).expect("the script is written");
        path
    }
}

/// The files in a folder whose names begin with `base`, by the rest of the name in lower case.
fn files(folder: &Path, base: &str) -> BTreeMap<String, Vec<u8>> {
    let base = base.to_lowercase();
    std::fs::read_dir(folder)
        .expect("the folder can be read")
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().to_lowercase();
            let is_companion = ["m2", "skin", "anim"].iter().any(|e| name.ends_with(e));
            let rest = name
                .strip_prefix(&base)
                .filter(|_| is_companion)?
                .to_owned();
            Some((
                rest,
                std::fs::read(entry.path()).expect("the file can be read"),
            ))
        })
        .collect()
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn models() -> Vec<PathBuf> {
    let mut models = vec![sample()];
    if let Some(corpus) = Corpus::open() {
        for name in ["GoblinMale.M2", "Rabbit.m2", "GoblinTrike01.M2"] {
            models.push(corpus.model(name).path);
        }
    }
    models
}

#[test]
fn convert_without_a_change_gives_the_same_bytes_companions_included() {
    for model in models() {
        let folder = Folder::new();
        let out = folder.path("Out.m2");
        let run = bonewright(arguments!["convert", &model, &out, "--strict"]);
        assert_eq!(run.code, 0, "{}", run.err);
        let original = files(
            model.parent().expect("a model lies in a folder"),
            &stem(&model),
        );
        let written = files(folder.0.path(), "out");
        assert_eq!(
            written.keys().collect::<Vec<_>>(),
            original.keys().collect::<Vec<_>>()
        );
        assert!(written == original, "{}", model.display());
    }
}

#[test]
fn a_model_goes_through_a_project_and_comes_out_the_same() {
    for model in models() {
        let folder = Folder::new();
        let (project, out) = (folder.path("work.bwp"), folder.path("Out.m2"));
        assert_eq!(bonewright(arguments!["convert", &model, &project]).code, 0);
        let run = bonewright(arguments!["convert", &project, &out]);
        assert_eq!(run.code, 0, "{}", run.err);
        let original = files(
            model.parent().expect("a model lies in a folder"),
            &stem(&model),
        );
        assert!(
            files(folder.0.path(), "out") == original,
            "{}",
            model.display()
        );
    }
}

#[test]
fn keying_one_bone_changes_that_track_and_nothing_else() {
    for model in models() {
        let folder = Folder::new();
        let out = folder.path("Out.m2");
        let script = folder.script(SCRIPT);
        let run = bonewright(arguments!["apply", &script, &model, "-o", &out]);
        assert_eq!(run.code, 0, "{}", run.err);

        let diff = bonewright(arguments!["diff", &model, &out, "--json"]);
        assert_eq!(diff.code, 1, "{}", diff.err);
        let diff: serde_json::Value = serde_json::from_str(&diff.out).expect("diff prints JSON");
        let differences = diff["differences"]
            .as_array()
            .expect("differences are a list");
        assert!(!differences.is_empty());
        for difference in differences {
            let path = difference["path"].as_str().expect("a path is text");
            assert!(
                path.starts_with("bones[4].rotation"),
                "{path} in {}",
                model.display()
            );
        }

        let before = files(
            model.parent().expect("a model lies in a folder"),
            &stem(&model),
        );
        let after = files(folder.0.path(), "out");
        assert_eq!(before.len(), after.len());
        for (name, bytes) in &before {
            let changed = bytes
                .iter()
                .zip(&after[name])
                .filter(|(a, b)| a != b)
                .count();
            if name == ".m2" {
                // Two headers of 8 bytes, or those of a track that had no list for the clip; the
                // arrays themselves moved to the end.
                assert!(after[name].len() > bytes.len());
                assert!(
                    changed <= 24,
                    "{changed} bytes changed in {}",
                    model.display()
                );
            } else {
                assert!(bytes == &after[name], "{name} of {}", model.display());
            }
        }
    }
}

#[test]
fn undoing_everything_gives_the_input_back() {
    for model in models() {
        let folder = Folder::new();
        let out = folder.path("Out.m2");
        let script = folder.script(SCRIPT);
        let run = bonewright(arguments![
            "apply",
            &script,
            &model,
            "-o",
            &out,
            "--undo-all"
        ]);
        assert_eq!(run.code, 0, "{}", run.err);
        let before = files(
            model.parent().expect("a model lies in a folder"),
            &stem(&model),
        );
        assert!(
            files(folder.0.path(), "out") == before,
            "{}",
            model.display()
        );
    }
}

#[test]
fn tangents_of_a_cubic_track_survive_the_file() {
    let folder = Folder::new();
    let script = folder.script(
        r##"[{"op": "set_interpolation", "tracks": ["bones[4].rotation", "bones[4].translation"],
             "interpolation": "hermite"}]"##,
    );
    let (project, out) = (folder.path("a.bwp"), folder.path("Out.m2"));
    for output in [&project, &out] {
        let run = bonewright(arguments!["apply", &script, sample(), "-o", output]);
        assert_eq!(run.code, 0, "{}", run.err);
    }
    // Tangents are packed like rotations: one step of 16 bits.
    let diff = bonewright(arguments!["diff", &project, &out, "--tolerance", "0.0001"]);
    assert_eq!(diff.code, 0, "{}", diff.out);
    let diff = bonewright(arguments!["diff", sample(), &out]);
    assert!(
        diff.out.contains("bones[4].rotation.interpolation"),
        "{}",
        diff.out
    );
}

#[test]
fn a_script_that_fails_writes_nothing_and_says_which_operator() {
    let folder = Folder::new();
    let script = folder.script(r#"[{"op": "rename_bone", "bone": "NoSuchBone", "name": "x"}]"#);
    let out = folder.path("Out.m2");
    let run = bonewright(arguments!["apply", &script, sample(), "-o", &out]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("Operator 0") && run.err.contains("NoSuchBone"),
        "{}",
        run.err
    );
    assert!(!out.exists());
}

#[test]
fn keying_a_clip_whose_key_file_is_missing_says_so() {
    let Some(corpus) = Corpus::open() else { return };
    let folder = Folder::new();
    let model = folder.path("GoblinMale.M2");
    let files = corpus.model("GoblinMale.M2");
    std::fs::write(&model, &files.model).expect("the model is copied");
    let external = files
        .anims
        .keys()
        .next()
        .expect("a clip with a file of its own");
    let script = folder.script(&format!(
        r##"[{{"op": "rotate_bones", "clip": "#{external}", "bones": ["#4"], "time_ms": 10,
             "axis": [0, 0, 1], "degrees": 5.0, "space": "local", "key": true}}]"##
    ));
    let run = bonewright(arguments![
        "apply",
        &script,
        &model,
        "-o",
        folder.path("Out.m2")
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("key file"), "{}", run.err);
}
