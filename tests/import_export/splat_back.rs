//! Free splats written back to the pictures they came from: what is not painted stays as it is.

use bonewright::document::Document;
use bonewright::edit::{EntryFocus, History, Operator};
use bonewright::formats::picture::{GreyPixels, decode_grey, encode_grey8, encode_grey16};
use bonewright::import_export::{
    Exported, ImportedFile, ImportedTerrain, Profile, export_terrain, open_file,
    open_splat_pictures,
};
use bonewright::project;
use bonewright::terrain::{TileArea, TileMap};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Yards of the side of a tile.
const TILE: f64 = 1600.0 / 3.0;

/// A splat of one tile: pictures of this many pixels a side, two of the layers lie everywhere,
/// one in the north-west and the others around one place.
struct Made {
    folder: tempfile::TempDir,
    side: usize,
}

impl Made {
    fn new(side: usize, count: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: Vec<u8>| {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        };
        let heights = (0..65_usize * 65).flat_map(|at| ((at % 65 * 900) as u16).to_le_bytes());
        write("Ground.r16", heights.collect());
        let mut layers = Vec::new();
        for layer in 0..count {
            let shares = |at: usize| shares(side, count, at);
            let file = format!("Paint {layer}.png");
            let size = side as u32;
            // The second is finer than the others.
            let bytes = match layer {
                1 => {
                    let pixels: Vec<u16> = (0..side * side)
                        .map(|at| u16::from(shares(at)[1]) * 257)
                        .collect();
                    encode_grey16(size, size, &pixels)
                }
                _ => {
                    let pixels: Vec<u8> = (0..side * side).map(|at| shares(at)[layer]).collect();
                    encode_grey8(size, size, &pixels)
                }
            };
            write(&file, bytes.unwrap());
            layers.push(
                serde_json::json!({"texture": format!("own/paint{layer}.png"), "file": file}),
            );
        }
        let list = serde_json::json!({
            "bonewright": "splat", "version": 1, "cell": TILE / 64.0,
            "heights": {"file": "Ground.r16", "form": "raw", "width": 65, "height": 65,
                "low": -20.0, "high": 80.0},
            "weights": {"width": side, "height": side, "layers": layers},
        });
        // Written by hand: not as this program lays lists out.
        write("own.splat", list.to_string().into_bytes());
        Self { folder, side }
    }

    fn list(&self) -> PathBuf {
        self.folder.path().join("own.splat")
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.folder.path().join(name)).unwrap()
    }

    /// How far a pixel is from a place of the ground, yards.
    fn distance(&self, at: usize, [x, y]: [f64; 2]) -> f64 {
        let yards = TILE / (self.side - 1) as f64;
        // The tile's north-west corner is the middle of the map.
        let (east, south) = (
            (at % self.side) as f64 * yards,
            (at / self.side) as f64 * yards,
        );
        (east + y).hypot(south + x)
    }
}

/// The shares of all layers at a pixel; they sum to 255.
fn shares(side: usize, count: usize, at: usize) -> Vec<u8> {
    let (x, y) = (
        (at % side) as f64 / side as f64,
        (at / side) as f64 / side as f64,
    );
    let wave = |layer: usize| 1.1 + (x * 7.0 + layer as f64).sin() * (y * 5.0 - layer as f64).cos();
    let part = |layer: usize| match layer {
        // In the north-west alone.
        2 => (0.3 - x.hypot(y)).max(0.0) * 9.0,
        // Around one place, where there are more than a map chunk can hold.
        3.. => wave(layer) * ((0.13 - (x - 0.656).hypot(y - 0.563)) * 20.0).clamp(0.0, 1.0),
        layer => wave(layer),
    };
    let parts: Vec<f64> = (0..count).map(part).collect();
    let whole: f64 = parts.iter().sum();
    let (mut sum, mut given) = (0.0, 0);
    let shares = parts.into_iter().map(|part| {
        sum += part;
        let reached = (sum / whole * 255.0).round() as u32;
        let share = reached - given;
        given = reached;
        share as u8
    });
    shares.collect()
}

fn document(imported: ImportedTerrain) -> Document {
    let mut document = Document::new();
    document.terrains.push(imported.terrain);
    document
}

fn open(path: &Path) -> (Document, Vec<String>) {
    let Ok(ImportedFile::Terrain(imported)) = open_file(path) else {
        panic!("{} does not open", path.display());
    };
    let told = imported
        .report
        .losses
        .iter()
        .map(|loss| loss.what.clone())
        .collect();
    (document(*imported), told)
}

fn map_of(document: &Document) -> &TileMap {
    document.terrains[0].shape.tiles().unwrap()
}

fn apply(document: &mut Document, operator: serde_json::Value) {
    let operator: Operator = serde_json::from_value(operator).unwrap();
    let applied = History::default().apply(document, &operator, EntryFocus::default());
    assert!(!applied.unwrap().changes.is_empty());
}

