//! Which other places of the ground the brush works on too.

use super::field::labelled;
use crate::document::Terrain;
use crate::edit::{GroundCopies, GroundPlane, MOST_TURNS, SymmetryArgument, SymmetryKind};
use crate::editor::{Command, Editor, GroundWay, Intent};
use crate::ui::widgets::command_button;
use eframe::egui;

/// Symmetries with their names and what they mean.
const KINDS: [(SymmetryKind, &str, &str); 4] = [
    (
        SymmetryKind::WestEast,
        "West and east",
        "What is painted in the west is painted in the east, mirrored.",
    ),
    (
        SymmetryKind::NorthSouth,
        "North and south",
        "What is painted in the north is painted in the south, mirrored.",
    ),
    (
        SymmetryKind::FourWay,
        "Four ways",
        "What is painted in one quarter is painted in all four, mirrored.",
    ),
    (
        SymmetryKind::Turn(2),
        "Turned",
        "What is painted is painted again, turned about the centre.",
    ),
];

/// Shows the symmetry of the brush.
pub(super) fn symmetry_ui(
    editor: &Editor,
    terrain: &Terrain,
    way: &mut GroundWay,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.set_width(210.0);
    if ui
        .selectable_label(way.symmetry.is_none(), "None")
        .clicked()
    {
        way.symmetry = None;
    }
    for (kind, name, tip) in KINDS {
        let now = way.symmetry;
        let is_chosen = now
            .is_some_and(|now| std::mem::discriminant(&now.kind) == std::mem::discriminant(&kind));
        let response = ui.selectable_label(is_chosen, name).on_hover_text(tip);
        if response.clicked() && !is_chosen {
            let centre = now.and_then(|now| now.centre);
            way.symmetry = Some(SymmetryArgument { kind, centre });
        }
    }
    let Some(symmetry) = &mut way.symmetry else {
        return;
    };
    if let SymmetryKind::Turn(count) = &mut symmetry.kind {
        ui.horizontal(|ui| {
            let field = egui::DragValue::new(count)
                .range(2..=MOST_TURNS)
                .speed(0.05);
            labelled(ui, "Times", "How often it is painted in one turn.", field);
        });
    }
    ui.separator();
    let plane = GroundPlane::of(&terrain.shape);
    let mut centre = GroundCopies::new(Some(symmetry), &plane).centre;
    let before = centre;
    ui.horizontal(|ui| {
        let [x, y] = &mut centre;
        for (name, value) in [("Centre x", x), ("y", y)] {
            let field = egui::DragValue::new(value).max_decimals(1);
            labelled(ui, name, "World place of the centre.", field);
        }
    });
    if centre != before {
        symmetry.centre = Some(centre);
    }
    command_button(ui, editor, Command::MiddleSymmetry, intents);
    ui.weak("Shift+Y puts it under the cursor.");
}
