//! Maps that can't be written where they are asked for: the reason is told in a sentence, and what
//! was there stays.
#![allow(
    clippy::unwrap_used,
    reason = "a test that can't set itself up has failed"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bonewright::import_export::{Profile, export_terrain};
use bonewright::samples::valley;

use crate::corpus::{Corpus, read};
use crate::program::bonewright;

/// The valley's tile, and a script that raises it.
fn put(folder: &Path) -> (PathBuf, PathBuf) {
    let tile = folder.join("valley_31_31.adt");
    let exported = export_terrain(&valley(), Profile::AdtWotlk, "valley_31_31.adt").unwrap();
    fs::write(&tile, &exported.files[0].bytes).unwrap();
    let script = folder.join("script.json");
    fs::write(
        &script,
        r#"[{"op":"heal_seams"},{"op":"set_base_texture","texture":"new.blp"}]"#,
    )
    .unwrap();
    (tile, script)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn what_is_overwritten_stays_as_a_backup_and_without_force_nothing_is() {
    let folder = tempfile::tempdir().unwrap();
    let (tile, script) = put(folder.path());
    let before = read(&tile);
    let run = bonewright(arguments!["apply", &script, &tile, "-o", &tile]);
    assert_eq!(run.code, 4, "{}", run.err);
    assert!(run.err.contains("--force"), "{}", run.err);
    assert!(read(&tile) == before);
    let run = bonewright(arguments!["apply", &script, &tile, "-o", &tile, "--force"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(read(&tile) != before);
    assert!(read(&folder.path().join("valley_31_31.adt.bak")) == before);
}

#[test]
fn folders_that_are_not_there_or_take_no_file_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (tile, _) = put(folder.path());
    for out in ["nowhere/out_31_31.adt", "/proc/out_31_31.adt"] {
        let out = folder.path().join(out);
        let run = bonewright(arguments!["convert", &tile, &out]);
        assert_eq!(run.code, 4, "{}: {}", out.display(), run.err);
        let last = run.err.trim().lines().last().unwrap_or_default();
        assert!(last.contains("out_31_31.adt"), "{}", run.err);
    }
    // Who may write everywhere is refused nowhere.
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    let mut rights = fs::metadata(&closed).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&closed, rights).unwrap();
    if fs::write(closed.join("try"), b"").is_err() {
        let run = bonewright(arguments!["convert", &tile, &closed.join("out_31_31.adt")]);
        assert_eq!(run.code, 4, "{}", run.err);
        assert_eq!(names(&closed), [""; 0]);
    }
}

/// Runs the program where no file may grow beyond so many blocks of 512 bytes, as on a full disk.
fn on_a_full_disk(blocks: u32, arguments: &[&Path]) -> (i32, String) {
    let mut shell = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    shell
        .arg("-c")
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_bonewright"));
    let output = shell
        .args(arguments)
        .env_remove("DISPLAY")
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap(), err)
}

#[test]
fn a_full_disk_leaves_the_old_map_and_no_litter() {
    let folder = tempfile::tempdir().unwrap();
    let (tile, script) = put(folder.path());
    let before = (read(&tile), names(folder.path()));
    let (code, err) = on_a_full_disk(
        40,
        &[
            Path::new("apply"),
            &script,
            &tile,
            Path::new("-o"),
            &tile,
            Path::new("--force"),
        ],
    );
    assert_eq!(code, 4, "{err}");
    let last = err.trim().lines().last().unwrap_or_default();
    assert!(last.contains("valley_31_31.adt"), "{err}");
    assert!(read(&tile) == before.0);
    assert_eq!(names(folder.path()), before.1);
    let Some(corpus) = Corpus::open() else { return };
    let archive = corpus
        .with_extension("w3m")
        .find(|path| path.ends_with("War3Net--NewMap64x32.w3m"));
    let copy = folder.path().join("map.w3m");
    fs::write(&copy, read(archive.unwrap())).unwrap();
    let before = (read(&copy), names(folder.path()));
    fs::write(
        &script,
        r#"[{"op":"sculpt_terrain","mode":"raise","amount":50,"radius":900,
        "samples":[{"position":[0,0]}]}]"#,
    )
    .unwrap();
    let (code, err) = on_a_full_disk(
        4,
        &[
            Path::new("apply"),
            &script,
            &copy,
            Path::new("-o"),
            &copy,
            Path::new("--force"),
        ],
    );
    assert_eq!(code, 4, "{err}");
    assert!(read(&copy) == before.0);
    assert_eq!(names(folder.path()), before.1);
    // With room it is written, and the one before stays.
    let run = bonewright(arguments!["apply", &script, &copy, "-o", &copy, "--force"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(read(&folder.path().join("map.w3m.bak")) == before.0);
}