fn paint(document: &mut Document, texture: &str, at: [f64; 2], radius: f64) {
    let operator = serde_json::json!({
        "op": "paint_texture_layer", "texture": texture, "radius": radius, "hardness": 0.5,
        "strength": 1.0, "target": 1.0, "samples": [{"position": at}],
        "fifth": {"solve": {}},
    });
    apply(document, operator);
}

fn saved(document: &Document, name: &str) -> (BTreeMap<String, Vec<u8>>, Exported) {
    let exported = export_terrain(&document.terrains[0], Profile::Splat, name).unwrap();
    let files = exported
        .files
        .iter()
        .map(|file| (file.name.clone(), file.bytes.clone()));
    (files.collect(), exported)
}

fn losses(exported: &Exported) -> Vec<&str> {
    exported
        .report
        .losses
        .iter()
        .map(|loss| loss.what.as_str())
        .collect()
}

/// The pixels of a picture, in steps of 16 bits.
fn pixels(bytes: &[u8]) -> Vec<u16> {
    decode_grey(bytes).unwrap().pixels.into_sixteen()
}

#[test]
fn saved_again_a_splat_is_its_own_files_whatever_map_chunks_can_hold() {
    let made = Made::new(130, 6);
    let (document, told) = open(&made.list());
    assert!(
        told.iter()
            .any(|what| what.contains("more than 4 textures") && what.contains("keep")),
        "{told:?}"
    );
    let (files, exported) = saved(&document, "own.splat");
    assert_eq!(files.len(), 8);
    for (name, bytes) in &files {
        assert!(made.read(name) == *bytes, "{name}");
    }
    assert!(losses(&exported).is_empty(), "{:?}", exported.report);
    // Under another name beside them nothing of theirs is written over.
    let (files, _) = saved(&document, "other.splat");
    assert!(
        files
            .keys()
            .all(|name| !made.folder.path().join(name).exists()),
        "{:?}",
        files.keys()
    );
    for (name, bytes) in files {
        std::fs::write(made.folder.path().join(name), bytes).unwrap();
    }
    let (again, _) = open(&made.folder.path().join("other.splat"));
    assert!(map_of(&again) == map_of(&document));
}

#[test]
fn one_dab_changes_the_pixels_under_it_and_no_picture_that_has_none() {
    let made = Made::new(130, 6);
    let (mut document, _) = open(&made.list());
    let at = [-300.0, -350.0];
    paint(&mut document, "own/paint3.png", at, 30.0);
    // A project keeps the pictures too.
    let path = made.folder.path().join("own.bwp");
    let snapshot = project::Snapshot::of(&document);
    let bytes = project::encode(&snapshot, project::Compression::default()).unwrap();
    std::fs::write(&path, bytes.to_vec()).unwrap();
    let document = project::open(&path).unwrap().document;
    let (files, exported) = saved(&document, "own.splat");
    assert!(files["own.splat"] == made.read("own.splat"));
    assert!(files["Ground.r16"] == made.read("Ground.r16"));
    let pixel_yards = TILE / 129.0;
    for layer in 0..6 {
        let name = format!("Paint {layer}.png");
        let (old, new) = (made.read(&name), &files[&name]);
        if layer == 2 {
            assert!(old == *new, "nothing of it lies there");
            continue;
        }
        // Each picture keeps its depth.
        let is_fine =
            |bytes: &[u8]| matches!(decode_grey(bytes).unwrap().pixels, GreyPixels::Sixteen(_));
        assert_eq!(is_fine(new), layer == 1);
        let (old, new) = (pixels(&old), pixels(new));
        let mut changed = 0;
        for (pixel, (old, new)) in old.iter().zip(&new).enumerate() {
            let distance = made.distance(pixel, at);
            if distance > 30.0 + 1.5 * pixel_yards {
                assert_eq!(old, new, "{name} at {pixel}");
            }
            // At the middle of the dab the painted texture has all, also where the map chunk had
            // no room for one of the others.
            if distance < 15.0 - 1.5 * pixel_yards {
                assert_eq!(
                    *new,
                    if layer == 3 { 65_535 } else { 0 },
                    "{name} at {pixel}"
                );
            }
            changed += usize::from(old != new);
        }
        assert!(changed > 20, "{name}: {changed}");
    }
    // Pixels are coarser than the ground, and that is told.
    let told = losses(&exported);
    assert!(
        told.iter().any(|what| what.contains("painted texels")),
        "{told:?}"
    );
}

#[test]
fn where_a_texel_is_a_pixel_the_pictures_have_what_was_painted_to_the_bit() {
    let made = Made::new(1009, 4);
    let (mut document, told) = open(&made.list());
    assert!(told.is_empty(), "{told:?}");
    paint(&mut document, "own/paint3.png", [-200.0, -200.0], 20.0);
    let (files, exported) = saved(&document, "own.splat");
    let shares = map_of(&document).shares(TileArea::around(map_of(&document)).unwrap(), usize::MAX);
    let shares = shares.unwrap();
    for layer in 0..4 {
        let key = format!("own\\paint{layer}.png");
        let plane = shares
            .textures
            .iter()
            .position(|texture| texture.key == key)
            .unwrap();
        let found = decode_grey(&files[&format!("Paint {layer}.png")]).unwrap();
        assert!(found.pixels.into_eight() == shares.planes[plane], "{key}");
    }
    assert!(losses(&exported).is_empty(), "{:?}", losses(&exported));
}

