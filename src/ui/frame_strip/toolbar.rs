//! The bar over the cells: rate, keying a cell, going on, making ranges, and where the playhead is.

use super::FrameStripState;
use crate::editor::{Cells, Command, Editor, Intent, TimeDisplay, ViewIntent, ViewSetting};
use crate::ui::timeline::DISPLAY_CHOICES;
use crate::ui::widgets::{command_button, command_icon};
use eframe::egui;
use egui_material_icons::icons::{ICON_CHEVRON_LEFT, ICON_CHEVRON_RIGHT};

/// Shows the bar.
pub(super) fn toolbar_ui(
    editor: &Editor,
    cells: Option<&Cells>,
    state: &FrameStripState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.add_space(4.0);
        command_icon(
            ui,
            editor,
            Command::PreviousCell,
            ICON_CHEVRON_LEFT,
            intents,
        );
        command_icon(ui, editor, Command::NextCell, ICON_CHEVRON_RIGHT, intents);
        command_button(ui, editor, Command::SetCell, intents);
        ui.separator();
        command_button(ui, editor, Command::NameRange, intents);
        command_button(ui, editor, Command::AddCells, intents);
        ui.separator();
        rate_ui(editor, cells, ui, intents);
        ui.add_space(8.0);
        if let Some(cells) = cells {
            ui.add(egui::Label::new(place_text(cells, state)).truncate());
        }
    });
}

fn rate_ui(editor: &Editor, cells: Option<&Cells>, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let rate = cells.map_or(30.0, |cells| cells.rate);
    let combo = egui::ComboBox::from_id_salt("cell rate")
        .width(64.0)
        .selected_text(format!("{rate} fps"))
        .show_ui(ui, |ui| {
            for choice in DISPLAY_CHOICES {
                let TimeDisplay::Frames { fps } = choice else {
                    continue;
                };
                let is_on = editor.playback.display == choice;
                if ui.selectable_label(is_on, format!("{fps} fps")).clicked() {
                    intents.push(ViewIntent::Set(ViewSetting::TimeDisplay(choice)).into());
                }
            }
        });
    combo
        .response
        .accessible_name("Cells a second")
        .on_hover_text("Cells a second. Poses stay at their moments when this changes.");
}

/// Where the playhead is, and what is selected.
fn place_text(cells: &Cells, state: &FrameStripState) -> String {
    let current = cells.current();
    let last = cells.count().saturating_sub(1);
    let time = cells.playhead_ms.round();
    let mut text = format!("Cell {current} of 0 to {last}, {time} ms");
    let [first, end] = state.range(cells);
    if end > first {
        text.push_str(&format!("; {} cells selected", end - first + 1));
    }
    text
}
