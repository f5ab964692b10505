//! Another form for alpha maps, chosen in the window by what each costs.

use bonewright::editor::{AlphaChoice, AlphaDraft, Command, Editor, GroundIntent, ViewIntent};
use bonewright::editor::{Intent, ScopeChoice};
use bonewright::samples::{valley, valley_corners};
use bonewright::terrain::{AlphaForm, TileMap};
use eframe::egui::Vec2;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use std::time::{Duration, Instant};

use crate::terrain_workspace::{editor_on, map, shape};
use crate::viewport_bench::{picture, window_of};

fn has_only(map: &TileMap, form: AlphaForm) -> bool {
    let layers = map.chunks().flat_map(|(_, chunk)| &chunk.layers);
    let mut with = layers.filter(|layer| layer.alpha.is_some());
    with.all(|layer| layer.form == form)
}

/// Waits until what each form costs was measured.
fn measured(editor: &mut Editor, draft: AlphaDraft) {
    let until = Instant::now() + Duration::from_secs(120);
    while editor.alpha_costs(draft).unwrap().is_none() {
        editor.poll();
        assert!(Instant::now() < until, "nothing is ever measured");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_form_is_chosen_by_what_it_costs_and_converted_to_in_the_window() {
    let mut editor = editor_on(valley());
    let before = shape(&editor);
    for intent in Command::ConvertAlphas.plan(&editor).unwrap() {
        editor.handle(intent);
    }
    let draft = editor.ground_view.alphas.expect("a form is being chosen");
    let refused = editor.alpha_operator(draft).unwrap_err();
    assert!(refused.contains("being measured"), "{refused}");
    measured(&mut editor, draft);
    let mut bench = window_of(editor, Vec2::new(1400.0, 900.0));
    picture(&mut bench, "alpha_forms");
    let editor = &mut bench.state_mut().editor;
    let costs = editor.alpha_costs(draft).unwrap().unwrap().clone();
    let of = |choice: AlphaChoice| {
        let at = AlphaChoice::ALL.iter().position(|it| *it == choice);
        costs[at.unwrap()].clone()
    };
    // The valley is stored compressed: less bits cost something, more cost nothing.
    assert!(of(AlphaChoice::Runs).unwrap().is_nothing());
    assert_eq!(of(AlphaChoice::EightBits).unwrap().loss.texels, 0);
    let four = of(AlphaChoice::FourBits).unwrap();
    let repeated = of(AlphaChoice::FourBitsRepeated).unwrap();
    assert!(four.loss.texels > 0 && repeated.loss.texels >= four.loss.texels);
    let runs = AlphaDraft {
        choice: AlphaChoice::Runs,
        ..draft
    };
    let refused = editor.alpha_operator(runs).unwrap_err();
    assert!(refused.contains("already"), "{refused}");
    // What is shown is what is told once it is done.
    let button = bench.get_by_role_and_label(Role::Button, "Convert");
    button.click();
    bench.run_steps(4);
    let editor = &mut bench.state_mut().editor;
    assert!(has_only(map(editor), AlphaForm::FourBit));
    assert_eq!(editor.ground_view.alphas, None);
    let worst = format!("by {} of 255 at most", four.loss.worst);
    let texels = format!("{} texels of", four.loss.texels);
    let mut lines = editor.report.lines().iter();
    let is_told = lines.any(|line| line.message.contains(&worst) && line.message.contains(&texels));
    let mut toasts = editor.toasts.iter();
    assert!(is_told || toasts.any(|toast| toast.text.contains(&texels)));
    editor.handle(ViewIntent::Undo.into());
    assert!(shape(editor) == before);
}

#[test]
fn a_part_of_a_map_can_not_come_to_other_bits_and_corners_have_none() {
    let mut editor = editor_on(valley());
    let place = map(&editor).chunks().next().unwrap().0;
    let draft = AlphaDraft {
        choice: AlphaChoice::FourBits,
        scope: ScopeChoice::Chunk,
    };
    assert!(
        editor
            .alpha_costs(draft)
            .unwrap_err()
            .contains("No map chunk is picked")
    );
    editor.handle(GroundIntent::SelectChunk(Some(place)).into());
    editor.handle(Intent::from(GroundIntent::PrepareAlphas(Some(draft))));
    measured(&mut editor, draft);
    let refused = editor.alpha_operator(draft).unwrap_err();
    assert!(refused.contains("part of the map"), "{refused}");
    let eight = AlphaDraft {
        choice: AlphaChoice::EightBits,
        ..draft
    };
    assert!(editor.alpha_operator(eight).is_ok());
    let corners = editor_on(valley_corners());
    assert!(Command::ConvertAlphas.plan(&corners).is_err());
    assert!(Command::ConvertAlphas.plan(&Editor::new()).is_err());
}
