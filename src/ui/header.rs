//! The line below the menus: how transforms work now, and whether poses are keyed.

use crate::assets::Team;
use crate::editor::{
    AutoKey, AxesSpace, Command, Editor, GroundIntent, Intent, PivotPoint, Shading, ViewIntent,
    ViewSetting, Workspace,
};
use crate::ui::ground_header::ground_overlays_ui;
use crate::ui::theme;
use crate::ui::weight_header::weight_view_ui;
use crate::ui::widgets::command_icon;
use eframe::egui;
use egui_material_icons::icons::{
    ICON_CROP_FREE, ICON_FIBER_MANUAL_RECORD, ICON_GRID_ON, ICON_LABEL, ICON_PUSH_PIN,
    ICON_SKELETON,
};

/// Shows the options; `status` takes their place while a transform follows the mouse.
pub fn header_ui(
    editor: &Editor,
    status: Option<&str>,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.horizontal_centered(|ui| {
        if let Some(status) = status {
            ui.strong(status);
            return;
        }
        let view = &editor.view;
        if editor.shows_ground() {
            ground_ui(editor, ui, intents);
            return;
        }
        if view.workspace == Workspace::Weights {
            weight_view_ui(editor, ui, intents);
            models_ui(editor, ui, intents);
            return;
        }
        choice(
            ui,
            "Axes",
            view.axes_space,
            AXES,
            intents,
            ViewSetting::AxesSpace,
        );
        choice(
            ui,
            "Pivot",
            view.pivot_point,
            PIVOTS,
            intents,
            ViewSetting::PivotPoint,
        );
        ui.separator();
        auto_key_ui(editor, ui, intents);
        ui.separator();
        choice(
            ui,
            "Shading",
            view.shading,
            SHADINGS,
            intents,
            ViewSetting::Shading,
        );
        command_icon(ui, editor, Command::ToggleGrid, ICON_GRID_ON, intents);
        command_icon(ui, editor, Command::ToggleBones, ICON_SKELETON, intents);
        command_icon(ui, editor, Command::ToggleBoneNames, ICON_LABEL, intents);
        if editor.model().is_some_and(|model| model.format.is_mdx()) {
            warcraft_ui(editor, ui, intents);
        }
        models_ui(editor, ui, intents);
    });
}

/// What is shown of the ground, and of which map.
fn ground_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    command_icon(ui, editor, Command::ToggleGrid, ICON_GRID_ON, intents);
    let Some(shown) = editor.terrain() else {
        return;
    };
    ground_overlays_ui(editor, shown, ui, intents);
    ui.separator();
    let terrains = &editor.document().terrains;
    if terrains.len() > 1 {
        egui::ComboBox::from_id_salt("terrain")
            .selected_text(&shown.name)
            .truncate()
            .show_ui(ui, |ui| {
                for terrain in terrains {
                    let is_shown = shown.id == terrain.id;
                    if ui.selectable_label(is_shown, &terrain.name).clicked() {
                        intents.push(GroundIntent::Show(terrain.id).into());
                    }
                }
            })
            .response
            .accessible_name("Map");
    } else {
        // What is long leaves room for the size.
        let room = egui::vec2(
            (ui.available_width() - 160.0).max(80.0),
            ui.available_height(),
        );
        let row = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(room, row, |ui| {
            let name = egui::Label::new(&shown.name).selectable(false).truncate();
            ui.add(name).on_hover_text(&shown.name);
        });
    }
    let text = egui::RichText::new(shown.size_text()).color(theme::palette(ui).text_weak);
    ui.add(egui::Label::new(text).selectable(false));
}

/// Which model is shown, if there are several.
fn models_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    if editor.document().models.len() > 1 {
        ui.separator();
        model_choice_ui(editor, ui, intents);
    }
}

/// What only models of Warcraft III have: parts as nodes, collision shapes, a player's colour.
fn warcraft_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    command_icon(ui, editor, Command::ToggleParts, ICON_PUSH_PIN, intents);
    command_icon(
        ui,
        editor,
        Command::ToggleCollision,
        ICON_CROP_FREE,
        intents,
    );
    ui.separator();
    let teams: Vec<(Team, &str)> = Team::all().map(|team| (team, team.name())).collect();
    let shown = editor.view.team;
    choice(ui, "Team", shown, &teams, intents, ViewSetting::Team);
}

