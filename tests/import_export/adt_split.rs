//! Tiles that 4.x and later split into files: read as the whole tile they were made of, and written
//! back into the files that have what changed. No real one was at hand.

use std::fs;
use std::path::{Path, PathBuf};

use bonewright::document::{Document, NativeRole, Terrain};
use bonewright::edit::{EntryFocus, History, Operator};
use bonewright::import_export::{
    ExportedFile, ImportedFile, ImportedTerrain, Profile, Report, export_terrain, open_file,
    tile_from_bytes,
};
use bonewright::project::{Compression, Snapshot, encode, read};
use bonewright::terrain::{Tile, TileId};

use crate::made_split::MadeSplit;
use crate::made_tile::{MadeTile, word};

const PLACE: TileId = TileId { x: 31, y: 33 };

fn whole() -> Vec<u8> {
    MadeTile::motley().bytes()
}

/// A folder with the files of a split tile, and the path of its root.
fn put(files: &MadeSplit) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in [
        ("isle_31_33.adt", &files.root),
        ("isle_31_33_tex0.adt", &files.textures),
        ("isle_31_33_obj0.adt", &files.objects),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let root = folder.path().join("isle_31_33.adt");
    (folder, root)
}

fn open(path: &Path) -> ImportedTerrain {
    match open_file(path) {
        Ok(ImportedFile::Terrain(found)) => *found,
        other => panic!("{other:?}"),
    }
}

fn tile(terrain: &Terrain) -> &Tile {
    &terrain.shape.tiles().unwrap().tiles[&PLACE]
}

fn export(terrain: &Terrain) -> Vec<ExportedFile> {
    let exported = export_terrain(terrain, Profile::AdtWotlk, "isle_31_33.adt").unwrap();
    assert!(exported.report.losses.is_empty(), "{:?}", exported.report);
    exported.files
}

/// Which of root, textures and objects differ from those that were made.
fn changed(files: &[ExportedFile], made: &MadeSplit) -> [bool; 3] {
    let names = [
        "isle_31_33.adt",
        "isle_31_33_tex0.adt",
        "isle_31_33_obj0.adt",
    ];
    assert!(files.iter().map(|file| file.name.as_str()).eq(names));
    let made = [&made.root, &made.textures, &made.objects];
    std::array::from_fn(|at| files[at].bytes != *made[at])
}

fn apply(terrain: Terrain, json: &str) -> Document {
    let mut document = Document::new();
    document.terrains.push(terrain);
    let operator: Operator = serde_json::from_str(json).unwrap();
    let mut history = History::default();
    history
        .apply(&mut document, &operator, EntryFocus::default())
        .unwrap();
    assert!(history.can_undo(), "{json} did nothing");
    document
}

/// Writes files beside each other and opens them again.
fn reopened(files: &[ExportedFile]) -> Terrain {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        fs::write(folder.path().join(&file.name), &file.bytes).unwrap();
    }
    open(&folder.path().join("isle_31_33.adt")).terrain
}

#[test]
fn a_split_tile_is_the_tile_it_was_made_of() {
    let (_folder, root) = put(&MadeSplit::of(&whole()));
    let found = open(&root);
    let wanted = tile_from_bytes(&whole(), None, &mut Report::default()).unwrap();
    let split = tile(&found.terrain);
    assert_eq!(split.textures, wanted.textures);
    assert_eq!(split.chunks.len(), 256);
    for (index, (chunk, wanted)) in split.chunks.iter().zip(&wanted.chunks).enumerate() {
        assert_eq!(chunk.layers, wanted.layers, "{index}");
        assert_eq!(chunk.heights, wanted.heights, "{index}");
        assert_eq!(chunk.normals, wanted.normals, "{index}");
        assert_eq!(chunk.colours, wanted.colours, "{index}");
        assert_eq!(chunk.shadow, wanted.shadow, "{index}");
        assert_eq!(chunk.position, wanted.position, "{index}");
        assert_eq!((chunk.area_id, chunk.holes), (wanted.area_id, wanted.holes));
    }
    assert_eq!(split.chunks[0].liquids, wanted.chunks[0].liquids);
    let told = found.report.items.iter().map(|item| item.message.as_str());
    let told: Vec<&str> = told.collect();
    assert!(
        told.iter()
            .any(|text| text.contains("checked on no real file")),
        "{told:?}"
    );
}

#[test]
fn an_untouched_split_tile_is_written_back_byte_for_byte_also_through_a_project() {
    let made = MadeSplit::of(&whole());
    let (_folder, root) = put(&made);
    let terrain = open(&root).terrain;
    assert_eq!(changed(&export(&terrain), &made), [false; 3]);
    let mut document = Document::new();
    document.terrains.push(terrain);
    let bytes = encode(&Snapshot::of(&document), Compression::None).unwrap();
    let again = read(&bytes.to_vec()).unwrap();
    assert_eq!(again.problems, []);
    assert_eq!(again.document.content_hash(), document.content_hash());
    let terrain = &again.document.terrains[0];
    let native = terrain.native.as_ref().unwrap();
    assert!(
        native
            .file(NativeRole::TileObjects { x: 31, y: 33 })
            .is_some()
    );
    assert_eq!(changed(&export(terrain), &made), [false; 3]);
}

