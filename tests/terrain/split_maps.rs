//! Large maps whose tiles are split into files as Cataclysm and later have them: what is read later,
//! left, written, taken along and journaled is all files of a tile.

use crate::large_maps::{held, look, map, middle, near, open_in, raise, read, terrain, wait};
use crate::made_map::{FIRST, made_map};
use crate::made_split::MadeSplit;
use bonewright::editor::{Editor, Intent, ViewIntent};
use bonewright::import_export::{TilesToOpen, read_left_tile};
use bonewright::terrain::{TILE_YARDS, TileId};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A map of split tiles, and the same map with whole ones in a folder of its own.
fn split_map(folder: &Path, columns: u8, rows: u8) -> (PathBuf, PathBuf) {
    let whole = folder.join("whole");
    std::fs::create_dir(&whole).unwrap();
    let path = made_map(&whole, "isle", columns, rows);
    let map = folder.join("isle.wdt");
    std::fs::copy(&path, &map).unwrap();
    for entry in std::fs::read_dir(&whole).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".adt") else {
            continue;
        };
        let made = MadeSplit::of(&std::fs::read(entry.path()).unwrap());
        let write = |end: &str, bytes: &[u8]| {
            std::fs::write(folder.join(format!("{stem}{end}.adt")), bytes).unwrap();
        };
        write("", &made.root);
        write("_tex0", &made.textures);
        write("_obj0", &made.objects);
    }
    (map, path)
}

fn far() -> TileId {
    TileId {
        x: FIRST.x + 5,
        y: FIRST.y + 2,
    }
}

/// The files of a folder, those in folders below it left out.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let files = entries.filter(|entry| entry.path().is_file()).map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, std::fs::read(entry.path()).unwrap())
    });
    files.collect()
}

fn part(id: TileId, end: &str) -> String {
    format!("isle_{}_{}{end}.adt", id.x, id.y)
}

#[test]
fn split_tiles_that_come_later_are_those_of_a_map_that_is_read_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (path, whole) = split_map(folder.path(), 6, 3);
    let at_once = read(&path, TilesToOpen::All);
    let at_once = at_once.shape.tiles().unwrap();
    // They are what the whole tiles are, but for what a split tile has otherwise.
    let wholes = read(&whole, TilesToOpen::All);
    for (place, chunk) in wholes.shape.tiles().unwrap().chunks() {
        assert_eq!(at_once.chunk(place).unwrap().layers, chunk.layers);
    }
    let partly = read(&path, near(100));
    assert!(partly.tiles_on_disk() > 0);
    let mut editor = Editor::new();
    open_in(&mut editor, &path, 100);
    assert!(!held(&editor).contains(&(far().x, far().y)));
    look(&mut editor, far(), TILE_YARDS * 0.4);
    assert!(
        held(&editor).contains(&(far().x, far().y)),
        "{:?}",
        editor.toasts
    );
    assert_eq!(map(&editor).tiles[&far()], at_once.tiles[&far()]);
    let native = terrain(&editor).native.clone().unwrap();
    let held_files = native.tile_bytes(far()).unwrap();
    let (name, textures) = held_files.textures.unwrap();
    assert_eq!(name, part(far(), "_tex0"));
    assert!(*textures == *std::fs::read(folder.path().join(name)).unwrap());
    // Left again, nothing of it is held, and come back it is the same.
    let first = TileId {
        x: FIRST.x,
        y: FIRST.y,
    };
    look(&mut editor, first, TILE_YARDS * 0.4);
    let native = terrain(&editor).native.clone().unwrap();
    assert!(!held(&editor).contains(&(far().x, far().y)));
    assert!(
        native
            .files
            .iter()
            .all(|file| file.name != part(far(), "_tex0"))
    );
    look(&mut editor, far(), TILE_YARDS * 0.4);
    assert_eq!(map(&editor).tiles[&far()], at_once.tiles[&far()]);
}

