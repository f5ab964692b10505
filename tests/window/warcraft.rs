//! A Warcraft III model in the real window: played, edited, saved, edited on, killed, recovered,
//! exported; nothing is lost but the program that was killed.

use crate::desktop::{Desktop, wait_until};
use bonewright::compare::compare;
use bonewright::document::{Model, ModelId};
use bonewright::import_export::import_file;
use bonewright::project;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// The middle of the viewport, on the body of a model that is framed there.
const BODY: [i32; 2] = [702, 330];
/// The button that recovers the only work on the list.
const RECOVER: [i32; 2] = [600, 496];

/// TirionFordring with its textures, or the program's own sample where there is no corpus.
fn model_in(desktop: &Desktop) -> PathBuf {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = std::env::var_os("BONEWRIGHT_CORPUS")
        .map_or_else(|| project.join("../shared/corpus"), PathBuf::from);
    let tirion = corpus.join("wc3/textured/TirionFordring/TirionFordring.mdx");
    let from = if tirion.is_file() {
        tirion
    } else {
        project.join("projects/mosskin.mdx")
    };
    let name = from.file_name().unwrap_or_default().to_string_lossy();
    let to = desktop.path(&name);
    std::fs::copy(&from, &to).expect("the model is copied");
    to
}

fn imported(path: &Path) -> Model {
    let imported = import_file(path, ModelId(0));
    imported.expect("the model opens").model
}

/// The tracks in which two models differ: `bones[3].rotation`.
fn changed_tracks(a: &Model, b: &Model) -> BTreeSet<String> {
    let track_of = |path: &str| path.split('.').take(2).collect::<Vec<_>>().join(".");
    let differences = compare(a, b, 0.0).differences.into_iter();
    differences
        .map(|difference| track_of(&difference.path))
        .collect()
}

#[test]
fn a_warcraft_model_is_edited_saved_killed_recovered_and_exported_in_a_real_window() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let model = model_in(&desktop);
    let original = imported(&model);
    let (saved, exported) = (desktop.path("work.bwp"), desktop.path("Edited.mdx"));
    let rest = || sleep(Duration::from_millis(1500));

    let mut program = desktop.open(&model);
    program.wait_for_title("the model is open", |title| {
        title.starts_with(original.title.as_str())
    });
    program.point(BODY[0], BODY[1]);
    sleep(Duration::from_secs(3));
    program.picture("w1_open.png");
    program.press(&["space"]);
    rest();
    program.picture("w2_playing.png");
    program.press(&["space", "shift+Left"]);
    program.click(BODY[0], BODY[1]);
    program.press(&["r"]);
    program.type_text("30".as_ref());
    program.press(&["Return", "i"]);
    program.wait_for_title("the key makes the project unsaved", |title| {
        title.starts_with('*')
    });
    program.picture("w3_keyed.png");
    program.press(&["ctrl+s"]);
    program.enter_path(&saved);
    program.wait_for_title("the project is saved", |title| title.starts_with("work"));
    program.press(&["Right", "Right", "Right", "r"]);
    program.type_text("45".as_ref());
    program.press(&["Return", "i"]);
    program.wait_for_title("the project is changed again", |title| {
        title.starts_with('*')
    });
    rest();
    program.picture("w4_changed.png");
    program.kill_hard();

    let kept = project::open(&saved).expect("the project opens");
    let first = changed_tracks(&original, &kept.document.models[0]);
    assert_eq!(first.len(), 1, "{first:?}");

    let program = desktop.open(&saved);
    program.wait_for_title("the project is open again", |title| {
        title.starts_with("work")
    });
    sleep(Duration::from_secs(4));
    program.picture("w5_offered.png");
    program.click(RECOVER[0], RECOVER[1]);
    program.wait_for_title("the work is there and counts as unsaved", |title| {
        title.starts_with('*')
    });
    program.picture("w6_recovered.png");
    program.press(&["ctrl+s"]);
    program.wait_for_title("it is saved", |title| title.starts_with("work"));
    sleep(Duration::from_secs(3));
    program.picture("w7_saved.png");
    program.press(&["ctrl+e"]);
    rest();
    program.picture("w8_asked.png");
    program.enter_path(&exported);
    wait_until("the model is exported", || exported.is_file());
    program.picture("w9_exported.png");
    program.press(&["ctrl+q"]);
    program.wait_for_end();

    let recovered = project::open(&saved).expect("the project opens");
    assert!(recovered.problems.is_empty(), "{:?}", recovered.problems);
    let recovered = &recovered.document.models[0];
    let both = compare(&kept.document.models[0], recovered, 0.0);
    assert!(!both.is_equal(), "what came after the save was recovered");
    let exact = compare(recovered, &imported(&exported), 0.0);
    assert!(exact.is_equal(), "{:?}", exact.differences);
    assert_eq!(changed_tracks(&original, recovered), first);
}
