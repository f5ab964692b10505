//! Ground of one game made ground of the other, from the command line.

use std::fs;
use std::path::{Path, PathBuf};

use bonewright::document::Terrain;
use bonewright::import_export::{ImportedFile, Profile, export_terrain, open_file};
use bonewright::samples::{valley, valley_corners};
use bonewright::terrain::{AlphaMap, TileId, TileTexture};
use serde_json::Value;

use crate::corpus::{Corpus, read};
use crate::program::bonewright;

/// Tiles in the corpus.
const TILES: usize = 11;
/// Maps of corners of the corpus that are converted; each makes four tiles.
const CORNER_MAPS: usize = 4;

fn write(folder: &Path, terrain: &Terrain, profile: Profile, name: &str) -> PathBuf {
    for file in export_terrain(terrain, profile, name).unwrap().files {
        fs::write(folder.join(file.name), file.bytes).unwrap();
    }
    folder.join(name)
}

fn opened(path: &Path) -> Terrain {
    match open_file(path).unwrap() {
        ImportedFile::Terrain(imported) => imported.terrain,
        ImportedFile::Model(_) => panic!("a model"),
    }
}

/// The valley's tile as a plane that rises to the north and east, one texture in the west, another
/// one in the east.
fn plane(folder: &Path) -> PathBuf {
    let mut terrain = valley();
    let map = terrain.shape.tiles_mut().unwrap();
    let tile = map.tiles.values_mut().next().unwrap();
    for (number, chunk) in tile.chunks.iter_mut().enumerate() {
        for vertex in 0..145 {
            let (line, place) = (vertex / 17, vertex % 17);
            let (column, row) = match place {
                0..9 => (place as f32, line as f32),
                _ => (place as f32 - 8.5, line as f32 + 0.5),
            };
            let step = 1600.0 / 3.0 / 128.0;
            let east = ((number % 16) as f32 * 8.0 + column) * step;
            let south = ((number / 16) as f32 * 8.0 + row) * step;
            chunk.heights[vertex] = rise(east, south) - chunk.position[2];
        }
        chunk.layers.truncate(2);
        while chunk.layers.len() < 2 {
            let layer = chunk.layers[0].clone();
            chunk.layers.push(layer);
        }
        chunk.layers[0].texture = 0;
        chunk.layers[0].alpha = None;
        chunk.layers[1].texture = 1;
        let alpha = if number % 16 < 8 { 0 } else { 255 };
        chunk.layers[1].alpha = Some(AlphaMap::filled(alpha));
        chunk.layers[1].flags.0 = 0x100;
    }
    write(folder, &terrain, Profile::AdtWotlk, "plane_32_32.adt")
}

/// Height in yards at so many yards to the east and south of the north-west corner.
fn rise(east: f32, south: f32) -> f32 {
    20.0 + east * 0.05 - south * 0.02
}

