//! Tiles and maps of World of Warcraft on the command line.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::corpus::{Corpus, read};
use crate::made_tile::{MadeTile, chunk};
use crate::program::bonewright;
use crate::tile_oracle::OracleTile;

/// Tiles in the corpus.
const TILES: usize = 11;
/// Maps in the corpus.
const MAPS: usize = 6;

/// A made tile with everything in it, in a folder of its own.
fn made() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made_31_33.adt");
    fs::write(&path, MadeTile::motley().bytes()).unwrap();
    (folder, path)
}

#[track_caller]
fn check_info(path: &Path) {
    let info = bonewright(arguments!["info", path, "--json"]).json();
    let bytes = read(path);
    let oracle = OracleTile::read(&bytes);
    let heights = oracle.chunks.iter().flat_map(|chunk| {
        let base = chunk.position[2];
        chunk
            .heights
            .iter()
            .map(move |height| f64::from(base + height))
    });
    let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), height| {
        (low.min(height), high.max(height))
    });
    let holes: u32 = oracle
        .chunks
        .iter()
        .map(|chunk| chunk.holes.count_ones())
        .sum();
    let most = oracle.chunks.iter().map(|chunk| chunk.layers.len()).max();
    let expected = [
        ("format", Value::from("adt")),
        ("version", 18.into()),
        ("bytes", bytes.len().into()),
        ("width", 129.into()),
        ("height", 129.into()),
        ("chunks", 256.into()),
        ("layers", oracle.layer_count().into()),
        ("max_layers_per_chunk", most.into()),
        ("holes", holes.into()),
        ("water_cells", oracle.water_cells().into()),
    ];
    for (key, expected) in expected {
        assert_eq!(info[key], expected, "{}: {key}", path.display());
    }
    let mut textures: Vec<&str> = oracle.textures.iter().map(String::as_str).collect();
    let mut seen = std::collections::HashSet::new();
    textures.retain(|path| seen.insert(*path));
    assert_eq!(info["textures"], Value::from(textures));
    for (key, expected) in [("height_min", low), ("height_max", high)] {
        let found = info[key].as_f64().unwrap();
        assert!(
            (found - expected).abs() < 1e-3,
            "{}: {key} is {found}",
            path.display()
        );
    }
    assert!(info["findings"].is_u64());
}

#[test]
fn info_says_what_a_second_reader_counts() {
    let (_folder, path) = made();
    check_info(&path);
    let Some(corpus) = Corpus::open() else { return };
    let mut count = 0;
    for path in corpus.with_extension("adt") {
        check_info(path);
        count += 1;
    }
    println!("{count} tiles");
    assert!(count >= TILES, "only {count} tiles");
}

#[test]
fn a_converted_tile_is_the_same_bytes_also_through_a_project() {
    let (folder, made) = made();
    let mut paths = vec![made];
    if let Some(corpus) = Corpus::open() {
        paths.extend(corpus.with_extension("adt").map(Path::to_owned));
        assert!(paths.len() > TILES, "only {} tiles", paths.len());
    }
    let (project, out) = (folder.path().join("a.bwp"), folder.path().join("out.adt"));
    for path in paths {
        for (from, to) in [(&path, &out), (&path, &project), (&project, &out)] {
            let run = bonewright(arguments!["convert", from, to, "--force", "--strict"]);
            assert_eq!(run.code, 0, "{}", run.err);
        }
        assert!(read(&out) == read(&path), "{}", path.display());
        let run = bonewright(arguments!["diff", &path, &out]);
        // Without its map beside it, the flags of the map are not known.
        let told = run.out.lines().filter(|line| !line.contains("map_flags"));
        assert_eq!(told.collect::<Vec<_>>(), [""; 0], "{}", path.display());
    }
}

#[test]
fn a_converted_map_brings_its_tiles_along_with_their_bytes() {
    let Some(corpus) = Corpus::open() else { return };
    let (mut maps, mut tiles) = (0, 0);
    for path in corpus.with_extension("wdt") {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join(path.file_name().unwrap());
        let run = bonewright(arguments!["convert", path, &out]);
        assert_eq!(run.code, 0, "{}: {}", path.display(), run.err);
        for written in fs::read_dir(folder.path()).unwrap() {
            let written = written.unwrap().path();
            let name = written
                .file_name()
                .unwrap()
                .to_string_lossy()
                .to_lowercase();
            let mut beside = fs::read_dir(path.parent().unwrap()).unwrap();
            let original = beside.find_map(|entry| {
                let entry = entry.unwrap().path();
                let found = entry.file_name().unwrap().to_string_lossy().to_lowercase();
                (found == name).then_some(entry)
            });
            assert!(
                read(&written) == read(&original.unwrap()),
                "{}",
                written.display()
            );
            tiles += usize::from(name.ends_with(".adt"));
        }
        maps += 1;
    }
    println!("{maps} maps with {tiles} tiles");
    assert!(maps >= MAPS && tiles >= 9, "{maps} maps with {tiles} tiles");
}

#[test]
fn check_lists_what_is_wrong_by_code_and_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made_31_33.adt");
    let mut tile = MadeTile::plain();
    fs::write(&path, tile.bytes()).unwrap();
    let run = bonewright(arguments!["check", &path, "--json"]);
    assert_eq!(run.json()["findings"], Value::from(Vec::<Value>::new()));
    tile.chunks[9].layers[0].texture = 77;
    fs::write(&path, tile.bytes()).unwrap();
    let run = bonewright(arguments!["check", &path, "--json"]);
    assert_eq!(run.code, 1);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    let first = &found["findings"][0];
    assert_eq!(first["code"], "ADT-LAYER-TEXTURE");
    assert_eq!(first["path"], "tiles[31,33].chunks[9].layers[0].texture");
}

#[test]
fn a_part_of_a_split_tile_and_a_cut_one_are_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let mut split = Vec::new();
    chunk(&mut split, b"MVER", &18_u32.to_le_bytes());
    chunk(&mut split, b"MTEX", b"a.blp\0");
    chunk(&mut split, b"MCNK", b"");
    let whole = MadeTile::plain().bytes();
    for (name, bytes, words) in [
        (
            "a_1_2_tex0.adt",
            split.as_slice(),
            "split into files, and a_1_2.adt is not beside it",
        ),
        ("a_1_2.adt", &whole[..whole.len() - 9], "chunks[255]"),
        ("a_1_3.adt", &whole[..whole.len() / 2], "bytes are needed"),
        (
            "a_1_4.adt",
            &whole[..40],
            "MHDR at byte 20: 64 bytes are needed",
        ),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let run = bonewright(arguments!["info", &path]);
        assert_eq!(run.code, 3, "{name}: {}", run.err);
        assert!(run.err.contains(name), "{}", run.err);
        assert!(
            run.err.contains(words) || run.err.contains("at byte"),
            "{}",
            run.err
        );
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}

#[test]
fn what_takes_a_model_says_that_a_tile_is_none() {
    let (folder, path) = made();
    let out = folder.path().join("x.m2");
    for arguments in [
        arguments!["pose", &path, "--clip", "bind", "--time", "0"],
        arguments!["convert", &path, &out],
    ] {
        let run = bonewright(arguments);
        assert!(
            run.code != 0 && !run.err.contains("panicked"),
            "{}",
            run.err
        );
    }
    assert!(!out.exists());
}
