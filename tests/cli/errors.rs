//! What the program says when something is wrong: one sentence, and the exit code.

use crate::program::{bonewright, sample};
use std::path::Path;

#[track_caller]
fn check(arguments: Vec<std::ffi::OsString>, code: i32, sentence: &str) {
    let run = bonewright(arguments);
    assert_eq!(run.code, code, "{}", run.err);
    assert!(run.err.contains(sentence), "{}", run.err);
    assert_eq!(run.out, "", "stdout carries only results");
}

#[test]
fn files_that_are_missing_cut_or_of_another_kind_are_named() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let at = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("the file is written");
        path
    };
    check(arguments!["info", "no/such.m2"], 3, "no/such.m2");
    check(arguments!["info", at("empty.m2", b"")], 3, "empty.m2");
    check(
        arguments!["info", at("cut.m2", b"MD20\x08\x01\0\0ab")],
        3,
        "At byte",
    );
    check(
        arguments!["info", at("text.m2", b"hello there")],
        3,
        "no model or map Bonewright knows",
    );
    check(
        arguments!["info", at("old.m2", b"MD20\x04\x01\0\0")],
        3,
        "version 260",
    );
    check(
        arguments!["info", at("patch.m2", b"PTCH\x70\x71\x01\0")],
        3,
        "incremental patch",
    );
}

#[test]
fn a_model_with_the_wrong_extension_is_told_by_its_bytes() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("creature.mdx");
    std::fs::copy(sample(), &path).expect("the sample is copied");
    let run = bonewright(arguments!["info", &path, "--json"]);
    assert_eq!(run.json()["format"], "m2");
}

#[test]
fn a_missing_skin_is_listed_and_the_bones_still_open() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("alone.m2");
    std::fs::copy(sample(), &path).expect("the sample is copied");
    let info = bonewright(arguments!["info", &path, "--json"]).json();
    assert_eq!(info["companions"][0]["found"], false);
    assert_eq!(info["triangles"], 0);
    assert!(info["bones"].as_u64().is_some_and(|bones| bones >= 25));
}

#[test]
fn nothing_is_overwritten_without_force() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let out = folder.path().join("out.m2");
    std::fs::write(&out, b"mine").expect("the file is written");
    check(arguments!["convert", sample(), &out], 4, "--force");
    assert_eq!(std::fs::read(&out).expect("the file is there"), b"mine");
    let run = bonewright(arguments!["convert", sample(), &out, "--force"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        std::fs::read(&out)
            .expect("the file is there")
            .starts_with(b"MD20")
    );
}

#[test]
fn an_output_that_can_not_be_written_is_named() {
    let missing = Path::new("/no/such/folder/out.m2");
    check(
        arguments!["convert", sample(), missing],
        4,
        "its folder does not exist",
    );
    check(arguments!["convert", sample(), "out.xyz"], 2, "--target");
    check(
        arguments!["convert", sample(), "out.mdx", "--target", "mdx-900"],
        2,
        "mdx-900",
    );
}

#[test]
fn without_a_display_the_editor_says_what_works_without_one() {
    let run = bonewright([sample()]);
    assert_eq!(run.code, 5, "{}", run.err);
    for command in ["render", "convert", "info"] {
        assert!(run.err.contains(command), "{}", run.err);
    }
}

#[test]
fn a_clip_that_is_not_there_is_wrong_usage() {
    check(
        arguments!["pose", sample(), "--clip", "Juggle"],
        2,
        "Juggle",
    );
}

#[test]
fn numbers_that_are_none_and_targets_without_rules_are_refused() {
    let pose = |time: &str| {
        let time = format!("--time={time}");
        bonewright(arguments![
            "pose",
            sample(),
            "--clip",
            "Stand",
            time,
            "--json"
        ])
    };
    for time in ["nan", "inf", "1e999"] {
        assert_eq!(pose(time).code, 2, "{time}");
    }
    let early = bonewright(arguments![
        "pose",
        sample(),
        "--clip",
        "Stand",
        "--time",
        "-5",
        "--json"
    ]);
    assert_eq!(early.code, 0, "{}", early.err);
    assert_eq!(early.json()["time_ms"], -5.0);
    for tolerance in ["--tolerance=nan", "--tolerance=-1"] {
        let run = bonewright(arguments!["diff", sample(), sample(), tolerance]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{tolerance}");
    }
    check(
        arguments!["check", sample(), "--target", "mdx-900"],
        2,
        "can't check for mdx-900 yet",
    );
    check(
        arguments!["convert", sample(), "no/such/out.glb"],
        2,
        "can't write glb yet",
    );
}

#[test]
fn a_report_is_not_written_where_the_model_goes_nor_when_nothing_else_is() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (out, report) = (folder.path().join("o.m2"), folder.path().join("o.json"));
    check(
        arguments!["convert", sample(), &out, "--report", &out],
        2,
        "the report can't have the name",
    );
    assert!(!out.exists());
    std::fs::write(&out, b"mine").expect("the file is written");
    check(
        arguments!["convert", sample(), &out, "--report", &report],
        4,
        "--force",
    );
    assert!(!report.exists());
}

#[test]
fn what_could_not_be_read_is_said_and_strict_refuses_to_go_on_without_it() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let at = |name: &str| folder.path().join(name);
    std::fs::copy(sample(), at("alone.m2")).expect("the sample is copied");
    let run = bonewright(arguments!["convert", sample(), at("cut.bwp")]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let whole = std::fs::read(at("cut.bwp")).expect("the project is there");
    std::fs::write(at("cut.bwp"), &whole[..whole.len() / 2]).expect("the project is cut");
    for (name, strict, sentence) in [
        ("alone.m2", 0, "alone00.skin: The view's file is missing"),
        ("cut.bwp", 1, "the file ends after"),
    ] {
        let out = at("out.m2");
        check(
            arguments!["convert", at(name), &out, "--strict"],
            strict,
            sentence,
        );
        assert_eq!(out.exists(), strict == 0, "{name}");
        check(
            arguments!["convert", at(name), &out, "--force"],
            0,
            sentence,
        );
        std::fs::remove_file(out).expect("it was written");
    }
}

#[test]
fn a_damaged_project_is_never_called_sound() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("damaged.bwp");
    let run = bonewright(arguments!["convert", sample(), &path]);
    assert_eq!(run.code, 0, "{}", run.err);
    let mut bytes = std::fs::read(&path).expect("the project is there");
    bytes.truncate(bytes.len() / 2);
    std::fs::write(&path, bytes).expect("the project is cut");
    let check = bonewright(arguments!["check", &path]);
    assert!(check.code == 1 || check.code == 3, "{}", check.out);
    let pose = bonewright(arguments!["pose", &path, "--clip", "bind"]);
    assert!(pose.code == 3 || !pose.err.is_empty(), "{}", pose.err);
}
