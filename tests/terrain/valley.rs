//! The valley that ships with the program, and the files made of it.

use bonewright::document::{Document, Terrain, TerrainShape};
use bonewright::import_export::{ImportedFile, Profile, open_file};
use bonewright::project;
use bonewright::samples::{valley, valley_corners};
use bonewright::terrain::{Chunk, TileMap, audit_seams};
use bonewright::validate::validate_terrain;
use std::path::{Path, PathBuf};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("projects")
        .join(name)
}

#[track_caller]
fn open(name: &str) -> TerrainShape {
    match open_file(&sample(name)) {
        Ok(ImportedFile::Terrain(imported)) => {
            assert_eq!(imported.report.losses, []);
            imported.terrain.shape
        }
        Ok(ImportedFile::Model(_)) => panic!("{name} is a model"),
        Err(error) => panic!("{error}"),
    }
}

fn document(terrain: Terrain) -> Document {
    let mut document = Document::new();
    document.terrains.push(terrain);
    document
}

#[test]
fn the_files_of_the_valley_are_what_its_code_makes() {
    let made = valley();
    let map = made.shape.tiles().expect("tiles");
    for name in ["valley.wdt", "valley_32_32.adt"] {
        let TerrainShape::Tiles(found) = open(name) else {
            panic!("{name} has no tiles");
        };
        assert_eq!(found.tiles.len(), 1);
        for (place, made) in map.chunks() {
            let found = found.chunk(place).expect("the same tile");
            assert!(
                found == made,
                "{name} at {place:?}: {}",
                difference(found, made)
            );
        }
        let textures = |map: &TileMap| map.tiles.values().next().map(|tile| tile.textures.clone());
        assert_eq!(textures(&found), textures(map));
        assert_eq!(
            (found.alpha_depth, found.blend),
            (map.alpha_depth, map.blend)
        );
    }
    assert!(open("valley.w3e") == valley_corners().shape, "the corners");
    let opened = project::open(&sample("valley.bwp")).expect("the project opens");
    assert_eq!(opened.problems, []);
    let hash = document(made).content_hash();
    assert_eq!(opened.document.content_hash(), hash);
}

#[test]
fn nothing_is_to_be_said_against_the_valley() {
    for terrain in [valley(), valley_corners()] {
        if let TerrainShape::Tiles(map) = &terrain.shape {
            assert_eq!(audit_seams(map), []);
        }
        let profile = Profile::of_terrain(&terrain.shape);
        let findings = validate_terrain(&terrain, profile).expect("a profile of maps");
        assert!(findings.is_empty(), "{findings:?}");
    }
}

/// What differs first between two map chunks, for the message.
fn difference(found: &Chunk, made: &Chunk) -> String {
    let told = |chunk: &Chunk| {
        let layers = chunk.layers.iter();
        let layers: Vec<_> = layers
            .map(|layer| {
                (
                    layer.texture,
                    layer.flags,
                    layer.form,
                    layer.alpha.is_some(),
                )
            })
            .collect();
        let Chunk {
            flags,
            area_id,
            holes,
            position,
            liquids,
            ..
        } = chunk;
        format!("{flags:?} {area_id} {holes} {position:?} {liquids:?} {layers:?}")
    };
    let (found_text, made_text) = (told(found), told(made));
    if found_text != made_text {
        return format!("{found_text} and {made_text}");
    }
    let height = found.heights.iter().zip(made.heights.iter());
    let height = height.map(|(found, made)| (found - made).abs());
    format!(
        "heights by {}, normals equal: {}, layers equal: {}",
        height.fold(0.0, f32::max),
        found.normals == made.normals,
        found.layers == made.layers
    )
}
