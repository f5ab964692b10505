//! What the header offers in the weights workspace: how weights are shown.

use crate::editor::{
    Command, Editor, Intent, Shading, ViewIntent, ViewSetting, WeightColours, WeightRamp,
    WeightView,
};
use crate::ui::header::{SHADINGS, choice};
use crate::ui::theme;
use crate::ui::widgets::command_icon;
use eframe::egui;
use egui_material_icons::icons::{
    ICON_FLIP_TO_BACK, ICON_GRAIN, ICON_GRID_4X4, ICON_LABEL, ICON_NUMBERS, ICON_SKELETON,
    ICON_WAVES,
};

const COLOURS: &[(WeightColours, &str)] = &[
    (WeightColours::OneBone, "Active bone"),
    (WeightColours::AllBones, "All bones"),
    (WeightColours::DominantBone, "Dominant bone"),
    (WeightColours::Target, "What the game gets"),
];

pub(super) const RAMPS: &[(WeightRamp, &str)] = &[
    (WeightRamp::Heat, "Heat"),
    (WeightRamp::ColourBlind, "Colour-blind"),
    (WeightRamp::Grey, "Greys"),
];

/// Shows the options of how weights are shown.
pub(super) fn weight_view_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let view = editor.view.weights;
    choice(ui, "Weights", view.colours, COLOURS, intents, |colours| {
        ViewSetting::Weights(WeightView { colours, ..view })
    });
    if view.colours == WeightColours::OneBone {
        choice(ui, "Colours", view.ramp, RAMPS, intents, |ramp| {
            ViewSetting::Weights(WeightView { ramp, ..view })
        });
    }
    let opacity = slider_ui(
        ui,
        "Opacity",
        "How much of the surface the colours cover",
        view.opacity,
        0.0..=1.0,
    );
    if let Some(opacity) = opacity {
        set(intents, WeightView { opacity, ..view });
    }
    ui.separator();
    command_icon(ui, editor, Command::ToggleVertexDots, ICON_GRAIN, intents);
    if view.shows_dots {
        command_icon(
            ui,
            editor,
            Command::ToggleDotsThrough,
            ICON_FLIP_TO_BACK,
            intents,
        );
        let [least, most] = WeightView::DOT_SIZES;
        let size = slider_ui(ui, "Size", "Size of a dot", view.dot_size, least..=most);
        if let Some(dot_size) = size {
            set(intents, WeightView { dot_size, ..view });
        }
    }
    if matches!(view.colours, WeightColours::OneBone | WeightColours::Target) {
        command_icon(
            ui,
            editor,
            Command::ToggleWeightContours,
            ICON_WAVES,
            intents,
        );
    }
    command_icon(
        ui,
        editor,
        Command::ToggleWeightWire,
        ICON_GRID_4X4,
        intents,
    );
    command_icon(
        ui,
        editor,
        Command::ToggleWeightNumbers,
        ICON_NUMBERS,
        intents,
    );
    ui.separator();
    let shading: Shading = editor.view.shading;
    choice(
        ui,
        "Shading",
        shading,
        SHADINGS,
        intents,
        ViewSetting::Shading,
    );
    command_icon(ui, editor, Command::ToggleBones, ICON_SKELETON, intents);
    command_icon(ui, editor, Command::ToggleBoneNames, ICON_LABEL, intents);
}

fn slider_ui(
    ui: &mut egui::Ui,
    name: &str,
    tooltip: &str,
    value: f32,
    range: std::ops::RangeInclusive<f32>,
) -> Option<f32> {
    let text = egui::RichText::new(name).color(theme::palette(ui).text_weak);
    let label = ui.add(egui::Label::new(text).selectable(false));
    let mut changed = value;
    ui.spacing_mut().slider_width = 70.0;
    let slider = egui::Slider::new(&mut changed, range).max_decimals(2);
    let response = ui.add(slider).on_hover_text(tooltip).labelled_by(label.id);
    response.changed().then_some(changed)
}

fn set(intents: &mut Vec<Intent>, view: WeightView) {
    intents.push(ViewIntent::Set(ViewSetting::Weights(view)).into());
}
