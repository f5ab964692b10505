//! Buttons and menu entries for commands: label, shortcut, and why it can't work now.

use crate::editor::{Command, Editor, Intent};
use crate::ui::{shortcuts, theme};
use eframe::egui;
use egui_material_icons::MaterialIcon;

/// What a command's button did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutput {
    /// Nothing.
    Idle,
    /// It was clicked; its intents were sent.
    Sent,
}

/// What a tooltip says of a command: name, shortcut and what it does, or why it can't work now.
fn tooltip(command: Command) -> String {
    let label = command.label().trim_end_matches('…');
    let description = command.description();
    match shortcuts::shortcut_text(command) {
        Some(keys) => format!("{label} ({keys})\n{description}"),
        None => format!("{label}\n{description}"),
    }
}

fn send(
    response: egui::Response,
    plan: Result<Vec<Intent>, String>,
    command: Command,
    intents: &mut Vec<Intent>,
) -> CommandOutput {
    match plan {
        Ok(planned) => {
            if response.on_hover_text(tooltip(command)).clicked() {
                intents.extend(planned);
                return CommandOutput::Sent;
            }
        }
        Err(reason) => {
            response.on_disabled_hover_text(format!("{}\n{reason}", command.label()));
        }
    }
    CommandOutput::Idle
}

/// An entry of a menu, with its shortcut and its tick.
pub fn menu_command(
    ui: &mut egui::Ui,
    editor: &Editor,
    command: Command,
    intents: &mut Vec<Intent>,
) -> CommandOutput {
    let plan = command.plan(editor);
    let mut button = egui::Button::new(command.label());
    if let Some(keys) = shortcuts::shortcut_text(command) {
        button = button.shortcut_text(keys);
    }
    if let Some(is_on) = command.is_on(editor) {
        button = button.selected(is_on);
    }
    let response = ui.add_enabled(plan.is_ok(), button);
    let output = send(response, plan, command, intents);
    if output == CommandOutput::Sent {
        ui.close();
    }
    output
}

/// A button with a command's label.
pub fn command_button(
    ui: &mut egui::Ui,
    editor: &Editor,
    command: Command,
    intents: &mut Vec<Intent>,
) -> CommandOutput {
    let plan = command.plan(editor);
    let response = ui.add_enabled(plan.is_ok(), egui::Button::new(command.label()));
    send(response, plan, command, intents)
}

/// A button that is only an icon, for a command.
pub fn command_icon(
    ui: &mut egui::Ui,
    editor: &Editor,
    command: Command,
    icon: MaterialIcon,
    intents: &mut Vec<Intent>,
) -> CommandOutput {
    let plan = command.plan(editor);
    let text = icon.rich_text().size(theme::ICON_SIZE);
    let button = egui::Button::new(text)
        .selected(command.is_on(editor) == Some(true))
        .min_size(egui::Vec2::splat(theme::ROW_HEIGHT));
    let response = ui
        .add_enabled(plan.is_ok(), button)
        .accessible_name(command.label());
    send(response, plan, command, intents)
}
