//! A map that was opened is there again after a crash.

use crate::{editor, journal, kill, open, rename, replayed, sample_model};
use std::path::Path;

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
    assert_eq!(again.document.terrains[0].name, "isle");
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
