//! The bar of the weights workspace: what the brush does, how large and strong it is, what it
//! reaches.

use crate::brush::{FIRST_CURVE, Falloff};
use crate::edit::GradientCurveArgument;
use crate::editor::{
    BrushNumber, BrushReach, Command, Editor, Intent, PressureUse, ViewIntent, ViewSetting,
    WeightBrush, WeightTool, WeightTools, bone_label,
};
use crate::skinning::PaintMode;
use crate::ui::theme;
use crate::ui::widgets::{command_icon, falloff_button, falloff_plot, staying_menu};
use eframe::egui;
use egui_material_icons::icons::{ICON_AIR, ICON_FLIP};

/// Shows the options of the brush, or what is selected where the tool selects.
pub(super) fn brush_bar_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    egui::ScrollArea::horizontal().show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            match editor.view.weight_tool {
                WeightTool::Select => return selection_ui(editor, ui, intents),
                WeightTool::Gradient => return gradient_ui(editor, ui, intents),
                WeightTool::Brush => {}
            }
            let mut brush = editor.brush.clone();
            mode_ui(&mut brush, ui);
            numbers_ui(editor, &mut brush, ui);
            ui.separator();
            reach_ui(&mut brush, ui);
            staying_menu(ui, "Stroke", |ui| stroke_ui(&mut brush, ui))
                .on_hover_text("Falloff, hardness, spacing, surface and pen.");
            if brush != editor.brush {
                intents.push(ViewIntent::SetBrush(Box::new(brush)).into());
            }
            command_icon(ui, editor, Command::ToggleAirbrush, ICON_AIR, intents);
            command_icon(ui, editor, Command::ToggleBrushMirror, ICON_FLIP, intents);
            mask_ui(editor, ui, intents);
        });
    });
}

fn mode_name(mode: PaintMode) -> &'static str {
    match mode {
        PaintMode::Add => "Add",
        PaintMode::Subtract => "Subtract",
        PaintMode::Set => "Set",
        PaintMode::Scale => "Scale",
        PaintMode::Smooth => "Smooth",
        PaintMode::Average => "Average",
        PaintMode::Sharpen => "Sharpen",
        PaintMode::Smear => "Smear",
    }
}

fn mode_ui(brush: &mut WeightBrush, ui: &mut egui::Ui) {
    for mode in PaintMode::ALL {
        let tip = match mode {
            PaintMode::Add => "Adds the value to the weight of the active bone.",
            PaintMode::Subtract => "Takes the value from the weight of the active bone.",
            PaintMode::Set => "Brings the weight of the active bone to the value.",
            PaintMode::Scale => "Multiplies the weight of the active bone with the value.",
            PaintMode::Smooth => "Brings all weights nearer to those around.",
            PaintMode::Average => "Brings all weights nearer to the mean under the brush.",
            PaintMode::Sharpen => "Takes all weights farther from those around.",
            PaintMode::Smear => "Drags weights along with the brush.",
        };
        let response = ui.selectable_label(brush.mode == mode, mode_name(mode));
        if response.on_hover_text(tip).clicked() {
            brush.mode = mode;
        }
    }
}

fn numbers_ui(editor: &Editor, brush: &mut WeightBrush, ui: &mut egui::Ui) {
    ui.separator();
    let size = editor.model().map_or(1.0, |model| model.size());
    let size = if size > 0.0 { size } else { 1.0 };
    let mut radius = brush.radius(size);
    let [least, most] = WeightBrush::RADIUS_SHARES.map(|share| share * size);
    let field = egui::DragValue::new(&mut radius)
        .range(least..=most)
        .speed(size * 0.002)
        .max_decimals(3);
    labelled(
        ui,
        "Radius",
        "Radius of the brush, in units of the model. F changes it with the mouse.",
        field,
    );
    *brush = brush
        .clone()
        .with_number(BrushNumber::Radius, radius / size);
    let mut strength = brush.strength;
    let field = egui::DragValue::new(&mut strength)
        .range(0.0..=1.0)
        .speed(0.005)
        .max_decimals(3);
    labelled(
        ui,
        "Strength",
        "How much is done at the middle of the brush. Shift+F changes it with the mouse.",
        field,
    );
    brush.strength = strength;
    if brush.mode.has_bone() {
        let mut value = brush.value;
        let field = egui::DragValue::new(&mut value)
            .range(0.0..=brush.highest_value())
            .speed(0.005)
            .max_decimals(3);
        labelled(
            ui,
            "Value",
            "The weight, the amount or the factor. Ctrl+F changes it with the mouse.",
            field,
        );
        brush.value = value;
    }
}

