//! Tiles and maps as files on disk: what lies beside what, projects, findings and differences.

use std::path::Path;

use bonewright::compare::compare_documents;
use bonewright::document::{Document, Terrain, TerrainShape};
use bonewright::import_export::{
    ImportedFile, ImportedTerrain, Profile, export_terrain, open_file,
};
use bonewright::project;
use bonewright::terrain::{AlphaDepth, BlendRule, TileId, TileMap};
use bonewright::validate::validate_terrain;

use crate::made_tile::{MadeLayer, MadeTile, chunk, word};

fn made_map(flags: u32, tiles: &[(usize, usize)]) -> Vec<u8> {
    let mut head = [0; 32];
    word(&mut head, 0, flags);
    let mut cells = vec![0; 64 * 64 * 8];
    for (x, y) in tiles {
        word(&mut cells, (y * 64 + x) * 8, 1);
    }
    let mut out = Vec::new();
    chunk(&mut out, b"MVER", &18_u32.to_le_bytes());
    chunk(&mut out, b"MPHD", &head);
    chunk(&mut out, b"MAIN", &cells);
    chunk(&mut out, b"MWMO", b"");
    out
}

fn open(path: &Path) -> ImportedTerrain {
    match open_file(path) {
        Ok(ImportedFile::Terrain(terrain)) => *terrain,
        Ok(ImportedFile::Model(_)) => panic!("{}: a model", path.display()),
        Err(error) => panic!("{error}"),
    }
}

fn map_of(terrain: &Terrain) -> &TileMap {
    match &terrain.shape {
        TerrainShape::Tiles(map) => map,
        TerrainShape::Corners(_) => panic!("a map of corners"),
    }
}

fn map_of_mut(terrain: &mut Terrain) -> &mut TileMap {
    match &mut terrain.shape {
        TerrainShape::Tiles(map) => map,
        TerrainShape::Corners(_) => panic!("a map of corners"),
    }
}

/// A folder with a map of three tiles, one of which is missing and one is named with two digits.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    write("Isle.wdt", &made_map(0, &[(31, 33), (32, 33), (5, 5)]));
    write("isle_31_33.ADT", &MadeTile::motley().bytes());
    let mut second = MadeTile::plain();
    second.x = 32;
    write("Isle_32_33.adt", &second.bytes());
    folder
}

#[test]
fn a_map_opens_with_the_tiles_beside_it_and_tells_which_are_missing() {
    let folder = folder();
    let imported = open(&folder.path().join("Isle.wdt"));
    let map = map_of(&imported.terrain);
    let tiles: Vec<(u8, u8)> = map.tiles.keys().map(|id| (id.x, id.y)).collect();
    assert_eq!(tiles, [(31, 33), (32, 33)]);
    assert_eq!((map.map_flags, map.blend), (Some(0), BlendRule::Ordered));
    let missing = imported
        .report
        .items
        .iter()
        .filter(|item| item.message.contains("1 of 3"));
    assert_eq!(missing.count(), 1, "{:?}", imported.report);
}

#[test]
fn a_tile_takes_the_flags_of_the_map_beside_it() {
    for (flags, blend, depth) in [
        (0, BlendRule::Ordered, AlphaDepth::Four),
        (4, BlendRule::Weighted, AlphaDepth::Eight),
        (0x80, BlendRule::Weighted, AlphaDepth::Eight),
    ] {
        let folder = folder();
        std::fs::write(folder.path().join("Isle.wdt"), made_map(flags, &[(32, 33)])).unwrap();
        let imported = open(&folder.path().join("Isle_32_33.adt"));
        let map = map_of(&imported.terrain);
        assert_eq!(
            (map.map_flags, map.blend, map.alpha_depth),
            (Some(flags), blend, depth)
        );
        assert_eq!(map.tiles.len(), 1);
    }
}

#[test]
fn a_map_is_written_with_its_tiles_named_after_it_and_the_same_bytes() {
    let folder = folder();
    let terrain = open(&folder.path().join("Isle.wdt")).terrain;
    let exported = export_terrain(&terrain, Profile::AdtWotlk, "Copy.wdt").unwrap();
    let names: Vec<&str> = exported
        .files
        .iter()
        .map(|file| file.name.as_str())
        .collect();
    assert_eq!(names, ["Copy.wdt", "Copy_31_33.ADT", "Copy_32_33.adt"]);
    for (file, original) in
        exported
            .files
            .iter()
            .zip(["Isle.wdt", "isle_31_33.ADT", "Isle_32_33.adt"])
    {
        assert!(
            file.bytes == std::fs::read(folder.path().join(original)).unwrap(),
            "{original}"
        );
    }
    let error = export_terrain(&terrain, Profile::AdtWotlk, "One.adt").unwrap_err();
    assert!(error.to_string().contains("has 2"), "{error}");
    let single = tempfile::tempdir().unwrap();
    let path = single.path().join("alone.adt");
    std::fs::write(&path, MadeTile::motley().bytes()).unwrap();
    let terrain = open(&path).terrain;
    // A tile that was opened without its map gets a new one.
    let exported = export_terrain(&terrain, Profile::AdtWotlk, "x.wdt").expect("written");
    let [map, tile] = exported.files.as_slice() else {
        panic!("{} files", exported.files.len());
    };
    assert_eq!(map.name, "x.wdt");
    assert!(
        tile.name.starts_with("x_") && tile.name.ends_with(".adt"),
        "{}",
        tile.name
    );
    assert!(tile.bytes == std::fs::read(&path).unwrap());
    let beside = single.path().join("new");
    std::fs::create_dir(&beside).unwrap();
    for file in &exported.files {
        std::fs::write(beside.join(&file.name), &file.bytes).unwrap();
    }
    let again = open(&beside.join("x.wdt")).terrain;
    let tiles = |terrain: &Terrain| terrain.shape.tiles().map(|map| map.tiles.len());
    assert_eq!(tiles(&again), Some(1));
    let model = Profile::Mdx { version: 800 };
    assert!(export_terrain(&terrain, model, "x.mdx").is_err());
}

