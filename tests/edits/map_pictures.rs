//! Pictures of maps as operators: each changes the ground and comes undone.

use crate::apply;
use bonewright::document::{Document, Terrain};
use bonewright::edit::operator::{ImportAlphamaps, ImportGroundTypes, ImportHeights};
use bonewright::edit::{AlphaArea, AlphaPlane, HeightArea, Operator, PackedBytes};
use bonewright::samples::{valley, valley_corners};

fn document(terrain: Terrain) -> Document {
    let mut document = Document::new();
    document.terrains.push(terrain);
    document
}

fn packed(bytes: &[u8]) -> PackedBytes {
    PackedBytes::pack(bytes).unwrap()
}

fn heights(width: usize, height: usize, low: f32, high: f32) -> HeightArea {
    let bytes: Vec<u8> = (0..width * height)
        .flat_map(|at| ((at * 7 % 65_536) as u16).to_le_bytes())
        .collect();
    HeightArea {
        first: [32, 32],
        last: [32, 32],
        low,
        high,
        heights: packed(&bytes),
    }
}

/// Each operator with a document that it changes.
pub fn cases() -> Vec<(Document, Operator)> {
    let all = AlphaPlane {
        path: "tileset/valley/VALLEY_mud.blp".to_owned(),
        shares: packed(&vec![255; 1009 * 1009]),
    };
    let alphamaps = ImportAlphamaps {
        terrain: None,
        areas: vec![AlphaArea {
            first: [32, 32],
            last: [32, 32],
            textures: vec![all],
        }],
        label: String::new(),
    };
    let types = ImportGroundTypes {
        terrain: Some(1),
        types: vec!["Ldrt".to_owned(), "Zsan".to_owned()],
        numbers: packed(&[0, 1].repeat(65 * 65 / 2 + 1)[..65 * 65]),
        label: "Types".to_owned(),
    };
    let import = |areas| ImportHeights {
        terrain: None,
        areas,
        label: String::new(),
    };
    vec![
        (document(valley()), alphamaps.into()),
        (document(valley_corners()), types.into()),
        (
            document(valley()),
            import(vec![heights(129, 129, -5.0, 50.0)]).into(),
        ),
        (
            document(valley_corners()),
            import(vec![heights(65, 65, -500.0, 500.0)]).into(),
        ),
    ]
}

#[test]
fn each_changes_the_ground_and_undo_and_redo_are_exact() {
    for (mut document, operator) in cases() {
        let before = document.clone();
        let json = serde_json::to_string(&operator).unwrap();
        let applied = apply(&mut document, &json).unwrap();
        assert_ne!(document.content_hash(), before.content_hash());
        assert!(!applied.changes.terrain.is_empty());
    }
}

#[test]
fn one_picture_all_over_leaves_one_texture_that_covers_everything() {
    let (mut document, operator) = cases().remove(0);
    let json = serde_json::to_string(&operator).unwrap();
    apply(&mut document, &json).unwrap();
    let map = document.terrains[0].shape.tiles().unwrap();
    for (place, chunk) in map.chunks() {
        let tile = &map.tiles[&place.tile];
        let covers = |texture: u32| {
            let path = tile.textures[texture as usize].path_text().to_lowercase();
            path.contains("valley_mud")
        };
        for texel in 0..4096 {
            let mut weights = vec![0; chunk.layers.len()];
            let alphas: Vec<u8> = chunk.layers[1..]
                .iter()
                .map(|layer| {
                    layer
                        .alpha
                        .as_ref()
                        .map_or(0, |alpha| alpha.texels()[texel])
                })
                .collect();
            bonewright::terrain::weights_of(map.blend, &alphas, &mut weights);
            for (layer, weight) in chunk.layers.iter().zip(weights) {
                assert_eq!(weight == 255, covers(layer.texture), "{place:?} {texel}");
            }
        }
    }
}

#[test]
fn pictures_that_do_not_fit_are_refused_and_change_nothing() {
    let short = heights(128, 129, 0.0, 1.0);
    let upside_down = heights(129, 129, 5.0, 1.0);
    let elsewhere = HeightArea {
        first: [3, 3],
        last: [3, 3],
        ..heights(129, 129, 0.0, 1.0)
    };
    let twice = heights(129, 129, 0.0, 1.0);
    for (areas, told) in [
        (vec![], "empty"),
        (vec![short], "packed bytes"),
        (vec![upside_down], "from low to high"),
        (vec![elsewhere], "no tile '3, 3'"),
        (vec![twice.clone(), twice], "over one another"),
    ] {
        let operator: Operator = ImportHeights {
            terrain: None,
            areas,
            label: String::new(),
        }
        .into();
        let json = serde_json::to_string(&operator).unwrap();
        let mut document = document(valley());
        let error = apply(&mut document, &json).unwrap_err().to_string();
        assert!(error.contains(told), "{told}: {error}");
    }
}
