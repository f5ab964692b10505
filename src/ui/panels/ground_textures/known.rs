//! Textures that folders and archives have, to choose one the map does not have yet.

use super::panel::GroundTexturesState;
use super::row::row_ui;
use crate::editor::{Editor, GroundIntent, Intent};
use eframe::egui;

/// How many are shown at first, and with each click more.
const PAGE: usize = 12;

/// Lists the textures of the folders and archives that are searched for, a page at a time.
pub(super) fn known_ui(
    editor: &Editor,
    state: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let known = editor.ground.known.clone();
    let mut wanted = Vec::new();
    let title = match (editor.ground.has_more, known.len()) {
        (_, 0) => "In folders and archives (none)".to_owned(),
        (false, count) => format!("In folders and archives ({count})"),
        (true, count) => format!("In folders and archives (the first {count})"),
    };
    let header = egui::CollapsingHeader::new(title).id_salt("known textures");
    header.show(ui, |ui| {
        let search = state.search.trim().to_lowercase();
        let found: Vec<_> = known
            .iter()
            .filter(|known| {
                known.name.to_lowercase().contains(&search)
                    || known.label.to_lowercase().contains(&search)
            })
            .collect();
        let shown = state.shown_known.max(PAGE);
        for texture in found.iter().take(shown) {
            row_ui(&texture.name, &texture.label, editor, state, ui, intents);
            wanted.push(texture.name.clone());
        }
        let left = found.len().saturating_sub(shown);
        ui.horizontal(|ui| {
            if found.is_empty() && !known.is_empty() {
                ui.weak("None is called so.");
            }
            if known.is_empty() {
                ui.weak("No folder or archive with a tileset was added.");
            }
            if left > 0 {
                ui.weak(format!("{left} more"));
                if ui.button("Show more").clicked() {
                    state.shown_known = shown + PAGE;
                }
            }
        });
    });
    if state.wanted != wanted {
        state.wanted.clone_from(&wanted);
        intents.push(GroundIntent::Preview(wanted).into());
    }
}
