//! Selecting vertices, commands on their weights, and the panel of weights.

use bonewright::editor::{
    Answer, Command, Editor, Intent, Panel, Request, SelectMode, ShellRequest, ViewIntent,
    ViewSetting, WeightTools,
};
use bonewright::mesh::Influence;
use bonewright::skeleton::BoneId;
use bonewright::skinning::VertexQuery;
use eframe::egui::{self, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::intents::{ask, editor, run, select};
use crate::small_model::small_document;
use crate::window::{Window, window_on};

pub fn select_vertices(editor: &mut Editor, vertices: &[u32]) {
    ask(
        editor,
        ViewIntent::SelectVertices {
            vertices: vertices.to_vec(),
            mode: SelectMode::Replace,
        },
    );
}

pub fn weight(editor: &Editor, vertex: u32, bone: u32) -> f32 {
    let own = editor.influences_of(vertex);
    let found = own.iter().find(|influence| influence.bone == BoneId(bone));
    found.map_or(0.0, |influence| influence.weight)
}

/// An editor on the small model, vertices 5 and 9 at the place of vertex 1 and with its weights.
fn editor_with_a_seam() -> Editor {
    let mut document = small_document(264);
    let pool = &mut document.models[0].vertices;
    for vertex in [5, 9] {
        pool.positions[vertex] = pool.positions[1];
        pool.influences.slots[vertex] = pool.influences.slots[1];
    }
    Editor::with_document(document)
}

#[test]
fn selecting_a_vertex_takes_all_at_its_place_while_they_are_changed_as_one() {
    let mut editor = editor_with_a_seam();
    select_vertices(&mut editor, &[9, 2]);
    assert_eq!(editor.selection.vertices(), [1, 2, 5, 9]);
    ask(
        &mut editor,
        ViewIntent::SelectVertices {
            vertices: vec![1],
            mode: SelectMode::Toggle,
        },
    );
    assert_eq!(editor.selection.vertices(), [2]);
    editor.handle(operator(r#"{"op":"set_skin_settings","weld":false}"#));
    select_vertices(&mut editor, &[9]);
    assert_eq!(editor.selection.vertices(), [9]);
    // What is not there can't be selected.
    select_vertices(&mut editor, &[3, 40, u32::MAX]);
    assert_eq!(editor.selection.vertices(), [3]);
}

fn operator(json: &str) -> Intent {
    Intent::Apply(serde_json::from_str(json).expect("an operator"))
}

#[test]
fn hidden_vertices_are_neither_selected_nor_changed_by_commands_on_all() {
    let mut editor = editor();
    select_vertices(&mut editor, &[0, 1, 2]);
    run(&mut editor, Command::HideVertices);
    assert!(editor.selection.vertices().is_empty());
    run(&mut editor, Command::SelectAllVertices);
    assert_eq!(editor.selection.vertices().len(), 37);
    run(&mut editor, Command::SelectNoVertices);
    let before: Vec<Vec<Influence>> = (0..3).map(|v| editor.influences_of(v)).collect();
    select(&mut editor, &[6]);
    run(&mut editor, Command::FloodWeights);
    assert_eq!(weight(&editor, 3, 6), 1.0);
    for (vertex, before) in (0..3).zip(before) {
        assert_eq!(editor.influences_of(vertex), before);
    }
    run(&mut editor, Command::ShowAllVertices);
    assert!(editor.view.hidden_vertices.is_empty());
    select_vertices(&mut editor, &[7, 8]);
    run(&mut editor, Command::IsolateVertices);
    assert_eq!(editor.view.hidden_vertices.len(), 38);
    assert_eq!(editor.selection.vertices(), [7, 8]);
    // Another model has nothing hidden and nothing selected.
    ask(&mut editor, ViewIntent::NewProject);
    ask(&mut editor, ViewIntent::Answer(Answer::Discard));
    assert!(editor.model().is_none());
    assert!(editor.selection.vertices().is_empty());
}

#[test]
fn h_is_about_vertices_in_the_weights_workspace_and_about_bones_elsewhere() {
    let mut editor = editor();
    select(&mut editor, &[3]);
    select_vertices(&mut editor, &[0, 1]);
    run(&mut editor, Command::HideBones);
    assert!(editor.view.hidden_vertices.is_empty());
    assert_eq!(editor.view.hidden_bones.len(), 1);
    run(&mut editor, Command::WeightsWorkspace);
    run(&mut editor, Command::HideBones);
    assert_eq!(editor.view.hidden_vertices.len(), 2);
    assert_eq!(editor.view.hidden_bones.len(), 1);
    run(&mut editor, Command::ShowAllBones);
    assert!(editor.view.hidden_vertices.is_empty());
}

#[test]
fn commands_work_on_the_selected_vertices_and_undo_as_one_entry_each() {
    let mut editor = editor();
    select(&mut editor, &[3]);
    select_vertices(&mut editor, &[4, 6, 7]);
    let start = editor.document().content_hash();
    let others: Vec<Vec<Influence>> = (8..40).map(|v| editor.influences_of(v)).collect();
    let commands = [
        Command::FloodWeights,
        Command::HammerWeights,
        Command::RelaxWeights,
        Command::SmoothWeights,
        Command::BindRigidStrongest,
        Command::QuantiseWeights,
        Command::NormaliseAll,
        Command::LimitInfluences,
        Command::PruneWeights,
    ];
    for command in commands {
        run(&mut editor, command);
    }
    select(&mut editor, &[3, 5]);
    for command in [
        Command::SwapWeights,
        Command::MoveWeights,
        Command::SplitWeights,
        Command::SplitToNearest,
        Command::BindRigid,
        Command::BindRigidIslands,
    ] {
        run(&mut editor, command);
    }
    assert_ne!(editor.document().content_hash(), start);
    for (vertex, before) in (8..40).zip(others) {
        assert_eq!(editor.influences_of(vertex), before, "vertex {vertex}");
    }
    while editor.history().can_undo() {
        ask(&mut editor, ViewIntent::Undo);
    }
    assert_eq!(editor.document().content_hash(), start);
}

#[test]
fn commands_that_can_not_work_say_what_is_missing() {
    let mut editor = editor();
    #[track_caller]
    fn check(editor: &Editor, command: Command, cause: &str) {
        let reason = command.plan(editor).expect_err("it can't work now");
        assert!(reason.contains(cause), "{reason}");
    }
    check(&editor, Command::FloodWeights, "No bone is selected");
    check(&editor, Command::HammerWeights, "No vertex is selected");
    check(&editor, Command::SwapWeights, "No bone is selected");
    check(&editor, Command::CopyWeights, "No vertex is selected");
    check(&editor, Command::AssignGroup, "Only meshes of Warcraft III");
    check(&editor, Command::ShowAllVertices, "No vertex is hidden");
    select(&mut editor, &[1]);
    check(&editor, Command::MoveWeights, "Select two bones");
    select_vertices(&mut editor, &[1]);
    check(&editor, Command::PasteWeights, "No weights were copied");
    check(&Editor::new(), Command::PruneWeights, "Nothing is open");
}

#[test]
fn a_locked_bone_is_refused_with_a_button_that_unlocks_it() {
    let mut editor = editor();
    select(&mut editor, &[2]);
    run(&mut editor, Command::LockSelectedBones);
    run(&mut editor, Command::FloodWeights);
    let toast = editor.toasts.last().expect("a refusal");
    assert!(
        toast.text.contains("ArmL") && toast.text.contains("locked"),
        "{}",
        toast.text
    );
    let fix = toast.fix.clone().expect("a fix");
    assert_eq!(fix.label, "Unlock it");
    editor.handle(*fix.intent);
    run(&mut editor, Command::FloodWeights);
    assert_eq!(weight(&editor, 3, 2), 1.0);
}

#[test]
fn locks_are_set_for_selected_bones_for_all_others_turned_round_and_taken_off() {
    let mut editor = editor();
    let locked = |editor: &Editor| -> Vec<u32> {
        let settings = &editor.model().expect("a model").skin_settings;
        settings.locked_bones.iter().map(|id| id.0).collect()
    };
    select(&mut editor, &[2, 4]);
    run(&mut editor, Command::LockSelectedBones);
    assert_eq!(locked(&editor), [2, 4]);
    run(&mut editor, Command::InvertLocks);
    assert_eq!(locked(&editor), [0, 1, 3, 5, 6]);
    select(&mut editor, &[0]);
    run(&mut editor, Command::LockUnselectedBones);
    assert_eq!(locked(&editor), [1, 2, 3, 4, 5, 6]);
    run(&mut editor, Command::UnlockAllBones);
    assert_eq!(locked(&editor), [0u32; 0]);
}

#[test]
fn copied_weights_are_put_on_other_vertices_one_by_one_or_as_their_mean() {
    let mut editor = editor();
    select_vertices(&mut editor, &[0]);
    run(&mut editor, Command::CopyWeights);
    let first = editor.influences_of(0);
    select_vertices(&mut editor, &[5, 7]);
    run(&mut editor, Command::PasteWeights);
    assert_eq!(editor.influences_of(5), first);
    assert_eq!(editor.influences_of(7), first);
    select_vertices(&mut editor, &[8, 10]);
    run(&mut editor, Command::CopyWeights);
    let rows = [editor.influences_of(8), editor.influences_of(10)];
    select_vertices(&mut editor, &[20, 21]);
    run(&mut editor, Command::PasteWeights);
    for (vertex, row) in [20, 21].into_iter().zip(&rows) {
        for one in row {
            assert!((weight(&editor, vertex, one.bone.0) - one.weight).abs() < 1e-6);
        }
    }
    select_vertices(&mut editor, &[30, 31, 32]);
    assert!(Command::PasteWeights.plan(&editor).is_err());
    run(&mut editor, Command::PasteAverageWeights);
    for vertex in [30, 31, 32] {
        for bone in 0..7 {
            let share = |row: &Vec<Influence>| {
                let one = row.iter().find(|one| one.bone == BoneId(bone));
                one.map_or(0.0, |one| one.weight)
            };
            let mean = (share(&rows[0]) + share(&rows[1])) / 2.0;
            assert!((weight(&editor, vertex, bone) - mean).abs() < 1e-6);
        }
    }
}

#[test]
fn vertices_are_selected_by_what_moves_them() {
    let mut editor = editor();
    select(&mut editor, &[0]);
    run(&mut editor, Command::SelectInfluenced);
    assert_eq!(editor.selection.vertices().len(), 16);
    let tools = WeightTools {
        select_above: 0.9,
        ..WeightTools::default()
    };
    ask(
        &mut editor,
        ViewIntent::Set(ViewSetting::WeightTools(tools)),
    );
    run(&mut editor, Command::SelectInfluenced);
    assert_eq!(editor.selection.vertices(), [0, 28]);
    run(&mut editor, Command::GrowVertices);
    assert_eq!(editor.selection.vertices(), [0, 1, 2, 27, 28, 29]);
    run(&mut editor, Command::ShrinkVertices);
    assert_eq!(editor.selection.vertices(), [0, 1, 2, 27, 28, 29]);
    run(&mut editor, Command::SelectOverLimit);
    // Those of five bones, one more than the format takes.
    assert_eq!(editor.selection.vertices().len(), 10);
    ask(
        &mut editor,
        ViewIntent::SelectVerticesBy(VertexQuery::Nothing),
    );
    assert!(editor.selection.vertices().is_empty());
}

const SIZE: [f32; 2] = [1280.0, 1400.0];

/// A window with the panel of weights in front.
pub fn window(editor: Editor) -> Harness<'static, Window> {
    let mut harness = window_on(editor, SIZE);
    let request = Request::Shell(ShellRequest::ShowPanel(Panel::Weights));
    tell(&mut harness, ViewIntent::Request(request));
    harness
}

pub fn tell(harness: &mut Harness<'_, Window>, intent: impl Into<Intent>) {
    harness.state_mut().editor.handle(intent.into());
    harness.run_ok();
    harness.run_ok();
}

pub fn tell_vertices(harness: &mut Harness<'_, Window>, vertices: &[u32]) {
    tell(
        harness,
        ViewIntent::SelectVertices {
            vertices: vertices.to_vec(),
            mode: SelectMode::Replace,
        },
    );
}

pub fn click(harness: &mut Harness<'_, Window>, label: &str) {
    let node = harness.get_by_label(label);
    node.scroll_to_me();
    harness.run_ok();
    harness.get_by_label(label).click();
    harness.run_ok();
}

pub fn type_into(harness: &mut Harness<'_, Window>, label: &str, text: &str) {
    click(harness, label);
    for _ in 0..12 {
        harness.key_press(Key::Backspace);
    }
    harness.event(egui::Event::Text(text.to_owned()));
    harness.key_press(Key::Enter);
    harness.run_ok();
}

pub fn drag_by(harness: &mut Harness<'_, Window>, label: &str, way: f32) {
    harness.get_by_label(label).scroll_to_me();
    harness.run_ok();
    let at = harness.get_by_label(label).rect().center();
    harness.drag_at(at);
    harness.run_ok();
    harness.hover_at(at + egui::vec2(way / 2.0, 0.0));
    harness.run_ok();
    harness.hover_at(at + egui::vec2(way, 0.0));
    harness.run_ok();
}

#[test]
fn the_panel_shows_who_moves_the_selected_vertices_and_sets_exact_weights() {
    let mut harness = window(editor());
    tell_vertices(&mut harness, &[4]);
    harness.get_by_label("Vertex 4");
    harness.get_by_label("Sum 1.00");
    click(&mut harness, "Exact: others stay");
    type_into(&mut harness, "Weight of ArmR", "0.5");
    assert_eq!(weight(&harness.state().editor, 4, 4), 0.5);
    harness.get_by_label("Sum 0.50");
    harness.get_by_label("0.50 missing: stays at the bind pose");
    // A bone that has no weight yet gets some once it is the active one.
    tell(
        &mut harness,
        ViewIntent::SelectBones {
            bones: vec![BoneId(2)],
            mode: SelectMode::Replace,
        },
    );
    type_into(&mut harness, "Weight of ArmL", "0.5");
    assert_eq!(weight(&harness.state().editor, 4, 2), 0.5);
    harness.get_by_label("Sum 1.00");
    assert_eq!(harness.state().editor.history().position(), 2);
    assert_eq!(harness.unnamed_widgets(), Vec::<String>::new());
}

#[test]
fn a_number_is_shown_while_it_is_dragged_and_esc_puts_it_back() {
    let mut harness = window(editor());
    let before = harness.state().editor.document().content_hash();
    drag_by(&mut harness, "Threshold of pruning", 300.0);
    assert!(harness.state().editor.has_gesture());
    assert_ne!(harness.state().editor.document().content_hash(), before);
    let summary = harness
        .state()
        .editor
        .gesture_summary()
        .expect("a summary")
        .clone();
    assert!(
        summary.label.starts_with("Prune weights, "),
        "{}",
        summary.label
    );
    let notes: Vec<String> = summary.notes.iter().map(ToString::to_string).collect();
    assert!(
        notes.join(" ").contains("influences were below"),
        "{notes:?}"
    );
    harness.key_press(Key::Escape);
    harness.run_ok();
    assert_eq!(harness.state().editor.document().content_hash(), before);
    // The rest of the drag does nothing, and nothing lands when it ends.
    let at = harness.get_by_label("Threshold of pruning").rect().center();
    harness.hover_at(at + egui::vec2(400.0, 0.0));
    harness.run_ok();
    harness.drop_at(at + egui::vec2(400.0, 0.0));
    harness.run_ok();
    assert_eq!(harness.state().editor.document().content_hash(), before);
    assert_eq!(harness.state().editor.history().position(), 0);
    // Released, it is one entry.
    drag_by(&mut harness, "Threshold of pruning", 100.0);
    harness.drop_at(at + egui::vec2(100.0, 0.0));
    harness.run_ok();
    assert_eq!(harness.state().editor.history().position(), 1);
    assert_ne!(harness.state().editor.document().content_hash(), before);
}

#[test]
fn the_lock_beside_a_bone_locks_it_and_greys_its_weight() {
    let mut harness = window(editor());
    tell_vertices(&mut harness, &[4]);
    harness
        .query_all_by_label("Lock weights of ArmR")
        .last()
        .expect("a lock")
        .click();
    harness.run_ok();
    let settings = &harness
        .state()
        .editor
        .model()
        .expect("a model")
        .skin_settings;
    assert!(settings.locked_bones.contains(&BoneId(4)));
    let field = harness.get_by_label("Weight of ArmR");
    assert!(field.accesskit_node().is_disabled());
}

#[test]
fn rules_are_switched_in_the_panel() {
    let mut harness = window(editor());
    click(&mut harness, "Normalise: off");
    click(&mut harness, "Weld coincident vertices");
    let settings = &harness
        .state()
        .editor
        .model()
        .expect("a model")
        .skin_settings;
    assert!(!settings.normalises && !settings.welds);
}
