//! The row in which the name of a range is typed.

use super::FrameStripState;
use crate::editor::{Cells, Editor, Intent, ViewIntent};
use crate::ui::widgets::select_text;
use eframe::egui;

/// Shows the row while a name is being typed.
pub(super) fn naming_ui(
    editor: &Editor,
    cells: &Cells,
    state: &mut FrameStripState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let range = state.range(cells);
    let Some(naming) = &mut state.naming else {
        return;
    };
    let (mut is_done, mut is_cancelled) = (false, false);
    ui.horizontal(|ui| {
        ui.add_space(4.0);
        let [first, last] = range;
        ui.label(if first == last {
            format!("Cell {first} as clip")
        } else {
            format!("Cells {first} to {last} as clip")
        });
        let response = ui
            .add(egui::TextEdit::singleline(&mut naming.name).desired_width(150.0))
            .accessible_name("Name of the range");
        if std::mem::take(&mut naming.is_new) {
            response.request_focus();
            select_text(ui.ctx(), response.id, 0..naming.name.chars().count());
        }
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        is_done |= response.lost_focus() && pressed(egui::Key::Enter);
        is_cancelled |= response.lost_focus() && pressed(egui::Key::Escape);
        ui.checkbox(&mut naming.closes_loop, "Close the loop")
            .on_hover_text("The first pose comes again one cell after the last");
        is_done |= ui
            .add_enabled(
                !naming.name.trim().is_empty(),
                egui::Button::new("Make clip"),
            )
            .clicked();
        is_cancelled |= ui.button("Cancel").clicked();
        if !cells.is_shared {
            ui.weak("Copies the poses: name the range again after changing them.");
        }
    });
    if is_cancelled {
        state.naming = None;
    } else if is_done && let Some(naming) = state.naming.take() {
        let planned = editor.name_range(naming.name.trim(), range, naming.closes_loop);
        intents.extend(planned.unwrap_or_else(|reason| vec![ViewIntent::Refuse(reason).into()]));
    }
}
