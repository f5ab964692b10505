//! Asks for a path inside the window, where the system has no file dialog to offer.

use crate::editor::{Dialog, Intent};
use crate::ui::widgets::{name_in_path, select_text};
use eframe::egui;
use std::path::PathBuf;

/// A question for a path, while it is open.
#[derive(Debug, Default)]
pub struct PathPromptState {
    asked: Option<Dialog>,
    text: String,
    is_new: bool,
}

impl PathPromptState {
    /// Asks.
    pub fn ask(&mut self, dialog: Dialog, suggestion: Option<PathBuf>) {
        *self = Self {
            asked: Some(dialog),
            text: suggestion.map_or_else(String::new, |path| path.display().to_string()),
            is_new: true,
        };
    }

    /// Whether it is open and has the keyboard.
    pub fn is_open(&self) -> bool {
        self.asked.is_some()
    }
}

/// Shows the question, if there is one.
pub fn path_prompt_ui(state: &mut PathPromptState, ctx: &egui::Context, intents: &mut Vec<Intent>) {
    let Some(dialog) = state.asked.clone() else {
        return;
    };
    let (title, verb) = match &dialog {
        Dialog::Open => ("Open a model, a map or a project", "Open"),
        Dialog::SaveAs => ("Save the project as", "Save"),
        Dialog::Export => ("Export as", "Export"),
        Dialog::ExportSkeleton => ("Export the bones as text", "Export"),
        Dialog::AttachSkeleton => ("Put the bones of a file on this model", "Read"),
        Dialog::SaveWeights => ("Save the weights as text", "Save"),
        Dialog::LoadWeights => ("Put the weights of a text on this model", "Load"),
        Dialog::SaveMapPictures(_) => ("Save pictures of the map with their list", "Save"),
        Dialog::LoadMapPictures(_) => ("Put the pictures of a list on this map", "Load"),
        Dialog::LoadBrushPicture => ("Choose a picture for the brush", "Choose"),
        Dialog::SaveSplat => ("Save the map as a splat", "Save"),
        Dialog::ImportSplat => ("Make ground of a height map and weight pictures", "Import"),
        Dialog::AddAssetFolder => ("Add a folder to look for textures in", "Add"),
        Dialog::AssignTexture { .. } => ("Choose a picture for this slot", "Choose"),
    };
    let mut is_done = false;
    let modal = egui::Modal::new(egui::Id::unique("path prompt")).show(ctx, |ui| {
        ui.set_width(520.0_f32.min(ctx.content_rect().width() - 40.0));
        ui.heading(title);
        ui.add_space(6.0);
        let response = ui
            .add(
                egui::TextEdit::singleline(&mut state.text)
                    .hint_text("Path on disk")
                    .desired_width(f32::INFINITY),
            )
            .accessible_name("Path on disk");
        if std::mem::take(&mut state.is_new) {
            response.request_focus();
            select_text(ui.ctx(), response.id, name_in_path(&state.text));
        }
        let is_entered =
            response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.add_space(10.0);
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            let path = state.text.trim();
            let is_clicked = ui
                .add_enabled(!path.is_empty(), egui::Button::new(verb))
                .on_disabled_hover_text("Type a path first.")
                .clicked();
            if (is_clicked || is_entered) && !path.is_empty() {
                intents.extend(dialog.answer(vec![PathBuf::from(path)]));
                is_done = true;
            }
            if ui.button("Cancel").clicked() {
                is_done = true;
            }
        });
    });
    if is_done || modal.should_close() {
        state.asked = None;
    }
}
