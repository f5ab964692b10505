//! The rules by which every tool changes weights, to switch.

use crate::document::Model;
use crate::edit::operator::SetSkinSettings;
use crate::editor::{Editor, Intent, ViewIntent, WeightBrush};
use crate::ui::widgets::property_row;
use eframe::egui;

/// When weights are brought to a sum of 1: what it is called and says, whether the model is edited
/// so, and whether the brush waits until its stroke ends.
const NORMALISING: [(&str, &str, bool, bool); 3] = [
    (
        "Live",
        "Weights that a tool changes are brought to a sum of 1 at once; bones that are not locked \
         share the rest.",
        true,
        false,
    ),
    (
        "After stroke",
        "The brush paints freely. When its stroke ends, the weights it changed are brought to a \
         sum of 1, the painted bone's too. All other tools do so at once.",
        true,
        true,
    ),
    ("Off", "Weights may have any sum.", false, false),
];

/// Shows the rules of the model.
pub(super) fn rules_ui(
    editor: &Editor,
    model: &Model,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let settings = &model.skin_settings;
    let unchanged = SetSkinSettings {
        model: editor.selection.model.map(|id| id.0),
        normalise: None,
        influence_limit: None,
        weld: None,
    };
    let is_after = editor.brush.normalises_after;
    property_row(ui, "Normalise", |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (name, tip, normalises, after) in NORMALISING {
            let is_chosen = settings.normalises == normalises && (!normalises || is_after == after);
            let response = ui
                .selectable_label(is_chosen, name)
                .on_hover_text(tip)
                .accessible_name(format!("Normalise: {}", name.to_lowercase()));
            if !response.clicked() || is_chosen {
                continue;
            }
            if settings.normalises != normalises {
                let operator = SetSkinSettings {
                    normalise: Some(normalises),
                    ..unchanged.clone()
                };
                intents.push(Intent::Apply(operator.into()));
            }
            if normalises && is_after != after {
                let brush = WeightBrush {
                    normalises_after: after,
                    ..editor.brush.clone()
                };
                intents.push(ViewIntent::SetBrush(Box::new(brush)).into());
            }
        }
    });
    let mut welds = settings.welds;
    let response = ui.checkbox(&mut welds, "Weld coincident vertices").on_hover_text(
        "Vertices at the same place are selected and changed as one, so that no gap opens between \
         parts.",
    );
    if response.changed() {
        let operator = SetSkinSettings {
            weld: Some(welds),
            ..unchanged.clone()
        };
        intents.push(Intent::Apply(operator.into()));
    }
    property_row(ui, "Influences", |ui| {
        let of_format = match model.format.is_mdx() {
            true => "any number (as the format)".to_owned(),
            false => "4 (as the format)".to_owned(),
        };
        let text = |limit: Option<u8>| match limit {
            None => of_format.clone(),
            Some(0) => "any number".to_owned(),
            Some(limit) => format!("at most {limit}"),
        };
        let choices = [None, Some(1), Some(2), Some(3), Some(4), Some(8), Some(0)];
        let response = egui::ComboBox::from_id_salt("influence limit")
            .selected_text(text(settings.influence_limit))
            .show_ui(ui, |ui| {
                for limit in choices {
                    let is_set = settings.influence_limit == limit;
                    if ui.selectable_label(is_set, text(limit)).clicked() && !is_set {
                        let operator = SetSkinSettings {
                            influence_limit: Some(limit.map_or(-1, i16::from)),
                            ..unchanged.clone()
                        };
                        intents.push(Intent::Apply(operator.into()));
                    }
                }
            })
            .response;
        response
            .on_hover_text("The most bones that may move a vertex a tool changed.")
            .accessible_name("Limit of influences");
    });
}
