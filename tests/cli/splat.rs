//! Free splats from the command line: a height map and weight pictures become ground, and ground
//! becomes such pictures.

use std::fs;
use std::path::{Path, PathBuf};

use bonewright::document::Terrain;
use bonewright::formats::picture::{decode_grey, encode_grey8, encode_grey16};
use bonewright::import_export::{ImportedFile, Profile, export_terrain, open_file};
use bonewright::samples::{valley, valley_corners};
use bonewright::terrain::{ChunkShares, TileArea, TileMap, audit_seams};
use serde_json::Value;

use crate::corpus::{Corpus, read};
use crate::program::bonewright;

fn opened(path: &Path) -> Terrain {
    match open_file(path) {
        Ok(ImportedFile::Terrain(imported)) => imported.terrain,
        other => panic!("{other:?}"),
    }
}

fn tiles(terrain: &Terrain) -> &TileMap {
    terrain.shape.tiles().unwrap()
}

fn write(folder: &Path, terrain: &Terrain, profile: Profile, name: &str) -> PathBuf {
    for file in export_terrain(terrain, profile, name).unwrap().files {
        fs::write(folder.join(file.name), file.bytes).unwrap();
    }
    folder.join(name)
}

#[track_caller]
fn convert(from: &Path, to: &Path, more: &[&str]) -> String {
    let mut arguments = arguments!["convert", from, to];
    arguments.extend(more.iter().map(std::ffi::OsString::from));
    let run = bonewright(arguments);
    assert_eq!(run.code, 0, "{}: {}", to.display(), run.err);
    run.err
}

/// The shares of all textures over a map, each as a plane over all of it, by its path.
fn planes(map: &TileMap) -> Vec<(String, Vec<u8>)> {
    let area = TileArea::around(map).unwrap();
    let shares = map.shares(area, usize::MAX).unwrap();
    let paths = shares
        .textures
        .iter()
        .map(|texture| texture.path.to_lowercase());
    paths.zip(shares.planes).collect()
}

/// World heights of the outer vertices.
fn heights(map: &TileMap) -> Vec<f32> {
    let area = TileArea::around(map).unwrap();
    let mut heights = Vec::new();
    map.for_outer_vertices(area, |_, _, height, _, is_owner| {
        if is_owner {
            heights.push(height);
        }
    });
    heights
}

#[test]
fn ground_that_became_a_splat_and_ground_again_is_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let start = write(
        folder.path(),
        &valley(),
        Profile::AdtWotlk,
        "valley_31_31.adt",
    );
    let splat = folder.path().join("valley.splat");
    let told = convert(&start, &splat, &[]);
    assert!(told.contains("rounded to 65536 steps"), "{told}");
    let list: Value = serde_json::from_slice(&read(&splat)).unwrap();
    assert_eq!(list["bonewright"], "splat");
    let pictures = list["weights"]["layers"].as_array().unwrap();
    for picture in pictures {
        let path = folder.path().join(picture["file"].as_str().unwrap());
        let picture = decode_grey(&read(&path)).unwrap();
        assert_eq!((picture.width, picture.height), (1009, 1009));
    }
    let (before, after) = (opened(&start), opened(&splat));
    let (before, after) = (tiles(&before), tiles(&after));
    assert!(before.tiles.keys().eq(after.tiles.keys()));
    // Shares are the same to the bit, for four textures always fit.
    assert_eq!(planes(before), planes(after));
    let range =
        list["heights"]["high"].as_f64().unwrap() - list["heights"]["low"].as_f64().unwrap();
    for (old, new) in heights(before).iter().zip(heights(after)) {
        assert!(
            (f64::from(*old) - f64::from(new)).abs() <= range / 65_535.0,
            "{old} {new}"
        );
    }
    assert!(after.chunks().all(|(_, chunk)| chunk.layers.len() <= 4));
    // And once more it is the same pictures.
    let again = folder.path().join("again.splat");
    convert(&splat, &again, &[]);
    for (number, picture) in pictures.iter().enumerate() {
        let list: Value = serde_json::from_slice(&read(&again)).unwrap();
        let other = list["weights"]["layers"][number]["file"].as_str().unwrap();
        let one = read(&folder.path().join(picture["file"].as_str().unwrap()));
        assert!(one == read(&folder.path().join(other)), "{picture}");
    }
}

