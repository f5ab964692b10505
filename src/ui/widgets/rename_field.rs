//! A name being typed in place of a label.

use super::select_text;
use eframe::egui;

/// How typing a name ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenameOutcome {
    /// It goes on.
    Typing,
    /// The name is to be kept.
    Done,
    /// The old name stays.
    Cancelled,
}

/// A field with the whole name selected at first; Enter or a click elsewhere keeps it, Esc does not.
pub fn rename_field(ui: &mut egui::Ui, text: &mut String, what: &str) -> RenameOutcome {
    let id = egui::Id::unique(("rename", what));
    let is_new = !ui.memory(|memory| memory.has_focus(id))
        && ui.data(|data| data.get_temp::<bool>(id)).is_none();
    let response = ui
        .add(
            egui::TextEdit::singleline(text)
                .id(id)
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(4, 1)),
        )
        .accessible_name(what);
    if is_new {
        response.request_focus();
        select_text(ui.ctx(), id, 0..text.chars().count());
        ui.data_mut(|data| data.insert_temp(id, true));
        return RenameOutcome::Typing;
    }
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<bool>(id));
        if ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            return RenameOutcome::Cancelled;
        }
        return RenameOutcome::Done;
    }
    RenameOutcome::Typing
}