#[test]
fn an_edited_map_survives_a_project_and_is_exported_from_it() {
    let folder = folder();
    let mut terrain = open(&folder.path().join("Isle.wdt")).terrain;
    let tile = map_of_mut(&mut terrain)
        .tiles
        .get_mut(&TileId { x: 31, y: 33 })
        .unwrap();
    tile.chunks[1].layers[1]
        .alpha
        .as_mut()
        .unwrap()
        .texels_mut()[100] ^= 255;
    tile.chunks[1].area_id = 77;
    let mut document = Document::new();
    document.terrains.push(terrain);
    let snapshot = project::Snapshot::of(&document);
    let bytes = project::encode(&snapshot, project::Compression::default())
        .unwrap()
        .to_vec();
    let path = folder.path().join("isle.bwp");
    std::fs::write(&path, bytes).unwrap();
    let opened = project::open(&path).unwrap();
    assert!(opened.problems.is_empty(), "{:?}", opened.problems);
    assert_eq!(opened.document.terrains, document.terrains);
    assert_eq!(opened.document.content_hash(), document.content_hash());
    let export = |document: &Document| {
        export_terrain(&document.terrains[0], Profile::AdtWotlk, "a.wdt")
            .unwrap()
            .files
    };
    assert_eq!(export(&opened.document), export(&document));
}

#[test]
fn the_hash_of_a_map_changes_with_every_part_of_it() {
    let folder = folder();
    let terrain = open(&folder.path().join("Isle.wdt")).terrain;
    let changes: [fn(&mut TileMap); 8] = [
        |map| map.blend = BlendRule::Weighted,
        |map| map.map_flags = None,
        |map| {
            map.tiles
                .values_mut()
                .for_each(|tile| tile.textures[0].path.push(b'x'))
        },
        |map| {
            map.tiles
                .values_mut()
                .for_each(|tile| tile.chunks[9].holes = 1)
        },
        |map| {
            map.tiles
                .values_mut()
                .for_each(|tile| tile.chunks[9].heights[3] = 9.0)
        },
        |map| {
            map.tiles
                .values_mut()
                .for_each(|tile| tile.chunks[9].shadow = None)
        },
        |map| {
            map.tiles
                .values_mut()
                .for_each(|tile| tile.chunks[0].layers[0].texture = 2)
        },
        |map| {
            map.tiles
                .values_mut()
                .for_each(|tile| tile.chunks[0].liquids.clear())
        },
    ];
    let mut hashes = vec![terrain.content_hash()];
    for change in changes {
        let mut changed = terrain.clone();
        change(map_of_mut(&mut changed));
        hashes.push(changed.content_hash());
    }
    let count = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
}

#[test]
fn differences_are_told_by_their_place() {
    let folder = folder();
    let terrain = open(&folder.path().join("Isle.wdt")).terrain;
    let mut other = terrain.clone();
    let tile = map_of_mut(&mut other)
        .tiles
        .get_mut(&TileId { x: 31, y: 33 })
        .unwrap();
    tile.chunks[7].layers[1]
        .alpha
        .as_mut()
        .unwrap()
        .texels_mut()[64 + 2] ^= 255;
    tile.chunks[8].heights[4] += 1.0;
    tile.textures[1].flags = 3;
    let document = |terrain: &Terrain| {
        let mut document = Document::new();
        document.terrains.push(terrain.clone());
        document
    };
    let found = compare_documents(&document(&terrain), &document(&other), 0.0);
    let paths: Vec<&str> = found
        .differences
        .iter()
        .map(|difference| difference.path.as_str())
        .collect();
    let expected = [
        "terrains[0].tiles[31,33].textures[1].flags",
        "terrains[0].tiles[31,33].chunks[7].layers[1].alpha[2,1]",
        "terrains[0].tiles[31,33].chunks[8].heights[4]",
    ];
    assert_eq!(paths, expected);
    assert!(
        compare_documents(&document(&terrain), &document(&terrain), 0.0)
            .differences
            .is_empty()
    );
}

