//! The viewport keeps its place while a map is looked over and its textures are read, and while what
//! the panels say of it gets longer or shorter.

use crate::terrain_viewport::{editor_on, hill, tile};
use crate::viewport_bench::{Bench, pane, send, window_at_once};
use bonewright::document::TerrainShape;
use bonewright::edit::operator::Operator;
use bonewright::editor::Intent;
use bonewright::ui::widgets::fixed_panel;
use eframe::egui::{self, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Where the viewport is in each frame until the ground was looked over, and some frames after; and
/// in how many frames jobs ran.
fn watch(bench: &mut Bench) -> (Vec<Rect>, usize) {
    let until = Instant::now() + Duration::from_secs(60);
    let (mut places, mut busy, mut idle) = (Vec::new(), 0, 0);
    while idle < 8 {
        assert!(Instant::now() < until, "it is never looked over");
        bench.step();
        places.push(pane(bench));
        let editor = &bench.state().editor;
        let is_done = editor.is_ground_census_current() && editor.jobs().is_idle();
        busy += usize::from(!editor.jobs().is_idle());
        idle = if is_done { idle + 1 } else { 0 };
    }
    (places, busy)
}

/// Gives in how many frames something ran.
fn check_steady(name: &str, shape: TerrainShape, text: &str) -> usize {
    let mut busy = 0;
    for size in [[1200.0, 800.0], [900.0, 600.0]] {
        let mut bench = window_at_once(editor_on(shape.clone()), Vec2::from(size));
        let (mut places, opening) = watch(&mut bench);
        let edit: Operator = serde_json::from_str(text).expect("an operator");
        send(&mut bench, [Intent::Apply(edit)]);
        let (more, editing) = watch(&mut bench);
        places.extend(more);
        busy += opening + editing;
        let different: BTreeSet<String> = places.iter().map(|rect| format!("{rect:?}")).collect();
        assert_eq!(different.len(), 1, "{name} {size:?}: {different:?}");
    }
    busy
}

#[test]
fn the_viewport_keeps_its_place_while_a_map_is_looked_over() {
    let fill = r#"{"op":"fill_texture","texture":"Tileset\\Made\\A texture with a rather long name that is cut.blp","scope":"all"}"#;
    let mut busy = check_steady("a tile", tile(), fill);
    let raise = r#"{"op":"paint_corners","texture":"Lgrs","radius":600,"samples":[{"position":[900,900]}]}"#;
    busy += check_steady("a hill", hill(), raise);
    assert!(busy > 0, "nothing ran while it was watched");
}

#[test]
fn a_bar_does_not_grow_with_what_is_in_it() {
    let rects = [4.0, 22.0, 23.0, 90.0].map(|content| {
        let mut harness = Harness::builder()
            .with_size(Vec2::new(300.0, 200.0))
            .build_ui(move |ui| {
                fixed_panel(egui::Panel::bottom("bar"), 26.0, ui, |ui| {
                    ui.horizontal_centered(|ui| {
                        ui.allocate_space(Vec2::new(10.0 * content, content));
                    });
                });
                egui::CentralPanel::no_frame().show(ui, |ui| {
                    let response = ui.allocate_response(ui.available_size(), egui::Sense::hover());
                    response.widget_info(|| {
                        egui::WidgetInfo::labeled(egui::Role::Canvas, true, "What is beside it")
                    });
                });
            });
        harness.run_steps(2);
        harness.get_by_label("What is beside it").rect()
    });
    assert!(rects.iter().all(|rect| *rect == rects[0]), "{rects:?}");
}
