//! A map as pictures from the command line: shares of textures and heights, saved, changed, loaded.

use std::fs;
use std::path::{Path, PathBuf};

use bonewright::document::{Terrain, TerrainShape};
use bonewright::formats::picture::{GreyPixels, decode_grey, encode_grey8, encode_grey16};
use bonewright::import_export::{ImportedFile, Profile, export_terrain, open_file};
use bonewright::samples::{valley, valley_corners};
use bonewright::terrain::{Chunk, TileMap, weights_of};
use serde_json::Value;

use crate::corpus::{Corpus, read};
use crate::made_tile::MadeTile;
use crate::program::bonewright;

/// Tiles in the corpus.
const TILES: usize = 11;
/// Maps of corners in the corpus.
const CORNER_MAPS: usize = 20;

/// The valley in a folder of its own, as a file of the format that the extension names.
fn valley_file(name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let (terrain, profile) = if name.ends_with(".w3e") {
        (valley_corners(), Profile::W3e { version: 11 })
    } else {
        (valley(), Profile::AdtWotlk)
    };
    for file in export_terrain(&terrain, profile, name).unwrap().files {
        fs::write(folder.path().join(file.name), file.bytes).unwrap();
    }
    (folder, path)
}

fn opened(path: &Path) -> Terrain {
    match open_file(path).unwrap() {
        ImportedFile::Terrain(imported) => imported.terrain,
        ImportedFile::Model(_) => panic!("a model"),
    }
}

fn tiles(terrain: &Terrain) -> &TileMap {
    terrain.shape.tiles().unwrap()
}

/// The share of a texture at a texel, from the alphas, with its own sum over layers.
fn share(map: &TileMap, chunk: &Chunk, textures: &[String], texel: usize, path: &str) -> u8 {
    let alphas: Vec<u8> = chunk.layers[1..]
        .iter()
        .map(|layer| {
            layer
                .alpha
                .as_ref()
                .map_or(0, |alpha| alpha.texels()[texel])
        })
        .collect();
    let mut weights = vec![0; chunk.layers.len()];
    weights_of(map.blend, &alphas, &mut weights);
    let layers = chunk.layers.iter().zip(weights);
    let own =
        layers.filter(|(layer, _)| textures[layer.texture as usize].eq_ignore_ascii_case(path));
    own.map(|(_, weight)| weight).sum()
}

/// Saves with `command`, loads what was saved, and looks for any difference.
#[track_caller]
fn check_out_and_in(command: &str, extra: &[&str], path: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("map.json");
    let extension = path.extension().unwrap().to_string_lossy().to_lowercase();
    let out = folder.path().join(format!("out.{extension}"));
    let mut save = arguments![command, "save", path, "-o", &list];
    save.extend(extra.iter().map(std::ffi::OsString::from));
    let run = bonewright(save);
    assert_eq!(run.code, 0, "{}: {}", path.display(), run.err);
    let run = bonewright(arguments![command, "load", &list, path, "-o", &out]);
    assert_eq!(run.code, 0, "{}: {}", path.display(), run.err);
    assert!(
        run.err.contains("nothing changed") || extension == "w3e",
        "{}",
        run.err
    );
    assert!(read(&out) == read(path), "{} {command}", path.display());
}

#[test]
fn pictures_that_nobody_changed_give_the_same_bytes() {
    let (_made, valley) = valley_file("valley_32_32.adt");
    let (_other, corners) = valley_file("valley.w3e");
    let folder = tempfile::tempdir().unwrap();
    let motley = folder.path().join("made_31_33.adt");
    fs::write(&motley, MadeTile::motley().bytes()).unwrap();
    for path in [&valley, &corners, &motley] {
        check_out_and_in("alphamaps", &[], path);
        check_out_and_in("heightmap", &[], path);
        check_out_and_in(
            "heightmap",
            &["--raw", "--low", "-9000", "--high", "9000"],
            path,
        );
        check_out_and_in("alphamaps", &["--whole"], path);
    }
}

