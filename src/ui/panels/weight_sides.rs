//! How weights come from the other side of the model, or from another model: the way, how far it
//! may reach, and the buttons that do it.

use super::weights::buttons_ui;
use crate::edit::{MirrorBy, TransferBy};
use crate::editor::{Command, Editor, Intent, ViewIntent, ViewSetting, WeightTools};
use crate::ui::theme;
use crate::ui::widgets::{FieldEvent, number_field, property_row};
use eframe::egui;

/// How mirror images are found, with what the choice says.
const MIRROR_WAYS: [(MirrorBy, &str, &str); 3] = [
    (
        MirrorBy::Nearest,
        "Nearest spot",
        "The vertex at the mirrored place, else the nearest spot of the part that mirrors it: for sides of different vertices.",
    ),
    (
        MirrorBy::Position,
        "Position",
        "Only a vertex at the mirrored place.",
    ),
    (
        MirrorBy::Topology,
        "Edges",
        "Along edges from the middle line outwards: for sides that are shaped or posed differently.",
    ),
];

/// Which spot of the other model is meant, with what the choice says.
const TRANSFER_WAYS: [(TransferBy, &str, &str); 4] = [
    (
        TransferBy::Nearest,
        "Nearest spot",
        "The nearest spot of the other model's surface.",
    ),
    (
        TransferBy::Ray,
        "Along normal",
        "Where the line along the vertex's normal meets the other model's surface.",
    ),
    (
        TransferBy::Uv,
        "Texture coordinates",
        "Where the other model has the same texture coordinates.",
    ),
    (
        TransferBy::Topology,
        "Vertex number",
        "The vertex of the same number: for models of the same vertices.",
    ),
];

/// Shows how weights are mirrored.
pub(super) fn mirror_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let mut tools = editor.view.weight_tools;
    property_row(ui, "Mirror by", |ui| {
        choice_ui(ui, "Way to mirror", &MIRROR_WAYS, &mut tools.mirror_by);
    });
    let usual = match tools.mirror_by {
        MirrorBy::Nearest => "5 % of the size",
        _ => "0.1 % of the size",
    };
    let size = editor.model().map_or(1.0, |model| model.size());
    let share = if tools.mirror_by == MirrorBy::Nearest {
        0.05
    } else {
        0.001
    };
    let limit = Limit {
        label: "Tolerance",
        switch: "Own tolerance",
        field: "Tolerance of mirroring",
        usual,
        tip: "How far mirror images may be apart, in units of the model.",
        start: size * share,
        speed: f64::from(size) * 1e-4,
    };
    limit_ui(ui, &limit, &mut tools.mirror_tolerance);
    if tools.mirror_by == MirrorBy::Nearest {
        ui.checkbox(&mut tools.mirrors_exactly, "Also what is alike already")
            .on_hover_text(
                "Where the sides have different vertices, weights between them differ a little \
                 anyway. Off, such vertices keep theirs.",
            );
    }
    send(editor, tools, intents);
    let commands = [
        Command::MirrorWeightsLeft,
        Command::MirrorWeightsRight,
        Command::FlipWeights,
        Command::SelectUnmirrored,
    ];
    buttons_ui(editor, &commands, ui, intents);
}

/// Shows how weights are taken from another model.
pub(super) fn transfer_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let mut tools = editor.view.weight_tools;
    let models: Vec<_> = editor.models_to_transfer_from().collect();
    let chosen = models
        .iter()
        .find(|model| Some(model.id) == tools.transfer_from)
        .or(models.first());
    let Some(chosen) = chosen else {
        ui.weak("Open the model that has the weights beside this one to take them over.");
        return;
    };
    property_row(ui, "From", |ui| {
        egui::ComboBox::from_id_salt("transfer from")
            .selected_text(chosen.title.as_str())
            .truncate()
            .width(ui.available_width())
            .show_ui(ui, |ui| {
                for model in &models {
                    let is_chosen = model.id == chosen.id;
                    let text = model.title.as_str();
                    if ui.selectable_label(is_chosen, text).clicked() {
                        tools.transfer_from = Some(model.id);
                    }
                }
            })
            .response
            .accessible_name("Transfer from");
    });
    property_row(ui, "Transfer by", |ui| {
        choice_ui(
            ui,
            "Way to transfer",
            &TRANSFER_WAYS,
            &mut tools.transfer_by,
        );
    });
    let size = editor.model().map_or(1.0, |model| model.size());
    let is_texture = tools.transfer_by == TransferBy::Uv;
    let size = if is_texture { 1.0 } else { size };
    if tools.transfer_by != TransferBy::Topology {
        let limit = Limit {
            label: "Distance",
            switch: "Cap on the distance",
            field: "Farthest spot",
            usual: "any",
            tip: if is_texture {
                "How far the spot may be, in widths of the picture. Vertices farther away keep their weights."
            } else {
                "How far the spot may be, in units of the model. Vertices farther away keep their weights."
            },
            start: size * 0.05,
            speed: f64::from(size) * 1e-3,
        };
        limit_ui(ui, &limit, &mut tools.transfer_distance);
    }
    send(editor, tools, intents);
    buttons_ui(editor, &[Command::TransferWeights], ui, intents);
}

fn send(editor: &Editor, tools: WeightTools, intents: &mut Vec<Intent>) {
    if tools != editor.view.weight_tools {
        intents.push(ViewIntent::Set(ViewSetting::WeightTools(tools)).into());
    }
}

fn choice_ui<T: Copy + PartialEq>(
    ui: &mut egui::Ui,
    name: &str,
    ways: &[(T, &str, &str)],
    value: &mut T,
) {
    let chosen = ways.iter().find(|(way, ..)| way == value);
    egui::ComboBox::from_id_salt(name)
        .selected_text(chosen.map_or("", |(_, text, _)| text))
        .width(ui.available_width())
        .show_ui(ui, |ui| {
            for &(way, text, tip) in ways {
                let response = ui.selectable_label(*value == way, text).on_hover_text(tip);
                if response.clicked() {
                    *value = way;
                }
            }
        })
        .response
        .accessible_name(name)
        .on_hover_text(chosen.map_or("", |(.., tip)| tip));
}

/// A distance that is given or left to the tool.
struct Limit {
    label: &'static str,
    switch: &'static str,
    field: &'static str,
    /// What the tool takes where none is given.
    usual: &'static str,
    tip: &'static str,
    /// What it is when it is first given.
    start: f32,
    speed: f64,
}

fn limit_ui(ui: &mut egui::Ui, limit: &Limit, value: &mut Option<f32>) {
    property_row(ui, limit.label, |ui| {
        let mut is_given = value.is_some();
        let response = ui
            .checkbox(&mut is_given, "")
            .on_hover_text(format!("{}\nOff: {}", limit.tip, limit.usual))
            .accessible_name(limit.switch);
        if response.changed() {
            *value = is_given.then_some(limit.start);
        }
        match value {
            Some(distance) => {
                let shown = Some(f64::from(*distance));
                let event = number_field(ui, limit.field, shown, limit.speed, None, "");
                if let FieldEvent::Dragged(new) | FieldEvent::Typed(new) = event {
                    *distance = (new as f32).clamp(0.0, f32::MAX);
                }
            }
            None => {
                let text = egui::RichText::new(limit.usual).color(theme::palette(ui).text_weak);
                ui.add(egui::Label::new(text).selectable(false).truncate());
            }
        }
    });
}
