//! Outline, falloff, hardness and spacing of the brush.

use super::field::labelled;
use crate::edit::{BrushShapeArgument, FalloffArgument};
use crate::editor::GroundBrush;
use eframe::egui;

/// Falloffs with their names.
const FALLOFFS: [(FalloffArgument, &str); 6] = [
    (FalloffArgument::Smooth, "Smooth"),
    (FalloffArgument::Linear, "Linear"),
    (FalloffArgument::Sharp, "Sharp"),
    (FalloffArgument::Spherical, "Round"),
    (FalloffArgument::Gaussian, "Gaussian"),
    (FalloffArgument::Flat, "Flat"),
];

/// Outlines with their names.
const SHAPES: [(BrushShapeArgument, &str); 3] = [
    (BrushShapeArgument::Circle, "Circle"),
    (BrushShapeArgument::Square, "Square"),
    (BrushShapeArgument::Diamond, "Diamond"),
];

/// Shows how the brush fades and how its dabs follow one another.
pub(super) fn stroke_ui(brush: &mut GroundBrush, ui: &mut egui::Ui) {
    ui.set_width(230.0);
    ui.horizontal(|ui| {
        for (shape, name) in SHAPES {
            if ui.selectable_label(brush.shape == shape, name).clicked() {
                brush.shape = shape;
            }
        }
    });
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        for (falloff, name) in FALLOFFS {
            if ui
                .selectable_label(brush.falloff == falloff, name)
                .clicked()
            {
                brush.falloff = falloff;
            }
        }
    });
    ui.separator();
    ui.horizontal(|ui| {
        let field = egui::DragValue::new(&mut brush.hardness)
            .range(0.0..=1.0)
            .speed(0.005)
            .max_decimals(2);
        let tip = "How much of the radius is whole before the fading begins.";
        labelled(ui, "Hard", tip, field);
        let field = egui::DragValue::new(&mut brush.spacing)
            .range(0.02..=2.0)
            .speed(0.005)
            .max_decimals(2);
        let tip = "Way between two dabs, as a share of the radius.";
        labelled(ui, "Spacing", tip, field);
    });
}