fn labelled(ui: &mut egui::Ui, name: &str, tip: &str, field: egui::DragValue<'_>) {
    let text = egui::RichText::new(name).color(theme::palette(ui).text_weak);
    let label = ui.add(egui::Label::new(text).selectable(false));
    ui.add(field).on_hover_text(tip).labelled_by(label.id);
}

/// How the brush fades: six shapes, and a curve to draw.
fn shape_ui(brush: &mut WeightBrush, ui: &mut egui::Ui) {
    let is_drawn = matches!(brush.falloff, Falloff::Curve(_));
    let shown = Falloff::SHAPES
        .iter()
        .find(|(shape, _)| *shape == brush.falloff)
        .map_or("Custom", |(_, name)| name);
    ui.horizontal(|ui| {
        ui.label("Falloff");
        ui.label(egui::RichText::new(shown).color(theme::palette(ui).text_weak));
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(4.0);
        for (shape, name) in Falloff::SHAPES {
            if falloff_button(ui, &shape, name, brush.falloff == shape) {
                brush.falloff = shape;
            }
        }
        let own = Falloff::Curve(brush.curve.clone());
        if falloff_button(ui, &own, "Custom", is_drawn) {
            brush.falloff = own;
        }
    });
    if is_drawn {
        let changed = falloff_plot(ui, &brush.curve);
        if let Some(curve) = changed {
            *brush = brush.clone().with_curve(curve);
        }
        if ui
            .button("First curve again")
            .on_hover_text("Forgets what was drawn.")
            .clicked()
        {
            *brush = brush.clone().with_curve(FIRST_CURVE.to_vec());
        }
    }
}

fn spread_ui(brush: &mut WeightBrush, ui: &mut egui::Ui) {
    let field = egui::DragValue::new(&mut brush.hardness)
        .range(0.0..=1.0)
        .speed(0.005)
        .max_decimals(2);
    labelled(
        ui,
        "Hard",
        "How much of the radius is whole before the fading begins.",
        field,
    );
    let field = egui::DragValue::new(&mut brush.spacing)
        .range(0.02..=2.0)
        .speed(0.005)
        .max_decimals(2);
    labelled(
        ui,
        "Spacing",
        "Way between two dabs, as a share of the radius.",
        field,
    );
}

fn reach_ui(brush: &mut WeightBrush, ui: &mut egui::Ui) {
    let reaches = [
        (
            BrushReach::FrontFacing,
            "Front",
            "Only what faces the viewer.",
        ),
        (BrushReach::Visible, "Visible", "Only what the viewer sees."),
        (
            BrushReach::Through,
            "Through",
            "All within the radius, also behind the surface.",
        ),
    ];
    for (reach, name, tip) in reaches {
        let response = ui.selectable_label(brush.reach == reach, name);
        if response.on_hover_text(tip).clicked() {
            brush.reach = reach;
        }
    }
}

/// The rest of the stroke, in a menu.
fn stroke_ui(brush: &mut WeightBrush, ui: &mut egui::Ui) {
    ui.set_width(216.0);
    shape_ui(brush, ui);
    ui.separator();
    ui.horizontal(|ui| spread_ui(brush, ui));
    ui.checkbox(&mut brush.along_surface, "Along surface")
        .on_hover_text(
            "Measures the radius along the surface, so that lips and fingers don't bleed.",
        );
    let uses = [
        (PressureUse::Nothing, "Pen: off"),
        (PressureUse::Strength, "Pen: strength"),
        (PressureUse::Size, "Pen: size"),
        (PressureUse::Both, "Pen: both"),
    ];
    let shown = uses.iter().find(|(value, _)| *value == brush.pressure);
    egui::ComboBox::from_id_salt("pressure")
        .selected_text(shown.map_or("", |(_, name)| name))
        .width(96.0)
        .show_ui(ui, |ui| {
            for (value, name) in uses {
                if ui.selectable_label(brush.pressure == value, name).clicked() {
                    brush.pressure = value;
                }
            }
        })
        .response
        .on_hover_text("What the pressure of a pen changes, where the system tells it.");
}

