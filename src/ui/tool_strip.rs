//! The strip of tools at the left edge.

use crate::editor::{Editor, Intent, Tool, ViewIntent, ViewSetting, Workspace};
use crate::ui::ground_tools::ground_tools_ui;
use crate::ui::theme;
use crate::ui::widgets::command_icon;
use eframe::egui;
use egui_material_icons::MaterialIcon;
use egui_material_icons::icons::{
    ICON_ARROW_SELECTOR_TOOL, ICON_BRUSH, ICON_GRADIENT, ICON_HIGHLIGHT_ALT, ICON_KEY,
    ICON_OPEN_IN_FULL, ICON_OPEN_WITH, ICON_REDO, ICON_ROTATE_RIGHT, ICON_UNDO,
};

const TOOLS: [(Tool, MaterialIcon, &str, &str); 4] = [
    (
        Tool::Select,
        ICON_ARROW_SELECTOR_TOOL,
        "Select",
        "Click and drag select bones; no handles are shown.",
    ),
    (
        Tool::Move,
        ICON_OPEN_WITH,
        "Move",
        "Arrows on the selected bones move them. G moves them with the mouse.",
    ),
    (
        Tool::Rotate,
        ICON_ROTATE_RIGHT,
        "Rotate",
        "Rings on the selected bones rotate them. R rotates them with the mouse.",
    ),
    (
        Tool::Scale,
        ICON_OPEN_IN_FULL,
        "Scale",
        "Boxes on the selected bones scale them. S scales them with the mouse.",
    ),
];

/// Shows the tools and the commands used most.
pub fn tool_strip_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    // In a low window the strip scrolls; a bar would take half of its width.
    egui::ScrollArea::vertical()
        .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden)
        .show(ui, |ui| tools_ui(editor, ui, intents));
}

fn tools_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    use crate::editor::Command;
    ui.vertical_centered(|ui| {
        ui.add_space(4.0);
        if editor.shows_ground() {
            ground_tools_ui(editor, ui, intents);
            ui.separator();
            command_icon(ui, editor, Command::Undo, ICON_UNDO, intents);
            command_icon(ui, editor, Command::Redo, ICON_REDO, intents);
            return;
        }
        if editor.view.workspace == Workspace::Weights {
            command_icon(ui, editor, Command::BrushTool, ICON_BRUSH, intents);
            command_icon(
                ui,
                editor,
                Command::SelectVerticesTool,
                ICON_HIGHLIGHT_ALT,
                intents,
            );
            command_icon(ui, editor, Command::GradientTool, ICON_GRADIENT, intents);
            ui.separator();
            command_icon(ui, editor, Command::Undo, ICON_UNDO, intents);
            command_icon(ui, editor, Command::Redo, ICON_REDO, intents);
            return;
        }
        for (tool, icon, name, tooltip) in TOOLS {
            let text = icon.rich_text().size(theme::ICON_SIZE + 2.0);
            let button = egui::Button::new(text)
                .selected(editor.view.tool == tool)
                .min_size(egui::Vec2::splat(30.0));
            let response = ui
                .add(button)
                .on_hover_text(format!("{name}\n{tooltip}"))
                .accessible_name(format!("{name} tool"));
            if response.clicked() {
                intents.push(ViewIntent::Set(ViewSetting::Tool(tool)).into());
            }
        }
        ui.separator();
        command_icon(ui, editor, Command::InsertKeys, ICON_KEY, intents);
        ui.separator();
        command_icon(ui, editor, Command::Undo, ICON_UNDO, intents);
        command_icon(ui, editor, Command::Redo, ICON_REDO, intents);
    });
}
