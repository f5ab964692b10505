//! A panel at the edge of the window that keeps its size whatever is in it.

use eframe::egui;

/// Shows a panel of this size; it takes no more where content is larger, so that it does not push
/// away what is beside it when something in it comes and goes.
pub fn fixed_panel(
    panel: egui::Panel,
    size: f32,
    ui: &mut egui::Ui,
    content: impl FnOnce(&mut egui::Ui),
) {
    panel.exact_size(size).show(ui, |ui| {
        let place = ui.available_rect_before_wrap();
        content(&mut ui.new_child(egui::UiBuilder::new().max_rect(place)));
        ui.advance_cursor_after_rect(place);
    });
}
