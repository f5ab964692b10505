//! Which textures may go into which where a fifth one is painted.

use crate::editor::Editor;
use crate::ui::ground_name::short_name;
use crate::ui::theme;
use eframe::egui;
use std::collections::BTreeMap;

/// How many suggestions are shown.
const MOST_SUGGESTIONS: usize = 5;

/// Shows the pairs, and lets them be chosen from the textures of the map.
pub(in crate::ui) fn look_alikes_ui(
    editor: &Editor,
    pairs: &mut BTreeMap<String, String>,
    ui: &mut egui::Ui,
) {
    ui.set_width(320.0);
    if pairs.is_empty() {
        let text = "No pairs yet: nothing goes into another.";
        ui.colored_label(theme::palette(ui).warning, text);
    }
    pairs.retain(|from, into| {
        ui.horizontal(|ui| {
            let text = format!("{} goes into {}", short_name(from), short_name(into));
            ui.label(text).on_hover_text(format!("{from}\n{into}"));
            let response = ui.small_button("✕");
            let name = format!("Forget pair of {}", short_name(from));
            !response.accessible_name(name).clicked()
        })
        .inner
    });
    ui.separator();
    let used: Vec<&String> = editor
        .ground_census()
        .map(|census| census.textures.iter().map(|it| &it.name).collect())
        .unwrap_or_default();
    let id = egui::Id::unique("new pair of look-alikes");
    let mut new: [Option<String>; 2] = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    ui.horizontal(|ui| {
        for (slot, name) in new.iter_mut().zip(["Goes", "Into"]) {
            let shown = slot.as_deref().map_or(name, short_name).to_owned();
            egui::ComboBox::from_id_salt(name)
                .selected_text(shown)
                .width(116.0)
                .show_ui(ui, |ui| {
                    for texture in &used {
                        let is_it = slot.as_ref() == Some(*texture);
                        if ui.selectable_label(is_it, short_name(texture)).clicked() {
                            *slot = Some((*texture).clone());
                        }
                    }
                })
                .response
                .accessible_name(name);
        }
        let pair = match &new {
            [Some(from), Some(into)] if from != into => Some((from.clone(), into.clone())),
            _ => None,
        };
        let button = ui.add_enabled(pair.is_some(), egui::Button::new("Add"));
        let button = button.on_disabled_hover_text("Choose two different textures.");
        if let Some((from, into)) = pair.filter(|_| button.clicked()) {
            pairs.insert(from, into);
            new = [None, None];
        }
    });
    ui.data_mut(|data| data.insert_temp(id, new));
    suggestions_ui(editor, pairs, ui);
}

/// Pairs whose pictures have about the same mean colour.
fn suggestions_ui(editor: &Editor, pairs: &mut BTreeMap<String, String>, ui: &mut egui::Ui) {
    let found = editor.look_alikes();
    let fresh: Vec<_> = found
        .iter()
        .filter(|pair| !pairs.contains_key(&pair.from))
        .collect();
    if fresh.is_empty() {
        let text = match found.is_empty() {
            true => "No pictures of this map have nearly the same colour.",
            false => "All that look alike are among the pairs.",
        };
        ui.weak(text);
        return;
    }
    ui.weak("Nearly the same colour:");
    for pair in fresh.into_iter().take(MOST_SUGGESTIONS) {
        let (from, into) = (short_name(&pair.from), short_name(&pair.into));
        let response = ui
            .small_button(format!("{from} into {into}"))
            .on_hover_text(format!(
                "Mean colours are {:.0} of 255 apart. Click to add the pair.",
                pair.distance
            ));
        if response.clicked() {
            pairs.insert(pair.from.clone(), pair.into.clone());
        }
    }
}
