//! A place that keeps its size whatever is in it.

use eframe::egui;

/// Shows content in the whole place that is left, and takes no more of it where content is larger,
/// so that a bar does not push away what is beside it when something in it comes and goes.
pub fn kept_size<T>(ui: &mut egui::Ui, content: impl FnOnce(&mut egui::Ui) -> T) -> T {
    let place = ui.available_rect_before_wrap();
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(place));
    let shown = content(&mut inside);
    ui.advance_cursor_after_rect(place);
    shown
}
