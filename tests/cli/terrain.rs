//! Terrains on the command line: `info` against a second reader, and every command that meets one.

use crate::corpus::{Corpus, read};
use crate::program::{bonewright, sample};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

/// What the fact sheet says is in a W3E: a second reader, which shares nothing with the first.
fn second_reader(bytes: &[u8]) -> Value {
    assert_eq!(&bytes[..4], b"W3E!");
    let version = number(bytes, 4);
    let mut at = 13;
    let mut lists = Vec::new();
    for _ in 0..2 {
        let count = number(bytes, at) as usize;
        let ids = bytes[at + 4..at + 4 + 4 * count].chunks(4);
        lists.push(
            ids.map(|id| String::from_utf8_lossy(id).into_owned())
                .collect::<Vec<_>>(),
        );
        at += 4 + 4 * count;
    }
    let (width, height) = (number(bytes, at), number(bytes, at + 4));
    let origin = [at + 8, at + 12].map(|at| f32::from_bits(number(bytes, at)));
    let size = if version == 11 { 7 } else { 8 };
    let (mut low, mut high, mut water) = (f64::INFINITY, f64::NEG_INFINITY, 0);
    let corners = &bytes[at + 16..];
    assert_eq!(corners.len(), width as usize * height as usize * size);
    for corner in corners.chunks(size) {
        let ground = f64::from(u16::from_le_bytes([corner[0], corner[1]]));
        let layer = f64::from(corner[size - 1] & 15);
        let z = (ground - 8192.0) / 4.0 + (layer - 2.0) * 128.0;
        low = low.min(z);
        high = high.max(z);
        water += match version {
            11 => u32::from(corner[4] & 0x40 != 0),
            _ => u32::from(corner[5] & 0x01 != 0),
        };
    }
    json!({
        "format": "w3e", "version": version, "bytes": bytes.len(), "width": width,
        "height": height, "chunks": null, "textures": [], "layers": 0, "holes": 0,
        "max_layers_per_chunk": null, "height_min": low, "height_max": high, "water_cells": water,
        "tileset": (bytes[8] as char).to_string(), "ground_types": lists[0],
        "cliff_types": lists[1], "origin": origin,
    })
}

#[track_caller]
fn check_info(path: &Path, info: &Value) {
    let second = second_reader(&read(path));
    for (key, value) in second.as_object().unwrap() {
        assert_eq!(&info[key], value, "{}: {key}", path.display());
    }
}

#[test]
fn info_agrees_with_a_second_reader_on_every_real_w3e() {
    let Some(corpus) = Corpus::open() else { return };
    let mut count = 0;
    for path in corpus.with_extension("w3e") {
        let info = bonewright(arguments!["info", path, "--json"]).json();
        check_info(path, &info);
        assert!(info["findings"].is_u64());
        count += 1;
    }
    println!("{count} W3E files");
    assert!(count >= 22, "{count}");
}

/// A map of 5 x 4 corners in version 11, with a cliff, water and 2 ground types.
fn small_map() -> Vec<u8> {
    let mut bytes = b"W3E!\x0b\0\0\0L\0\0\0\0\x02\0\0\0LdrtLgrs\x01\0\0\0CLdi".to_vec();
    bytes.extend([5u32, 4].into_iter().flat_map(u32::to_le_bytes));
    bytes.extend([-256f32, -192.0].into_iter().flat_map(f32::to_le_bytes));
    for index in 0..20u8 {
        let layer = if index < 5 { 0xF3 } else { 0xF2 };
        let flags = if index == 7 { 0x41 } else { index % 2 };
        bytes.extend([0, 0x20, 0, 0x22, flags, index % 18, layer]);
    }
    bytes
}

