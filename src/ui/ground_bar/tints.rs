//! Tints that were used or picked.

use crate::editor::GroundBrush;
use crate::ui::theme;
use eframe::egui;

/// Side of a tint, in points.
const SIDE: f32 = 16.0;

/// Shows the recent tints; a click takes one.
pub(super) fn tints_ui(brush: &mut GroundBrush, ui: &mut egui::Ui) {
    ui.spacing_mut().item_spacing.x = 2.0;
    for tint in &brush.tools.recent_tints {
        let [red, green, blue] = *tint;
        let colour = theme::of_picture([
            f32::from(red) / 255.0,
            f32::from(green) / 255.0,
            f32::from(blue) / 255.0,
            1.0,
        ]);
        let button = egui::Button::new("")
            .fill(colour)
            .selected(false)
            .min_size(egui::Vec2::splat(SIDE));
        let response = ui
            .add(button)
            .on_hover_text(format!(
                "{red}, {green}, {blue}. Alt+click picks one from the ground."
            ))
            .accessible_name(format!("Tint {red}, {green}, {blue}"));
        if response.clicked() {
            brush.colour = *tint;
        }
    }
    ui.spacing_mut().item_spacing.x = 6.0;
}
