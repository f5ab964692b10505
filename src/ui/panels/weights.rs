//! The panel of weights: who moves the selected vertices, tools with live preview, rules, and what
//! to select.

use super::inspector::section;
use super::weight_groups::groups_ui;
use super::weight_influences::{InfluenceRows, influences_ui};
use super::weight_movers::{MoverRows, movers_ui};
use super::weight_pose::test_pose_ui;
use super::weight_rules::rules_ui;
use super::weight_sides::{mirror_ui, transfer_ui};
use super::weight_tool_rows::tools_ui;
use crate::edit::Operator;
use crate::editor::{Command, Editor, Intent, ViewIntent, ViewSetting, WeightTools};
use crate::ui::widgets::{FieldEvent, command_button};
use eframe::egui;

/// What the panel of weights keeps between frames.
#[derive(Debug, Default)]
pub struct WeightsState {
    pub(super) rows: InfluenceRows,
    movers: MoverRows,
    /// While a number is dragged, the numbers of the tools before.
    dragged_from: Option<WeightTools>,
}

impl WeightsState {
    /// Shows, keeps or puts back what a number does: live while it is dragged.
    pub(super) fn preview(
        &mut self,
        editor: &Editor,
        event: FieldEvent,
        operator: impl FnOnce(f32) -> Option<Operator>,
        intents: &mut Vec<Intent>,
    ) {
        match event {
            FieldEvent::Idle => {}
            FieldEvent::Dragged(value) => {
                self.dragged_from.get_or_insert(editor.view.weight_tools);
                let operator = operator(value as f32);
                intents.extend(operator.map(|one| ViewIntent::UpdateGesture(one).into()));
            }
            FieldEvent::Released => {
                self.dragged_from = None;
                intents.push(ViewIntent::CommitGesture.into());
            }
            FieldEvent::PutBack => {
                let before = self.dragged_from.take();
                intents.push(ViewIntent::CancelGesture.into());
                intents.extend(before.map(|tools| {
                    let setting = ViewSetting::WeightTools(tools);
                    Intent::from(ViewIntent::Set(setting))
                }));
            }
            FieldEvent::Typed(value) => {
                intents.extend(operator(value as f32).map(Intent::Apply));
            }
        }
    }

    /// Whether a drag shows something that Esc puts back.
    pub(super) fn is_live(&self) -> bool {
        self.dragged_from.is_some()
    }
}

/// What can be selected by, in rows.
const SELECT_BY: [&[Command]; 3] = [
    &[
        Command::SelectAllVertices,
        Command::SelectNoVertices,
        Command::InvertVertices,
        Command::SelectLinkedVertices,
        Command::GrowVertices,
        Command::ShrinkVertices,
    ],
    &[
        Command::SelectInfluenced,
        Command::SelectSameWeights,
        Command::SelectUnweighted,
        Command::SelectOverLimit,
        Command::SelectNotWhole,
        Command::SelectMissingBones,
        Command::SelectUnmirrored,
    ],
    &[
        Command::HideVertices,
        Command::IsolateVertices,
        Command::ShowAllVertices,
    ],
];

/// Shows the weights of what is selected, and everything that can be done to weights.
pub fn weights_ui(
    editor: &Editor,
    state: &mut WeightsState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(model) = editor.model() else {
        ui.centered_and_justified(|ui| ui.weak("Nothing is open."));
        return;
    };
    if model.vertices.is_empty() {
        ui.centered_and_justified(|ui| ui.weak("This model has no mesh, so it has no weights."));
        return;
    }
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            egui::Frame::new()
                .inner_margin(egui::Margin::symmetric(8, 6))
                .show(ui, |ui| {
                    section(ui, "Influences", true, |ui| {
                        influences_ui(editor, model, state, ui, intents);
                    });
                    section(ui, "Who moves this point", true, |ui| {
                        movers_ui(editor, model, &mut state.movers, ui, intents);
                    });
                    section(ui, "Tools", true, |ui| {
                        tools_ui(editor, model, state, ui, intents);
                    });
                    section(ui, "Mirror", true, |ui| mirror_ui(editor, ui, intents));
                    section(ui, "Transfer", true, |ui| transfer_ui(editor, ui, intents));
                    section(ui, "Test pose", true, |ui| {
                        test_pose_ui(editor, ui, intents)
                    });
                    section(ui, "Rules", true, |ui| rules_ui(editor, model, ui, intents));
                    section(ui, "Select vertices", true, |ui| {
                        for commands in SELECT_BY {
                            buttons_ui(editor, commands, ui, intents);
                        }
                    });
                    if model.format.is_mdx() {
                        section(ui, "Groups of bones", false, |ui| {
                            groups_ui(editor, model, ui, intents);
                        });
                    }
                });
        });
}

/// Buttons side by side, in as many rows as they need.
pub(super) fn buttons_ui(
    editor: &Editor,
    commands: &[Command],
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(4.0);
        for &command in commands {
            command_button(ui, editor, command, intents);
        }
    });
}
