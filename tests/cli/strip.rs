//! The frame strip from the command line: poses in cells and ranges by name, run as scripts.

use crate::program::bonewright;
use std::path::{Path, PathBuf};

fn strip_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/strip")
}

fn json(file: &Path, arguments: &[&str]) -> serde_json::Value {
    let mut all = vec![arguments[0].to_owned(), file.display().to_string()];
    all.extend(arguments[1..].iter().map(|&argument| argument.to_owned()));
    all.push("--json".to_owned());
    let run = bonewright(&all);
    assert_eq!(run.code, 0, "{}", run.err);
    serde_json::from_str(&run.out).expect("JSON")
}

/// The matrix of each bone at a time of a clip.
fn pose(file: &Path, clip: &str, time_ms: f64) -> Vec<Vec<f64>> {
    let value = json(
        file,
        &["pose", "--clip", clip, "--time", &time_ms.to_string()],
    );
    let bones = value["bones"].as_array().expect("a list of bones");
    let numbers = |bone: &serde_json::Value| -> Vec<f64> {
        let rows = serde_json::to_string(&bone["matrix"]).expect("a matrix");
        rows.split(['[', ']', ','])
            .filter_map(|number| number.parse().ok())
            .collect()
    };
    bones.iter().map(numbers).collect()
}

#[track_caller]
fn check_same(a: &[Vec<f64>], b: &[Vec<f64>], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    for (bone, (a, b)) in a.iter().zip(b).enumerate() {
        assert!(!a.is_empty() && a.len() == b.len());
        let apart = a
            .iter()
            .zip(b)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        assert!(apart <= tolerance, "bone {bone}: {apart}");
    }
}

