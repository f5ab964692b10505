//! A row of a list whose name is being typed.

use super::{RenameOutcome, rename_field};
use eframe::egui;

/// Shows the field in place of a row that is being renamed; `true` if the row is.
///
/// `old` is the name so far, `what` what the field is called. A name that was typed, is not empty
/// and is another goes to `rename`.
pub fn rename_row<Id: PartialEq>(
    ui: &mut egui::Ui,
    renaming: &mut Option<(Id, String)>,
    row: &Id,
    old: &str,
    what: &str,
    rename: impl FnOnce(String),
) -> bool {
    let Some((_, text)) = renaming.as_mut().filter(|(id, _)| id == row) else {
        return false;
    };
    match rename_field(ui, text, what) {
        RenameOutcome::Typing => {}
        RenameOutcome::Done => {
            let text = text.trim().to_owned();
            if !text.is_empty() && text != old {
                rename(text);
            }
            *renaming = None;
        }
        RenameOutcome::Cancelled => *renaming = None,
    }
    true
}
