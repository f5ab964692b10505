//! Pictures of the open map: saved and loaded from the menu.

use crate::files::wait;
use crate::intents::{ask, run};
use bonewright::document::Document;
use bonewright::editor::{Command, Dialog, Editor, MapPictures, Request, ViewIntent};
use bonewright::formats::picture::{decode_grey, encode_grey16};
use bonewright::samples::valley;

fn editor_with_valley() -> Editor {
    let mut document = Document::new();
    document.terrains.push(valley());
    Editor::with_document(document)
}

#[test]
fn pictures_are_saved_changed_and_loaded_as_one_entry() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor_with_valley();
    let before = editor.document().content_hash();
    for (save, load, pictures) in [
        (
            Command::SaveAlphamaps,
            Command::LoadAlphamaps,
            MapPictures::Alphamaps,
        ),
        (
            Command::SaveHeightmap,
            Command::LoadHeightmap,
            MapPictures::Heightmap,
        ),
    ] {
        let path = folder.path().join(format!("{pictures:?}.json"));
        run(&mut editor, save);
        let dialog = Dialog::SaveMapPictures(pictures);
        assert_eq!(editor.take_requests(), [Request::Dialog(dialog.clone())]);
        editor.handle(dialog.answer(vec![path.clone()]).unwrap());
        wait(&mut editor);
        assert!(path.exists());
        run(&mut editor, load);
        let dialog = Dialog::LoadMapPictures(pictures);
        assert_eq!(editor.take_requests(), [Request::Dialog(dialog.clone())]);
        editor.handle(dialog.answer(vec![path]).unwrap());
        wait(&mut editor);
        assert_eq!(editor.document().content_hash(), before);
    }
    // A hill is drawn into the height map.
    let picture = folder.path().join("Heightmap_heights.png");
    let png = std::fs::read(&picture).unwrap();
    let mut pixels = decode_grey(&png).unwrap().pixels.into_sixteen();
    pixels[40 * 129 + 40] = 65_535;
    std::fs::write(&picture, encode_grey16(129, 129, &pixels).unwrap()).unwrap();
    let list = folder.path().join("Heightmap.json");
    ask(
        &mut editor,
        ViewIntent::LoadMapPictures(MapPictures::Heightmap, list),
    );
    wait(&mut editor);
    assert_ne!(editor.document().content_hash(), before);
    assert_eq!(
        editor.last_action(),
        Some("Load pictures of Heightmap.json")
    );
    ask(&mut editor, ViewIntent::Undo);
    assert_eq!(editor.document().content_hash(), before);
}

#[test]
fn without_a_map_the_commands_say_so() {
    let editor = Editor::new();
    for command in [
        Command::SaveAlphamaps,
        Command::LoadAlphamaps,
        Command::SaveHeightmap,
        Command::LoadHeightmap,
    ] {
        let refused = command.plan(&editor).unwrap_err();
        assert_eq!(refused, "There is no map open.");
    }
}
