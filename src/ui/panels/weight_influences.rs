//! The bones that move the selected vertices, with their weights to drag or type.

use super::weights::{WeightsState, buttons_ui};
use crate::document::Model;
use crate::edit::Operator;
use crate::edit::operator::{LockBones, SetVertexWeight};
use crate::editor::{
    Command, Editor, Intent, SelectMode, ViewIntent, ViewSetting, WeightTools, bone_label,
};
use crate::skeleton::BoneId;
use crate::ui::theme;
use crate::ui::widgets::number_field;
use eframe::egui;
use egui_material_icons::icons::{ICON_LOCK, ICON_LOCK_OPEN};

/// Sums nearer to 1 than this are shown as 1.
const NEAR_ONE: f32 = 5e-4;
/// Weights nearer to each other than this are shown as one number.
const SAME: f32 = 5e-4;
/// Width of a weight's field, and of the bar before it.
const FIELD_WIDTH: f32 = 60.0;
const BAR_WIDTH: f32 = 48.0;

/// The weight of a bone over several vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BoneShare {
    bone: BoneId,
    sum: f64,
    least: f32,
    most: f32,
    count: usize,
}

/// The bones that move the selected vertices: worked out again only when something changed.
#[derive(Debug, Default)]
pub struct InfluenceRows {
    vertices: Vec<u32>,
    revision: Option<u64>,
    shares: Vec<BoneShare>,
    total: f64,
}

impl InfluenceRows {
    /// Brings the rows up to date. They keep their order while weights change, so that none slips
    /// away under the mouse.
    pub(super) fn refresh(&mut self, editor: &Editor) {
        let selected = editor.selection.vertices();
        let is_new_selection = self.vertices != selected;
        if !is_new_selection && self.revision == Some(editor.document_revision()) {
            return;
        }
        self.revision = Some(editor.document_revision());
        if is_new_selection {
            self.vertices = selected.to_vec();
            self.shares.clear();
        }
        for share in &mut self.shares {
            (share.sum, share.least, share.most, share.count) = (0.0, f32::INFINITY, 0.0, 0);
        }
        self.total = 0.0;
        let Some(model) = editor.model() else {
            return;
        };
        for &vertex in selected {
            for influence in model.vertices.influences.of(vertex as usize) {
                self.add(influence.bone, influence.weight);
            }
        }
        for share in &mut self.shares {
            if share.count < selected.len() {
                share.least = 0.0;
            }
        }
        if is_new_selection {
            self.shares.sort_by(|a, b| b.sum.total_cmp(&a.sum));
        }
    }

    /// Whether a bone moves one of the vertices.
    pub(super) fn has(&self, bone: BoneId) -> bool {
        let mut shares = self.shares.iter();
        shares.any(|share| share.bone == bone && share.count > 0)
    }

    fn add(&mut self, bone: BoneId, weight: f32) {
        self.total += f64::from(weight);
        let known = self.shares.iter_mut().find(|share| share.bone == bone);
        match known {
            Some(share) => {
                share.sum += f64::from(weight);
                share.least = share.least.min(weight);
                share.most = share.most.max(weight);
                share.count += 1;
            }
            None => self.shares.push(BoneShare {
                bone,
                sum: f64::from(weight),
                least: weight,
                most: weight,
                count: 1,
            }),
        }
    }

    fn mean_sum(&self) -> f32 {
        (self.total / self.vertices.len().max(1) as f64) as f32
    }

    /// The rows to show: the active bone is there even without weight, to give it some.
    fn shown(&self, active: Option<BoneId>) -> Vec<BoneShare> {
        let mut shown = self.shares.clone();
        if let Some(bone) = active
            && shown.iter().all(|share| share.bone != bone)
        {
            shown.push(BoneShare {
                bone,
                sum: 0.0,
                least: 0.0,
                most: 0.0,
                count: 0,
            });
        }
        shown
    }
}

/// Shows who moves the selected vertices.
pub(super) fn influences_ui(
    editor: &Editor,
    model: &Model,
    state: &mut WeightsState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    state.rows.refresh(editor);
    let count = state.rows.vertices.len();
    if count == 0 {
        ui.weak("Select vertices to see and set who moves them. Tools work on all that are shown.");
        buttons_ui(editor, &[Command::SelectAllVertices], ui, intents);
        return;
    }
    ui.weak(match count {
        1 => format!(
            "Vertex {}",
            state.rows.vertices.first().copied().unwrap_or(0)
        ),
        count => format!("{count} vertices, means"),
    });
    for share in state.rows.shown(editor.selection.active_bone()) {
        bone_row_ui(editor, model, share, state, ui, intents);
    }
    sum_ui(state.rows.mean_sum(), ui);
    let tools = editor.view.weight_tools;
    let mut is_exact = tools.is_exact;
    let response = ui
        .checkbox(&mut is_exact, "Exact: others stay")
        .on_hover_text("A weight that is set leaves all others as they are, whatever the sum.");
    if response.changed() {
        let tools = WeightTools { is_exact, ..tools };
        intents.push(ViewIntent::Set(ViewSetting::WeightTools(tools)).into());
    }
    let clipboard = [
        Command::CopyWeights,
        Command::PasteWeights,
        Command::PasteAverageWeights,
    ];
    buttons_ui(editor, &clipboard, ui, intents);
}

