//! The tiles of a large map: how many are loaded, what they take, and how many may be.

use crate::editor::{Command, Editor, GroundIntent, Intent, TILE_MB_RANGE};
use crate::ui::widgets::command_button;
use eframe::egui;

/// How much dragging by a point changes the budget, in MB.
const DRAG_MB: f64 = 8.0;

/// Shows how many tiles of a large map are loaded; nothing for a map that is loaded as a whole.
pub(super) fn map_tiles_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let Some(tally) = editor.tile_tally() else {
        return;
    };
    let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
    ui.strong("Tiles of the map");
    ui.label(format!(
        "{} of {} tiles are loaded, about {} MB.",
        tally.held,
        tally.held + tally.left,
        megabytes(tally.bytes)
    ));
    match tally.edited {
        0 => {}
        1 => {
            ui.weak("One of them was edited and stays loaded.");
        }
        count => {
            ui.weak(format!("{count} of them were edited and stay loaded."));
        }
    }
    let view = &editor.ground_view;
    let (mut budget, mut loads_tiles) = (view.tile_budget_mb(), view.loads_tiles);
    ui.checkbox(&mut loads_tiles, "Load tiles near the view")
        .on_hover_text(
            "Reads tiles as the view moves, and lets go of far ones that nobody edited.",
        );
    ui.horizontal(|ui| {
        let label = ui.label("At most");
        let [least, most] = TILE_MB_RANGE;
        ui.add(
            egui::DragValue::new(&mut budget)
                .range(least..=most)
                .speed(DRAG_MB)
                .suffix(" MB"),
        )
        .labelled_by(label.id)
        .on_hover_text("The memory that tiles may take. Tiles that were edited count, and stay.");
    });
    if (budget, loads_tiles) != (view.tile_budget_mb(), view.loads_tiles) {
        let asked = GroundIntent::SetTileBudget {
            megabytes: budget,
            loads_tiles,
        };
        intents.push(asked.into());
    }
    ui.horizontal_wrapped(|ui| {
        command_button(ui, editor, Command::LoadAllTiles, intents);
        ui.weak(format!(
            "All take about {} MB.",
            megabytes(tally.bytes_of_all())
        ));
    });
    ui.separator();
}
