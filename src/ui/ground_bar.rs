//! The bar of the terrain workspace: what the brush does, how large and strong it is, and what it
//! leaves alone.

use crate::edit::{
    BrushShapeArgument, FalloffArgument, FifthArgument, HeightMaskArgument, SlopeMaskArgument,
};
use crate::editor::{Command, Editor, GroundBrush, GroundIntent, GroundNumber, GroundTool, Intent};
use crate::ui::ground_name::short_name;
use crate::ui::theme;
use crate::ui::widgets::command_icon;
use eframe::egui;
use egui_material_icons::icons::ICON_AIR;

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

/// Shows the options of the brush that works on the ground.
pub(super) fn ground_bar_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let Some(terrain) = editor.terrain() else {
        return;
    };
    egui::ScrollArea::horizontal().show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let mut brush = editor.ground_brush.clone();
            ui.add(
                egui::Label::new(egui::RichText::new(brush.tool.title()).strong())
                    .selectable(false),
            )
            .on_hover_text(brush.tool.description());
            if brush.tool.has_texture() {
                ui.separator();
                texture_ui(editor, ui);
            }
            if brush.tool.has_radius() {
                ui.separator();
                numbers_ui(&mut brush, terrain, ui);
                menu(
                    ui,
                    "Stroke",
                    "Outline, falloff, hardness and spacing.",
                    |ui| {
                        stroke_ui(&mut brush, ui);
                    },
                );
                let masks = match brush.masks.is_empty() {
                    true => "Masks".to_owned(),
                    false => "Masks (on)".to_owned(),
                };
                menu(ui, &masks, "What the brush leaves alone.", |ui| {
                    masks_ui(editor, &mut brush, ui);
                });
            }
            let has_radius = brush.tool.has_radius();
            if brush != editor.ground_brush {
                intents.push(GroundIntent::SetBrush(Box::new(brush)).into());
            }
            if has_radius {
                command_icon(ui, editor, Command::ToggleAirbrush, ICON_AIR, intents);
            }
        });
    });
}

fn texture_ui(editor: &Editor, ui: &mut egui::Ui) {
    let palette = theme::palette(ui);
    let (text, colour, tip) = match &editor.ground_view.texture {
        Some(texture) => (short_name(texture), palette.text, texture.as_str()),
        None => (
            "No texture chosen",
            palette.warning,
            "Click one in the panel Ground textures, or Alt+click the ground.",
        ),
    };
    let label = egui::Label::new(egui::RichText::new(text).color(colour)).selectable(false);
    ui.add(label).on_hover_text(tip);
}

fn menu(ui: &mut egui::Ui, title: &str, tip: &str, content: impl FnOnce(&mut egui::Ui)) {
    // A click on a choice must not close it.
    let stays = egui::containers::menu::MenuConfig::new()
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    egui::containers::menu::MenuButton::new(title)
        .config(stays)
        .ui(ui, content)
        .0
        .on_hover_text(tip);
}

fn numbers_ui(brush: &mut GroundBrush, terrain: &crate::document::Terrain, ui: &mut egui::Ui) {
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
        fifth_ui(brush, ui);
    }
}

/// What is done where a map chunk has four other textures.
fn fifth_ui(brush: &mut GroundBrush, ui: &mut egui::Ui) {
    let shown = match &brush.fifth {
        FifthArgument::Refuse => "5th: refuse",
        FifthArgument::Evict { .. } => "5th: replace faint",
        FifthArgument::Merge(_) => "5th: merge",
    };
    let choices = [
        (
            FifthArgument::Refuse,
            "Refuse",
            "Nothing is painted on map chunks with four other textures, and it is said.",
        ),
        (
            FifthArgument::Evict { below_percent: 5.0 },
            "Replace faint",
            "The texture that covers least of the map chunk gives way, if that is little enough.",
        ),
    ];
    egui::ComboBox::from_id_salt("fifth")
        .selected_text(shown)
        .width(116.0)
        .show_ui(ui, |ui| {
            for (choice, name, tip) in choices {
                let is_chosen =
                    std::mem::discriminant(&choice) == std::mem::discriminant(&brush.fifth);
                let response = ui.selectable_label(is_chosen, name).on_hover_text(tip);
                if response.clicked() && !is_chosen {
                    brush.fifth = choice;
                }
            }
        })
        .response
        .on_hover_text("What happens where a map chunk has four other textures.")
        .accessible_name("Fifth texture");
    if let FifthArgument::Evict { below_percent } = &mut brush.fifth {
        let field = egui::DragValue::new(below_percent)
            .range(0.1..=100.0)
            .speed(0.1)
            .suffix(" %");
        labelled(
            ui,
            "below",
            "Only a texture that covers less gives way.",
            field,
        );
    }
}

