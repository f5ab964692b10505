//! Projects with several terrains: one of them is named to be written.

use std::path::Path;

use bonewright::document::{Document, TerrainId};
use bonewright::import_export::{ImportedFile, open_file};
use bonewright::project::{Compression, Snapshot, encode};
use bonewright::samples::{valley, valley_corners};

use crate::program::bonewright;

/// A project with the valley as tiles and as corners, and the corners once more under their name.
fn project(folder: &Path) -> std::path::PathBuf {
    let mut document = Document::new();
    let all = [valley(), valley_corners(), valley_corners()];
    for (id, (name, mut terrain)) in ["tiles", "corners", "corners"]
        .into_iter()
        .zip(all)
        .enumerate()
    {
        terrain.id = TerrainId(id as u32);
        terrain.name = name.to_owned();
        document.terrains.push(terrain);
    }
    let bytes = encode(&Snapshot::of(&document), Compression::None).unwrap();
    let path = folder.join("several.bwp");
    std::fs::write(&path, bytes.to_vec()).unwrap();
    path
}

fn format_of(path: &Path) -> &'static str {
    match open_file(path).unwrap() {
        ImportedFile::Terrain(found) => found.terrain.shape.format_name(),
        ImportedFile::Model(_) => "model",
    }
}

#[test]
fn the_terrain_that_is_named_is_written_and_without_a_name_the_choices_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let project = project(folder.path());
    let adt = folder.path().join("out_31_31.adt");
    let run = bonewright(arguments!["convert", &project, &adt]);
    assert_eq!(run.code, 3, "{}", run.err);
    for wanted in ["#0 (tiles)", "#2 (corners)", "--terrain"] {
        assert!(run.err.contains(wanted), "{}", run.err);
    }
    assert!(!adt.exists());
    let run = bonewright(arguments!["convert", &project, &adt, "--terrain", "tiles"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(format_of(&adt), "adt");
    let w3e = folder.path().join("out.w3e");
    let run = bonewright(arguments![
        "convert",
        &project,
        &w3e,
        "--terrain",
        "corners"
    ]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("not the name of one alone"), "{}", run.err);
    let run = bonewright(arguments!["convert", &project, &w3e, "--terrain", "#2"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(format_of(&w3e), "w3e");
    let run = bonewright(arguments![
        "convert",
        &project,
        &w3e,
        "--terrain",
        "#9",
        "--force"
    ]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("is not there"), "{}", run.err);
}

#[test]
fn a_script_may_change_one_terrain_and_write_another() {
    let folder = tempfile::tempdir().unwrap();
    let project = project(folder.path());
    let script = folder.path().join("script.json");
    let text = r#"[{"op":"set_blend_rule","terrain":0,"rule":"ordered"},
        {"op":"set_blend_rule","terrain":0,"rule":"weighted"}]"#;
    std::fs::write(&script, text).unwrap();
    let out = folder.path().join("out.w3e");
    let run = bonewright(arguments![
        "apply",
        &script,
        &project,
        "-o",
        &out,
        "--terrain",
        "#1"
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(format_of(&out), "w3e");
    // A project is written whole, so nothing is named for it.
    let whole = folder.path().join("whole.bwp");
    let run = bonewright(arguments![
        "apply",
        &script,
        &project,
        "-o",
        &whole,
        "--terrain",
        "#1"
    ]);
    assert_eq!(run.code, 2, "{}", run.err);
    let run = bonewright(arguments!["apply", &script, &project, "-o", &whole]);
    assert_eq!(run.code, 0, "{}", run.err);
}
