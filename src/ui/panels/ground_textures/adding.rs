//! Textures and ground types that the map does not have yet, by their names.

use super::panel::GroundTexturesState;
use crate::edit::operator::SetGroundTypes;
use crate::editor::{GroundIntent, Intent};
use eframe::egui;
use std::collections::BTreeMap;

/// A field for the path of a texture that the map does not have yet.
pub(super) fn add_ui(
    state: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut state.added)
            .hint_text("tileset\\…\\name.blp")
            .desired_width((ui.available_width() - 60.0).max(60.0));
        let response = ui.add(field);
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Path of a texture")
        });
        let is_entered =
            response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let path = state.added.trim();
        let button = ui
            .add_enabled(!path.is_empty(), egui::Button::new("Use"))
            .on_hover_text("Paints with the texture at this path; brushes add it to the map.")
            .accessible_name("Use texture by path");
        if (button.clicked() || is_entered) && !path.is_empty() {
            intents.push(GroundIntent::Choose(path.to_owned()).into());
            state.added.clear();
        }
    });
}

/// A field for the four letters of a ground type that the map does not have yet.
pub(super) fn add_type_ui(
    terrain: u32,
    state: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut state.added)
            .hint_text("Lgrs")
            .desired_width(60.0);
        let response = ui.add(field);
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Letters of a ground type")
        });
        let letters = state.added.trim();
        let button = ui
            .add_enabled(letters.len() == 4, egui::Button::new("Add ground type"))
            .on_hover_text("Puts the ground type at the end of the map's list.");
        if button.clicked() {
            let add = SetGroundTypes {
                terrain: Some(terrain),
                types: None,
                replace: BTreeMap::new(),
                add: vec![letters.to_owned()],
                drop_unused: false,
            };
            intents.push(Intent::Apply(add.into()));
            state.added.clear();
        }
    });
}