fn labelled(ui: &mut egui::Ui, name: &str, tip: &str, field: egui::DragValue<'_>) {
    let text = egui::RichText::new(name).color(theme::palette(ui).text_weak);
    let label = ui.add(egui::Label::new(text).selectable(false));
    ui.add(field).on_hover_text(tip).labelled_by(label.id);
}

fn stroke_ui(brush: &mut GroundBrush, ui: &mut egui::Ui) {
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

fn masks_ui(editor: &Editor, brush: &mut GroundBrush, ui: &mut egui::Ui) {
    ui.set_width(260.0);
    let masks = &mut brush.masks;
    let mut has_slope = masks.slope.is_some();
    ui.checkbox(&mut has_slope, "Only some slopes");
    if has_slope {
        let first = SlopeMaskArgument {
            from_deg: 0.0,
            to_deg: 35.0,
            soft_deg: 5.0,
            invert: false,
        };
        let slope = masks.slope.get_or_insert(first);
        ui.horizontal(|ui| {
            degrees(ui, "from", &mut slope.from_deg);
            degrees(ui, "to", &mut slope.to_deg);
            degrees(ui, "soft", &mut slope.soft_deg);
        });
        slope.to_deg = slope.to_deg.max(slope.from_deg);
        ui.checkbox(&mut slope.invert, "All other slopes instead");
    } else {
        masks.slope = None;
    }
    ui.separator();
    let mut has_height = masks.height.is_some();
    ui.checkbox(&mut has_height, "Only some heights");
    if has_height {
        let first = HeightMaskArgument {
            from: 0.0,
            to: 100.0,
            soft: 2.0,
            invert: false,
        };
        let height = masks.height.get_or_insert(first);
        ui.horizontal(|ui| {
            for (name, value) in [
                ("from", &mut height.from),
                ("to", &mut height.to),
                ("soft", &mut height.soft),
            ] {
                labelled(
                    ui,
                    name,
                    "In units of the game.",
                    egui::DragValue::new(value),
                );
            }
        });
        height.to = height.to.max(height.from);
        height.soft = height.soft.max(0.0);
        ui.checkbox(&mut height.invert, "All other heights instead");
    } else {
        masks.height = None;
    }
    ui.separator();
    texture_masks_ui(editor, brush, ui);
}

fn degrees(ui: &mut egui::Ui, name: &str, value: &mut f32) {
    let field = egui::DragValue::new(value).range(0.0..=90.0).suffix("°");
    labelled(ui, name, "In degrees; 0 is level.", field);
}

/// Which textures the brush keeps to, and which it leaves alone: the chosen one is put in.
fn texture_masks_ui(editor: &Editor, brush: &mut GroundBrush, ui: &mut egui::Ui) {
    let chosen = editor.ground_view.texture.as_deref();
    let lists = [
        ("Only on", &mut brush.masks.only_textures),
        ("Never on", &mut brush.masks.never_textures),
    ];
    for (title, list) in lists {
        ui.horizontal(|ui| {
            ui.label(title);
            let name = chosen.map_or("chosen texture", short_name);
            let response = ui.add_enabled(
                chosen.is_some_and(|chosen| !list.iter().any(|it| it == chosen)),
                egui::Button::new(format!("Add {name}")),
            );
            if let Some(chosen) = chosen.filter(|_| response.clicked()) {
                list.push(chosen.to_owned());
            }
        });
        list.retain(|texture| {
            let text = format!("{}  ✕", short_name(texture));
            let response = ui.small_button(text).on_hover_text("Click to take it out.");
            !response.clicked()
        });
    }
}
