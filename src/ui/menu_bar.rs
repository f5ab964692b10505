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
        if !editor.document().is_empty() {
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
            Workspace::Terrain => Command::TerrainWorkspace,
        };
        let is_shown = editor.view.workspace == workspace;
        let keys = shortcuts::shortcut_text(command).unwrap_or_default();
        let plan = command.plan(editor);
        let tab = egui::Button::selectable(is_shown, workspace.title());
        let response = ui
            .add_enabled(plan.is_ok(), tab)
            .on_hover_text(format!("{} ({keys})", command.description()))
            .accessible_name(command.label());
        match plan {
            Ok(planned) if response.clicked() => intents.extend(planned),
            Ok(_) => {}
            Err(reason) => {
                response.on_disabled_hover_text(reason);
            }
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
