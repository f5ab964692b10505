//! `apply` on the ground of tiles: files and projects, and back byte for byte.

use crate::made_tile::MadeTile;
use crate::program::bonewright;
use std::path::PathBuf;

/// A folder that is gone after the test.
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

/// Every kind of operator on the textures of tiles, on the tile made here.
const SCRIPT: &str = r##"[
    {"op":"paint_texture_layer","texture":"tileset/mud.blp","target":0.5,"radius":30,
     "samples":[{"position":[-800,266]},{"position":[-790,270],"pressure":0.5}],
     "masks":{"protected":[{"min":[-805,260],"max":[-800,266]}]}},
    {"op":"smooth_texture_layers","radius":20,"samples":[{"position":[-800,266]}]},
    {"op":"move_texture_layer","texture":"Tileset\\Rock.blp","to":0},
    {"op":"swap_texture","from":"Tileset\\Sand.blp","to":"Tileset\\Clay.blp"},
    {"op":"fill_texture","texture":"Tileset\\Snow.blp","scope":{"chunks":[[31,33,3,4]]}},
    {"op":"heal_seams"},
    {"op":"solve_slots","most":3},
    {"op":"drop_unused_layers"}
]"##;

#[test]
fn a_script_paints_a_tile_and_undoes_it_byte_for_byte_also_through_a_project() {
    let folder = Folder::new();
    let tile = folder.path("isle_31_33.adt");
    let bytes = MadeTile::motley().bytes();
    std::fs::write(&tile, &bytes).expect("a file of the test");
    let script = folder.script(SCRIPT);
    let at = |name: &str| folder.path(name);
    let read = |name: &str| std::fs::read(folder.path(name)).expect("a file of the test");
    let undone = arguments!["apply", &script, &tile, "-o", at("back.adt"), "--undo-all"];
    let run = bonewright(undone);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(read("back.adt") == bytes);
    let run = bonewright(arguments!["apply", &script, &tile, "-o", at("a.adt")]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("breaks of textures"), "{}", run.err);
    assert!(run.err.contains("difference on borders"), "{}", run.err);
    let run = bonewright(arguments!["convert", &tile, at("isle.bwp")]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = bonewright(arguments![
        "apply",
        &script,
        at("isle.bwp"),
        "-o",
        at("b.bwp")
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = bonewright(arguments!["convert", at("b.bwp"), at("b.adt")]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(read("b.adt") == read("a.adt"));
    assert!(read("a.adt") != bytes);
}

#[test]
fn what_does_not_fit_is_refused_in_a_sentence_and_nothing_is_written() {
    let folder = Folder::new();
    let tile = folder.path("isle_31_33.adt");
    std::fs::write(&tile, MadeTile::plain().bytes()).expect("a file of the test");
    let out = folder.path("out.adt");
    let cases = [
        (
            r#"{"op":"fill_texture","texture":" "}"#,
            "'texture' is empty",
        ),
        (
            r#"{"op":"fill_texture","texture":"a","terrain":9}"#,
            "no terrain 9",
        ),
        (
            r#"{"op":"fill_texture","texture":"a","scope":{"tiles":[[1,1]]}}"#,
            "no tile '1, 1'",
        ),
        (
            r#"{"op":"fill_texture","texture":"a","scope":{"chunks":[[31,33,16,0]]}}"#,
            "no map chunk '16, 0 of tile 31, 33'",
        ),
        (
            r#"{"op":"paint_texture_layer","texture":"a","radius":0,"samples":[{"position":[0,0]}]}"#,
            "'radius' must be above 0",
        ),
        (
            r#"{"op":"paint_texture_layer","texture":"a","radius":1,"samples":[]}"#,
            "'samples' is empty",
        ),
        (r#"{"op":"solve_slots","most":5}"#, "'most' must be between"),
        (
            r#"{"op":"rename_bone","bone":"a","name":"b"}"#,
            "there is no model",
        ),
    ];
    for (operator, expected) in cases {
        let script = folder.script(&format!("[{operator}]"));
        let run = bonewright(arguments!["apply", &script, &tile, "-o", &out]);
        assert_eq!(run.code, 2, "{operator}: {}", run.err);
        assert!(run.err.contains(expected), "{operator}: {}", run.err);
        assert!(!out.exists());
    }
}