#[test]
fn pictures_of_real_maps_that_nobody_changed_give_the_same_bytes() {
    let Some(corpus) = Corpus::open() else { return };
    let (mut tiles, mut corner_maps) = (0, 0);
    for path in corpus.with_extension("adt") {
        check_out_and_in("alphamaps", &[], path);
        check_out_and_in("heightmap", &[], path);
        tiles += 1;
    }
    for path in corpus.with_extension("w3e") {
        check_out_and_in("alphamaps", &[], path);
        check_out_and_in("heightmap", &["--raw"], path);
        corner_maps += 1;
    }
    println!("{tiles} tiles, {corner_maps} maps of corners");
    assert!(
        tiles >= TILES && corner_maps >= CORNER_MAPS,
        "{tiles} {corner_maps}"
    );
}

#[test]
fn a_picture_has_the_share_of_its_texture_at_every_texel() {
    let (folder, path) = valley_file("valley_32_32.adt");
    let list = folder.path().join("v.json");
    let run = bonewright(arguments!["alphamaps", "save", &path, "-o", &list]);
    assert_eq!(run.code, 0, "{}", run.err);
    let json: Value = serde_json::from_slice(&read(&list)).unwrap();
    let area = &json["areas"][0];
    assert_eq!(
        (&area["width"], &area["height"]),
        (&1009.into(), &1009.into())
    );
    let terrain = opened(&path);
    let map = tiles(&terrain);
    let tile = map.tiles.values().next().unwrap();
    let names: Vec<String> = tile.textures.iter().map(|it| it.path_text()).collect();
    let mut sums = vec![0_u32; 1009 * 1009];
    for texture in area["textures"].as_array().unwrap() {
        let name = texture["path"].as_str().unwrap();
        let png = read(&folder.path().join(texture["file"].as_str().unwrap()));
        let pixels = decode_grey(&png).unwrap().pixels.into_eight();
        for (number, chunk) in tile.chunks.iter().enumerate().step_by(17) {
            for texel in (0..62).map(|at| at * 65) {
                let (column, row) = (number % 16 * 63 + texel % 64, number / 16 * 63 + texel / 64);
                let wanted = share(map, chunk, &names, texel, name);
                assert_eq!(
                    pixels[row * 1009 + column],
                    wanted,
                    "{name} {number} {texel}"
                );
            }
        }
        for (sum, pixel) in sums.iter_mut().zip(pixels) {
            *sum += u32::from(pixel);
        }
    }
    assert!(
        sums.iter().all(|sum| *sum == 255),
        "the shares of a texel sum to 255"
    );
}