#[test]
fn painting_goes_into_the_file_of_textures_alone() {
    let made = MadeSplit::of(&whole());
    let (_folder, root) = put(&made);
    let terrain = open(&root).terrain;
    let [north, west, _] = tile(&terrain).chunks[17].position;
    // All rows of its alpha maps count, so that the root has nothing to learn.
    let stroke = format!(
        r#"{{"op":"paint_texture_layer","texture":"Tileset\\Moss.blp","radius":4,
            "samples":[{{"position":[{},{}]}}]}}"#,
        north - 16.0,
        west - 16.0
    );
    let document = apply(terrain, &stroke);
    let files = export(&document.terrains[0]);
    let root_may_change = tile(&document.terrains[0]).chunks[17].layers.len()
        != tile(&open(&root).terrain).chunks[17].layers.len();
    let [root_changed, textures_changed, objects_changed] = changed(&files, &made);
    assert!(textures_changed && !objects_changed);
    // The root counts layers.
    assert_eq!(root_changed, root_may_change);
    let again = reopened(&files);
    let (found, wanted) = (tile(&again), tile(&document.terrains[0]));
    assert_eq!(found.textures, wanted.textures);
    for (index, (found, wanted)) in found.chunks.iter().zip(&wanted.chunks).enumerate() {
        assert_eq!(found.layers, wanted.layers, "{index}");
    }
    // Nobody but the map chunk that was painted changed.
    let before = open(&root).terrain;
    for (index, (found, before)) in found.chunks.iter().zip(&tile(&before).chunks).enumerate() {
        assert_eq!(found == before, index != 17, "{index}");
    }
    // The part that nobody knows is still there in all map chunks.
    let marks = files[1]
        .bytes
        .windows(12)
        .filter(|bytes| *bytes == b"TMCM\x04\0\0\0\x01\x02\x03\x04");
    assert_eq!(marks.count(), 256);
}

#[test]
fn heights_holes_and_tints_go_into_the_root_alone() {
    let made = MadeSplit::of(&whole());
    let (_folder, root) = put(&made);
    let start = open(&root).terrain;
    let [north, west, _] = tile(&start).chunks[17].position;
    let at = format!(
        r#""samples":[{{"position":[{},{}]}}]"#,
        north - 16.0,
        west - 16.0
    );
    for json in [
        format!(r#"{{"op":"sculpt_terrain","mode":"raise","amount":3,"radius":8,{at}}}"#),
        format!(r#"{{"op":"paint_holes","radius":6,{at}}}"#),
        format!(r#"{{"op":"paint_vertex_colours","colour":[255,0,0],"radius":8,{at}}}"#),
        format!(r#"{{"op":"set_area_id","area":77,"radius":12,{at}}}"#),
    ] {
        let document = apply(start.clone(), &json);
        let files = export(&document.terrains[0]);
        assert_eq!(changed(&files, &made), [true, false, false], "{json}");
        let again = reopened(&files);
        assert_eq!(tile(&again), tile(&document.terrains[0]), "{json}");
        // Places in the head still lead to their chunks.
        let flight = u32::from_le_bytes(files[0].bytes[56..60].try_into().unwrap()) as usize;
        assert_eq!(&files[0].bytes[20 + flight..24 + flight], b"OBFM", "{json}");
    }
}

#[test]
fn whichever_file_is_opened_the_tile_is_and_without_its_textures_it_says_why_not() {
    let (folder, root) = put(&MadeSplit::of(&whole()));
    let wanted = open(&root).terrain;
    for name in ["isle_31_33_tex0.adt", "isle_31_33_obj0.adt"] {
        let found = open(&folder.path().join(name)).terrain;
        assert_eq!(tile(&found), tile(&wanted), "{name}");
    }
    fs::remove_file(folder.path().join("isle_31_33_obj0.adt")).unwrap();
    let found = open(&root);
    assert_eq!(tile(&found.terrain), tile(&wanted));
    assert_eq!(export(&found.terrain).len(), 2);
    fs::remove_file(folder.path().join("isle_31_33_tex0.adt")).unwrap();
    let refusal = open_file(&root).unwrap_err().to_string();
    assert!(refusal.contains("_tex0.adt"), "{refusal}");
    fs::rename(&root, folder.path().join("isle_31_33_tex0.adt")).unwrap();
    assert!(open_file(&folder.path().join("isle_31_33_tex0.adt")).is_err());
}

#[test]
fn a_map_of_split_tiles_is_opened_and_written_whole() {
    let made = MadeSplit::of(&whole());
    let (folder, root) = put(&made);
    let map = bonewright::formats::wdt::WdtFile::new(Default::default(), [(31, 33)]).write();
    let path = folder.path().join("isle.wdt");
    fs::write(&path, &map).unwrap();
    let terrain = open(&path).terrain;
    let exported = export_terrain(&terrain, Profile::AdtWotlk, "isle.wdt").unwrap();
    assert_eq!(exported.files.len(), 4);
    assert!(exported.files[0].bytes == map);
    assert_eq!(changed(&exported.files[1..], &made), [false; 3]);
    drop(root);
}

#[test]
fn map_chunks_that_are_missing_or_in_another_order_are_refused() {
    let mut made = MadeSplit::of(&whole());
    // The second map chunk says it is the third.
    let first = made.root.windows(4).position(|tag| tag == b"KNCM").unwrap();
    let size = u32::from_le_bytes(made.root[first + 4..first + 8].try_into().unwrap());
    let second = first + 8 + size as usize;
    word(&mut made.root, second + 12, 2);
    let (_folder, root) = put(&made);
    let refusal = open_file(&root).unwrap_err().to_string();
    assert!(
        refusal.contains("chunks[1]") && refusal.contains("place"),
        "{refusal}"
    );
    let mut made = MadeSplit::of(&whole());
    let last = made.textures.len() - 40;
    made.textures.truncate(last);
    let (_folder, root) = put(&made);
    let refusal = open_file(&root).unwrap_err().to_string();
    assert!(refusal.contains("_tex0.adt"), "{refusal}");
}
