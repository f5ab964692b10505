//! The numbers of the brush that stand in the bar.

use super::field::labelled;
use super::fifth::fifth_ui;
use crate::document::Terrain;
use crate::editor::{Editor, GroundBrush, GroundNumber, GroundTool};
use eframe::egui;

/// Shows the numbers that the tool has.
pub(super) fn numbers_ui(
    editor: &Editor,
    brush: &mut GroundBrush,
    terrain: &Terrain,
    ui: &mut egui::Ui,
) {
    let shape = &terrain.shape;
    let mut radius = brush.radius(shape);
    let [least, most] = GroundBrush::radii(shape);
    let field = egui::DragValue::new(&mut radius)
        .range(least..=most)
        .speed(least * 0.25)
        .max_decimals(1);
    let tip = "Radius of the brush, in units of the game. F changes it with the mouse, [ and ] \
               in steps.";
    labelled(ui, "Radius", tip, field);
    *brush = brush
        .clone()
        .with_number(GroundNumber::Radius, radius, shape);
    let field = egui::DragValue::new(&mut brush.strength)
        .range(0.0..=1.0)
        .speed(0.005)
        .max_decimals(2);
    let tip = "How much is done at the middle. Shift+F changes it with the mouse.";
    labelled(ui, "Strength", tip, field);
    if brush.tool.has_amount() {
        let amount = egui::DragValue::new(brush.amount_mut(shape))
            .range(0.0..=1000.0)
            .speed(least * 0.1)
            .max_decimals(2);
        let tip = "How much heights change at full strength, in units of the game.";
        labelled(ui, "Amount", tip, amount);
    }
    if brush.tool == GroundTool::Colour {
        ui.color_edit_button_srgb(&mut brush.colour)
            .on_hover_text("The tint; 127 of each leaves the ground as it is.");
    }
    if brush.tool == GroundTool::Paint && terrain.shape.tiles().is_some() {
        let field = egui::DragValue::new(&mut brush.target_percent)
            .range(0.0..=100.0)
            .speed(0.5)
            .suffix(" %")
            .max_decimals(0);
        let tip = "The share of the ground that is painted towards. Ctrl+F changes it with the \
                   mouse.";
        labelled(ui, "Target", tip, field);
    }
    if brush.tool.has_fifth() && terrain.shape.tiles().is_some() {
        fifth_ui(editor, brush, ui);
    }
}
