//! The command palette: type a few letters of any command, Enter runs it.

use crate::editor::{Command, Editor, Intent};
use crate::ui::{shortcuts, theme};
use eframe::egui;
use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

/// What the palette keeps while it is open.
#[derive(Debug, Default)]
pub struct PaletteState {
    is_open: bool,
    is_new: bool,
    query: String,
    chosen: usize,
}

impl PaletteState {
    /// Opens the palette with an empty line.
    pub fn open(&mut self) {
        *self = Self {
            is_open: true,
            is_new: true,
            ..Self::default()
        };
    }

    /// Whether the palette is open and has the keyboard.
    pub fn is_open(&self) -> bool {
        self.is_open
    }
}

/// The commands that match a few letters, the best first; all of them for none.
pub fn matching_commands(query: &str) -> Vec<Command> {
    let query = query.trim();
    if query.is_empty() {
        return Command::ALL.to_vec();
    }
    let matcher = SkimMatcherV2::default().ignore_case();
    let mut scored: Vec<((bool, i64), Command)> = Command::ALL
        .iter()
        .filter_map(|&command| {
            let text = format!("{} {}", command.menu().title(), command.label());
            let score = matcher.fuzzy_match(&text, query)?;
            // A command that is called just so comes before those that only contain it.
            let is_called_so = command.label().eq_ignore_ascii_case(query.trim());
            Some(((is_called_so, score), command))
        })
        .collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().map(|(_, command)| command).collect()
}

/// Shows the palette if it is open.
pub fn command_palette_ui(
    editor: &Editor,
    state: &mut PaletteState,
    ctx: &egui::Context,
    intents: &mut Vec<Intent>,
) {
    if !state.is_open {
        return;
    }
    let modal = egui::Modal::new(egui::Id::unique("command palette")).show(ctx, |ui| {
        ui.set_width(theme::PALETTE_WIDTH.min(ctx.content_rect().width() - 40.0));
        let commands = query_ui(state, ui);
        let mut run = ui
            .input(|input| input.key_pressed(egui::Key::Enter))
            .then_some(state.chosen);
        if commands.is_empty() {
            ui.weak("No command is called that.");
        }
        egui::ScrollArea::vertical()
            .max_height(340.0)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                for (index, &command) in commands.iter().enumerate() {
                    if row_ui(editor, command, index == state.chosen, ui) {
                        run = Some(index);
                    }
                }
            });
        if let Some(&command) = run.and_then(|index| commands.get(index))
            && let Ok(planned) = command.plan(editor)
        {
            intents.extend(planned);
            state.is_open = false;
        }
    });
    if modal.should_close() {
        state.is_open = false;
    }
}

fn query_ui(state: &mut PaletteState, ui: &mut egui::Ui) -> Vec<Command> {
    // Up and down move the choice, not the cursor in the text.
    let (up, down) = ui.input_mut(|input| {
        (
            input.count_and_consume_key(egui::Modifiers::NONE, egui::Key::ArrowUp),
            input.count_and_consume_key(egui::Modifiers::NONE, egui::Key::ArrowDown),
        )
    });
    let response = ui
        .add(
            egui::TextEdit::singleline(&mut state.query)
                .hint_text("Type a command")
                .desired_width(f32::INFINITY),
        )
        .accessible_name("Type a command");
    if std::mem::take(&mut state.is_new) || !response.has_focus() {
        response.request_focus();
    }
    if response.changed() {
        state.chosen = 0;
    }
    let commands = matching_commands(&state.query);
    let last = commands.len().saturating_sub(1);
    state.chosen = (state.chosen + down).saturating_sub(up).min(last);
    commands
}

/// One command; whether it was clicked.
fn row_ui(editor: &Editor, command: Command, is_chosen: bool, ui: &mut egui::Ui) -> bool {
    let plan = command.plan(editor);
    let palette = theme::palette(ui);
    let menu = egui::RichText::new(command.menu().title()).color(palette.text_weak);
    let label = command.label().trim_end_matches('…').to_owned();
    let keys = shortcuts::shortcut_text(command).unwrap_or_default();
    let button = egui::Button::selectable(is_chosen, (menu, label.clone()))
        .right_text(egui::RichText::new(keys).color(palette.text_weak))
        .min_size(egui::vec2(ui.available_width(), theme::ROW_HEIGHT));
    let response = ui.add_enabled(plan.is_ok(), button).accessible_name(label);
    if is_chosen {
        response.scroll_to_me(None);
    }
    let response = response.on_hover_text(command.description());
    match plan {
        Ok(_) => response.clicked(),
        Err(reason) => {
            response.on_disabled_hover_text(reason);
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_letters_find_a_command() {
        assert_eq!(matching_commands("undo").first(), Some(&Command::Undo));
        assert_eq!(
            matching_commands("isrtkey").first(),
            Some(&Command::InsertKeys)
        );
        assert_eq!(matching_commands("").len(), Command::ALL.len());
        assert!(matching_commands("qqqq").is_empty());
    }
}