#[test]
fn work_on_split_tiles_is_written_where_it_belongs_and_the_rest_goes_along() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = split_map(folder.path(), 6, 3);
    let before = files(folder.path());
    let mut editor = Editor::new();
    open_in(&mut editor, &path, 100);
    look(&mut editor, far(), TILE_YARDS * 0.4);
    raise(&mut editor, middle(far()));
    assert_eq!(editor.history().position(), 1, "{:?}", editor.toasts);
    // Elsewhere all files of all tiles are written.
    let target = folder.path().join("copy");
    std::fs::create_dir(&target).unwrap();
    let export = |editor: &mut Editor, path: &Path| {
        editor.handle(Intent::from(ViewIntent::Export(path.to_owned())));
        wait(editor);
        if editor.pending_export().is_some() {
            editor.handle(ViewIntent::AnswerLosses(true).into());
            wait(editor);
        }
    };
    export(&mut editor, &target.join("copy.wdt"));
    let copied = files(&target);
    assert_eq!(copied.len(), before.len(), "{:?}", editor.toasts);
    for (name, bytes) in &before {
        let other = &copied[&name.replace("isle", "copy")];
        assert_eq!(other == bytes, *name != part(far(), ""), "{name}");
    }
    // Over the map itself, only the file that changed.
    export(&mut editor, &path);
    let after = files(folder.path());
    let changed: Vec<&String> = before
        .iter()
        .filter(|(name, bytes)| after[*name] != **bytes)
        .map(|(name, _)| name)
        .collect();
    assert_eq!(changed, [&part(far(), "")]);
    let told = editor.report.lines().iter().any(|line| {
        line.message
            .contains("1 changed tiles are written, 17 others stay as they are")
    });
    assert!(told, "{:?}", editor.report.lines());
}

#[test]
fn a_part_that_is_missing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = split_map(folder.path(), 6, 3);
    let near_by = TileId {
        x: FIRST.x,
        y: FIRST.y,
    };
    std::fs::remove_file(folder.path().join(part(far(), "_tex0"))).unwrap();
    std::fs::remove_file(folder.path().join(part(near_by, "_obj0"))).unwrap();
    let mut editor = Editor::new();
    open_in(&mut editor, &path, 100);
    look(&mut editor, far(), TILE_YARDS * 0.4);
    assert!(!held(&editor).contains(&(far().x, far().y)));
    let lines: Vec<&str> = editor
        .report
        .lines()
        .iter()
        .map(|it| it.message.as_str())
        .collect();
    let missing = part(far(), "_tex0");
    assert!(
        lines.iter().any(|line| line.contains(&missing)),
        "{lines:?}"
    );
    // What stands on a tile is not needed, but named.
    let read = read_left_tile(&folder.path().join(part(near_by, "")), Some(4)).unwrap();
    let missing = part(near_by, "_obj0");
    let notes = read
        .report
        .items
        .iter()
        .any(|item| item.message.contains(&missing));
    assert!(notes, "{:?}", read.report);
}

#[test]
fn a_journal_gives_back_work_on_split_tiles_whose_files_are_gone() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = split_map(folder.path(), 6, 3);
    let state = folder.path().join("state");
    let mut editor = Editor::new();
    editor.keep_journal(state.clone());
    open_in(&mut editor, &path, 100);
    look(&mut editor, far(), TILE_YARDS * 0.4);
    raise(&mut editor, middle(far()));
    let expected = editor.document().clone();
    let journal = editor.journal().path().unwrap().to_owned();
    std::mem::forget(editor);
    for end in ["", "_tex0", "_obj0"] {
        std::fs::remove_file(folder.path().join(part(far(), end))).unwrap();
    }
    // The one that crashed still holds its journal, so a copy is recovered.
    let other = folder.path().join("other");
    std::fs::create_dir(&other).unwrap();
    for (name, bytes) in files(&state) {
        std::fs::write(other.join(name), bytes).unwrap();
    }
    let mut again = Editor::new();
    again.keep_journal(folder.path().join("second"));
    let copied = other.join(journal.file_name().unwrap());
    again.handle(ViewIntent::Recover(copied).into());
    wait(&mut again);
    assert_eq!(again.history().position(), 1, "{:?}", again.toasts);
    assert!(*again.document() == expected);
}
