//! Places of the ground that brushes leave alone.

use crate::edit::GroundRectangle;
use crate::editor::{Command, Editor, GroundBrush, Intent};
use crate::ui::widgets::command_button;
use eframe::egui;

/// Lists the places that are protected, and protects what is marked.
pub(super) fn protected_ui(
    editor: &Editor,
    brush: &mut GroundBrush,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.label("Protected places");
    let shape = editor.terrain().map(|terrain| &terrain.shape);
    let is_here = |place: &GroundRectangle| shape.is_some_and(|shape| place.is_on(shape));
    let protected = &mut brush.masks.protected;
    if protected.is_empty() {
        ui.weak("None. Mark some with the tool Mark region, then protect them.");
    }
    let mut number = 0;
    protected.retain(|rectangle| {
        number += 1;
        let text = format!("{number}: {}  ✕", size_text(rectangle));
        let (text, elsewhere) = match is_here(rectangle) {
            true => (egui::RichText::new(text), ""),
            false => (
                egui::RichText::new(text).weak(),
                "\nIt is not on the ground that is loaded.",
            ),
        };
        let response = ui.small_button(text);
        let tip = place_text(rectangle) + elsewhere + "\nClick to let brushes work there again.";
        let response = response.on_hover_text(tip);
        !response
            .accessible_name(format!("Unprotect place {number}"))
            .clicked()
    });
    ui.horizontal_wrapped(|ui| {
        command_button(ui, editor, Command::ProtectRegion, intents);
        command_button(ui, editor, Command::UnprotectAll, intents);
    });
}

fn size_text(rectangle: &GroundRectangle) -> String {
    let side = |axis: usize| match (rectangle.min.get(axis), rectangle.max.get(axis)) {
        (Some(min), Some(max)) => max - min,
        _ => 0.0,
    };
    format!("{:.0} by {:.0} units", side(0), side(1))
}

fn place_text(rectangle: &GroundRectangle) -> String {
    let ([x, y], [far_x, far_y]) = (rectangle.min, rectangle.max);
    format!("x {x:.0} to {far_x:.0}, y {y:.0} to {far_y:.0}")
}
