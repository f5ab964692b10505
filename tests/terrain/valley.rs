//! The valley that ships with the program, and the files made of it.

use bonewright::document::TerrainShape;
use bonewright::import_export::{ImportedFile, Profile, open_file};
use bonewright::project;
use bonewright::samples::{valley, valley_corners};
use bonewright::terrain::{Chunk, audit_seams};
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

#[test]
fn the_files_of_the_valley_agree_with_one_another() {
    let opened = project::open(&sample("valley.bwp")).expect("the project opens");
    assert_eq!(opened.problems, []);
    let of_project = opened.document.terrains.first().expect("the valley");
    let map = of_project.shape.tiles().expect("tiles");
    for name in ["valley.wdt", "valley_32_32.adt"] {
        let TerrainShape::Tiles(found) = open(name) else {
            panic!("{name} has no tiles");
        };
        assert!(found.tiles == map.tiles, "{name}");
        assert_eq!(
            (found.alpha_depth, found.blend),
            (map.alpha_depth, map.blend)
        );
    }
}

/// Sines differ in their last bit from one processor to another, so what is near is the same.
#[test]
fn the_files_of_the_valley_are_what_its_code_makes() {
    let made = valley();
    let made = made.shape.tiles().expect("tiles");
    let TerrainShape::Tiles(found) = open("valley.wdt") else {
        panic!("tiles");
    };
    let (mut texels, mut other_texels, mut other_chunks) = (0, 0, 0);
    for (place, made) in made.chunks() {
        let found = found.chunk(place).expect("the same tile");
        for (found, made) in found.world_heights().zip(made.world_heights()) {
            assert!((found - made).abs() < 1e-2, "{place:?}: {found} and {made}");
        }
        let textures = |chunk: &Chunk| -> Vec<u32> {
            chunk.layers.iter().map(|layer| layer.texture).collect()
        };
        if textures(found) != textures(made) {
            other_chunks += 1;
            continue;
        }
        for (found, made) in found.layers.iter().zip(&made.layers) {
            let alphas = found.alpha.iter().zip(&made.alpha);
            let pairs = alphas.flat_map(|(a, b)| a.texels().iter().zip(b.texels()));
            for (found, made) in pairs {
                texels += 1;
                other_texels += usize::from(found.abs_diff(*made) > 2);
            }
        }
    }
    assert!(texels > 1_000_000, "{texels}");
    assert!(other_texels * 1_000 < texels, "{other_texels} of {texels}");
    assert!(other_chunks < 4, "{other_chunks}");

    let made = valley_corners();
    let made = made.shape.corners().expect("corners");
    let TerrainShape::Corners(found) = open("valley.w3e") else {
        panic!("corners");
    };
    assert_eq!(found.head, made.head);
    let pairs = found.corners().iter().zip(made.corners());
    let other = pairs.filter(|(found, made)| {
        found.height.abs_diff(made.height) > 1 || found.ground_type() != made.ground_type()
    });
    let other = other.count();
    assert!(other < 20, "{other}");
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
