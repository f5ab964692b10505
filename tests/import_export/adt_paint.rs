//! Real tiles with one dab on them: what the exported file has otherwise.

use crate::corpus::{Corpus, read};
use bonewright::document::Document;
use bonewright::edit::{EntryFocus, History, Operator};
use bonewright::formats::adt::AdtFile;
use bonewright::import_export::{ImportedFile, Profile, export_terrain, open_file};
use bonewright::terrain::{ChunkPlace, TileMap, audit_seams};
use std::collections::BTreeSet;
use std::path::Path;

/// The tile of a file as the document has it, if it is sound.
fn open(path: &Path) -> Option<Document> {
    let Ok(ImportedFile::Terrain(imported)) = open_file(path) else {
        return None;
    };
    let mut document = Document::new();
    document.terrains.push(imported.terrain);
    Some(document)
}

fn map_of(document: &Document) -> &TileMap {
    document.terrains[0].shape.tiles().unwrap()
}

fn export(document: &Document) -> Vec<u8> {
    let exported = export_terrain(&document.terrains[0], Profile::AdtWotlk, "out.adt").unwrap();
    exported.files[0].bytes.clone()
}

#[test]
fn one_dab_changes_the_map_chunks_under_it_and_nothing_else_of_a_real_tile() {
    let Some(corpus) = Corpus::open() else {
        return;
    };
    let mut count = 0;
    for path in corpus.with_extension("adt") {
        let bytes = read(path);
        let Some(mut document) = open(path) else {
            continue;
        };
        let start = document.clone();
        assert!(export(&start) == bytes, "{}", path.display());
        let (place, _) = map_of(&document).chunks().nth(16 * 7 + 8).unwrap();
        let ChunkPlace { tile, column, row } = place;
        let edge = 1600.0 / 3.0;
        // The south-east corner of the map chunk.
        let x = (32.0 - f32::from(tile.y)) * edge - (f32::from(row) + 1.0) * edge / 16.0;
        let y = (32.0 - f32::from(tile.x)) * edge - (f32::from(column) + 1.0) * edge / 16.0;
        let operator: Operator = serde_json::from_value(serde_json::json!({
            "op": "paint_texture_layer", "texture": "Tileset\\Test\\Painted.blp", "radius": 12,
            "target": 0.75, "samples": [{"position": [x, y]}],
        }))
        .unwrap();
        let mut history = History::default();
        history
            .apply(&mut document, &operator, EntryFocus::default())
            .unwrap();
        let expected: BTreeSet<usize> = [(0, 0), (1, 0), (0, 1), (1, 1)]
            .into_iter()
            .filter_map(|(right, down)| Some(place.shifted(right, down)?.index()))
            .collect();
        let painted = export(&document);
        let (old, new) = (
            AdtFile::read(&bytes).unwrap(),
            AdtFile::read(&painted).unwrap(),
        );
        let mut changed = BTreeSet::new();
        for (index, (old, new)) in old.map_chunks().zip(new.map_chunks()).enumerate() {
            if old != new {
                changed.insert(index);
            }
        }
        assert!(
            changed.is_subset(&expected),
            "{}: {changed:?}",
            path.display()
        );
        let layers = map_of(&start).chunks();
        let room = layers
            .filter(|(place, chunk)| expected.contains(&place.index()) && chunk.layers.len() < 4)
            .count();
        assert!(changed.len() <= room, "{}", path.display());
        for (old, new) in old.chunks.iter().zip(&new.chunks) {
            if [*b"MHDR", *b"MCIN", *b"MTEX", *b"MCNK"].contains(&old.tag) {
                continue;
            }
            let is_same = old.body == new.body && old.tail == new.tail;
            assert!(is_same, "{}: {:?}", path.display(), old.tag.escape_ascii());
        }
        assert!(
            audit_seams(map_of(&document)).len() <= audit_seams(map_of(&start)).len() + 4,
            "{}",
            path.display()
        );
        let again = {
            let folder = tempfile::tempdir().unwrap();
            let copy = folder.path().join(path.file_name().unwrap());
            std::fs::write(&copy, &painted).unwrap();
            open(&copy).unwrap()
        };
        for (place, chunk) in map_of(&document).chunks() {
            let written = map_of(&again).chunk(place).unwrap();
            let alphas = |layers: &[bonewright::terrain::TextureLayer]| {
                layers
                    .iter()
                    .map(|layer| layer.alpha.clone())
                    .collect::<Vec<_>>()
            };
            assert_eq!(
                alphas(&written.layers),
                alphas(&chunk.layers),
                "{} {place:?}",
                path.display()
            );
        }
        if history.undo(&mut document).is_none() {
            assert!(changed.is_empty(), "{}", path.display());
            continue;
        }
        assert!(export(&document) == bytes, "{}", path.display());
        count += 1;
    }
    assert!(count >= 5, "only {count} tiles were painted");
}
