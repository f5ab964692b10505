//! A whole session in the real window: open, play, pick, rotate, key, undo, redo, save, close,
//! reopen, export; and the file that comes out differs in that one track.

use crate::desktop::{Desktop, wait_until};
use bonewright::compare::compare;
use bonewright::document::{Model, ModelId};
use bonewright::import_export::import_file;
use bonewright::project;
use std::path::{Path, PathBuf};

/// The middle of the viewport, on the body of a model that is framed there.
const BODY: [i32; 2] = [702, 330];
/// A handle of the rotation gizmo on the bone picked there: the lowest point of its flat ring.
const RING: [i32; 2] = [703, 408];

/// GoblinMale with its companions, or the program's own sample where there is no corpus.
pub fn model_in(folder: &Desktop) -> PathBuf {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = std::env::var_os("BONEWRIGHT_CORPUS")
        .map_or_else(|| project.join("../shared/corpus"), PathBuf::from);
    let goblin = corpus.join("wow/mod-worgoblin/data/patch/Character/Goblin/Male");
    let (from, name) = if goblin.is_dir() {
        (goblin, "GoblinMale.M2")
    } else {
        (project.join("projects"), "mosskin.m2")
    };
    for entry in std::fs::read_dir(from)
        .expect("the model's folder")
        .flatten()
    {
        let path = entry.path();
        if path.is_file() {
            std::fs::write(
                folder.path(&entry.file_name().to_string_lossy()),
                std::fs::read(&path).expect("a file of the model"),
            )
            .expect("the file is copied");
        }
    }
    folder.path(name)
}

pub fn imported(path: &Path) -> Model {
    import_file(path, ModelId(0))
        .expect("the model opens")
        .model
}

/// The paths at which two models differ.
fn differences(a: &Model, b: &Model) -> Vec<String> {
    let comparison = compare(a, b, 0.0);
    comparison
        .differences
        .into_iter()
        .map(|difference| difference.path)
        .collect()
}

/// The track a path of a difference lies in: `bones[3].rotation`.
fn track_of(path: &str) -> String {
    path.split('.').take(2).collect::<Vec<_>>().join(".")
}

#[test]
fn a_bone_is_picked_turned_keyed_saved_and_exported_in_a_real_window() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let model = model_in(&desktop);
    let original = imported(&model);
    let (saved, exported) = (desktop.path("work.bwp"), desktop.path("Edited.m2"));

    let program = desktop.open(&model);
    program.wait_for_title("the model is open", |title| {
        title.starts_with(original.title.as_str())
    });
    program.point(BODY[0], BODY[1]);
    std::thread::sleep(std::time::Duration::from_secs(3));
    program.picture("1_open.png");
    program.press(&["space"]);
    std::thread::sleep(std::time::Duration::from_secs(2));
    program.picture("2_playing.png");
    program.press(&["space", "shift+Left"]);

    program.click(BODY[0], BODY[1]);
    program.picture("3_picked.png");
    program.drag(RING, [RING[0] + 60, RING[1] - 14]);
    std::thread::sleep(std::time::Duration::from_secs(2));
    program.picture("4_turned.png");
    program.press(&["i"]);
    program.wait_for_title("the key makes the project unsaved", |title| {
        title.starts_with('*')
    });
    program.picture("5_keyed.png");
    program.press(&["ctrl+z"]);
    program.wait_for_title("undo takes it back", |title| !title.starts_with('*'));
    program.press(&["ctrl+shift+z"]);
    program.wait_for_title("redo does it again", |title| title.starts_with('*'));

    program.press(&["ctrl+s"]);
    program.enter_path(&saved);
    program.wait_for_title("the project is saved", |title| title.starts_with("work"));
    program.picture("6_saved.png");
    program.press(&["ctrl+q"]);
    program.wait_for_end();

    let project = project::open(&saved).expect("the project opens");
    assert!(project.problems.is_empty(), "{:?}", project.problems);
    let kept = &project.document.models[0];
    let paths = differences(&original, kept);
    let tracks: std::collections::BTreeSet<String> =
        paths.iter().map(|path| track_of(path)).collect();
    assert_eq!(tracks.len(), 1, "one track was keyed, not {paths:?}");
    assert!(
        tracks.iter().all(|track| track.ends_with(".rotation")),
        "{tracks:?}"
    );

    let program = desktop.open(&saved);
    program.wait_for_title("the project is open again", |title| {
        title.starts_with("work")
    });
    std::thread::sleep(std::time::Duration::from_secs(2));
    program.picture("7_reopened.png");
    program.press(&["ctrl+e"]);
    program.enter_path(&exported);
    wait_until("the model is exported", || exported.is_file());
    program.picture("8_exported.png");
    program.press(&["ctrl+q"]);
    program.wait_for_end();

    // A rotation is packed into 16 bits a component.
    let packed = compare(kept, &imported(&exported), 1e-4);
    assert!(packed.is_equal(), "{:?}", packed.differences);
    assert_eq!(
        differences(&original, &imported(&exported)),
        paths,
        "that change alone is in the file"
    );
}
