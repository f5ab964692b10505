//! The dialogs inside the window: what is unsaved, the list of shortcuts, what the program is.

use crate::editor::{AfterSave, Answer, Command, Editor, Intent, Menu, ViewIntent};
use crate::ui::{shortcuts, theme};
use eframe::egui;

/// Asks what to do with unsaved work, if the editor wants to know.
pub fn question_ui(editor: &Editor, ctx: &egui::Context, intents: &mut Vec<Intent>) {
    let Some(next) = editor.question() else {
        return;
    };
    let (title, verb) = match next {
        AfterSave::Quit => ("Save before closing?", "Close without saving"),
        AfterSave::NewProject => ("Save before starting anew?", "Go on without saving"),
        AfterSave::Open(_) => (
            "Save before opening another project?",
            "Open without saving",
        ),
        AfterSave::Recover(_) => ("Save before recovering?", "Recover without saving"),
    };
    let modal = egui::Modal::new(egui::Id::unique("unsaved work")).show(ctx, |ui| {
        ui.set_width(400.0);
        ui.heading(title);
        ui.add_space(6.0);
        let name = editor.files.shown_name(editor.document());
        let edits = editor.history().position();
        ui.label(format!(
            "{} has changes that are not saved ({edits} {} in the history).",
            name.unwrap_or_else(|| "The project".to_owned()),
            if edits == 1 { "entry" } else { "entries" },
        ));
        ui.add_space(10.0);
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            for (label, answer) in [
                ("Save", Answer::Save),
                (verb, Answer::Discard),
                ("Cancel", Answer::Stay),
            ] {
                if ui.button(label).clicked() {
                    intents.push(ViewIntent::Answer(answer).into());
                }
            }
        });
    });
    if modal.should_close() {
        intents.push(ViewIntent::Answer(Answer::Stay).into());
    }
}

/// Asks whether to export although something is lost, if an export waits for that.
pub fn losses_ui(editor: &Editor, ctx: &egui::Context, intents: &mut Vec<Intent>) {
    let Some(pending) = editor.pending_export() else {
        return;
    };
    let modal = egui::Modal::new(egui::Id::unique("losses")).show(ctx, |ui| {
        ui.set_width(460.0);
        ui.heading("Export and lose this?");
        ui.add_space(6.0);
        let count = pending.losses.len();
        ui.label(format!(
            "The file can't hold {}. Nothing is written yet; the project keeps all of it.",
            if count == 1 {
                "one thing".to_owned()
            } else {
                format!("{count} things")
            },
        ));
        ui.add_space(6.0);
        egui::ScrollArea::vertical()
            .max_height(260.0)
            .show(ui, |ui| {
                for line in &pending.losses {
                    ui.label(format!("{}: {}", line.path, line.message));
                }
            });
        ui.add_space(10.0);
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            for (label, is_yes) in [("Export anyway", true), ("Don't export", false)] {
                if ui.button(label).clicked() {
                    intents.push(ViewIntent::AnswerLosses(is_yes).into());
                }
            }
        });
    });
    if modal.should_close() {
        intents.push(ViewIntent::AnswerLosses(false).into());
    }
}

/// Lists every key and what it does, from the table that the program itself uses.
pub fn shortcuts_ui(is_open: &mut bool, ctx: &egui::Context) {
    if !*is_open {
        return;
    }
    let modal = egui::Modal::new(egui::Id::unique("shortcuts")).show(ctx, |ui| {
        ui.set_width(520.0);
        ui.heading("Keyboard shortcuts");
        ui.add_space(6.0);
        let height = (ctx.content_rect().height() - 160.0).max(120.0);
        egui::ScrollArea::vertical()
            .max_height(height)
            .show(ui, |ui| {
                egui::Grid::new("shortcuts")
                    .num_columns(3)
                    .striped(true)
                    .spacing([16.0, 4.0])
                    .show(ui, |ui| {
                        for menu in Menu::ALL {
                            for &command in menu.groups().iter().flat_map(|(_, group)| *group) {
                                let keys: Vec<String> = shortcuts::SHORTCUTS
                                    .iter()
                                    .filter(|(_, _, other)| *other == command)
                                    .map(|&(modifiers, key, _)| {
                                        shortcuts::keys_text(modifiers, key)
                                    })
                                    .collect();
                                if keys.is_empty() {
                                    continue;
                                }
                                ui.weak(menu.title());
                                ui.label(command.label().trim_end_matches('…'));
                                ui.strong(keys.join(" or "));
                                ui.end_row();
                            }
                        }
                    });
            });
        ui.add_space(8.0);
        ui.vertical_centered(|ui| ui.button("Close").clicked())
            .inner
    });
    if modal.inner || modal.should_close() {
        *is_open = false;
    }
}

/// Says what the program is and which version.
pub fn about_ui(is_open: &mut bool, ctx: &egui::Context) {
    if !*is_open {
        return;
    }
    let modal = egui::Modal::new(egui::Id::unique("about")).show(ctx, |ui| {
        ui.set_width(400.0);
        ui.heading(format!("Bonewright {}", env!("CARGO_PKG_VERSION")));
        ui.add_space(6.0);
        ui.label(env!("CARGO_PKG_DESCRIPTION"));
        ui.add_space(4.0);
        let licence = format!("Free to use under {}.", env!("CARGO_PKG_LICENSE"));
        ui.label(egui::RichText::new(licence).color(theme::palette(ui).text_weak));
        ui.label(format!(
            "{} commands, each in the palette.",
            Command::ALL.len()
        ));
        ui.add_space(8.0);
        ui.vertical_centered(|ui| ui.button("Close").clicked())
            .inner
    });
    if modal.inner || modal.should_close() {
        *is_open = false;
    }
}