#[test]
fn a_tile_of_a_splat_opens_as_any_other_and_a_map_of_corners_too() {
    let folder = tempfile::tempdir().unwrap();
    let start = write(
        folder.path(),
        &valley_corners(),
        Profile::W3e { version: 11 },
        "isle.w3e",
    );
    let splat = folder.path().join("isle.splat");
    let told = convert(&start, &splat, &[]);
    assert!(told.contains("cliffs become slopes"), "{told}");
    let corners = opened(&start);
    let corners = corners.shape.corners().unwrap();
    let list: Value = serde_json::from_slice(&read(&splat)).unwrap();
    assert_eq!(list["heights"]["width"], corners.width());
    // Ground types are textures by their letters; each corner is white in one picture alone.
    let layers = list["weights"]["layers"].as_array().unwrap();
    assert_eq!(layers.len(), corners.head.ground_types.len());
    let pixels: Vec<Vec<u8>> = layers
        .iter()
        .map(|layer| {
            let path = folder.path().join(layer["file"].as_str().unwrap());
            decode_grey(&read(&path)).unwrap().pixels.into_eight()
        })
        .collect();
    let width = corners.width() as usize;
    for (at, corner) in corners.corners().iter().enumerate() {
        let row = corners.height() as usize - 1 - at / width;
        let white: Vec<usize> = (0..pixels.len())
            .filter(|layer| pixels[*layer][row * width + at % width] == 255)
            .collect();
        assert_eq!(white, [usize::from(corner.ground_type())]);
    }
    // As tiles, a corner is a vertex.
    let tile = folder.path().join("out.wdt");
    convert(&splat, &tile, &[]);
    let map = opened(&tile);
    let map = tiles(&map);
    let scale = 1600.0 / 3.0 / 128.0 / 128.0;
    let area = TileArea::around(map).unwrap();
    let (across, _) = area.vertex_size();
    let range =
        list["heights"]["high"].as_f64().unwrap() - list["heights"]["low"].as_f64().unwrap();
    map.for_outer_vertices(area, |_, _, height, at, _| {
        let (column, row) = (at % across, at / across);
        if column < width && row < corners.height() as usize {
            let corner = corners.corners()[(corners.height() as usize - 1 - row) * width + column];
            let wanted = f64::from(corner.ground_z()) * scale;
            let off = (f64::from(height) - wanted).abs();
            assert!(
                off <= range / 65_535.0 + 1e-4,
                "{column} {row}: {height}, not {wanted}"
            );
        }
    });
}

/// Six weight pictures of other programs, and a height map that rises to the east.
fn foreign(folder: &Path) -> Vec<PathBuf> {
    let side = 65_u32;
    let rise = (0..side * side).map(|at| (at % side * 1000) as u16);
    let heights = encode_grey16(side, side, &rise.collect::<Vec<_>>()).unwrap();
    fs::write(folder.join("heights.png"), heights).unwrap();
    let mut paths = vec![folder.join("heights.png")];
    for layer in 0..6_u32 {
        let weight = move |at: u32| {
            let (x, y) = (at % side, at / side);
            let wave = f64::from(x * (layer + 1)) / 23.0 + f64::from(y * (6 - layer)) / 31.0;
            ((wave.sin() + 1.0) * 100.0) as u8 + 3
        };
        let pixels: Vec<u8> = (0..side * side).map(weight).collect();
        let path = folder.join(format!("layer{layer}.png"));
        fs::write(&path, encode_grey8(side, side, &pixels).unwrap()).unwrap();
        paths.push(path);
    }
    paths
}

