//! Maps in the window: they are listed, saved and exported beside models.

use bonewright::assets::{Archive, MAP_TERRAIN, create_archive};
use bonewright::edit::Operator;
use bonewright::editor::{
    Answer, Command, Dialog, Editor, GroundIntent, Intent, Severity, ViewIntent,
};
use egui_kittest::kittest::Queryable as _;
use std::path::{Path, PathBuf};

use crate::files::wait;
use crate::intents::{ask, editor};
use crate::window::window_on;

/// A W3E of 5 x 4 corners.
fn map_file(folder: &Path, name: &str) -> PathBuf {
    let mut bytes = b"W3E!\x0b\0\0\0L\0\0\0\0\x01\0\0\0Ldrt\0\0\0\0".to_vec();
    bytes.extend([5u32, 4].into_iter().flat_map(u32::to_le_bytes));
    bytes.extend([0; 8]);
    bytes.extend([0, 0x20, 0, 0x20, 0, 0, 0xF2].repeat(20));
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Makes a hill on the map that is shown.
fn raise(editor: &mut Editor) {
    let raise = r#"{"op":"sculpt_terrain","mode":"raise","amount":40,"radius":200,"samples":[{"position":[256,256]}]}"#;
    let raise: Operator = serde_json::from_str(raise).unwrap();
    editor.handle(Intent::Apply(raise));
}

fn open(editor: &mut Editor, path: &Path) {
    ask(editor, ViewIntent::Open(vec![path.to_owned()]));
    wait(editor);
}

#[test]
fn a_map_that_is_opened_is_listed_by_name_with_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let map = map_file(folder.path(), "isle.w3e");
    for mut editor in [Editor::new(), editor()] {
        let models = editor.document().models.len();
        open(&mut editor, &map);
        assert_eq!(editor.document().models.len(), models);
        assert_eq!(editor.document().terrains.len(), 1);
        assert!(editor.document().check_invariants().is_empty());
        assert_eq!(editor.recent.paths(), std::slice::from_ref(&map));
        let toast = editor.toasts.last().unwrap();
        assert_eq!(toast.severity, Severity::Note);
        assert!(
            toast.text.contains("isle (5 x 4 corners)"),
            "{}",
            toast.text
        );
        let harness = window_on(editor, [1280.0, 720.0]);
        assert!(harness.query_all_by_label("isle").count() > 0);
        assert!(harness.query_all_by_label("5 x 4 corners").count() > 0);
    }
}

#[test]
fn several_maps_get_ids_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::new();
    for name in ["a.w3e", "b.w3e", "a.w3e"] {
        open(&mut editor, &map_file(folder.path(), name));
    }
    let ids: Vec<u32> = editor
        .document()
        .terrains
        .iter()
        .map(|it| it.id.0)
        .collect();
    assert_eq!(ids, [0, 1, 2]);
    assert_eq!(editor.title(), "a and 2 more - Bonewright");
    // The one that is shown is written.
    let shown = editor.terrain().unwrap().name.clone();
    let out = folder.path().join("out.w3e");
    ask(&mut editor, ViewIntent::Export(out.clone()));
    wait(&mut editor);
    let source = folder.path().join(format!("{shown}.w3e"));
    assert_eq!(std::fs::read(out).unwrap(), std::fs::read(source).unwrap());
}

