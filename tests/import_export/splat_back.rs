//! Free splats written back to the pictures they came from: what is not painted stays as it is.

use bonewright::document::Document;
use bonewright::edit::{EntryFocus, History, Operator};
use bonewright::formats::picture::{encode_grey8, encode_grey16};
use bonewright::import_export::{
    Exported, ImportedFile, ImportedTerrain, Profile, export_terrain, open_file,
};
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