#[test]
fn pictures_of_other_programs_become_ground_with_four_textures_a_map_chunk_and_losses_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let paths = foreign(folder.path());
    let list = folder.path().join("isle.splat");
    let mut arguments = arguments!["splat"];
    arguments.extend(paths.iter().map(|path| path.clone().into_os_string()));
    arguments[3] = format!("tileset\\rock.blp={}", paths[2].display()).into();
    arguments.extend(arguments![
        "-o",
        &list,
        "--low",
        "-10",
        "--high",
        "90",
        "--cell",
        "8.333333333"
    ]);
    let run = bonewright(arguments.clone());
    assert_eq!(run.code, 0, "{}", run.err);
    let again = bonewright(arguments);
    assert_eq!(again.code, 4, "a file was overwritten: {}", again.err);
    let out = folder.path().join("isle.wdt");
    let report = folder.path().join("report.json");
    let told = convert(&list, &out, &["--report", &report.display().to_string()]);
    assert!(told.contains("more than 4 textures"), "{told}");
    let report: Value = serde_json::from_slice(&read(&report)).unwrap();
    let notes = report["notes"].to_string();
    assert!(notes.contains("1 x 1 tiles"), "{notes}");
    let terrain = opened(&out);
    let map = tiles(&terrain);
    assert_eq!(map.tiles.len(), 1);
    let textures: Vec<String> = map
        .tiles
        .values()
        .next()
        .unwrap()
        .textures
        .iter()
        .map(|texture| texture.path_text())
        .collect();
    assert_eq!(textures[..2], ["layer0.blp", "tileset\\rock.blp"]);
    for (_, chunk) in map.chunks() {
        assert_eq!(chunk.layers.len(), 4);
        // What the layers give sums to the whole.
        let shares = ChunkShares::of(map.blend, &chunk.layers).unwrap();
        let sum: u32 = shares
            .texel(20, 9)
            .iter()
            .map(|share| u32::from(*share))
            .sum();
        assert_eq!(sum, 255);
    }
    // 64 steps of 8.33 yards fill the tile, so heights are those of the picture between its pixels.
    for (place, chunk) in map.chunks() {
        for vertex in 0..9_usize {
            let x = f64::from(place.column) * 8.0 + vertex as f64;
            let number = x / 2.0 * 1000.0;
            let wanted = -10.0 + 100.0 * number / 65_535.0;
            let found = f64::from(chunk.position[2] + chunk.heights[vertex]);
            assert!(
                (found - wanted).abs() < 1e-3,
                "{place:?} {vertex}: {found}, not {wanted}"
            );
        }
    }
    println!("{} breaks on borders", audit_seams(map).len());
    assert!(
        report["losses"]
            .to_string()
            .contains("more than 4 textures")
    );
    // Who wants to lose nothing gets nothing.
    let strict = folder.path().join("strict.wdt");
    let run = bonewright(arguments!["convert", &list, &strict, "--strict"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(!strict.exists());
}

#[test]
fn raw_heights_are_read_and_odd_lists_are_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let paths = foreign(folder.path());
    let raw = folder.path().join("ground.raw");
    let numbers = (0..65_u32 * 33).flat_map(|at| ((at % 65 * 900) as u16).to_le_bytes());
    fs::write(&raw, numbers.collect::<Vec<u8>>()).unwrap();
    let list = folder.path().join("raw.splat");
    let run = bonewright(arguments!["splat", &raw, &paths[1], "-o", &list]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains("square"), "{}", run.err);
    let run = bonewright(arguments![
        "splat", &raw, &paths[1], "-o", &list, "--size", "65x33"
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let terrain = opened(&list);
    assert_eq!(tiles(&terrain).chunks().count(), 256);
    let sound = String::from_utf8(read(&list)).unwrap();
    for (from, to, wanted) in [
        ("\"cell\": 4", "\"cell\": -4", "above 0"),
        ("\"cell\": 4", "\"cell\": 4000000", "make 'cell' smaller"),
        ("\"low\": 0.0", "\"low\": 500.0", "low to high"),
        ("layer0.png", "../layer0.png", "beside its list"),
        ("layer0.png", "nothing.png", "not beside the list"),
        ("\"height\": 33", "\"height\": 34", "bytes"),
        ("\"height\": 33", "\"height\": 1", "pixels a side"),
        ("\"splat\"", "\"alphamaps\"", "'splat' is needed"),
        ("\"version\": 1", "\"version\": 9", "version 9"),
        ("\"layers\": [", "\"layers\": 5, \"x\": [", "invalid type"),
    ] {
        assert!(sound.contains(from), "{from} {sound}");
        fs::write(&list, sound.replacen(from, to, 1)).unwrap();
        let run = bonewright(arguments!["info", &list]);
        assert_eq!(run.code, 3, "{to}: {}", run.err);
        assert!(run.err.contains(wanted), "{to}: {}", run.err);
    }
}

#[test]
fn real_maps_become_splats_and_keep_their_shares() {
    let Some(corpus) = Corpus::open() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = corpus
        .with_extension("adt")
        .find(|path| path.ends_with("CustomMaps_48_13.adt"));
    let path = path.unwrap();
    let splat = folder.path().join("real.splat");
    convert(path, &splat, &[]);
    let (before, after) = (opened(path), opened(&splat));
    let (before, after) = (planes(tiles(&before)), planes(tiles(&after)));
    let (mut worst, mut differing, mut count) = (0, 0, 0);
    for (name, plane) in &before {
        let Some((_, other)) = after.iter().find(|(other, _)| other == name) else {
            assert!(plane.iter().all(|share| *share == 0), "{name} is gone");
            continue;
        };
        let off = plane.iter().zip(other).map(|(a, b)| a.abs_diff(*b));
        worst = off.clone().max().unwrap().max(worst);
        differing += off.filter(|off| *off > 0).count();
        count += plane.len();
    }
    // A map chunk has a line of its neighbour's texels, and so more textures than room at times.
    println!("{differing} of {count} shares differ, by {worst} of 255 at most");
    assert!(differing * 100 < count, "{differing} of {count}");
}
