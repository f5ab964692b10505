//! The walk of a team with an engine of its own: its list of pictures is opened, painted on, and
//! saved back to the same files.

use crate::files::wait;
use crate::intents::{ask, run};
use crate::terrain_workspace::stroke;
use bonewright::editor::{Command, Dialog, Editor, GroundIntent, GroundTool, Request, ViewIntent};
use bonewright::formats::picture::{decode_grey, encode_grey8, encode_grey16};
use std::path::{Path, PathBuf};

const SIDE: u32 = 33;

/// Heights and three textures, the last of which lies nowhere.
fn pictures(folder: &Path) -> Vec<PathBuf> {
    let count = SIDE * SIDE;
    let heights: Vec<u16> = (0..count).map(|at| (at % SIDE * 100) as u16).collect();
    let planes: [Vec<u8>; 3] = [
        (0..count).map(|at| 255 - (at % SIDE) as u8).collect(),
        (0..count).map(|at| (at % SIDE) as u8).collect(),
        vec![0; count as usize],
    ];
    let mut files = vec![(
        "terrain height.png".to_owned(),
        encode_grey16(SIDE, SIDE, &heights).unwrap(),
    )];
    for (name, plane) in ["grass", "rock", "snow"].iter().zip(&planes) {
        let bytes = encode_grey8(SIDE, SIDE, plane).unwrap();
        files.push((format!("{name}.png"), bytes));
    }
    let paths = files.into_iter().map(|(name, bytes)| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    });
    paths.collect()
}

#[test]
fn pictures_are_opened_painted_and_saved_back_under_their_own_names() {
    let folder = tempfile::tempdir().unwrap();
    let paths = pictures(folder.path());
    let before: Vec<Vec<u8>> = paths
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect();
    let mut editor = Editor::new();
    run(&mut editor, Command::ImportSplat);
    assert_eq!(
        editor.take_requests(),
        [Request::Dialog(Dialog::ImportSplat)]
    );
    editor.handle(Dialog::ImportSplat.answer(paths.clone()).unwrap());
    wait(&mut editor);
    // Export and Save as splat both offer a list beside the pictures.
    let list = folder.path().join("terrain height.splat");
    for dialog in [Dialog::Export, Dialog::SaveSplat] {
        let offered = editor
            .files
            .suggestion(&dialog, editor.document(), editor.terrain());
        assert_eq!(offered, Some(list.clone()));
    }
    let save = |editor: &mut Editor| {
        ask(editor, ViewIntent::Export(list.clone()));
        wait(editor);
        if editor.pending_export().is_some() {
            ask(editor, ViewIntent::AnswerLosses(true));
            wait(editor);
        }
        let read = paths.iter().map(|path| std::fs::read(path).unwrap());
        read.collect::<Vec<Vec<u8>>>()
    };
    assert!(save(&mut editor) == before, "nothing was painted yet");
    assert!(list.exists());
    // Opened by its list from now on, one dab changes the two textures that lie there.
    let mut editor = Editor::new();
    ask(&mut editor, ViewIntent::Open(vec![list.clone()]));
    wait(&mut editor);
    let offered = editor
        .files
        .suggestion(&Dialog::Export, editor.document(), editor.terrain());
    assert_eq!(offered, Some(list.clone()));
    let bytes = std::fs::read(&list).unwrap();
    editor.handle(GroundIntent::Choose("rock.blp".to_owned()).into());
    let side = 1600.0_f32 / 3.0 / 4.0;
    stroke(
        &mut editor,
        GroundTool::Paint,
        &[[-side / 2.0, -side / 2.0]],
    );
    assert_eq!(editor.history().position(), 1, "{:?}", editor.toasts);
    let after = save(&mut editor);
    assert!(std::fs::read(&list).unwrap() == bytes);
    let changed: Vec<bool> = before
        .iter()
        .zip(&after)
        .map(|(old, new)| old != new)
        .collect();
    assert_eq!(changed, [false, true, true, false]);
    for (old, new) in before.iter().zip(&after) {
        let (old, new) = (decode_grey(old).unwrap(), decode_grey(new).unwrap());
        assert_eq!((old.width, old.height), (new.width, new.height));
        let pairs = old
            .pixels
            .into_sixteen()
            .into_iter()
            .zip(new.pixels.into_sixteen());
        let differing = pairs.filter(|(old, new)| old != new).count();
        assert!(differing < 120, "{differing} pixels");
    }
}
