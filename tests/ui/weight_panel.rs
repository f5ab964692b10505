//! What the panel of weights and the brush bar offer beside the tools: ways to mirror and to take
//! weights over, flooding, the falloff that is drawn, and who moves a point.

use bonewright::brush::Falloff;
use bonewright::edit::{MirrorBy, TransferBy, WeightMode};
use bonewright::editor::{Command, Editor, SelectMode, ViewIntent, Workspace};
use bonewright::skeleton::BoneId;
use eframe::egui::Vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::intents::{ask, editor, run, select};
use crate::small_model::small_document;
use crate::weights::{click, select_vertices, tell, tell_vertices, type_into, weight, window};
use crate::window::{Window, window_on};

fn select_bone(harness: &mut Harness<'_, Window>, bone: u32) {
    tell(
        harness,
        ViewIntent::SelectBones {
            bones: vec![BoneId(bone)],
            mode: SelectMode::Replace,
        },
    );
}

#[test]
fn the_way_to_mirror_and_its_tolerance_are_chosen_in_the_panel() {
    let mut harness = window(editor());
    let tools = |harness: &Harness<'_, Window>| harness.state().editor.view.weight_tools;
    assert_eq!(tools(&harness).mirror_by, MirrorBy::Nearest);
    click(&mut harness, "Also what is alike already");
    assert!(tools(&harness).mirrors_exactly);
    click(&mut harness, "Way to mirror");
    click(&mut harness, "Position");
    assert_eq!(tools(&harness).mirror_by, MirrorBy::Position);
    // It is about what lies between vertices, which a position never does.
    assert_eq!(
        harness
            .query_all_by_label("Also what is alike already")
            .count(),
        0
    );
    click(&mut harness, "Own tolerance");
    type_into(&mut harness, "Tolerance of mirroring", "0.25");
    assert_eq!(tools(&harness).mirror_tolerance, Some(0.25));
    click(&mut harness, "Way to mirror");
    click(&mut harness, "Edges");
    let planned = Command::MirrorWeightsLeft.plan(&harness.state().editor);
    let asked = format!("{:?}", planned.expect("it can mirror"));
    assert!(
        asked.contains("by: Topology") && asked.contains("Some(0.25)"),
        "{asked}"
    );
    click(&mut harness, "Way to mirror");
    click(&mut harness, "Position");
    click(&mut harness, "Mirror weights left to right");
    assert_eq!(harness.state().editor.history().position(), 1);
    click(&mut harness, "Own tolerance");
    assert_eq!(tools(&harness).mirror_tolerance, None);
    assert_eq!(harness.unnamed_widgets(), Vec::<String>::new());
}

#[test]
fn weights_are_taken_over_from_a_chosen_model_in_a_chosen_way() {
    let mut document = small_document(264);
    for id in [2, 3] {
        let mut other = document.models[0].clone();
        other.id = bonewright::document::ModelId(id);
        other.title = format!("other {id}");
        for slots in &mut other.vertices.influences.slots {
            *slots = [bonewright::mesh::Influence::NONE; 4];
            slots[0].bone = BoneId(id);
            slots[0].weight = 1.0;
        }
        other.vertices.influences.overflow.clear();
        document.models.push(other);
    }
    let mut harness = window(Editor::with_document(document));
    click(&mut harness, "Transfer from");
    click(&mut harness, "other 3");
    click(&mut harness, "Way to transfer");
    click(&mut harness, "Texture coordinates");
    click(&mut harness, "Cap on the distance");
    type_into(&mut harness, "Farthest spot", "0.5");
    let tools = harness.state().editor.view.weight_tools;
    assert_eq!(tools.transfer_by, TransferBy::Uv);
    assert_eq!(tools.transfer_distance, Some(0.5));
    click(&mut harness, "Way to transfer");
    click(&mut harness, "Vertex number");
    // A cap says nothing where vertices are counted.
    assert_eq!(harness.query_all_by_label("Cap on the distance").count(), 0);
    click(&mut harness, "Transfer weights from other model");
    for vertex in 0..40 {
        assert_eq!(weight(&harness.state().editor, vertex, 3), 1.0);
    }
}

