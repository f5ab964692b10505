//! An icon to click, named for people who can't see it and explained for those who don't know it.

use crate::ui::theme;
use eframe::egui;
use egui_material_icons::MaterialIcon;

/// A button that is only an icon; `name` is what it is called, `tooltip` what it does.
pub fn icon_button(
    ui: &mut egui::Ui,
    icon: MaterialIcon,
    name: &str,
    tooltip: impl Into<egui::WidgetText>,
) -> egui::Response {
    let text = icon.rich_text().size(theme::ICON_SIZE);
    ui.add(egui::Button::new(text).min_size(egui::Vec2::splat(theme::ROW_HEIGHT)))
        .on_hover_text(tooltip)
        .accessible_name(name)
}

/// An icon that can't be clicked, in a colour.
pub fn icon_label(
    ui: &mut egui::Ui,
    icon: MaterialIcon,
    colour: egui::Color32,
    tooltip: &str,
) -> egui::Response {
    let text = icon.rich_text().size(theme::ICON_SIZE).color(colour);
    ui.add(egui::Label::new(text).selectable(false))
        .on_hover_text(tooltip)
        .accessible_name(tooltip)
}
