//! A number with its name before it.

use crate::ui::theme;
use eframe::egui;

/// Shows a number with its name before it.
pub(super) fn labelled(ui: &mut egui::Ui, name: &str, tip: &str, field: egui::DragValue<'_>) {
    let text = egui::RichText::new(name).color(theme::palette(ui).text_weak);
    let label = ui.add(egui::Label::new(text).selectable(false));
    ui.add(field).on_hover_text(tip).labelled_by(label.id);
}