fn written(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn info_tells_people_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let map = written(folder.path(), "isle.w3e", &small_map());
    let run = bonewright(arguments!["info", &map]);
    assert_eq!(run.code, 0, "{}", run.err);
    for part in [
        "isle (w3e 11, ",
        "ground #1",
        "Lgrs at",
        "height max           128.0",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let info = bonewright(arguments!["info", &map, "--json"]).json();
    check_info(&map, &info);
    // Corners 0 to 19 have types 0, 1, 0, 1 ...; every tile of a row has both.
    assert_eq!(info["tiles_by_ground_count"], json!([0, 12, 0, 0]));
    assert_eq!(info["ground_corners"], json!([10, 10]));
    assert!(
        run.out.contains("three types meet in 0 tiles"),
        "{}",
        run.out
    );
}

#[test]
fn a_map_goes_through_w3e_and_project_and_back_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let map = written(folder.path(), "isle.w3e", &small_map());
    for (from, to) in [
        ("isle.w3e", "a.w3e"),
        ("a.w3e", "b.bwp"),
        ("b.bwp", "c.w3e"),
    ] {
        let run = bonewright(arguments!["convert", at(from), at(to)]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{from} to {to}");
    }
    assert_eq!(read(&at("c.w3e")), read(&map));
    assert_eq!(
        bonewright(arguments!["info", at("b.bwp"), "--json"]).json()["width"],
        5
    );
    // A map of the later version stays one unless another is asked for.
    let wide = arguments!["convert", &map, at("wide.w3e"), "--target", "w3e-12"];
    assert_eq!(bonewright(wide).code, 0);
    assert_eq!(
        bonewright(arguments!["convert", at("wide.w3e"), at("wide2.w3e")]).code,
        0
    );
    assert_eq!(read(&at("wide2.w3e")), read(&at("wide.w3e")));
    let narrow = arguments!["convert", at("wide.w3e"), at("d.w3e"), "--target", "w3e-11"];
    assert_eq!(bonewright(narrow).code, 0);
    assert_eq!(read(&at("d.w3e")), read(&map));
    let diff = bonewright(arguments!["diff", at("wide.w3e"), &map]);
    assert_eq!(
        (diff.code, diff.out.as_str()),
        (1, "terrains[0].version: 12 -> 11\n")
    );
}

#[test]
fn differences_of_two_maps_are_named_by_corner_and_counted_past_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let a = written(folder.path(), "a.w3e", &small_map());
    let mut bytes = small_map();
    let first = bytes.len() - 20 * 7;
    // Corner 2 of row 1: ground type 1 becomes 0, the height rises by one step.
    bytes[first + 7 * 7] += 1;
    bytes[first + 7 * 7 + 4] = 0x40;
    let b = written(folder.path(), "b.w3e", &bytes);
    let run = bonewright(arguments!["diff", &a, &b, "--json"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let value: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        value["differences"],
        json!([
            { "path": "terrains[0].corners[2,1].height", "a": "8192", "b": "8193" },
            { "path": "terrains[0].corners[2,1].ground", "a": "1", "b": "0" },
        ])
    );
    assert_eq!(bonewright(arguments!["diff", &a, &a]).code, 0);
    // A million lines are counted, not listed.
    let mut large = [&small_map()[..33], &[0, 4, 0, 0, 0, 4, 0, 0], &[0; 8]].concat();
    let start = large.len();
    large.resize(start + (1 << 20) * 7, 0);
    let a = written(folder.path(), "large.w3e", &large);
    large[start..]
        .chunks_mut(7)
        .for_each(|corner| corner[0] = 1);
    let b = written(folder.path(), "large_b.w3e", &large);
    let run = bonewright(arguments!["diff", &a, &b]);
    assert_eq!(run.code, 1);
    assert_eq!(run.out.lines().count(), 1001);
    assert!(run.out.ends_with("and 1047576 more\n"));
}

#[test]
fn check_names_what_is_wrong_with_a_map() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = small_map();
    let first = bytes.len() - 20 * 7;
    bytes[first + 4] = 9;
    bytes[first + 6] = 0x57;
    bytes[8] = b'?';
    let map = written(folder.path(), "odd.w3e", &bytes);
    let run = bonewright(arguments!["check", &map, "--json"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let value: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(value["target"], "w3e-11");
    let found = value["findings"].as_array().unwrap();
    let has = |code: &str, path: &str| {
        let is_it = |it: &&Value| it["code"] == code && it["path"] == path;
        assert_eq!(
            found.iter().filter(is_it).count(),
            1,
            "{code} {path}: {found:?}"
        );
    };
    has("W3E-GROUND-TYPE", "corners[0,0].ground");
    has("W3E-CLIFF-TYPE", "corners[0,0].cliff");
    has("W3E-CLIFF-STEP", "tiles[0,0]");
    has("W3E-TILESET", "tileset");
    has("W3E-SIZE", "width");
    has("W3E-ORIGIN", "origin");
    let sound = written(folder.path(), "sound.w3e", &small_map());
    let run = bonewright(arguments!["check", &sound, "--target", "m2-264"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("terrain of w3e-11"), "{}", run.err);
    let run = bonewright(arguments!["check", sample(), "--target", "w3e-11"]);
    assert_eq!(run.code, 2, "{}", run.err);
}

#[test]
fn commands_for_models_say_that_they_met_a_terrain() {
    let folder = tempfile::tempdir().unwrap();
    let map = written(folder.path(), "isle.w3e", &small_map());
    let out = folder.path().join("out.png");
    let script = written(
        folder.path(),
        "script.json",
        br##"[{"op":"rename_bone","bone":"#0","name":"x"}]"##,
    );
    for arguments in [
        arguments!["pose", &map, "--clip", "bind"],
        arguments!["render", &map, "-o", &out, "--view", "camera:0"],
        arguments!["weights", &map],
        arguments!["weight-text", "save", &map, "-o", &out],
        arguments!["auto-weights", &map, "-o", folder.path().join("a.w3e")],
        arguments!["apply", script, &map, "-o", folder.path().join("b.w3e")],
        arguments!["convert", &map, folder.path().join("c.m2")],
        arguments!["convert", sample(), folder.path().join("d.w3e")],
    ] {
        let run = bonewright(&arguments);
        assert!(
            [2, 3, 4].contains(&run.code),
            "{arguments:?}: {} {}",
            run.code,
            run.err
        );
        assert_eq!(
            run.err.trim_end().lines().count(),
            1,
            "{arguments:?}: {}",
            run.err
        );
        assert!(!run.err.contains("panicked"), "{}", run.err);
        println!("{}", run.err.trim_end());
    }
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        2,
        "nothing was written"
    );
}

#[test]
fn a_folder_that_stands_for_a_map_gets_its_ground_with_a_backup() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("Isle.w3x");
    std::fs::create_dir(&map).unwrap();
    let ground = written(&map, "war3map.w3e", &small_map());
    assert_eq!(
        bonewright(arguments!["info", &map, "--json"]).json()["name"],
        "Isle"
    );
    let wide = folder.path().join("wide.w3e");
    let run = bonewright(arguments!["convert", &map, &wide, "--target", "w3e-12"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = bonewright(arguments!["convert", &wide, &map]);
    assert_eq!(run.code, 4, "{}", run.err);
    let run = bonewright(arguments!["convert", &wide, &map, "--force"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(read(&ground), read(&wide));
    assert_eq!(read(&map.join("war3map.w3e.bak")), small_map());
}

#[test]
fn a_project_with_a_model_and_a_map_tells_both_and_gives_either() {
    use bonewright::document::{Document, ModelId};
    use bonewright::import_export::{ImportedFile, import_file, open_file};
    use bonewright::project::{Compression, Snapshot, encode};
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = small_map();
    bytes[8] = b'?';
    let map = written(folder.path(), "isle.w3e", &bytes);
    let mut document = Document::new();
    document
        .models
        .push(import_file(&sample(), ModelId(0)).unwrap().model);
    let Ok(ImportedFile::Terrain(imported)) = open_file(&map) else {
        panic!("the map opens");
    };
    document.terrains.push(imported.terrain);
    let project = encode(&Snapshot::of(&document), Compression::None)
        .unwrap()
        .to_vec();
    let project = written(folder.path(), "both.bwp", &project);
    let info = bonewright(arguments!["info", &project, "--json"]).json();
    assert_eq!(info["models"].as_array().unwrap().len(), 1);
    assert_eq!(info["terrains"][0]["width"], 5);
    let check = bonewright(arguments!["check", &project, "--json"]);
    let value: Value = serde_json::from_str(&check.out).unwrap();
    let found = value["findings"].as_array().unwrap();
    let is_it = |it: &&Value| it["code"] == "W3E-TILESET" && it["path"] == "terrains[0].tileset";
    assert_eq!(found.iter().filter(is_it).count(), 1, "{found:?}");
    let at = |name: &str| folder.path().join(name);
    for name in ["out.w3e", "out.m2"] {
        let run = bonewright(arguments!["convert", &project, at(name)]);
        assert_eq!(run.code, 0, "{name}: {}", run.err);
    }
    assert_eq!(read(&at("out.w3e")), bytes);
    assert_eq!(read(&at("out.m2")), read(&sample()));
    let diff = bonewright(arguments!["diff", &project, &map]);
    assert_eq!(diff.out, "models[0]: mosskin -> -\n");
}
