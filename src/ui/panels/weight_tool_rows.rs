//! The tools of the panel of weights: numbers that show what they do while they are dragged.

use super::weights::{WeightsState, buttons_ui};
use crate::document::Model;
use crate::edit::operator::{FloodWeights, LimitInfluences, PruneWeights, RelaxWeights};
use crate::edit::{Operator, WeightMode};
use crate::editor::{Command, Editor, Intent, ViewIntent, ViewSetting, WeightTools};
use crate::skinning::PaintMode;
use crate::ui::theme;
use crate::ui::widgets::{FieldEvent, command_button, number_field, property_row};
use eframe::egui;

/// A tool with one number.
struct ToolRow {
    label: &'static str,
    /// What the number is called.
    field: &'static str,
    command: Command,
    speed: f64,
    /// The number.
    value: fn(&WeightTools) -> f32,
    /// The numbers with another one in its place, within its range.
    with: fn(WeightTools, f32) -> WeightTools,
    /// What it would do.
    operator: fn(&Editor, &WeightTools) -> Option<Operator>,
}

const ROWS: [ToolRow; 5] = [
    ToolRow {
        label: "Flood with",
        field: "Weight to flood with",
        command: Command::FloodWeights,
        speed: 0.005,
        value: |tools| tools.flood,
        with: |tools, value| tools.with_flood(value),
        operator: |editor, tools| {
            let has_bone = PaintMode::from(tools.flood_mode).has_bone();
            let bone = editor.selection.active_bone();
            if has_bone && bone.is_none() {
                return None;
            }
            Some(
                FloodWeights {
                    model: model_of(editor),
                    bone: bone.filter(|_| has_bone).map(Into::into),
                    vertices: editor.edited_vertices(),
                    ..tools.flood_operator()
                }
                .into(),
            )
        },
    },
    ToolRow {
        label: "Prune below",
        field: "Threshold of pruning",
        command: Command::PruneWeights,
        speed: 0.001,
        value: |tools| tools.prune_below,
        with: |tools, value| WeightTools {
            prune_below: value.clamp(0.0, 1.0),
            ..tools
        },
        operator: |editor, tools| {
            Some(
                PruneWeights {
                    model: model_of(editor),
                    below: tools.prune_below,
                    vertices: editor.edited_vertices(),
                }
                .into(),
            )
        },
    },
    ToolRow {
        label: "Limit to",
        field: "Most influences",
        command: Command::LimitInfluences,
        speed: 0.03,
        value: |tools| f32::from(tools.limit),
        with: |tools, value| WeightTools {
            limit: value.round().clamp(1.0, 16.0) as u8,
            ..tools
        },
        operator: |editor, tools| {
            Some(
                LimitInfluences {
                    model: model_of(editor),
                    limit: u32::from(tools.limit),
                    vertices: editor.edited_vertices(),
                }
                .into(),
            )
        },
    },
    ToolRow {
        label: "Smooth by",
        field: "Amount of smoothing",
        command: Command::SmoothWeights,
        speed: 0.005,
        value: |tools| tools.smooth,
        with: |tools, value| WeightTools {
            smooth: value.clamp(0.0, 1.0),
            ..tools
        },
        operator: |editor, tools| {
            Some(
                FloodWeights {
                    model: model_of(editor),
                    vertices: editor.edited_vertices(),
                    ..tools.smooth_operator()
                }
                .into(),
            )
        },
    },
    ToolRow {
        label: "Times over",
        field: "Times over to relax",
        command: Command::RelaxWeights,
        speed: 0.1,
        value: |tools| tools.iterations as f32,
        with: |tools, value| WeightTools {
            iterations: value.round().clamp(1.0, 200.0) as u32,
            ..tools
        },
        operator: |editor, tools| {
            Some(
                RelaxWeights {
                    model: model_of(editor),
                    strength: tools.smooth,
                    iterations: tools.iterations,
                    vertices: editor.edited_vertices(),
                }
                .into(),
            )
        },
    },
];

