//! Text that is selected when a field opens, so that typing replaces it.

use eframe::egui;
use std::ops::Range;

/// Selects characters of a text field.
pub fn select_text(ctx: &egui::Context, field: egui::Id, characters: Range<usize>) {
    let mut state = egui::TextEdit::load_state(ctx, field).unwrap_or_default();
    let [first, last] = [characters.start, characters.end].map(egui::text::CCursor::new);
    let range = egui::text::CCursorRange::two(first, last);
    state.cursor.set_char_range(Some(range));
    egui::TextEdit::store_state(ctx, field, state);
}

/// The characters of a path that name the file, without its folder and extension.
pub fn name_in_path(path: &str) -> Range<usize> {
    let name = path.rfind(['/', '\\']).map_or(0, |at| at + 1);
    let file = path.get(name..).unwrap_or_default();
    let stem = file.rfind('.').filter(|at| *at > 0).unwrap_or(file.len());
    let count = |bytes: usize| path.get(..bytes).unwrap_or_default().chars().count();
    count(name)..count(name + stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_is_without_its_folder_and_extension() {
        assert_eq!(name_in_path("/maps/isle.w3e"), 6..10);
        assert_eq!(name_in_path("isle"), 0..4);
        assert_eq!(name_in_path("/größe/.hidden"), 7..14);
        assert_eq!(name_in_path("C:\\maps\\a.b.adt"), 8..11);
        assert_eq!(name_in_path("/maps/"), 6..6);
        assert_eq!(name_in_path(""), 0..0);
    }
}
