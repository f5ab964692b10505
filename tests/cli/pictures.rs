//! `render`, `check` and `operators`.

use crate::program::{bonewright, sample};

#[test]
fn a_picture_is_drawn_without_a_display() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let out = folder.path().join("picture.png");
    let run = bonewright(arguments![
        "render",
        sample(),
        "-o",
        &out,
        "--clip",
        "Walk",
        "--time",
        "200",
        "--size",
        "320x240",
        "--view",
        "front"
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let picture = image::open(&out).expect("the picture opens").into_rgba8();
    assert_eq!(picture.dimensions(), (320, 240));
    let middle = picture.get_pixel(160, 120);
    let corner = picture.get_pixel(2, 120);
    assert_ne!(middle, corner, "the model is in the middle of the picture");
}

#[test]
fn every_warcraft_model_has_a_picture_in_each_team() {
    let Some(corpus) = crate::corpus::Corpus::open() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (mut drawn_count, mut refused_count) = (0, 0);
    for (number, path) in corpus.mdx_models(800).into_iter().enumerate() {
        let out = folder.path().join(format!("{number}.png"));
        let team = (number % 12).to_string();
        let run = bonewright(arguments![
            "render", path, "-o", &out, "--size", "48x36", "--team", team
        ]);
        if run.code == 0 {
            drawn_count += 1;
            assert!(out.is_file(), "{}", path.display());
        } else {
            // Files that were broken on purpose do not open at all.
            refused_count += 1;
            assert_eq!(run.code, 3, "{}: {}", path.display(), run.err);
        }
    }
    println!("{drawn_count} models drawn, {refused_count} refused");
    assert!(drawn_count >= 60, "only {drawn_count} models were drawn");
    assert!(refused_count <= 3, "{refused_count} models were refused");
}

#[test]
fn a_team_past_the_last_is_refused() {
    let run = bonewright(arguments![
        "render",
        sample(),
        "-o",
        "never.png",
        "--team",
        "12"
    ]);
    assert_eq!(run.code, 2, "{}", run.err);
}

#[test]
fn frames_are_numbered_and_differ() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let out = folder.path().join("walk.png");
    let run = bonewright(arguments![
        "render",
        sample(),
        "-o",
        &out,
        "--clip",
        "Walk",
        "--frames",
        "3",
        "--size",
        "160x120"
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("the frame is there");
    assert_ne!(read("walk.0000.png"), read("walk.0001.png"));
    assert_ne!(read("walk.0001.png"), read("walk.0002.png"));
    assert!(!out.exists());
}

#[test]
fn the_sample_has_no_errors() {
    let run = bonewright(arguments!["check", sample(), "--json"]);
    let report = run.json();
    assert_eq!(report["target"], "m2-264");
    for finding in report["findings"].as_array().expect("findings are a list") {
        assert_ne!(finding["severity"], "error", "{finding}");
    }
}

#[test]
fn every_operator_is_listed_with_its_arguments() {
    let list = bonewright(["operators", "--json"]).json();
    let list = list.as_array().expect("operators are a list");
    assert!(list.len() >= 25, "only {} operators", list.len());
    let rotate = list
        .iter()
        .find(|operator| operator["name"] == "rotate_bones")
        .expect("rotate_bones is listed");
    let names: Vec<_> = rotate["arguments"]
        .as_array()
        .expect("arguments are a list")
        .iter()
        .filter_map(|argument| argument["name"].as_str())
        .collect();
    for expected in [
        "clip", "bones", "time_ms", "axis", "degrees", "space", "key",
    ] {
        assert!(names.contains(&expected), "{names:?}");
    }
}

#[test]
fn weights_are_drawn_for_a_bone_for_all_or_by_the_dominant_one() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let draw = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let mut words = arguments!["render", sample(), "-o", &out, "--size", "160x120"];
        words.extend(more.iter().map(std::ffi::OsString::from));
        let run = bonewright(words);
        assert_eq!(run.code, 0, "{more:?}: {}", run.err);
        image::open(&out).expect("the picture opens").into_rgba8()
    };
    let pictures = [
        draw("plain.png", &[]),
        draw("arm.png", &["--weights", "ArmL"]),
        draw("head.png", &["--weights", "Head"]),
        draw("all.png", &["--weights-mode", "all"]),
        draw("dominant.png", &["--weights-mode", "dominant"]),
        draw(
            "blind.png",
            &["--weights", "ArmL", "--weights-colours", "colour-blind"],
        ),
        draw(
            "half.png",
            &["--weights", "ArmL", "--weights-opacity", "0.5"],
        ),
        draw("dots.png", &["--dots", "4"]),
        draw("wire.png", &["--wire"]),
    ];
    for (index, picture) in pictures.iter().enumerate() {
        for other in &pictures[index + 1..] {
            assert!(picture != other, "picture {index} is another's");
        }
    }
    let by_index = draw("index.png", &["--weights", "#0", "--weights-mode", "one"]);
    assert!(by_index != pictures[0]);
}

#[test]
fn weights_of_a_bone_that_is_not_there_and_modes_that_are_none_are_refused() {
    for more in [
        ["--weights", "Nobody"],
        ["--weights", "#9999"],
        ["--weights-mode", "one"],
        ["--weights-mode", "some"],
        ["--weights-opacity", "-1"],
        ["--dots", "nan"],
    ] {
        let mut words = arguments!["render", sample(), "-o", "never.png"];
        words.extend(more.iter().map(std::ffi::OsString::from));
        let run = bonewright(words);
        assert_eq!(run.code, 2, "{more:?}: {}", run.err);
        assert!(!run.err.is_empty());
    }
}