#[test]
fn a_square_drawn_in_a_picture_is_on_the_ground_and_nowhere_else() {
    let (folder, path) = valley_file("valley_32_32.adt");
    let list = folder.path().join("v.json");
    let out = folder.path().join("out_32_32.adt");
    let run = bonewright(arguments!["alphamaps", "save", &path, "-o", &list]);
    assert_eq!(run.code, 0, "{}", run.err);
    let json: Value = serde_json::from_slice(&read(&list)).unwrap();
    let textures = json["areas"][0]["textures"].as_array().unwrap();
    let name = textures[0]["path"].as_str().unwrap();
    // Texels 40 to 90 in both directions, over the border of map chunks at 63: only the first.
    for (number, texture) in textures.iter().enumerate() {
        let file = folder.path().join(texture["file"].as_str().unwrap());
        let mut pixels = decode_grey(&read(&file)).unwrap().pixels.into_eight();
        for row in 40..=90 {
            pixels[row * 1009 + 40..=row * 1009 + 90].fill(if number == 0 { 255 } else { 0 });
        }
        fs::write(&file, encode_grey8(1009, 1009, &pixels).unwrap()).unwrap();
    }
    let run = bonewright(arguments!["alphamaps", "load", &list, &path, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let (before, after) = (opened(&path), opened(&out));
    let (old, new) = (tiles(&before), tiles(&after));
    let tile = new.tiles.values().next().unwrap();
    let names: Vec<String> = tile.textures.iter().map(|it| it.path_text()).collect();
    let chunks = old
        .tiles
        .values()
        .next()
        .unwrap()
        .chunks
        .iter()
        .zip(&tile.chunks);
    for (number, (was, is)) in chunks.enumerate() {
        let (left, top) = (number % 16 * 63, number / 16 * 63);
        assert!(is.layers.len() <= 4);
        if number % 16 > 1 || number / 16 > 1 {
            assert_eq!(was, is, "map chunk {number}");
            continue;
        }
        for texel in 0..4096 {
            let (column, row) = (left + texel % 64, top + texel / 64);
            let is_inside = (40..=90).contains(&column) && (40..=90).contains(&row);
            for path in &names {
                let wanted = match is_inside {
                    true if path == name => 255,
                    true => 0,
                    // With a fifth texture one is left out: the other chunks show that here.
                    false if was.layers.len() == 4 && is.layers != was.layers => continue,
                    false => share(old, was, &names, texel, path),
                };
                let found = share(new, is, &names, texel, path);
                assert_eq!(found, wanted, "chunk {number} texel {texel} {path}");
            }
        }
    }
}

#[test]
fn a_fifth_texture_is_left_out_and_told_and_shares_still_sum_to_255() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made_31_33.adt");
    let mut made = MadeTile::plain();
    made.textures.push("Tileset\\Mud.blp");
    fs::write(&path, made.bytes()).unwrap();
    let list = folder.path().join("v.json");
    let out = folder.path().join("out_31_33.adt");
    // Five textures in five stripes over the first map chunk, the last two texels wide.
    let edges = [0, 20, 36, 50, 61, 63];
    let mut textures = Vec::new();
    for (number, name) in made.textures.iter().enumerate() {
        let mut pixels = vec![if number == 0 { 255 } else { 0 }; 1009 * 1009];
        for row in 0..63 {
            let line = &mut pixels[row * 1009..][..63];
            line.fill(0);
            line[edges[number]..edges[number + 1]].fill(255);
        }
        let file = format!("{number}.png");
        let png = encode_grey8(1009, 1009, &pixels).unwrap();
        fs::write(folder.path().join(&file), png).unwrap();
        textures.push(serde_json::json!({"path": name, "file": file}));
    }
    let json = serde_json::json!({
        "bonewright": "alphamaps", "version": 1, "shape": "adt",
        "areas": [{"first": [31, 33], "last": [31, 33], "width": 1009, "height": 1009,
                   "textures": textures}],
    });
    fs::write(&list, json.to_string()).unwrap();
    let run = bonewright(arguments!["alphamaps", "load", &list, &path, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let told = "1 map chunk needed more than four layers: 1 layer left out";
    assert!(run.err.contains(told), "{}", run.err);
    let terrain = opened(&out);
    let map = tiles(&terrain);
    let tile = map.tiles.values().next().unwrap();
    let names: Vec<String> = tile.textures.iter().map(|it| it.path_text()).collect();
    let first = &tile.chunks[0];
    assert_eq!(first.layers.len(), 4);
    for texel in 0..63 {
        let shares = names
            .iter()
            .map(|name| u32::from(share(map, first, &names, texel, name)));
        assert_eq!(shares.sum::<u32>(), 255);
        let stripe = edges.iter().rposition(|edge| *edge <= texel).unwrap();
        if stripe < 4 {
            assert_eq!(
                share(map, first, &names, texel, &names[stripe]),
                255,
                "texel {texel}"
            );
        } else {
            assert_eq!(share(map, first, &names, texel, "Tileset\\Mud.blp"), 0);
        }
    }
    // Map chunks that the pictures leave alone keep their one layer.
    assert!(
        map.tiles
            .values()
            .all(|tile| tile.chunks[20].layers.len() == 1)
    );
}

#[test]
fn shares_that_do_not_sum_to_255_are_brought_to_it_and_counted() {
    let (folder, path) = valley_file("valley_32_32.adt");
    let list = folder.path().join("v.json");
    let out = folder.path().join("out_32_32.adt");
    bonewright(arguments!["alphamaps", "save", &path, "-o", &list]);
    let json: Value = serde_json::from_slice(&read(&list)).unwrap();
    for texture in json["areas"][0]["textures"].as_array().unwrap() {
        let file = folder.path().join(texture["file"].as_str().unwrap());
        let mut pixels = decode_grey(&read(&file)).unwrap().pixels.into_eight();
        // Half as bright at one texel in the middle of a map chunk, black at another.
        pixels[30 * 1009 + 30] /= 2;
        pixels[30 * 1009 + 31] = 0;
        fs::write(&file, encode_grey8(1009, 1009, &pixels).unwrap()).unwrap();
    }
    let run = bonewright(arguments!["alphamaps", "load", &list, &path, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.contains("1 texel had shares whose sum is not 255"),
        "{}",
        run.err
    );
    assert!(run.err.contains("1 texel that are black") || run.err.contains("black in all"));
    let difference = bonewright(arguments!["diff", &path, &out, "--tolerance", "4"]);
    assert_eq!(difference.code, 0, "{}", difference.out);
}

#[test]
fn a_hill_in_a_height_map_is_on_the_ground_with_inner_vertices_and_normals() {
    let (folder, path) = valley_file("valley_32_32.adt");
    let list = folder.path().join("h.json");
    let out = folder.path().join("out_32_32.adt");
    let range = ["--low", "-200", "--high", "455.35"];
    let mut save = arguments!["heightmap", "save", &path, "-o", &list];
    save.extend(range.map(std::ffi::OsString::from));
    assert_eq!(bonewright(save).code, 0);
    let json: Value = serde_json::from_slice(&read(&list)).unwrap();
    let area = &json["areas"][0];
    assert_eq!(
        (&area["width"], &area["low"]),
        (&129.into(), &(-200.0).into())
    );
    let file = folder.path().join(area["file"].as_str().unwrap());
    let GreyPixels::Sixteen(mut pixels) = decode_grey(&read(&file)).unwrap().pixels else {
        panic!("16 bits");
    };
    // A ramp of 0.04 x 100 yards a vertex to the east, over map chunks 0, 1, 16 and 17.
    let height = |column: usize| 10_000 + column as u16 * 400;
    for row in 2..=14 {
        for column in 2..=14 {
            pixels[row * 129 + column] = height(column);
        }
    }
    fs::write(&file, encode_grey16(129, 129, &pixels).unwrap()).unwrap();
    let run = bonewright(arguments!["heightmap", "load", &list, &path, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.contains("inner vertices went to the middle"),
        "{}",
        run.err
    );
    let (before, after) = (opened(&path), opened(&out));
    let old = &tiles(&before).tiles.values().next().unwrap().chunks;
    let new = &tiles(&after).tiles.values().next().unwrap().chunks;
    let step = 655.35 / 65_535.0;
    for (number, (was, is)) in old.iter().zip(new).enumerate() {
        let (left, top) = (number % 16 * 8, number / 16 * 8);
        for at in 0..81 {
            let (column, row) = (left + at % 9, top + at / 9);
            let found = is.corner_height(at % 9, at / 9).unwrap();
            if (2..=14).contains(&column) && (2..=14).contains(&row) {
                let wanted = -200.0 + f64::from(height(column)) * step;
                assert!(
                    (f64::from(found) - wanted).abs() < 1e-3,
                    "{column} {row} {found}"
                );
            } else {
                assert_eq!(found, was.corner_height(at % 9, at / 9).unwrap());
            }
        }
        if number % 16 > 1 || number / 16 > 1 {
            assert_eq!(was.heights, is.heights);
        }
    }
    // In the middle of the ramp the slope is known: 4 yards up for each step to the east, so the
    // normal leans to the west, which is y.
    let run = 400.0 * step;
    let spacing = 1600.0 / 3.0 / 128.0;
    let length = (run * run + spacing * spacing).sqrt();
    let wanted = [0.0, run / length * 127.0, spacing / length * 127.0];
    for (vertex, chunk) in [
        (4 * 17 + 4, 0),
        (4 * 17 + 9 + 4, 0),
        (4 * 17 + 8, 0),
        (4 * 17, 1),
    ] {
        let found = new[chunk].normals[vertex];
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(
                (f64::from(*found) - wanted).abs() <= 1.0,
                "{vertex}: {found} {wanted}"
            );
        }
    }
    let cell = &new[0].heights;
    let mean = (cell[4 * 17 + 4] + cell[4 * 17 + 5] + cell[5 * 17 + 4] + cell[5 * 17 + 5]) / 4.0;
    assert!((cell[4 * 17 + 9 + 4] - mean).abs() < 1e-3);
}

#[test]
fn corners_take_heights_and_types_and_what_a_layer_cannot_hold_is_clamped_and_counted() {
    let (folder, path) = valley_file("valley.w3e");
    let list = folder.path().join("h.json");
    let out = folder.path().join("out.w3e");
    bonewright(arguments![
        "heightmap",
        "save",
        &path,
        "-o",
        &list,
        "--low",
        "-100",
        "--high",
        "20000"
    ]);
    let json: Value = serde_json::from_slice(&read(&list)).unwrap();
    let file = folder
        .path()
        .join(json["areas"][0]["file"].as_str().unwrap());
    let mut pixels = decode_grey(&read(&file)).unwrap().pixels.into_sixteen();
    let width = json["areas"][0]["width"].as_u64().unwrap() as usize;
    // The north-west corner and its neighbour: as high as can be, and 500.
    pixels[0] = 65_535;
    pixels[1] = (600.0_f64 / 20_100.0 * 65_535.0).round() as u16;
    let side = width as u32;
    fs::write(&file, encode_grey16(side, side, &pixels).unwrap()).unwrap();
    let run = bonewright(arguments!["heightmap", "load", &list, &path, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.contains("1 corner can't be so high or low"),
        "{}",
        run.err
    );
    let after = opened(&out);
    let TerrainShape::Corners(map) = &after.shape else {
        panic!("corners");
    };
    let corner = |column| map.corner(column, map.height() - 1).unwrap();
    assert_eq!(corner(0).height, 16_383);
    assert!(
        (corner(1).ground_z() - 500.0).abs() < 0.3,
        "{}",
        corner(1).ground_z()
    );

    let list = folder.path().join("a.json");
    bonewright(arguments!["alphamaps", "save", &path, "-o", &list]);
    let mut json: Value = serde_json::from_slice(&read(&list)).unwrap();
    json["types"].as_array_mut().unwrap().push("Zgrs".into());
    fs::write(&list, json.to_string()).unwrap();
    let file = folder.path().join(json["file"].as_str().unwrap());
    let mut pixels = decode_grey(&read(&file)).unwrap().pixels.into_eight();
    pixels[5] = 6;
    pixels[6] = 200;
    fs::write(&file, encode_grey8(side, side, &pixels).unwrap()).unwrap();
    let run = bonewright(arguments![
        "alphamaps",
        "load",
        &list,
        &path,
        "-o",
        &out,
        "--force"
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("newly listed: Zgrs"), "{}", run.err);
    assert!(run.err.contains("1 corner kept"), "{}", run.err);
    let after = opened(&out);
    let map = after.shape.corners().unwrap();
    assert_eq!(map.head.ground_types.last(), Some(b"Zgrs"));
    assert_eq!(map.corner(5, map.height() - 1).unwrap().ground_type(), 6);
}

#[test]
fn lists_and_pictures_that_do_not_fit_are_refused_with_a_sentence_and_nothing_is_written() {
    let (folder, path) = valley_file("valley_32_32.adt");
    let list = folder.path().join("h.json");
    let out = folder.path().join("out_32_32.adt");
    bonewright(arguments!["heightmap", "save", &path, "-o", &list, "--raw"]);
    let json: Value = serde_json::from_slice(&read(&list)).unwrap();
    let mut cases: Vec<(String, &str)> = vec![("{".to_owned(), "can't be read")];
    for (pointer, value, told) in [
        ("/bonewright", Value::from("alphamaps"), "heightmap"),
        ("/version", 2.into(), "version 2"),
        ("/areas/0/width", 128.into(), "129 x 129"),
        ("/areas/0/file", "../x".into(), "beside its list"),
        ("/areas/0/file", "gone.raw".into(), "gone.raw"),
        ("/areas/0/low", 1e9.into(), "from low to high"),
        ("/areas/0/first", vec![70, 70].into(), "north-west"),
    ] {
        let mut changed = json.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        cases.push((changed.to_string(), told));
    }
    for (text, told) in cases {
        fs::write(&list, text).unwrap();
        let run = bonewright(arguments!["heightmap", "load", &list, &path, "-o", &out]);
        assert_eq!(run.code, 3, "{told}: {}", run.err);
        assert!(run.err.contains(told), "{told}: {}", run.err);
        assert!(!out.exists());
    }
}
