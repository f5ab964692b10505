//! The texture slots: which picture fills each, which are missing, and how to give them one.

use crate::assets::TextureSource;
use crate::editor::{Command, Dialog, Editor, Intent, ViewIntent};
use crate::ui::theme;
use crate::ui::widgets::{command_button, icon_button, icon_label};
use eframe::egui;
use egui_material_icons::icons::{
    ICON_BROKEN_IMAGE, ICON_CLOSE, ICON_FOLDER_OPEN, ICON_IMAGE, ICON_STYLE,
};
use std::path::Path;

/// Shows the texture slots of the model and the folders they are looked for in.
pub fn textures_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let Some(model) = editor.model() else {
        ui.centered_and_justified(|ui| ui.weak("Nothing is open."));
        return;
    };
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.add_space(4.0);
            if model.textures.is_empty() {
                ui.weak("This model has no texture slots.");
            }
            for (slot, texture) in model.textures.iter().enumerate() {
                let source = editor.textures.pictures.get(slot).map(|slot| &slot.source);
                slot_ui(slot, &texture.path_text(), source, ui, intents);
            }
            ui.separator();
            folders_ui(editor, ui, intents);
        });
}

fn slot_ui(
    slot: usize,
    path: &str,
    source: Option<&TextureSource>,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
    let (icon, colour, title, detail, action) = match source {
        None => (
            ICON_IMAGE,
            palette.text_weak,
            path.to_owned(),
            "being read".to_owned(),
            "Replace…",
        ),
        Some(TextureSource::Found(found)) => (
            ICON_IMAGE,
            palette.good,
            name_of(path),
            found.display().to_string(),
            "Replace…",
        ),
        Some(TextureSource::Assigned(found)) => (
            ICON_IMAGE,
            palette.accent,
            file_name(found),
            format!("chosen by you: {}", found.display()),
            "Replace…",
        ),
        Some(TextureSource::Replaceable(kind)) => (
            ICON_STYLE,
            palette.warning,
            format!("{kind}, filled by the game"),
            "The game puts a picture here; assign one to see the model with it.".to_owned(),
            "Assign…",
        ),
        Some(TextureSource::Missing(reason)) => (
            ICON_BROKEN_IMAGE,
            palette.error,
            format!("Missing: {}", name_of(path)),
            reason.clone(),
            "Relink…",
        ),
    };
    ui.horizontal(|ui| {
        ui.add_space(4.0);
        icon_label(ui, icon, colour, &format!("Slot {slot}"));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let name = format!("{} slot {slot}", action.trim_end_matches('…'));
            let response = ui
                .button(action)
                .on_hover_text("Choose a BLP, DDS, PNG or TGA picture for this slot.")
                .accessible_name(name);
            if response.clicked() {
                intents.push(ViewIntent::ask(Dialog::AssignTexture { slot }).into());
            }
            if matches!(source, Some(TextureSource::Assigned(_))) {
                let name = format!("Clear slot {slot}");
                if icon_button(ui, ICON_CLOSE, &name, "Use the model's own picture again").clicked()
                {
                    intents.push(ViewIntent::ClearTexture { slot }.into());
                }
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(format!("{slot}  {title}")).truncate())
                    .on_hover_text(format!("{path}\n{detail}"));
            });
        });
    });
}

fn folders_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let palette = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.add_space(4.0);
        let text = egui::RichText::new("Folders to look in").color(palette.text_weak);
        ui.add(egui::Label::new(text).selectable(false));
    });
    if editor.files.asset_folders.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.add_space(4.0);
            ui.weak(
                "Only beside the model. Add the folder your game's textures were extracted to.",
            );
        });
    }
    for folder in &editor.files.asset_folders {
        ui.horizontal(|ui| {
            ui.add_space(4.0);
            icon_label(ui, ICON_FOLDER_OPEN, palette.text_weak, "Folder");
            let name = format!("Remove {}", folder.display());
            if icon_button(ui, ICON_CLOSE, &name, "No longer look here").clicked() {
                intents.push(ViewIntent::RemoveAssetFolder(folder.clone()).into());
            }
            ui.add(egui::Label::new(folder.display().to_string()).truncate());
        });
    }
    ui.horizontal(|ui| {
        ui.add_space(4.0);
        command_button(ui, editor, Command::AddAssetFolder, intents);
    });
}

/// The last part of a game path.
fn name_of(path: &str) -> String {
    path.rsplit(['\\', '/']).next().unwrap_or(path).to_owned()
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}
