//! Outline, falloff, hardness, spacing, pen and rope of the brush.

use super::field::labelled;
use crate::brush::{FIRST_CURVE, Falloff};
use crate::edit::{BrushShapeArgument, FalloffArgument};
use crate::editor::{GroundBrush, GroundWay, PressureUse};
use crate::ui::theme;
use crate::ui::widgets::{falloff_button, falloff_plot};
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

/// What a pen may change, with its names.
const PENS: [(PressureUse, &str); 4] = [
    (PressureUse::Nothing, "Pen: off"),
    (PressureUse::Strength, "Pen: opacity"),
    (PressureUse::Size, "Pen: size"),
    (PressureUse::Both, "Pen: both"),
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
    falloff_ui(brush, ui);
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
    ui.horizontal(|ui| {
        pen_ui(&mut brush.way, ui);
        let field = egui::DragValue::new(&mut brush.way.rope_points)
            .range(0.0..=GroundWay::LONGEST_ROPE)
            .speed(0.5)
            .max_decimals(0);
        let tip = "How far the brush stays behind the pointer, in points of the screen, so that a \
                   shaking hand draws a calm line. 0 is off.";
        labelled(ui, "Rope", tip, field);
    });
    ui.checkbox(&mut brush.way.is_straight, "Straight lines (Shift+L)")
        .on_hover_text(
            "Every stroke is a straight line from press to release. Ctrl+Shift+click draws one \
             from where the last stroke ended, whatever is chosen here.",
        );
}

/// How the brush fades: six shapes, and a curve to draw.
fn falloff_ui(brush: &mut GroundBrush, ui: &mut egui::Ui) {
    let is_drawn = matches!(brush.falloff, FalloffArgument::Custom(_));
    let mut shapes = FALLOFFS.iter();
    let shown = shapes.find(|(falloff, _)| *falloff == brush.falloff);
    ui.horizontal(|ui| {
        ui.label("Falloff");
        let name = shown.map_or("Custom", |(_, name)| name);
        ui.label(egui::RichText::new(name).color(theme::palette(ui).text_weak));
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(4.0);
        for (falloff, name) in FALLOFFS {
            let is_chosen = brush.falloff == falloff;
            if falloff_button(ui, &Falloff::from(&falloff), name, is_chosen) {
                brush.falloff = falloff;
            }
        }
        let own = FalloffArgument::Custom(brush.way.curve.clone());
        if falloff_button(ui, &Falloff::from(&own), "Custom", is_drawn) {
            brush.falloff = own;
        }
    });
    if is_drawn {
        let drawn = falloff_plot(ui, &brush.way.curve);
        let again = ui
            .button("First curve again")
            .on_hover_text("Forgets what was drawn.")
            .clicked()
            .then(|| FIRST_CURVE.to_vec());
        if let Some(curve) = again.or(drawn) {
            brush.way.curve.clone_from(&curve);
            brush.falloff = FalloffArgument::Custom(curve);
        }
    }
}

fn pen_ui(way: &mut GroundWay, ui: &mut egui::Ui) {
    let shown = PENS.iter().find(|(value, _)| *value == way.pressure);
    egui::ComboBox::from_id_salt("ground pen")
        .selected_text(shown.map_or("", |(_, name)| name))
        .width(104.0)
        .show_ui(ui, |ui| {
            for (value, name) in PENS {
                if ui.selectable_label(way.pressure == value, name).clicked() {
                    way.pressure = value;
                }
            }
        })
        .response
        .on_hover_text("What the pressure of a pen changes, where the system tells it.")
        .accessible_name("Pen");
}
