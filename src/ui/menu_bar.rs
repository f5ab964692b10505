//! The menus: every command with its shortcut, greyed with the reason when it can't work now.

use crate::editor::{Command, Editor, Intent, Menu, Workspace};
use crate::ui::widgets::{icon_button, menu_command};
use crate::ui::{shortcuts, theme};
use eframe::egui;
use egui_material_icons::icons::ICON_SEARCH;

/// Shows the menus and the button that finds commands.
pub fn menu_bar_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    egui::MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(menu.title(), |ui| menu_ui(editor, menu, ui, intents));
        }
        if editor.model().is_some() {
            ui.separator();
            workspaces_ui(editor, ui, intents);
        }
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            let keys = shortcuts::shortcut_text(Command::OpenPalette).unwrap_or_default();
            let tooltip = format!("Find a command by its name ({keys})");
            if icon_button(ui, ICON_SEARCH, "Find a command", tooltip).clicked()
                && let Ok(planned) = Command::OpenPalette.plan(editor)
            {
                intents.extend(planned);
            }
            if let Some(last) = editor.last_action() {
                let text = egui::RichText::new(last).color(theme::palette(ui).text_weak);
                ui.add(egui::Label::new(text).truncate().selectable(false));
            }
        });
    });
}

/// The tabs of the workspaces.
fn workspaces_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    for workspace in Workspace::ALL {
        let command = match workspace {
            Workspace::Animate => Command::AnimateWorkspace,
            Workspace::Weights => Command::WeightsWorkspace,
        };
        let is_shown = editor.view.workspace == workspace;
        let keys = shortcuts::shortcut_text(command).unwrap_or_default();
        let response = ui
            .selectable_label(is_shown, workspace.title())
            .on_hover_text(format!("{} ({keys})", command.description()))
            .accessible_name(command.label());
        if response.clicked()
            && let Ok(planned) = command.plan(editor)
        {
            intents.extend(planned);
        }
    }
}

fn menu_ui(editor: &Editor, menu: Menu, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    ui.set_min_width(240.0);
    let available = ui.ctx().content_rect().height() - 60.0;
    egui::ScrollArea::vertical()
        .max_height(available)
        // Menus open with less room than there is: they scroll only where the window ends.
        .min_scrolled_height(available)
        .show(ui, |ui| {
            let mut was_titled = true;
            for &(title, group) in menu.groups() {
                // Menus of their own stand together; lines are about what is between.
                if !(title.is_some() && was_titled) && ui.min_rect().height() > 1.0 {
                    ui.separator();
                }
                was_titled = title.is_some();
                let mut show = |ui: &mut egui::Ui| {
                    for &command in group {
                        menu_command(ui, editor, command, intents);
                    }
                };
                match title {
                    Some(title) => {
                        ui.menu_button(title, |ui| {
                            ui.set_min_width(240.0);
                            show(ui);
                        });
                    }
                    None => show(ui),
                }
            }
        });
}