#[test]
fn heights_rise_by_what_was_sculpted_and_stay_elsewhere() {
    let made = Made::new(65, 2);
    let (mut document, _) = open(&made.list());
    let at = [-266.0, -266.0];
    let raise = |amount: f64| {
        serde_json::json!({
            "op": "sculpt_terrain", "mode": "raise", "amount": amount, "radius": 40.0,
            "hardness": 1.0, "samples": [{"position": at}],
        })
    };
    apply(&mut document, raise(10.0));
    let (files, exported) = saved(&document, "own.splat");
    for layer in 0..2 {
        let name = format!("Paint {layer}.png");
        assert!(files[&name] == made.read(&name));
    }
    let numbers = |bytes: &[u8]| -> Vec<f64> {
        let pairs = bytes.as_chunks().0.iter();
        pairs
            .map(|pair| f64::from(u16::from_le_bytes(*pair)))
            .collect()
    };
    let (old, new) = (
        numbers(&made.read("Ground.r16")),
        numbers(&files["Ground.r16"]),
    );
    let step = 100.0 / 65_535.0;
    for (pixel, (old, new)) in old.iter().zip(&new).enumerate() {
        let distance = made.distance(pixel, at);
        let rise = (new - old) * step;
        if distance > 40.0 + 1.5 * TILE / 64.0 {
            assert_eq!(old, new);
        } else if distance < 40.0 - 1.5 * TILE / 64.0 {
            assert!((rise - 10.0).abs() <= step, "{pixel}: {rise}");
        }
    }
    assert!(
        losses(&exported)
            .iter()
            .any(|what| what.contains("rounded"))
    );
    // Beyond the heights of the list there is nothing, and that is counted.
    apply(&mut document, raise(500.0));
    let (files, exported) = saved(&document, "own.splat");
    let clamped = numbers(&files["Ground.r16"])
        .iter()
        .filter(|it| **it == 65_535.0)
        .count();
    let told = losses(&exported);
    let wanted = format!("{clamped} heights are below -20 or above 80");
    assert!(
        clamped > 10 && told.iter().any(|what| what.contains(&wanted)),
        "{told:?}"
    );
}

#[test]
fn a_texture_without_a_picture_gets_one_and_the_list_names_it() {
    let made = Made::new(65, 2);
    let (mut document, _) = open(&made.list());
    paint(&mut document, "own/moss.png", [-100.0, -400.0], 40.0);
    let (files, exported) = saved(&document, "own.splat");
    let list: serde_json::Value = serde_json::from_slice(&files["own.splat"]).unwrap();
    let layers = list["weights"]["layers"].as_array().unwrap();
    assert_eq!(layers.len(), 3);
    assert_eq!(layers[2]["file"], "own_02_moss.png");
    let notes = exported
        .report
        .items
        .iter()
        .any(|item| item.message.contains("gets one"));
    assert!(notes, "{:?}", exported.report);
    for (name, bytes) in &files {
        std::fs::write(made.folder.path().join(name), bytes).unwrap();
    }
    let (again, _) = open(&made.list());
    let at = |document: &Document| {
        let map = map_of(document);
        let area = TileArea::around(map).unwrap();
        let shares = map.shares(area, usize::MAX).unwrap();
        let moss = shares
            .textures
            .iter()
            .position(|it| it.key == "own\\moss.png")
            .unwrap();
        let [column, row] = [400.0, 100.0].map(|yards| (yards / TILE * 1008.0) as usize);
        shares.planes[moss][row * shares.width + column]
    };
    assert_eq!((at(&document), at(&again)), (255, 255));
}

#[test]
fn pictures_without_a_list_get_one_and_keep_their_names() {
    let made = Made::new(65, 3);
    std::fs::rename(
        made.folder.path().join("Ground.r16"),
        made.folder.path().join("height.raw"),
    )
    .unwrap();
    let paths = [made.folder.path().join("height.raw")];
    let mut document = document(open_splat_pictures(&paths).unwrap());
    paint(&mut document, "Paint 1.blp", [-128.0, -128.0], 20.0);
    let (files, _) = saved(&document, "height.splat");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let expected = [
        "Paint 0.png",
        "Paint 1.png",
        "Paint 2.png",
        "height.raw",
        "height.splat",
    ];
    assert_eq!(names, expected);
    assert!(files["height.raw"] == made.read("height.raw"));
    assert!(files["Paint 1.png"] != made.read("Paint 1.png"));
    for (name, bytes) in &files {
        std::fs::write(made.folder.path().join(name), bytes).unwrap();
    }
    let (again, _) = open(&made.folder.path().join("height.splat"));
    assert_eq!(map_of(&again).tiles.len(), 1);
}