#[test]
fn the_sample_is_made_by_its_script_from_poses_in_cells() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("made.bwp");
    let (script, rest) = (
        strip_folder().join("bramblehog_poses.json"),
        strip_folder().join("bramblehog_rest.bwp"),
    );
    let run = bonewright(arguments!["apply", &script, &rest, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let clips = json(&out, &["info"])["clips"].clone();
    let clips = clips.as_array().expect("clips");
    let of = |name: &str| {
        let clip = clips.iter().find(|clip| clip["name"] == name);
        clip.unwrap_or_else(|| panic!("no clip {name}"))["duration_ms"].clone()
    };
    // Eight cells at fifteen a second, from 533 ms of the strip to 1067.
    assert_eq!(of("Run"), 534);
    for clip in ["Stand", "Walk", "Run", "AttackUnarmed"] {
        let shipped = strip_folder().join("../bramblehog.bwp");
        for time in [0.0, 133.3, 400.0] {
            check_same(&pose(&out, clip, time), &pose(&shipped, clip, time), 0.0);
        }
    }
    // What is between the cells is interpolated, and the range plays what the strip shows.
    for time in [0.0, 33.0, 67.0, 250.0, 467.0] {
        check_same(
            &pose(&out, "Run", time),
            &pose(&out, "Poses", 533.0 + time),
            1e-5,
        );
    }
    let (start, half, next) = (
        pose(&out, "Run", 0.0),
        pose(&out, "Run", 34.0),
        pose(&out, "Run", 67.0),
    );
    assert_ne!(start, half);
    assert_ne!(half, next);
    check_same(&start, &pose(&out, "Run", 534.0), 1e-6);
}

#[test]
fn the_sample_goes_to_m2_and_plays_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("hog.m2");
    let project = strip_folder().join("../bramblehog.bwp");
    let run = bonewright(arguments!["convert", &project, &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    for (clip, time) in [
        ("Run", 33.0),
        ("Run", 300.0),
        ("Walk", 500.0),
        ("Stand", 1234.0),
    ] {
        check_same(&pose(&project, clip, time), &pose(&out, clip, time), 2e-3);
    }
}

#[test]
fn the_sample_goes_to_warcraft_and_plays_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("hog.mdx");
    let project = strip_folder().join("../bramblehog.bwp");
    let run = bonewright(arguments!["convert", &project, &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    // Clips keep their order; what Warcraft III calls them is its own matter.
    for (clip, time) in [("#3", 33.0), ("#3", 300.0), ("#2", 500.0), ("#1", 1234.0)] {
        let (ours, theirs) = (pose(&project, clip, time), pose(&out, clip, time));
        check_same(&ours, &theirs[..ours.len()], 2e-3);
    }
}

#[test]
fn a_text_skeleton_gets_a_run_cycle_from_a_script_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let skeleton = folder.path().join("crane.skl");
    let script = folder.path().join("run.json");
    let out = folder.path().join("crane.bwp");
    let text = "bonetext 1\nbone 1 Base\nbone 2 Boom parent 1 position 0 0 1 length 2\n";
    std::fs::write(&skeleton, text).expect("written");
    let mut operators = vec![r#"{"op":"add_clip","name":"Poses","duration_ms":1000}"#.to_owned()];
    for cell in 8..=15 {
        // Cell n at 20 a second is n * 50 ms.
        let degrees = f64::from((cell - 8) % 8) * 10.0;
        operators.push(format!(
            r#"{{"op":"insert_keyframe","clip":"Poses","bones":["Boom"],"channels":["rotation"],
                "time_ms":{},"values":{{"rotation":{{"euler_deg":[0,{degrees},0]}}}}}}"#,
            cell * 50
        ));
    }
    operators.push(
        r#"{"op":"name_range","name":"Run","first_cell":8,"last_cell":15,"rate":20,"clip":"Poses"}"#
            .to_owned(),
    );
    std::fs::write(&script, format!("[{}]", operators.join(","))).expect("written");
    let run = bonewright(arguments!["apply", &script, &skeleton, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let info = json(&out, &["info"]);
    let clips = info["clips"].as_array().expect("clips");
    assert_eq!(
        (
            &clips[1]["name"],
            &clips[1]["start_ms"],
            &clips[1]["duration_ms"]
        ),
        (&"Run".into(), &400.into(), &350.into())
    );
    for time in [0.0, 25.0, 60.0, 350.0] {
        check_same(
            &pose(&out, "Run", time),
            &pose(&out, "Poses", 400.0 + time),
            1e-6,
        );
    }
    assert_ne!(pose(&out, "Run", 25.0), pose(&out, "Run", 0.0));
    for name in ["crane.mdx", "crane.m2"] {
        let game = folder.path().join(name);
        let run = bonewright(arguments!["convert", &out, &game]);
        assert_eq!(run.code, 0, "{}", run.err);
        for time in [0.0, 25.0, 60.0, 350.0] {
            let (ours, theirs) = (pose(&out, "#1", time), pose(&game, "#1", time));
            check_same(&ours, &theirs[..ours.len()], 2e-3);
        }
    }
    // The text has no room for clips: that is said, and refused where nothing may be lost.
    let back = folder.path().join("back.skl");
    let run = bonewright(arguments!["convert", &out, &back, "--strict"]);
    assert_ne!(run.code, 0);
    assert!(
        run.err.contains("lost: clips") && !back.exists(),
        "{}",
        run.err
    );
    let run = bonewright(arguments!["convert", &out, &back]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(std::fs::read_to_string(&back).expect("text"), text);
}

#[test]
fn text_skeletons_go_through_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let skeleton = folder.path().join("crane.skl");
    let text = "bonetext 1\nbone 1 Base\nbone 2 Boom parent 1 position 0 0 1 # up\n";
    std::fs::write(&skeleton, text).expect("written");
    let info = json(&skeleton, &["info"]);
    assert_eq!(
        (&info["format"], &info["bones"]),
        (&"bonetext".into(), &2.into())
    );
    assert_eq!(pose(&skeleton, "bind", 0.0).len(), 2);
    let run = bonewright(arguments!["check", &skeleton]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let copy = folder.path().join("copy.skl");
    let run = bonewright(arguments!["convert", &skeleton, &copy, "--strict"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(std::fs::read_to_string(&copy).expect("text"), text);
    std::fs::write(&skeleton, "bonetext 1\nbone 1 a length much\n").expect("written");
    let run = bonewright(arguments!["info", &skeleton]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains("Line 2, column 17"), "{}", run.err);
}

#[test]
fn the_bones_of_a_text_skeleton_go_onto_a_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let skeleton = folder.path().join("horns.skl");
    let script = folder.path().join("none.json");
    let out = folder.path().join("horned.bwp");
    let text = "bonetext 1\nbone 5 Head position 0.6 0 0.9 colour 1 2 3\nbone 6 Horn parent 5 position 0 0 0.4\n";
    std::fs::write(&skeleton, text).expect("written");
    std::fs::write(
        &script,
        r#"[{"op":"rename_bone","bone":"Horn","name":"HornL"}]"#,
    )
    .expect("written");
    let rest = strip_folder().join("bramblehog_rest.bwp");
    let run = bonewright(arguments![
        "apply",
        &script,
        &rest,
        "-o",
        &out,
        "--skeleton",
        &skeleton
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.contains("'Head' keeps its parent (Neck)"),
        "{}",
        run.err
    );
    let run = bonewright(arguments!["diff", &rest, &out]);
    assert!(
        run.out.contains("bones.count: 24 -> 25") && run.out.contains("bones[5].pivot"),
        "{}",
        run.out
    );
}
