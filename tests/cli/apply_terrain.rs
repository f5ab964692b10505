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
fn a_fifth_texture_makes_its_room_by_script_and_is_told() {
    let folder = Folder::new();
    let tile = folder.path("isle_31_33.adt");
    let bytes = MadeTile::motley().bytes();
    std::fs::write(&tile, &bytes).expect("a file of the test");
    // The fifth map chunk of the first row has four textures.
    let script = |fifth: &str| {
        folder.script(&format!(
            r#"[{{"op":"paint_texture_layer","texture":"Tileset\\Mud.blp","radius":10,
                "samples":[{{"position":[-550,383.3]}}],"fifth":{fifth}}}]"#
        ))
    };
    let apply = |fifth: &str, out: &str, undoes: bool| {
        let mut arguments = arguments!["apply", script(fifth), &tile, "-o", folder.path(out)];
        arguments.extend(undoes.then(|| "--undo-all".into()));
        bonewright(arguments)
    };
    let read = |name: &str| std::fs::read(folder.path(name)).expect("a file of the test");
    let run = apply("\"refuse\"", "refused.adt", false);
    assert!(
        run.err.contains("nothing was painted on 1 map chunk"),
        "{}",
        run.err
    );
    assert!(read("refused.adt") == bytes);
    let run = apply("{\"solve\":{}}", "solved.adt", false);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.contains("a texture gave way on 1 map chunk: "),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("changed beside the stroke: "),
        "{}",
        run.err
    );
    let solved = read("solved.adt");
    assert!(solved != bytes);
    // The same, with the way that was found named.
    let gone = run.err.split("on 1 map chunk: ").nth(1).expect("which");
    let gone: String = gone
        .chars()
        .take_while(|letter| !letter.is_whitespace())
        .collect();
    let chosen =
        format!(r#"{{"chosen":[{{"tile":[31,33],"chunk":[4,0],"texture":"tileset/{gone}"}}]}}"#);
    let run = apply(&chosen, "chosen.adt", false);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(read("chosen.adt") == solved);
    let run = apply("{\"solve\":{}}", "back.adt", true);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(read("back.adt") == bytes);
    // A place that is protected somewhere else is told of.
    let elsewhere = folder.script(
        r#"[{"op":"paint_texture_layer","texture":"Tileset\\Mud.blp","radius":3,
            "samples":[{"position":[-550,520]}],
            "masks":{"protected":[{"min":[9000,9000],"max":[9001,9001]}]}}]"#,
    );
    let out = folder.path("elsewhere.adt");
    let run = bonewright(arguments!["apply", elsewhere, &tile, "-o", out]);
    assert!(
        run.err.contains("1 protected place is not on this ground"),
        "{}",
        run.err
    );
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
