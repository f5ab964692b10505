//! Automatic weights in the editor: one entry of the history when they were found, nothing when the
//! search was stopped or the document changed meanwhile.

use bonewright::document::Document;
use bonewright::edit::operator::RenameClip;
use bonewright::editor::{Command, Editor, Intent, SelectMode, Severity, ViewIntent, WeightSearch};
use bonewright::mesh::Influence;
use bonewright::skeleton::BoneId;
use bonewright::skinning::automatic::AutomaticMethod;

use crate::files::wait;
use crate::intents::{ask, run, select};
use crate::small_model::small_document;

/// An editor on the small model, done with looking for its textures.
fn editor() -> Editor {
    on(small_document(264))
}

fn on(document: Document) -> Editor {
    let mut editor = Editor::with_document(document);
    wait(&mut editor);
    editor
}

fn influences(editor: &Editor) -> Vec<Vec<Influence>> {
    (0..40).map(|vertex| editor.influences_of(vertex)).collect()
}

fn labels(editor: &Editor) -> Vec<String> {
    let entries = editor.history().entries();
    entries.map(|entry| entry.label().to_owned()).collect()
}

fn last_toast(editor: &Editor) -> &str {
    &editor.toasts.last().expect("a message").text
}

#[test]
fn every_method_is_one_entry_of_the_history_and_undo_takes_it_back() {
    for command in [
        Command::AutomaticWeights,
        Command::BoneHeat,
        Command::GeodesicVoxels,
        Command::ClosestBone,
    ] {
        let mut editor = editor();
        let hash = editor.document().content_hash();
        let before = influences(&editor);
        run(&mut editor, command);
        assert_eq!(editor.jobs().running().len(), 1);
        assert!(
            influences(&editor) == before,
            "nothing changes before it is found"
        );
        wait(&mut editor);
        assert_eq!(labels(&editor), ["Automatic weights, 40 vertices"]);
        assert!(influences(&editor) != before);
        assert!(last_toast(&editor).starts_with("40 vertices have automatic weights"));
        // The triangles of this mesh have no area: the report says so.
        let lines = editor.report.lines();
        assert!(
            lines
                .iter()
                .any(|line| line.message.contains("without area"))
        );
        if command != Command::ClosestBone {
            let fallback = lines.iter().find(|line| line.severity == Severity::Warning);
            let fallback = fallback.expect("a bone fell back");
            assert!(fallback.path.starts_with("bones["), "{fallback:?}");
        }
        ask(&mut editor, ViewIntent::Undo);
        assert_eq!(editor.document().content_hash(), hash);
        assert!(influences(&editor) == before);
    }
}

#[test]
fn only_selected_vertices_change() {
    let mut editor = editor();
    let before = influences(&editor);
    ask(
        &mut editor,
        ViewIntent::SelectVertices {
            vertices: vec![2, 3],
            mode: SelectMode::Replace,
        },
    );
    run(&mut editor, Command::ClosestBone);
    wait(&mut editor);
    let after = influences(&editor);
    for vertex in 0..40 {
        assert_eq!(after[vertex] == before[vertex], ![2, 3].contains(&vertex));
    }
    assert_eq!(labels(&editor), ["Automatic weights, 2 vertices"]);
}

#[test]
fn for_selected_bones_the_others_keep_their_proportion() {
    let mut editor = editor();
    let refusal = Command::AutomaticWeightsOfBones.plan(&editor).unwrap_err();
    assert_eq!(refusal, "No bone is selected.");
    // Vertex 2 hangs on bones 2, 3 and 4, half on the first.
    select(&mut editor, &[2]);
    run(&mut editor, Command::AutomaticWeightsOfBones);
    wait(&mut editor);
    assert_eq!(labels(&editor).len(), 1);
    let own = editor.influences_of(2);
    let weight = |bone: u32| {
        let found = own.iter().find(|it| it.bone == BoneId(bone));
        found.map_or(0.0, |influence| influence.weight)
    };
    assert!((weight(3) - weight(4)).abs() < 1e-6 && weight(3) > 0.0);
    assert!((weight(2) - 0.5).abs() > 1e-3, "{own:?}");
    // A locked bone is refused with a way out.
    run(&mut editor, Command::LockSelectedBones);
    run(&mut editor, Command::AutomaticWeightsOfBones);
    assert!(editor.jobs().is_idle());
    let toast = editor.toasts.last().expect("a refusal");
    assert!(toast.text.contains("locked"), "{}", toast.text);
    let fix = toast.fix.clone().expect("a way out");
    editor.handle(*fix.intent);
    let locked = &editor.model().expect("a model").skin_settings.locked_bones;
    assert!(locked.is_empty());
}

#[test]
fn a_stopped_search_changes_nothing() {
    let mut editor = editor();
    let before = editor.document().content_hash();
    run(&mut editor, Command::AutomaticWeights);
    let job = editor.jobs().running().first().expect("a job").id;
    // Even one that had found its weights before it was stopped.
    std::thread::sleep(std::time::Duration::from_millis(200));
    ask(&mut editor, ViewIntent::CancelJob(job));
    wait(&mut editor);
    assert_eq!(editor.document().content_hash(), before);
    assert!(labels(&editor).is_empty());
    assert_eq!(last_toast(&editor), "Find weights of small was stopped.");
    // The next search is none the worse; of two only the last counts.
    run(&mut editor, Command::AutomaticWeights);
    run(&mut editor, Command::ClosestBone);
    wait(&mut editor);
    assert_eq!(labels(&editor).len(), 1);
    let mut alone = self::editor();
    run(&mut alone, Command::ClosestBone);
    wait(&mut alone);
    assert!(influences(&editor) == influences(&alone));
}

#[test]
fn a_document_that_changed_meanwhile_is_left_alone_and_the_search_can_run_again() {
    let mut editor = editor();
    let before = influences(&editor);
    run(&mut editor, Command::AutomaticWeights);
    let rename = RenameClip {
        model: None,
        clip: "#0".into(),
        name: "Other".to_owned(),
    };
    editor.handle(Intent::Apply(rename.into()));
    wait(&mut editor);
    assert!(influences(&editor) == before);
    assert_eq!(labels(&editor).len(), 1);
    let fix = editor.toasts.last().and_then(|toast| toast.fix.clone());
    let fix = fix.expect("a button");
    assert_eq!(fix.label, "Run again");
    editor.handle(*fix.intent);
    wait(&mut editor);
    assert_eq!(labels(&editor).len(), 2);
    assert!(influences(&editor) != before);
}

#[test]
fn what_is_missing_is_named() {
    let search = || {
        ViewIntent::FindWeights(WeightSearch {
            method: AutomaticMethod::Best,
            bones: None,
        })
    };
    let mut document = small_document(264);
    document.models[0].vertices = Default::default();
    document.models[0].views.clear();
    let mut no_mesh = on(document);
    let refusal = Command::BoneHeat.plan(&no_mesh).unwrap_err();
    assert!(refusal.contains("no mesh"), "{refusal}");
    ask(&mut no_mesh, search());
    assert!(last_toast(&no_mesh).contains("no mesh") && no_mesh.jobs().is_idle());
    let mut document = small_document(264);
    document.models[0].skeleton.bones.clear();
    let mut no_bones = on(document);
    let refusal = Command::BoneHeat.plan(&no_bones).unwrap_err();
    assert!(refusal.contains("no bones") && refusal.contains("Add child bone"));
    ask(&mut no_bones, search());
    assert!(last_toast(&no_bones).contains("no bones") && no_bones.jobs().is_idle());
}