/// Everything that takes no number, in rows.
const FURTHER: [&[Command]; 5] = [
    &[
        Command::AutomaticWeights,
        Command::AutomaticWeightsOfBones,
        Command::BoneHeat,
        Command::GeodesicVoxels,
        Command::ClosestBone,
    ],
    &[
        Command::HammerWeights,
        Command::NormaliseAll,
        Command::NormaliseBone,
        Command::QuantiseWeights,
    ],
    &[
        Command::MoveWeights,
        Command::SwapWeights,
        Command::SplitWeights,
        Command::SplitToNearest,
        Command::GradientWeights,
    ],
    &[
        Command::BindRigid,
        Command::BindRigidStrongest,
        Command::BindRigidIslands,
    ],
    &[
        Command::LockSelectedBones,
        Command::LockUnselectedBones,
        Command::InvertLocks,
        Command::UnlockAllBones,
    ],
];

/// Shows the tools, and what the one in hand would change.
pub(super) fn tools_ui(
    editor: &Editor,
    model: &Model,
    state: &mut WeightsState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    flood_mode_ui(editor, ui, intents);
    for row in &ROWS {
        row_ui(row, editor, state, ui, intents);
    }
    preview_ui(editor, model, state, ui);
    for commands in FURTHER {
        buttons_ui(editor, commands, ui, intents);
    }
}

/// What flooding does.
fn flood_mode_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let tools = editor.view.weight_tools;
    property_row(ui, "Flooding", |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for mode in WeightTools::FLOOD_MODES {
            let (name, tip) = match mode {
                WeightMode::Add => ("Add", "Adds the number to the weight of the active bone."),
                WeightMode::Scale => (
                    "Scale",
                    "Multiplies the weight of the active bone with the number.",
                ),
                WeightMode::Smooth => (
                    "Smooth",
                    "Brings all weights nearer to those around, by the number, 'Times over'.",
                ),
                _ => ("Set", "Gives the active bone the number as its weight."),
            };
            let is_chosen = tools.flood_mode == mode;
            let response = ui
                .selectable_label(is_chosen, name)
                .on_hover_text(tip)
                .accessible_name(format!("Flood: {}", name.to_lowercase()));
            if response.clicked() && !is_chosen {
                let changed = WeightTools {
                    flood_mode: mode,
                    ..tools
                };
                let changed = changed.with_flood(tools.flood);
                intents.push(ViewIntent::Set(ViewSetting::WeightTools(changed)).into());
            }
        }
    });
}

fn row_ui(
    row: &ToolRow,
    editor: &Editor,
    state: &mut WeightsState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let tools = editor.view.weight_tools;
    property_row(ui, row.label, |ui| {
        // The button takes what its words need, the number what is left.
        let room = egui::vec2(ui.available_width(), theme::ROW_HEIGHT);
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        let event = ui
            .allocate_ui_with_layout(room, layout, |ui| {
                command_button(ui, editor, row.command, intents);
                let shown = f64::from((row.value)(&tools));
                number_field(ui, row.field, Some(shown), row.speed, None, "")
            })
            .inner;
        if let FieldEvent::Dragged(value) | FieldEvent::Typed(value) = event {
            let changed = (row.with)(tools, value as f32);
            intents.push(ViewIntent::Set(ViewSetting::WeightTools(changed)).into());
        }
        // A typed number is only set: the button does it.
        if !matches!(event, FieldEvent::Typed(_)) {
            let operator = |value| (row.operator)(editor, &(row.with)(tools, value));
            state.preview(editor, event, operator, intents);
        }
    });
}

/// What the drag would change, counted.
fn preview_ui(editor: &Editor, model: &Model, state: &WeightsState, ui: &mut egui::Ui) {
    let palette = theme::palette(ui);
    let text = match editor.gesture_summary().filter(|_| state.is_live()) {
        Some(summary) => {
            let notes: Vec<String> = summary.notes.iter().map(ToString::to_string).collect();
            let more = if notes.is_empty() {
                String::new()
            } else {
                format!("\n{}", notes.join("; "))
            };
            format!("{}{more}\nEsc puts it back", summary.label)
        }
        None => {
            let count = match editor.edited_vertices() {
                Some(vertices) => vertices.len(),
                None => model.vertices.len(),
            };
            format!("Works on {count} of {} vertices.", model.vertices.len())
        }
    };
    ui.label(egui::RichText::new(text).color(palette.text_weak));
}

fn model_of(editor: &Editor) -> Option<u32> {
    editor.selection.model.map(|id| id.0)
}