const AXES: &[(AxesSpace, &str)] = &[
    (AxesSpace::Local, "Local"),
    (AxesSpace::Parent, "Parent"),
    (AxesSpace::World, "World"),
    (AxesSpace::View, "View"),
];

const PIVOTS: &[(PivotPoint, &str)] = &[
    (PivotPoint::Individual, "Individual"),
    (PivotPoint::Active, "Active bone"),
    (PivotPoint::Median, "Median"),
];

pub(super) const SHADINGS: &[(Shading, &str)] = &[
    (Shading::Textured, "Textured"),
    (Shading::Solid, "Solid"),
    (Shading::Wire, "Wire"),
    (Shading::TexturedWire, "Textured + wire"),
];

/// A label and the values to choose from.
pub(super) fn choice<T: Copy + PartialEq>(
    ui: &mut egui::Ui,
    name: &str,
    current: T,
    choices: &[(T, &str)],
    intents: &mut Vec<Intent>,
    setting: impl Fn(T) -> ViewSetting,
) {
    let shown = choices.iter().find(|(value, _)| *value == current);
    let label = ui.add(
        egui::Label::new(egui::RichText::new(name).color(theme::palette(ui).text_weak))
            .selectable(false),
    );
    egui::ComboBox::from_id_salt(name)
        .selected_text(shown.map_or("", |(_, text)| text))
        .width(92.0)
        .show_ui(ui, |ui| {
            for &(value, text) in choices {
                if ui.selectable_label(value == current, text).clicked() {
                    intents.push(ViewIntent::Set(setting(value)).into());
                }
            }
        })
        .response
        .labelled_by(label.id);
}

/// The auto-key switch: red and filled while it is on, so that nobody keys without knowing.
fn auto_key_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let palette = theme::palette(ui);
    let (text, tooltip) = match editor.view.auto_key {
        AutoKey::Off => (
            "Auto-key off",
            "Poses set no keyframes: press I to key them. Click to key every pose.",
        ),
        AutoKey::Add => (
            "AUTO-KEY ON",
            "Every pose sets keyframes at the playhead. Click to change only those there are.",
        ),
        AutoKey::ReplaceOnly => (
            "AUTO-KEY: REPLACE",
            "Poses change keyframes that are there and add none. Click to switch off.",
        ),
    };
    let is_on = editor.view.auto_key != AutoKey::Off;
    let (fill, ink) = if is_on {
        (palette.error, palette.well)
    } else {
        (palette.button, palette.text)
    };
    let icon =
        ICON_FIBER_MANUAL_RECORD
            .rich_text()
            .color(if is_on { ink } else { palette.text_weak });
    let label = egui::RichText::new(text).color(ink);
    let response = ui
        .add(egui::Button::new((icon, label)).fill(fill))
        .on_hover_text(tooltip)
        .accessible_name(text);
    if response.clicked() {
        let next = match editor.view.auto_key {
            AutoKey::Off => AutoKey::Add,
            AutoKey::Add => AutoKey::ReplaceOnly,
            AutoKey::ReplaceOnly => AutoKey::Off,
        };
        intents.push(ViewIntent::Set(ViewSetting::AutoKey(next)).into());
    }
    if let Some(unkeyed) = editor.unkeyed_pose() {
        let count = unkeyed.bones.len();
        let text = format!(
            "Unkeyed pose: {count} {}",
            if count == 1 { "bone" } else { "bones" }
        );
        ui.add(
            egui::Label::new(egui::RichText::new(text).color(palette.warning)).selectable(false),
        )
        .on_hover_text("Press I to key it. It is dropped when the playhead moves.");
    }
}

fn model_choice_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let shown = editor.model().map_or("", |model| model.title.as_str());
    egui::ComboBox::from_id_salt("model")
        .selected_text(shown)
        .show_ui(ui, |ui| {
            for model in &editor.document().models {
                let is_shown = editor.selection.model == Some(model.id);
                if ui.selectable_label(is_shown, &model.title).clicked() {
                    intents.push(ViewIntent::SelectModel(model.id).into());
                }
            }
        })
        .response
        .accessible_name("Model");
}