#[test]
fn flooding_sets_adds_scales_and_smooths() {
    let mut harness = window(editor());
    select_bone(&mut harness, 2);
    tell_vertices(&mut harness, &[16, 17]);
    let mode = |harness: &Harness<'_, Window>| harness.state().editor.view.weight_tools.flood_mode;
    let of = |harness: &Harness<'_, Window>| weight(&harness.state().editor, 17, 2);
    type_into(&mut harness, "Weight to flood with", "0.5");
    click(&mut harness, "Flood");
    assert_eq!(of(&harness), 0.5);
    click(&mut harness, "Flood: add");
    assert_eq!(mode(&harness), WeightMode::Add);
    type_into(&mut harness, "Weight to flood with", "-0.2");
    click(&mut harness, "Flood");
    assert!((of(&harness) - 0.3).abs() < 1e-6, "{}", of(&harness));
    click(&mut harness, "Flood: scale");
    type_into(&mut harness, "Weight to flood with", "2");
    click(&mut harness, "Flood");
    assert!((of(&harness) - 0.6).abs() < 1e-6, "{}", of(&harness));
    // A number that makes no sense for another mode is brought into its range.
    click(&mut harness, "Flood: smooth");
    assert_eq!(harness.state().editor.view.weight_tools.flood, 1.0);
    let before = of(&harness);
    click(&mut harness, "Flood");
    assert_ne!(of(&harness), before);
    assert_eq!(harness.state().editor.history().position(), 4);
    // What works on all influences needs no bone.
    let mut editor = editor();
    editor.view.weight_tools.flood_mode = WeightMode::Smooth;
    assert!(Command::FloodWeights.plan(&editor).is_ok());
    editor.view.weight_tools.flood_mode = WeightMode::Scale;
    assert!(Command::FloodWeights.plan(&editor).is_err());
}

/// The weights workspace with the menu of the stroke open.
fn stroke_menu() -> Harness<'static, Window> {
    let mut editor = editor();
    run(&mut editor, Command::WeightsWorkspace);
    let mut harness = window_on(editor, [1440.0, 900.0]);
    harness.get_by_label("Stroke").click();
    harness.run_ok();
    harness.run_ok();
    harness
}

#[test]
fn a_falloff_is_drawn_by_dragging_points() {
    let mut harness = stroke_menu();
    harness.get_by_label("Falloff: sharp").click();
    harness.run_ok();
    assert_eq!(harness.state().editor.brush.falloff, Falloff::Sharp);
    assert_eq!(harness.query_all_by_label("Falloff point 1").count(), 0);
    harness.get_by_label("Falloff: custom").click();
    harness.run_ok();
    harness.run_ok();
    let first = harness.state().editor.brush.curve.clone();
    assert_eq!(
        harness.state().editor.brush.falloff,
        Falloff::Curve(first.clone())
    );
    let at = harness.get_by_label("Falloff point 2").rect().center();
    harness.drag_at(at);
    harness.run_ok();
    harness.hover_at(at + Vec2::new(20.0, 30.0));
    harness.run_ok();
    harness.drop_at(at + Vec2::new(20.0, 30.0));
    harness.run_ok();
    let drawn = harness.state().editor.brush.curve.clone();
    // The plot is 200 points wide and 104 high.
    assert!((drawn[1][0] - first[1][0] - 0.1).abs() < 0.02, "{drawn:?}");
    assert!(
        (drawn[1][1] - first[1][1] + 0.288).abs() < 0.03,
        "{drawn:?}"
    );
    assert_eq!(
        (drawn[0], drawn[2], drawn[3]),
        (first[0], first[2], first[3])
    );
    let brush = &harness.state().editor.brush;
    assert_eq!(brush.falloff, Falloff::Curve(drawn.clone()));
    // Another shape leaves the drawn one for later.
    harness.get_by_label("Falloff: smooth").click();
    harness.run_ok();
    assert_eq!(harness.state().editor.brush.curve, drawn);
    harness.get_by_label("Falloff: custom").click();
    harness.run_ok();
    assert_eq!(harness.state().editor.brush.falloff, Falloff::Curve(drawn));
    harness.get_by_label("First curve again").click();
    harness.run_ok();
    assert_eq!(harness.state().editor.brush.curve, first);
    assert_eq!(harness.unnamed_widgets(), Vec::<String>::new());
}