/// Something that spoils a map.
type Fault = fn(&mut TileMap);

#[test]
fn every_rule_on_tiles_finds_its_own_fault_and_nothing_in_a_plain_tile() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made_31_33.adt");
    let codes = |terrain: &Terrain| -> Vec<&'static str> {
        let findings = validate_terrain(terrain, Profile::AdtWotlk).unwrap();
        findings.iter().map(|finding| finding.code).collect()
    };
    // Layers that fade before the border.
    let mut tile = MadeTile::plain();
    let inner = |at: usize, width: usize| {
        at / width > 9 && at / width < 50 && at % width > 9 && at % width < 20
    };
    let four: Vec<u8> = (0..2048)
        .map(|at| if inner(at, 32) { 0x77 } else { 0 })
        .collect();
    let eight: Vec<u8> = (0..4096)
        .map(|at| if inner(at, 64) { 0x77 } else { 0 })
        .collect();
    for (chunk, alpha) in [(1, &four), (3, &eight)] {
        tile.chunks[chunk]
            .layers
            .push(MadeLayer::over(1, alpha.clone()));
    }
    for texture in [1, 2, 3] {
        tile.chunks[4]
            .layers
            .push(MadeLayer::over(texture, four.clone()));
    }
    std::fs::write(&path, tile.bytes()).unwrap();
    let terrain = open(&path).terrain;
    assert_eq!(codes(&terrain), [""; 0]);
    let faults: [(&str, Fault); 9] = [
        ("ADT-LAYER-COUNT", |map| {
            let chunk = first_chunk(map, 4);
            let layer = chunk.layers[1].clone();
            chunk.layers.push(layer);
        }),
        ("ADT-LAYER-TEXTURE", |map| {
            first_chunk(map, 0).layers[0].texture = 4
        }),
        ("ADT-LAYER-BASE", |map| {
            first_chunk(map, 1).layers[1].alpha = None
        }),
        ("ADT-LAYER-TWICE", |map| {
            first_chunk(map, 1).layers[1].texture = 0
        }),
        ("ADT-ALPHA-FORM", |map| map.map_flags = Some(0)),
        ("ADT-HEIGHT-GAP", |map| {
            first_chunk(map, 20).heights[8] += 1.0
        }),
        ("ADT-TILE-PLACE", |map| {
            first_chunk(map, 0).position[0] += 600.0
        }),
        ("ADT-TEXTURE-SEAM", |map| {
            let alpha = first_chunk(map, 1).layers[1].alpha.as_mut();
            alpha.unwrap().texels_mut()[63] = 34;
        }),
        ("ADT-LAYER-UNSEEN", |map| {
            let alpha = first_chunk(map, 1).layers[1].alpha.as_mut();
            alpha.unwrap().texels_mut().fill(0);
        }),
    ];
    for (code, fault) in faults {
        let mut faulty = terrain.clone();
        fault(map_of_mut(&mut faulty));
        assert!(
            codes(&faulty).contains(&code),
            "{code} was not found: {:?}",
            codes(&faulty)
        );
    }
}

fn first_chunk(map: &mut TileMap, index: usize) -> &mut bonewright::terrain::Chunk {
    &mut map.tiles.values_mut().next().unwrap().chunks[index]
}

#[test]
fn damaged_tiles_are_refused_or_opened_and_saved_as_they_are() {
    let bytes = MadeTile::motley().bytes();
    let mut random = crate::random::Random(11);
    let (mut opened, mut refused) = (0, 0);
    for _ in 0..100 {
        let mut bytes = bytes.clone();
        for _ in 0..random.below(4) + 1 {
            // Among the heads, where a lie leads far, and now and then anywhere.
            let at = match random.below(4) {
                0 => random.below(200),
                1 => 92 + random.below(1024) * 4,
                2 => {
                    let entry = 92 + random.below(256) * 16;
                    let start = u32::from_le_bytes(bytes[entry..entry + 4].try_into().unwrap());
                    (start as usize)
                        .saturating_add(random.below(34) * 4)
                        .min(bytes.len() - 4)
                }
                _ => random.below(bytes.len() - 4),
            };
            let lie =
                [0, 1, 0xFFFF_FFFF, random.bits() as u32, bytes.len() as u32][random.below(5)];
            word(&mut bytes, at, lie);
        }
        let mut report = bonewright::import_export::Report::default();
        match bonewright::import_export::tile_from_bytes(&bytes, None, &mut report) {
            Ok(tile) => {
                opened += 1;
                let saved =
                    bonewright::import_export::write_tile_over(&tile, &bytes, None, &mut report);
                assert!(saved.unwrap() == bytes);
            }
            Err(error) => {
                refused += 1;
                assert!(error.offset <= bytes.len(), "{error}");
            }
        }
    }
    println!("{opened} opened, {refused} refused");
    assert!(
        opened > 20 && refused > 5,
        "{opened} opened, {refused} refused"
    );
}
