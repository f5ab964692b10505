//! The welcome screen: samples, recent files, a place to drop files, and what the program does.

use crate::editor::{Command, Editor, Intent, Recoverable, Sample, ViewIntent};
use crate::ui::theme;
use crate::ui::widgets::{command_button, icon_button};
use eframe::egui;
use eframe::egui::AtomExt as _;
use egui_material_icons::icons::{ICON_CLOSE, ICON_DESCRIPTION, ICON_PETS, ICON_UPLOAD_FILE};

/// Shows the welcome screen; `is_dropping` while files are held over the window.
pub fn welcome_ui(
    editor: &Editor,
    samples: &[Sample],
    is_dropping: bool,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette.panel);
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            let width = ui.available_width().min(860.0);
            let margin = (ui.available_width() - width) * 0.5;
            ui.horizontal_top(|ui| {
                ui.add_space(margin + 20.0);
                ui.vertical(|ui| {
                    ui.set_width(width - 40.0);
                    ui.add_space(28.0);
                    ui.label(egui::RichText::new("Bonewright").size(30.0).strong());
                    ui.add_space(2.0);
                    ui.label(
                        egui::RichText::new(
                            "Animate models, paint their weights, and paint the ground of maps of \
                             World of Warcraft and Warcraft III in their own formats. What you do \
                             not touch goes back as it was.",
                        )
                        .color(palette.text_weak),
                    );
                    ui.add_space(16.0);
                    unsaved_work_ui(editor, ui, intents);
                    drop_zone_ui(editor, is_dropping, ui, intents);
                    ui.add_space(16.0);
                    ui.columns(2, |columns| {
                        if let [left, right] = columns {
                            samples_ui(samples, left, intents);
                            recent_ui(editor, right, intents);
                        }
                    });
                    ui.add_space(20.0);
                });
            });
        });
}

/// Says that a crash left work behind, if it did.
fn unsaved_work_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let found = &editor.recovery.found;
    let is_new = |one: &&Recoverable| {
        let content = one.content.as_ref();
        content.is_ok_and(|found| !found.was_recovered)
    };
    let count = found.iter().filter(is_new).count();
    if found.is_empty() {
        return;
    }
    let palette = theme::palette(ui);
    let line = if count > 0 {
        palette.warning
    } else {
        palette.line
    };
    egui::Frame::new()
        .stroke(egui::Stroke::new(1.0, line))
        .fill(palette.well)
        .corner_radius(6)
        .inner_margin(10)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                ui.label(match count {
                    0 => "Work that was recovered is kept until you remove it.".to_owned(),
                    1 => "Work was left unsaved when Bonewright ended.".to_owned(),
                    _ => format!("{count} pieces of work were left unsaved when Bonewright ended."),
                });
                command_button(ui, editor, Command::RecoverWork, intents);
            });
        });
    ui.add_space(12.0);
}

fn drop_zone_ui(editor: &Editor, is_dropping: bool, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let palette = theme::palette(ui);
    let colour = if is_dropping {
        palette.accent
    } else {
        palette.line
    };
    egui::Frame::new()
        .stroke(egui::Stroke::new(
            if is_dropping { 2.0 } else { 1.0 },
            colour,
        ))
        .fill(palette.well)
        .corner_radius(6)
        .inner_margin(16)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.vertical_centered(|ui| {
                ui.label(
                    ICON_UPLOAD_FILE
                        .rich_text()
                        .size(34.0)
                        .color(palette.text_weak),
                );
                ui.label(if is_dropping {
                    "Let go to open"
                } else {
                    "Drop a model, a map or a Bonewright project here"
                });
                ui.add_space(4.0);
                command_button(ui, editor, Command::Open, intents);
            });
        });
}

fn samples_ui(samples: &[Sample], ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    ui.heading("Samples");
    ui.add_space(4.0);
    if samples.is_empty() {
        ui.weak("No samples are installed beside the program.");
    }
    for sample in samples {
        let icon = ICON_PETS.rich_text().size(theme::ICON_SIZE);
        let button = egui::Button::new((icon, sample.name.as_str()))
            .min_size(egui::vec2(ui.available_width(), 30.0));
        let response = ui
            .add(button)
            .on_hover_text(format!("Open {}", sample.path.display()))
            .accessible_name(format!("Open sample {}", sample.name));
        if response.clicked() {
            intents.push(ViewIntent::OpenSample(sample.name.clone()).into());
        }
    }
}

fn recent_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    ui.heading("Recent files");
    ui.add_space(4.0);
    let paths = editor.recent.paths();
    if paths.is_empty() {
        ui.weak("Files you open are listed here.");
    }
    for path in paths {
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy();
        let folder = path.parent().map(|folder| folder.display().to_string());
        let exists = path.exists();
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let label = format!("Forget {name}");
                if icon_button(ui, ICON_CLOSE, &label, "Take it off the list").clicked() {
                    intents.push(ViewIntent::ForgetRecent(path.clone()).into());
                }
                let icon = ICON_DESCRIPTION.rich_text().size(theme::ICON_SIZE);
                let button = egui::Button::new((icon, name.as_ref().atom_shrink(true)))
                    .truncate()
                    .min_size(egui::vec2(ui.available_width(), 26.0));
                let response = ui
                    .add_enabled(exists, button)
                    .on_hover_text(folder.unwrap_or_default())
                    .on_disabled_hover_text("This file is no longer there.")
                    .accessible_name(format!("Open {name}"));
                if response.clicked() {
                    intents.push(ViewIntent::Open(vec![path.clone()]).into());
                }
            });
        });
    }
}
