//! A menu that stays open while something in it is chosen.

use eframe::egui;
use eframe::egui::containers::menu::{MenuButton, MenuConfig};

/// Shows the button of a menu; a click on what is in the menu does not close it, one elsewhere does.
pub fn staying_menu(
    ui: &mut egui::Ui,
    title: impl Into<String>,
    content: impl FnOnce(&mut egui::Ui),
) -> egui::Response {
    let stays = MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let button = MenuButton::new(title.into()).config(stays);
    button.ui(ui, content).0
}
