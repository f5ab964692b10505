//! Operators on the ground of real maps: only what they touch differs in the file that is written,
//! and undone they leave the file as it was.

use crate::corpus::{Corpus, read};
use bonewright::document::{Document, Terrain, TerrainShape};
use bonewright::edit::{ChunkFields, EntryFocus, History, Operator};
use bonewright::import_export::{ImportedFile, Profile, export_terrain, open_file};
use std::path::Path;

fn open(path: &Path) -> Option<Document> {
    let Ok(ImportedFile::Terrain(imported)) = open_file(path) else {
        return None;
    };
    let mut document = Document::new();
    document.terrains.push(imported.terrain);
    Some(document)
}

fn written(document: &Document, name: &str) -> Vec<u8> {
    let terrain = &document.terrains[0];
    let profile = Profile::of_terrain(&terrain.shape);
    let mut exported = export_terrain(terrain, profile, name).expect("it is written");
    exported.files.remove(0).bytes
}

fn reopened(bytes: &[u8], name: &str) -> Terrain {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("the file is written");
    open(&path).expect("it opens").terrains.remove(0)
}

/// What was written is what the document has. Layers of tiles were not touched, and how they are read
/// depends on the map's own file, which is not beside the one that was written.
#[track_caller]
fn check_same(one: &TerrainShape, other: &TerrainShape, path: &Path) {
    let (TerrainShape::Tiles(one), TerrainShape::Tiles(other)) = (one, other) else {
        assert!(one == other, "{}", path.display());
        return;
    };
    assert_eq!(one.chunks().count(), other.chunks().count());
    for ((place, one), (_, other)) in one.chunks().zip(other.chunks()) {
        let fields = ChunkFields::between(one, other);
        assert_eq!(
            fields,
            ChunkFields::default(),
            "{} {place:?}",
            path.display()
        );
    }
}

/// Does all operators one after the other, writes, and undoes them all.
fn check(path: &Path, name: &str, operators: &[String]) {
    let mut document = open(path).expect("it opens");
    let original = document.content_hash();
    let file = read(path);
    let mut history = History::default();
    for json in operators {
        let operator: Operator = serde_json::from_str(json).unwrap();
        history
            .apply(&mut document, &operator, EntryFocus::default())
            .unwrap_or_else(|error| panic!("{}: {error}: {json}", path.display()));
    }
    assert_eq!(
        history.position(),
        operators.len(),
        "{}: one did nothing",
        path.display()
    );
    let after = written(&document, name);
    assert_ne!(after, file);
    let again = reopened(&after, name);
    check_same(&again.shape, &document.terrains[0].shape, path);
    while history.can_undo() {
        history.undo(&mut document).unwrap();
    }
    assert_eq!(document.content_hash(), original, "{}", path.display());
    assert!(written(&document, name) == file, "{}", path.display());
}

#[test]
fn real_maps_of_corners_are_sculpted_painted_and_restored() {
    let Some(corpus) = Corpus::open() else { return };
    let mut count = 0;
    for path in corpus.with_extension("w3e").step_by(4) {
        let document = open(path).expect("it opens");
        let map = document.terrains[0].shape.corners().unwrap();
        let [x, y] = map.position(map.width() / 2, map.height() / 2);
        let brush =
            format!(r#""radius":900,"falloff":"smooth","samples":[{{"position":[{x},{y}]}}]"#);
        let operators = [
            format!(r#"{{"op":"sculpt_terrain","mode":"raise","amount":77,{brush}}}"#),
            format!(r#"{{"op":"sculpt_terrain","mode":"noise","amount":40,{brush}}}"#),
            format!(r#"{{"op":"paint_texture_layer","texture":"0","seed":3,{brush}}}"#),
            format!(r#"{{"op":"paint_texture_layer","texture":"blight",{brush}}}"#),
            format!(r#"{{"op":"set_water_level","level":99.5,"water":true,{brush}}}"#),
            format!(r#"{{"op":"set_cliff_level","change":{{"by":1}},{brush}}}"#),
            r#"{"op":"set_ground_types","replace":{"ID":"Zzzz"}}"#.replace(
                "ID",
                std::str::from_utf8(&map.head.ground_types[0]).unwrap(),
            ),
        ];
        check(path, "map.w3e", &operators);
        count += 1;
    }
    println!("{count} maps of corners");
    assert!(count > 3);
}

#[test]
fn only_the_records_of_touched_corners_differ_in_a_written_map() {
    let Some(corpus) = Corpus::open() else { return };
    let path = corpus.with_extension("w3e").next().expect("there is one");
    let mut document = open(path).expect("it opens");
    let before = document.terrains[0].shape.corners().unwrap().clone();
    let [x, y] = before.position(20, 20);
    let json = format!(
        r#"{{"op":"sculpt_terrain","mode":"raise","amount":12,"radius":500,"samples":[{{"position":[{x},{y}]}}]}}"#
    );
    let operator: Operator = serde_json::from_str(&json).unwrap();
    History::default()
        .apply(&mut document, &operator, EntryFocus::default())
        .unwrap();
    let (old, new) = (read(path), written(&document, "map.w3e"));
    assert_eq!(old.len(), new.len());
    let size = if before.head.version == 11 { 7 } else { 8 };
    let start = old.len() - before.corners().len() * size;
    assert_eq!(old[..start], new[..start]);
    let mut count = 0;
    for (index, (old, new)) in old[start..]
        .chunks(size)
        .zip(new[start..].chunks(size))
        .enumerate()
    {
        let (column, row) = before.place(index);
        let [cx, cy] = before.position(column, row);
        if (cx - x).hypot(cy - y) >= 500.0 {
            assert_eq!(old, new, "{column} {row}");
        }
        count += usize::from(old != new);
        assert_eq!(old[2..], new[2..], "only heights change");
    }
    assert!(count > 20);
}

#[test]
fn real_tiles_are_sculpted_marked_and_restored() {
    let Some(corpus) = Corpus::open() else { return };
    let mut count = 0;
    for path in corpus.with_extension("adt").step_by(3) {
        let Some(document) = open(path) else { continue };
        let TerrainShape::Tiles(map) = &document.terrains[0].shape else {
            continue;
        };
        let Some((_, chunk)) = map.chunks().nth(120) else {
            continue;
        };
        let [x, y, z] = chunk.position;
        let brush = format!(r#""radius":45,"samples":[{{"position":[{x},{y}]}}]"#);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let operators = [
            format!(r#"{{"op":"sculpt_terrain","mode":"raise","amount":7,{brush}}}"#),
            format!(r#"{{"op":"sculpt_terrain","mode":"smooth",{brush}}}"#),
            format!(r#"{{"op":"sculpt_terrain","mode":"flatten","height":{z},{brush}}}"#),
            format!(r#"{{"op":"paint_holes",{brush}}}"#),
            format!(r#"{{"op":"paint_vertex_colours","colour":[30,200,90],{brush}}}"#),
            format!(r#"{{"op":"set_area_id","area":4321,{brush}}}"#),
            format!(r#"{{"op":"set_chunk_flags","set":8192,{brush}}}"#),
        ];
        check(path, &name, &operators);
        count += 1;
    }
    println!("{count} tiles");
    assert!(count > 3);
}