#[test]
fn when_sums_are_brought_to_one_is_chosen_among_the_rules() {
    let mut harness = window(editor());
    let normalises = |harness: &Harness<'_, Window>| {
        let editor = &harness.state().editor;
        let settings = &editor.model().expect("a model").skin_settings;
        (settings.normalises, editor.brush.normalises_after)
    };
    assert_eq!(normalises(&harness), (true, false));
    click(&mut harness, "Normalise: after stroke");
    assert_eq!(normalises(&harness), (true, true));
    assert_eq!(harness.state().editor.history().position(), 0);
    click(&mut harness, "Normalise: off");
    assert_eq!(normalises(&harness), (false, true));
    click(&mut harness, "Normalise: live");
    assert_eq!(normalises(&harness), (true, false));
}

#[test]
fn the_panel_tells_who_moves_a_point_and_goes_to_where_a_bone_does_most() {
    let mut harness = window(editor());
    harness.get_by_label("Select a vertex to see which bones move it, and when.");
    tell_vertices(&mut harness, &[16]);
    let editor = &harness.state().editor;
    let model = editor.model().expect("a model");
    let peaks = bonewright::validate::mover_peaks_in(model, 16, 0, 96);
    let peak = *peaks
        .iter()
        .find(|peak| peak.bone == BoneId(2))
        .expect("the arm moves it");
    let found = bonewright::validate::who_moves(model, 16, Some(0), editor.playback.time_ms);
    let now = found.expect("a vertex").displacement.norm();
    harness.get_by_label(&format!("Vertex 16 is {now:.3} from the bind pose now."));
    let label = format!("ArmL does most at {:.0} ms", peak.time_ms);
    click(&mut harness, &label);
    harness.run_ok();
    let editor = &harness.state().editor;
    assert!((editor.playback.time_ms - peak.time_ms).abs() < 0.5);
    assert_eq!(editor.selection.bones(), [BoneId(2)]);
    let there = format!("Vertex 16 is {:.3} from the bind pose now.", {
        let model = editor.model().expect("a model");
        let found = bonewright::validate::who_moves(model, 16, Some(0), peak.time_ms);
        found.expect("a vertex").displacement.norm()
    });
    harness.get_by_label(&there);
}

#[test]
fn the_menu_of_weights_fits_into_a_small_window() {
    let mut editor = editor();
    run(&mut editor, Command::WeightsWorkspace);
    let menus = [
        ("Weights", "Warcraft III groups", "Assign group of bones"),
        ("View", "Panels", "Reset layout"),
    ];
    for (menu, entry, inside) in menus {
        let mut harness = window_on(
            Editor::with_document(editor.document().clone()),
            [1024.0, 700.0],
        );
        let top = harness.query_all_by_label(menu).next().expect("the menu");
        top.click();
        harness.run_ok();
        harness.run_ok();
        // The last entry is where the mouse can reach it: it opens.
        let last = harness.get_by_label_contains(entry).rect();
        assert!(last.bottom() < 690.0, "{last:?}");
        harness.hover_at(last.center());
        harness.run_ok();
        harness.run_ok();
        harness.get_by_label_contains(inside);
    }
}

#[test]
fn locks_beside_bones_are_inside_the_outliner() {
    let mut editor = editor();
    run(&mut editor, Command::WeightsWorkspace);
    assert_eq!(editor.view.workspace, Workspace::Weights);
    ask(
        &mut editor,
        ViewIntent::SelectClip(bonewright::anim::ClipId(0)),
    );
    // The longest name, deepest in the tree.
    let rename = r#"{"op":"rename_bone","bone":"TipL","name":"A_bone_with_a_very_long_name_L"}"#;
    editor.handle(bonewright::editor::Intent::Apply(
        serde_json::from_str(rename).expect("an operator"),
    ));
    select(&mut editor, &[]);
    select_vertices(&mut editor, &[]);
    let mut harness = window_on(editor, [1440.0, 900.0]);
    harness.run_ok();
    let viewport = harness.get_by_label("Viewport, 3D view").rect();
    let label = "Lock weights of A_bone_with_a_very_long_name_L";
    let lock = harness.get_by_label(label).rect();
    assert!(lock.right() <= viewport.left(), "{lock:?} {viewport:?}");
}
