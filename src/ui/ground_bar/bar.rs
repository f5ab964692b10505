//! The bar itself: the tool, its texture, and the menus of the brush.

use super::masks::masks_ui;
use super::numbers::numbers_ui;
use super::stroke::stroke_ui;
use super::swapped::swapped_ui;
use super::symmetry::symmetry_ui;
use super::tip::tip_ui;
use super::tool_settings::tool_settings_ui;
use crate::editor::{Command, Editor, GroundIntent, GroundTipSettings, GroundTool, Intent};
use crate::ui::ground_name::short_name;
use crate::ui::theme;
use crate::ui::widgets::{command_button, command_icon, staying_menu};
use eframe::egui;
use egui_material_icons::icons::ICON_AIR;

/// Shows the options of the brush that works on the ground.
pub(in crate::ui) fn ground_bar_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let Some(terrain) = editor.terrain() else {
        return;
    };
    egui::ScrollArea::horizontal().show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let before = &editor.ground_brush;
            let mut brush = before.clone();
            ui.add(
                egui::Label::new(egui::RichText::new(brush.tool.title()).strong())
                    .selectable(false),
            )
            .on_hover_text(brush.tool.description());
            if brush.tool.has_texture() {
                ui.separator();
                texture_ui(editor, ui);
            }
            if brush.tool == GroundTool::SwapTexture {
                swapped_ui(editor, &mut brush, ui);
            }
            if brush.tool == GroundTool::MarkRegion {
                region_ui(editor, ui, intents);
            }
            if brush.tool.has_radius() {
                ui.separator();
                numbers_ui(editor, &mut brush, terrain, ui);
                tool_settings_ui(editor, terrain, &mut brush, ui, intents);
                let about = "Outline, falloff, hardness, spacing, pen and lines.";
                staying_menu(ui, "Stroke", |ui| stroke_ui(&mut brush, ui)).on_hover_text(about);
                let about = "Picture, width, angle and spray of the brush.";
                let is_usual = brush.tip == GroundTipSettings::default();
                staying_menu(ui, switched("Tip", !is_usual), |ui| {
                    tip_ui(editor, &mut brush.tip, ui, intents);
                })
                .on_hover_text(about);
                let about = "Which other places the brush works on too.";
                let title = switched("Symmetry", brush.way.symmetry.is_some());
                staying_menu(ui, title, |ui| {
                    symmetry_ui(editor, terrain, &mut brush.way, ui, intents);
                })
                .on_hover_text(about);
                let masks = switched("Masks", !brush.masks.is_empty());
                staying_menu(ui, masks, |ui| masks_ui(editor, &mut brush, ui, intents))
                    .on_hover_text("What the brush leaves alone.");
            }
            let has_radius = brush.tool.has_radius();
            if brush != *before {
                intents.push(GroundIntent::SetBrush(Box::new(brush)).into());
            }
            if has_radius {
                command_icon(ui, editor, Command::ToggleAirbrush, ICON_AIR, intents);
            }
        });
    });
}

/// What is marked, and what can be done with it.
fn region_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let region = &editor.ground_view.region;
    let text = region.text();
    let text = egui::RichText::new(text).color(theme::palette(ui).text_weak);
    ui.add(egui::Label::new(text).selectable(false));
    for command in [
        Command::FillRegion,
        Command::SetBaseOfRegion,
        Command::ReplaceTexture,
        Command::ProtectRegion,
        Command::SolveSlotsOfRegion,
        Command::DropUnusedOfRegion,
        Command::InvertRegion,
        Command::ClearRegion,
    ] {
        command_button(ui, editor, command, intents);
    }
}

fn texture_ui(editor: &Editor, ui: &mut egui::Ui) {
    let palette = theme::palette(ui);
    let (text, colour, tip) = match &editor.ground_view.texture {
        Some(texture) => (short_name(texture), palette.text, texture.as_str()),
        None => (
            "No texture chosen",
            palette.warning,
            "Click one in the panel Ground textures, or Alt+click the ground.",
        ),
    };
    let label = egui::Label::new(egui::RichText::new(text).color(colour)).selectable(false);
    ui.add(label).on_hover_text(tip);
}

/// The title of a menu, with a word that something in it is on.
fn switched(title: &str, is_on: bool) -> String {
    match is_on {
        true => format!("{title} (on)"),
        false => title.to_owned(),
    }
}