#[test]
fn a_sloping_plane_of_two_textures_is_the_same_plane_of_two_ground_types() {
    let folder = tempfile::tempdir().unwrap();
    let path = plane(folder.path());
    let names = folder.path().join("names.json");
    let tile = opened(&path);
    let textures = tile
        .shape
        .tiles()
        .unwrap()
        .tiles
        .values()
        .next()
        .unwrap()
        .textures
        .clone();
    let given = serde_json::json!({
        textures[0].path_text(): "Zgrs", textures[1].path_text(): "Zdrt",
    });
    fs::write(&names, given.to_string()).unwrap();
    let (out, told) = (folder.path().join("p.w3e"), folder.path().join("r.json"));
    let run = bonewright(arguments![
        "convert",
        &path,
        &out,
        "--scale",
        "24",
        "--ground-names",
        &names,
        "--report",
        &told
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let made = opened(&out);
    let map = made.shape.corners().unwrap();
    // 533.33 yards are 12800 units at 24 units a yard: exactly 100 tiles.
    assert_eq!((map.width(), map.height()), (101, 101));
    let high = 1600.0 / 3.0;
    for row in 0..101 {
        for column in 0..101 {
            let corner = map.corner(column, row).unwrap();
            let (east, south) = (
                column as f32 * 128.0 / 24.0,
                high - row as f32 * 128.0 / 24.0,
            );
            let wanted = rise(east, south) * 24.0;
            assert!((corner.ground_z() - wanted).abs() < 0.2, "{column} {row}");
            if column != 50 {
                let name = map.head.ground_types[usize::from(corner.ground_type())];
                let wanted = if column < 50 { b"Zgrs" } else { b"Zdrt" };
                assert_eq!(&name, wanted, "{column} {row}");
            }
        }
    }
    let report: Value = serde_json::from_slice(&read(&told)).unwrap();
    let losses = report["losses"].as_array().unwrap();
    let heights = losses
        .iter()
        .find(|loss| loss["path"] == "heights")
        .unwrap();
    // A plane stays a plane but for the quarter units of stored heights.
    assert!(heights["max_error"].as_f64().unwrap() < 0.3, "{heights}");

    // And back: the heights that the corners have, the textures that stood for the types.
    let back = folder.path().join("back.wdt");
    let run = bonewright(arguments![
        "convert",
        &out,
        &back,
        "--scale",
        "0.041666666666666664",
        "--ground-names",
        &names
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let made = opened(&back);
    let tiles = made.shape.tiles().unwrap();
    assert_eq!(tiles.tiles.keys().next(), Some(&TileId { x: 31, y: 31 }));
    let mut count = 0;
    for (_, chunk) in tiles.chunks() {
        for vertex in (0..145).filter(|vertex| vertex % 17 < 9) {
            let step = 1600.0 / 3.0 / 128.0;
            let north = chunk.position[0] - (vertex / 17) as f32 * step;
            let west = chunk.position[1] - (vertex % 17) as f32 * step;
            // The map's middle is the middle of the world.
            let (east, south) = (high / 2.0 - west, high / 2.0 - north);
            if !(0.0..=high).contains(&east) || !(0.0..=high).contains(&south) {
                continue;
            }
            let found = chunk.position[2] + chunk.heights[vertex];
            assert!(
                (found - rise(east, south)).abs() < 0.01,
                "{east} {south} {found}"
            );
            count += 1;
        }
    }
    assert!(count > 10_000, "{count}");
    let names = |listed: &[TileTexture]| {
        let paths = listed.iter().map(|texture| texture.path_text());
        let mut names: Vec<String> = paths.map(|path| path.to_lowercase()).collect();
        names.sort();
        names
    };
    let listed = &tiles.tiles.values().next().unwrap().textures;
    let listed = names(listed);
    for name in names(&textures[..2]) {
        assert!(listed.contains(&name), "{name} in {listed:?}");
    }
}

#[test]
fn everything_that_is_lost_is_told_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(
        folder.path(),
        &valley(),
        Profile::AdtWotlk,
        "valley_32_32.adt",
    );
    let out = folder.path().join("v.w3e");
    let run = bonewright(arguments![
        "convert", &path, &out, "--scale", "24", "--strict"
    ]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(!out.exists());
    for told in [
        "only the strongest is kept",
        "outer vertices",
        "liquids of map chunks",
    ] {
        assert!(run.err.contains(told), "{told}: {}", run.err);
    }
    let corners = write(
        folder.path(),
        &valley_corners(),
        Profile::W3e { version: 11 },
        "valley.w3e",
    );
    let out = folder.path().join("w.wdt");
    let run = bonewright(arguments![
        "convert", &corners, &out, "--scale", "0.0625", "--strict"
    ]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(!out.exists());
    assert!(run.err.contains("corners lose their water"), "{}", run.err);
}

#[test]
fn scales_that_do_not_fit_and_names_that_are_none_are_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(
        folder.path(),
        &valley(),
        Profile::AdtWotlk,
        "valley_32_32.adt",
    );
    let names = folder.path().join("n.json");
    fs::write(&names, r#"{"a.blp":"grass"}"#).unwrap();
    let out = folder.path().join("v.w3e");
    let corners = folder.path().join("c.w3e");
    let same = folder.path().join("same_32_32.adt");
    for (line, code, told) in [
        (
            arguments!["convert", &path, &corners, "--scale", "9000"],
            4,
            "another --scale",
        ),
        (
            arguments!["convert", &path, &corners, "--scale", "0"],
            2,
            "above 0",
        ),
        (
            arguments!["convert", &path, &same, "--scale", "2"],
            2,
            "between ADT and W3E",
        ),
        (
            arguments!["convert", &path, &out, "--ground-names", &names],
            2,
            "four letters",
        ),
    ] {
        let run = bonewright(line);
        assert_eq!(run.code, code, "{told}: {}", run.err);
        assert!(run.err.contains(told), "{told}: {}", run.err);
        assert!(!out.exists() && !corners.exists() && !same.exists());
    }
    let run = bonewright(arguments!["convert", &path, &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = bonewright(arguments![
        "convert",
        &out,
        folder.path().join("x.wdt"),
        "--scale",
        "99"
    ]);
    assert_eq!(run.code, 4, "{}", run.err);
    assert!(run.err.contains("smaller --scale"), "{}", run.err);
}

#[test]
fn real_maps_of_both_games_become_maps_of_the_other_that_open_without_errors() {
    let Some(corpus) = Corpus::open() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (mut tiles, mut corner_maps) = (0, 0);
    for path in corpus.with_extension("adt") {
        let out = folder.path().join("out.w3e");
        let run = bonewright(arguments!["convert", path, &out, "--scale", "8", "--force"]);
        assert_eq!(run.code, 0, "{}: {}", path.display(), run.err);
        let check = bonewright(arguments!["check", &out, "--json"]).out;
        assert!(!check.contains("\"error\""), "{}: {check}", path.display());
        tiles += 1;
    }
    for path in corpus.with_extension("w3e").take(CORNER_MAPS) {
        let out = folder.path().join("out.wdt");
        let run = bonewright(arguments![
            "convert", path, &out, "--scale", "0.01", "--force"
        ]);
        assert_eq!(run.code, 0, "{}: {}", path.display(), run.err);
        let check = bonewright(arguments!["check", &out, "--json"]).out;
        assert!(!check.contains("\"error\""), "{}: {check}", path.display());
        corner_maps += 1;
    }
    println!("{tiles} tiles, {corner_maps} maps of corners");
    assert!(
        tiles >= TILES && corner_maps == CORNER_MAPS,
        "{tiles} {corner_maps}"
    );
}