#[test]
fn a_map_is_saved_in_the_project_and_exported_with_a_backup() {
    let folder = tempfile::tempdir().unwrap();
    let map = map_file(folder.path(), "isle.w3e");
    let original = std::fs::read(&map).unwrap();
    let mut editor = Editor::new();
    open(&mut editor, &map);
    assert_eq!(
        editor
            .files
            .suggestion(&Dialog::Export, editor.document(), editor.terrain()),
        Some(folder.path().join("isle_edited.w3e"))
    );
    for command in [Command::Save, Command::SaveAs, Command::Export] {
        assert!(command.plan(&editor).is_ok(), "{command:?}");
        assert!(command.plan(&Editor::new()).is_err(), "{command:?}");
    }
    let project = folder.path().join("work.bwp");
    ask(&mut editor, ViewIntent::SaveAs(project.clone()));
    wait(&mut editor);
    assert!(!editor.is_dirty());
    open(&mut editor, &map_file(folder.path(), "second.w3e"));
    assert!(editor.is_dirty(), "a map was added to a saved project");
    let mut other = Editor::new();
    open(&mut other, &project);
    let [terrain] = other.document().terrains.as_slice() else {
        panic!("one map was saved");
    };
    let corners = terrain.shape.corners().unwrap();
    assert_eq!((terrain.name.as_str(), corners.width()), ("isle", 5));
    std::fs::write(&map, b"the old one").unwrap();
    ask(&mut other, ViewIntent::Export(map.clone()));
    wait(&mut other);
    assert_eq!(std::fs::read(&map).unwrap(), original);
    let backup = folder.path().join("isle.w3e.bak");
    assert_eq!(std::fs::read(backup).unwrap(), b"the old one");
    // A map can't be put into an archive that it did not come from.
    ask(
        &mut other,
        ViewIntent::Export(folder.path().join("out.w3x")),
    );
    wait(&mut other);
    let toast = other.toasts.last().unwrap();
    assert_eq!(toast.severity, Severity::Error);
    assert!(toast.text.contains("archive"), "{}", toast.text);
    assert!(!folder.path().join("out.w3x").exists());
    // Leaving for something else still works.
    ask(&mut editor, ViewIntent::NewProject);
    ask(&mut editor, ViewIntent::Answer(Answer::Discard));
    assert!(editor.document().is_empty());
}

#[test]
fn a_map_beside_a_model_is_exported_where_the_name_asks_for_one() {
    let folder = tempfile::tempdir().unwrap();
    let map = map_file(folder.path(), "isle.w3e");
    let mut editor = editor();
    open(&mut editor, &map);
    let out = folder.path().join("out.w3e");
    ask(&mut editor, ViewIntent::Export(out.clone()));
    wait(&mut editor);
    assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(&map).unwrap());
}

#[test]
fn a_map_of_an_archive_goes_into_an_archive_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let ground = std::fs::read(map_file(folder.path(), "isle.w3e")).unwrap();
    let files = [
        (MAP_TERRAIN.to_owned(), ground.clone()),
        (
            "war3map.j".to_owned(),
            b"function main takes nothing".to_vec(),
        ),
    ];
    let path = folder.path().join("isle.w3m");
    let before = create_archive(&files).unwrap();
    std::fs::write(&path, &before).unwrap();
    let mut editor = Editor::new();
    open(&mut editor, &path);
    let known = &editor.files;
    let asked = known.suggestion(&Dialog::Export, editor.document(), editor.terrain());
    let asked = asked.unwrap();
    assert_eq!(asked, folder.path().join("isle_edited.w3m"));
    raise(&mut editor);
    ask(&mut editor, ViewIntent::Export(asked.clone()));
    wait(&mut editor);
    let archive = Archive::open(std::fs::read(asked).unwrap()).unwrap();
    let script = archive.read_name("war3map.j").unwrap();
    assert_eq!(script, b"function main takes nothing");
    assert_ne!(archive.read_name(MAP_TERRAIN).unwrap(), ground);
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_damaged_map_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.w3x");
    std::fs::write(&path, b"HM3W").unwrap();
    let mut editor = Editor::new();
    open(&mut editor, &path);
    assert!(editor.document().is_empty());
    let toast = editor.toasts.last().unwrap();
    assert!(toast.text.contains("bad.w3x"), "{}", toast.text);
}

#[test]
fn what_was_chosen_on_one_map_is_not_painted_on_another_after_undo() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::new();
    open(&mut editor, &map_file(folder.path(), "first.w3e"));
    raise(&mut editor);
    let first = editor.terrain().unwrap().id;
    open(&mut editor, &map_file(folder.path(), "second.w3e"));
    assert_ne!(editor.terrain().unwrap().id, first);
    editor.handle(GroundIntent::Choose("Ldrt".to_owned()).into());
    editor.handle(ViewIntent::Undo.into());
    assert_eq!(editor.terrain().unwrap().id, first);
    assert_eq!(editor.ground_view.texture, None);
}