/// Says that a selection keeps the brush in, and lets the user take it out.
fn mask_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let count = editor.selection.vertices().len();
    if count == 0 {
        return;
    }
    let mut keeps = editor.brush.keeps_to_selection;
    let text = format!("Only {count} selected");
    let response = ui
        .checkbox(&mut keeps, text)
        .on_hover_text("Paints only selected vertices. Alt+A selects none.");
    if response.changed() {
        let brush = WeightBrush {
            keeps_to_selection: keeps,
            ..editor.brush.clone()
        };
        intents.push(ViewIntent::SetBrush(Box::new(brush)).into());
    }
}

/// Which bone the gradient is of, and how it runs.
fn gradient_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let tools = editor.view.weight_tools;
    let active = editor.selection.active_bone().zip(editor.model());
    match active {
        Some((bone, model)) => ui.label(format!("Gradient of {}", bone_label(model, bone))),
        None => ui.label("Pick the bone of the gradient: Alt+click the skin."),
    };
    ui.separator();
    let curves = [
        (
            GradientCurveArgument::Linear,
            "Even",
            "Falls evenly from all to nothing.",
        ),
        (
            GradientCurveArgument::Smooth,
            "Smooth",
            "Falls slowly at both ends.",
        ),
    ];
    for (curve, name, tip) in curves {
        let is_chosen = tools.gradient_curve == curve;
        let response = ui.selectable_label(is_chosen, name).on_hover_text(tip);
        if response.clicked() && !is_chosen {
            let changed = WeightTools {
                gradient_curve: curve,
                ..tools
            };
            intents.push(ViewIntent::Set(ViewSetting::WeightTools(changed)).into());
        }
    }
    ui.separator();
    let count = editor.selection.vertices().len();
    ui.label(match count {
        0 => "On what it and the bones beside it move. Select vertices for others.".to_owned(),
        1 => "On the selected vertex".to_owned(),
        count => format!("On {count} selected vertices"),
    });
}

/// Whether clicks and boxes take vertices or faces.
fn elements_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let tools = editor.view.weight_tools;
    for (name, tip, selects_faces) in [
        ("Vertices", "Clicks and boxes take vertices.", false),
        (
            "Faces",
            "A click takes the face under the cursor, a box all faces that are whole in it.",
            true,
        ),
    ] {
        let is_chosen = tools.selects_faces == selects_faces;
        let response = ui
            .selectable_label(is_chosen, name)
            .on_hover_text(tip)
            .accessible_name(format!("Select: {}", name.to_lowercase()));
        if response.clicked() && !is_chosen {
            let changed = WeightTools {
                selects_faces,
                ..tools
            };
            intents.push(ViewIntent::Set(ViewSetting::WeightTools(changed)).into());
        }
    }
    ui.separator();
}

fn selection_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    elements_ui(editor, ui, intents);
    let count = editor.selection.vertices().len();
    let text = match count {
        0 => "No vertices selected. Click one, or draw a box.".to_owned(),
        1 => "1 vertex selected".to_owned(),
        count => format!("{count} vertices selected"),
    };
    ui.label(text);
    ui.separator();
    for command in [
        Command::SelectAllVertices,
        Command::SelectNoVertices,
        Command::SelectLinkedVertices,
        Command::GrowVertices,
        Command::ShrinkVertices,
        Command::SelectInfluenced,
        Command::HideVertices,
        Command::ShowAllVertices,
    ] {
        crate::ui::widgets::command_button(ui, editor, command, intents);
    }
}
