//! The frame strip panel: bar, row of cells, list of named ranges.

use super::FrameStripState;
use super::cell_row::cell_row_ui;
use super::naming::naming_ui;
use super::ranges::ranges_ui;
use super::toolbar::toolbar_ui;
use crate::editor::{Cells, Command, Editor, Intent};
use crate::ui::widgets::command_button;
use crate::ui::{Hint, theme};
use eframe::egui;

/// Width of the list of ranges.
const RANGES_WIDTH: f32 = 190.0;
/// A panel narrower than this has no room for the list.
const LEAST_WIDTH: f32 = 520.0;

/// Shows the frame strip.
pub fn frame_strip_ui(
    editor: &Editor,
    state: &mut FrameStripState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let panel = ui.available_rect_before_wrap();
    state.is_hovered = ui.rect_contains_pointer(panel);
    let Some(model) = editor.model() else {
        ui.centered_and_justified(|ui| ui.weak("Nothing is open."));
        return;
    };
    ui.add_space(3.0);
    let cells = Cells::of(editor);
    if let Some(cells) = &cells {
        state.follow(editor, cells);
    }
    toolbar_ui(editor, cells.as_ref(), state, ui, intents);
    let Some(cells) = cells else {
        ui.vertical_centered(|ui| {
            ui.add_space(16.0);
            ui.weak("No cells. Add some to pose the model in.");
            command_button(ui, editor, Command::AddCells, intents);
        });
        return;
    };
    naming_ui(editor, &cells, state, ui, intents);
    ui.separator();
    let body = ui.available_rect_before_wrap();
    let (row, list) = if body.width() >= LEAST_WIDTH {
        let (row, list) = body.split_left_right_at_x(body.right() - RANGES_WIDTH);
        (row, Some(list))
    } else {
        (body, None)
    };
    let child = |rect: egui::Rect| egui::UiBuilder::new().max_rect(rect);
    let mut row_ui = ui.new_child(child(row.shrink2(egui::vec2(6.0, 0.0))));
    cell_row_ui(editor, model, &cells, state, &mut row_ui, intents);
    if let Some(list) = list {
        let line = egui::Stroke::new(1.0, theme::palette(ui).line);
        ui.painter().vline(list.left(), list.y_range(), line);
        let mut list_ui = ui.new_child(child(list.shrink2(egui::vec2(4.0, 0.0))));
        ranges_ui(editor, model, &cells, state, &mut list_ui, intents);
    }
    ui.advance_cursor_after_rect(body);
}

/// What buttons and keys do over the strip.
pub fn frame_strip_hints() -> Vec<Hint> {
    vec![
        Hint::new("Click", "go to cell"),
        Hint::new("Drag", "select a range"),
        Hint::new("C", "set cell"),
        Hint::new("N / Shift+N", "next and previous cell"),
    ]
}
