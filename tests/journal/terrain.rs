//! A map that was opened is there again after a crash.

use crate::made_tile::MadeTile;
use crate::{editor, journal, kill, op, open, rename, replayed, sample_model};
use bonewright::edit::{EntryFocus, History};
use bonewright::editor::{Intent, ViewIntent};
use bonewright::journal::SpillFile;
use std::path::{Path, PathBuf};

/// A W3E of 2 x 2 corners.
fn map_file(folder: &Path) -> std::path::PathBuf {
    let mut bytes = b"W3E!\x0b\0\0\0L\0\0\0\0\x01\0\0\0Ldrt\0\0\0\0\x02\0\0\0\x02\0\0\0".to_vec();
    bytes.extend([0; 8]);
    bytes.extend([5, 0x20, 0, 0x20, 0, 0, 0xF2].repeat(4));
    let path = folder.join("isle.w3e");
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn a_map_and_what_came_after_it_are_replayed_without_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let model = sample_model(folder.path());
    let map = map_file(folder.path());
    let mut editor = editor(folder.path());
    open(&mut editor, &map);
    open(&mut editor, &model);
    editor.handle(rename("First"));
    let (hash, path) = (editor.document().content_hash(), journal(&editor));
    kill(editor);
    std::fs::remove_file(&map).unwrap();
    let again = replayed(&path);
    assert!(again.is_whole(), "{:?}", again.sentences());
    assert_eq!(again.document.content_hash(), hash);
    let terrain = &again.document.terrains[0];
    assert_eq!(terrain.name, "isle");
    assert_eq!(again.terrain_imports, [(terrain.id, map)]);
    assert_eq!(again.entry_count, 3);
}

#[test]
fn a_map_whose_copy_is_gone_stops_the_replay_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let map = map_file(folder.path());
    let mut editor = editor(folder.path());
    open(&mut editor, &map);
    let path = journal(&editor);
    kill(editor);
    let state = folder.path().join("state");
    for entry in std::fs::read_dir(state).unwrap().flatten() {
        if entry.path() != path {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    let again = replayed(&path);
    let stop = again.stop.expect("a reason");
    assert!(stop.contains("isle.w3e") && stop.contains("gone"), "{stop}");
    assert!(again.document.terrains.is_empty());
}

fn tile_file(folder: &Path) -> PathBuf {
    let path = folder.join("isle_31_33.adt");
    std::fs::write(&path, MadeTile::motley().bytes()).unwrap();
    path
}

/// Strokes and other work on the tile made here.
const WORK: [&str; 4] = [
    r#"{"op":"paint_texture_layer","texture":"tileset/mud.blp","target":0.5,"radius":40,
        "samples":[{"position":[-800,266]},{"position":[-790,270],"pressure":0.5}]}"#,
    r#"{"op":"fill_texture","texture":"Tileset/Snow.blp","scope":{"chunks":[[31,33,3,4]]}}"#,
    r#"{"op":"move_texture_layer","texture":"Tileset/Rock.blp","to":0}"#,
    r#"{"op":"smooth_texture_layers","radius":20,"samples":[{"position":[-800,266]}]}"#,
];

#[test]
fn work_on_the_ground_is_replayed_with_its_undos() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(folder.path());
    open(&mut editor, &tile_file(folder.path()));
    let mut hashes = vec![editor.document().content_hash()];
    for json in WORK {
        editor.handle(Intent::Apply(op(json)));
        hashes.push(editor.document().content_hash());
    }
    hashes.dedup();
    assert_eq!(hashes.len(), 5, "each changes the ground");
    editor.handle(ViewIntent::Undo.into());
    editor.handle(ViewIntent::Undo.into());
    editor.handle(ViewIntent::Redo.into());
    assert_eq!(editor.document().content_hash(), hashes[3]);
    let path = journal(&editor);
    kill(editor);
    let again = replayed(&path);
    assert!(again.is_whole(), "{:?}", again.sentences());
    assert_eq!(again.document.content_hash(), hashes[3]);
}

#[test]
fn edits_of_the_ground_over_the_budget_come_back_from_the_disk_bit_by_bit() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(folder.path());
    open(&mut editor, &tile_file(folder.path()));
    let start = editor.document().clone();
    let mut document = start.clone();
    let mut history = History::new(1000);
    history.set_store(Box::new(SpillFile::in_folder(folder.path())));
    for json in WORK {
        history
            .apply(&mut document, &op(json), EntryFocus::default())
            .unwrap();
    }
    let end = document.clone();
    assert!(
        history.stored_bytes() > 100_000,
        "{}",
        history.stored_bytes()
    );
    while history.undo(&mut document).is_some() {}
    assert_eq!(history.take_fault(), None);
    assert!(document.terrains == start.terrains);
    while history.redo(&mut document).is_some() {}
    assert!(document.terrains == end.terrains);
}