fn bone_row_ui(
    editor: &Editor,
    model: &Model,
    share: BoneShare,
    state: &mut WeightsState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
    let name = bone_label(model, share.bone);
    let is_locked = model.skin_settings.locked_bones.contains(&share.bone);
    let vertices = state.rows.vertices.len();
    let mean = (share.sum / vertices.max(1) as f64) as f32;
    let is_mixed = share.most - share.least > SAME;
    ui.horizontal(|ui| {
        ui.set_min_height(theme::ROW_HEIGHT);
        ui.spacing_mut().item_spacing.x = 4.0;
        lock_ui(model, share.bone, ui, intents);
        let is_active = editor.selection.active_bone() == Some(share.bone);
        let text = egui::RichText::new(&name).color(if is_active {
            palette.accent
        } else {
            palette.text
        });
        let width = (ui.available_width() - FIELD_WIDTH - BAR_WIDTH - 12.0).max(24.0);
        let size = egui::vec2(width, theme::ROW_HEIGHT);
        let label = egui::Label::new(text)
            .truncate()
            .selectable(false)
            .sense(egui::Sense::click());
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let response = ui
            .allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_width(width);
                ui.add(label)
            })
            .inner
            .on_hover_text(format!("{name}: click to work on this bone"));
        if response.clicked() {
            intents.push(
                ViewIntent::SelectBones {
                    bones: vec![share.bone],
                    mode: SelectMode::Replace,
                }
                .into(),
            );
        }
        bar_ui(share, mean, ui);
        ui.add_enabled_ui(!is_locked, |ui| {
            ui.set_max_width(FIELD_WIDTH);
            let shown = (!is_mixed).then_some(f64::from(mean));
            let field = format!("Weight of {name}");
            let event = number_field(ui, &field, shown, 0.005, None, "");
            let operator = |value| Some(set_weight(editor, share.bone, value));
            state.preview(editor, event, operator, intents);
        })
        .response
        .on_disabled_hover_text("Its weights are locked; click the lock to change them.");
    });
}

/// A bar as long as the mean weight, lighter up to the highest.
fn bar_ui(share: BoneShare, mean: f32, ui: &mut egui::Ui) {
    let palette = theme::palette(ui);
    let size = egui::vec2(BAR_WIDTH, theme::ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let bar = rect.shrink2(egui::vec2(0.0, 8.0));
    let up_to = |weight: f32| {
        let width = bar.width() * weight.clamp(0.0, 1.0);
        egui::Rect::from_min_size(bar.min, egui::vec2(width, bar.height()))
    };
    ui.painter().rect_filled(bar, 2.0, palette.well);
    ui.painter()
        .rect_filled(up_to(share.most), 2.0, palette.button_hovered);
    ui.painter().rect_filled(up_to(mean), 2.0, palette.accent);
    response.on_hover_text(format!(
        "From {:.3} to {:.3}, mean {mean:.3}",
        share.least.min(share.most),
        share.most
    ));
}

/// The lock of a bone: what no tool changes.
pub(super) fn lock_ui(model: &Model, bone: BoneId, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let is_locked = model.skin_settings.locked_bones.contains(&bone);
    let palette = theme::palette(ui);
    let (icon, verb, colour) = if is_locked {
        (ICON_LOCK, "Unlock", palette.warning)
    } else {
        (ICON_LOCK_OPEN, "Lock", palette.text_weak)
    };
    let text = icon.rich_text().size(14.0).color(colour);
    let response = ui
        .add(egui::Button::new(text).frame(false))
        .on_hover_text(format!("{verb}: no tool changes weights of a locked bone"))
        .accessible_name(format!("{verb} weights of {}", bone_label(model, bone)));
    if response.clicked() {
        let operator = LockBones {
            model: Some(model.id.0),
            bones: vec![bone.into()],
            locked: !is_locked,
        };
        intents.push(Intent::Apply(operator.into()));
    }
}

/// The sum of the weights, and what is missing or too much.
fn sum_ui(sum: f32, ui: &mut egui::Ui) {
    let palette = theme::palette(ui);
    let missing = 1.0 - sum;
    let (text, colour) = if missing > NEAR_ONE {
        (
            format!("{missing:.2} missing: stays at the bind pose"),
            palette.warning,
        )
    } else if missing < -NEAR_ONE {
        (
            format!("{:.2} too much: is scaled down to 1", -missing),
            palette.warning,
        )
    } else {
        ("whole".to_owned(), palette.text_weak)
    };
    ui.horizontal(|ui| {
        ui.set_min_height(theme::ROW_HEIGHT);
        ui.label(format!("Sum {sum:.2}"));
        ui.add(egui::Label::new(egui::RichText::new(text).color(colour)).truncate());
    });
}

fn set_weight(editor: &Editor, bone: BoneId, value: f32) -> Operator {
    SetVertexWeight {
        model: editor.selection.model.map(|id| id.0),
        bone: bone.into(),
        vertices: editor.selection.vertices().to_vec(),
        weight: value.clamp(0.0, 1.0),
        exact: editor.view.weight_tools.is_exact,
    }
    .into()
}
