//! Pictures of the open map: saved and loaded from the menu.

use crate::files::wait;
use crate::intents::{ask, run};
use bonewright::document::Document;
use bonewright::editor::{Command, Dialog, Editor, MapPictures, Request, ViewIntent};
use bonewright::formats::picture::{decode_grey, encode_grey16};
use bonewright::import_export::{ImportedFile, open_file};
use bonewright::samples::valley;
use bonewright::terrain::{BlendRule, Tile};

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

#[test]
fn a_map_is_saved_as_a_splat_and_its_pictures_are_imported_as_another_map() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor_with_valley();
    run(&mut editor, Command::SaveSplat);
    assert_eq!(editor.take_requests(), [Request::Dialog(Dialog::SaveSplat)]);
    let path = folder.path().join("valley");
    editor.handle(Dialog::SaveSplat.answer(vec![path]).unwrap());
    wait(&mut editor);
    // Heights are rounded and vertices between are left out, which is asked about.
    assert!(editor.pending_export().is_some());
    ask(&mut editor, ViewIntent::AnswerLosses(true));
    wait(&mut editor);
    let list = folder.path().join("valley.splat");
    assert!(list.exists());
    run(&mut editor, Command::ImportSplat);
    assert_eq!(
        editor.take_requests(),
        [Request::Dialog(Dialog::ImportSplat)]
    );
    let heights = folder.path().join("valley_heights.png");
    editor.handle(Dialog::ImportSplat.answer(vec![heights]).unwrap());
    wait(&mut editor);
    let terrains = &editor.document().terrains;
    assert_eq!(terrains.len(), 2);
    let textures = |terrain: usize| {
        let map = terrains[terrain].shape.tiles().unwrap();
        map.chunks()
            .map(|(_, chunk)| chunk.layers.len())
            .sum::<usize>()
    };
    assert!(textures(1) > 256);
    // The one that came last is shown, and is what an export writes.
    assert_eq!(editor.terrain().unwrap().id, terrains[1].id);
    let out = folder.path().join("second_32_32.adt");
    ask(&mut editor, ViewIntent::Export(out.clone()));
    wait(&mut editor);
    if editor.pending_export().is_some() {
        ask(&mut editor, ViewIntent::AnswerLosses(true));
        wait(&mut editor);
    }
    let Ok(ImportedFile::Terrain(found)) = open_file(&out) else {
        panic!("{} was not exported", out.display());
    };
    let wanted = editor.terrain().unwrap().shape.tiles().unwrap();
    let found = found.terrain.shape.tiles().unwrap();
    let found = found.tiles.values().next().unwrap();
    let wanted = wanted.tiles.values().next().unwrap();
    let layers = |tile: &Tile| {
        let layers = tile.chunks[40].layers.iter();
        let layers = layers.map(|layer| (layer.texture, layer.alpha.clone()));
        layers.collect::<Vec<_>>()
    };
    assert_eq!(layers(found), layers(wanted));
    // Nothing of it is a height map: that is said, and nothing is added.
    let lone = folder.path().join("alone");
    std::fs::create_dir(&lone).unwrap();
    std::fs::copy(
        folder.path().join("valley_heights.png"),
        lone.join("grass.png"),
    )
    .unwrap();
    ask(
        &mut editor,
        ViewIntent::ImportSplat(vec![lone.join("grass.png")]),
    );
    wait(&mut editor);
    assert_eq!(editor.document().terrains.len(), 2);
}

#[test]
fn the_ending_of_the_name_tells_what_ground_is_exported_as() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor_with_valley();
    let out = folder.path().join("valley.w3e");
    ask(&mut editor, ViewIntent::Export(out.clone()));
    wait(&mut editor);
    if editor.pending_export().is_some() {
        ask(&mut editor, ViewIntent::AnswerLosses(true));
        wait(&mut editor);
    }
    assert!(std::fs::read(&out).unwrap().starts_with(b"W3E!"));
}

#[test]
fn the_rule_of_mixing_layers_is_chosen_in_the_menu_and_the_one_in_use_is_greyed() {
    let mut editor = editor_with_valley();
    let blend = |editor: &Editor| editor.document().terrains[0].shape.tiles().unwrap().blend;
    let before = blend(&editor);
    for _ in 0..2 {
        let (now, other) = match blend(&editor) {
            BlendRule::Ordered => (Command::MixInOrder, Command::MixByShares),
            BlendRule::Weighted => (Command::MixByShares, Command::MixInOrder),
        };
        let refused = now.plan(&editor).unwrap_err();
        assert!(refused.contains("already"), "{refused}");
        run(&mut editor, other);
    }
    assert_eq!(blend(&editor), before);
    ask(&mut editor, ViewIntent::Undo);
    assert_ne!(blend(&editor), before);
    let none = Editor::new();
    for command in [
        Command::MixInOrder,
        Command::MixByShares,
        Command::SaveSplat,
    ] {
        assert!(command.plan(&none).is_err());
    }
    assert!(Command::ImportSplat.plan(&none).is_ok());
}
