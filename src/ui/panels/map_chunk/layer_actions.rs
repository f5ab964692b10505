//! What can be done with a layer of the picked map chunk.

use crate::edit::operator::{
    MergeTextureLayers, MoveTextureLayer, RemoveTextureLayer, SwapTexture,
};
use crate::edit::{GroundScope, Operator};
use crate::editor::{Editor, Intent};
use crate::terrain::ChunkPlace;
use crate::ui::ground_name::short_name;
use eframe::egui;

/// A layer of the map chunk, and the one below it.
pub(super) struct LayerRow<'a> {
    pub index: usize,
    pub count: usize,
    pub name: &'a str,
    pub below: Option<&'a str>,
}

/// What can be done with a layer of the map chunk.
pub(super) fn actions_ui(
    editor: &Editor,
    place: ChunkPlace,
    row: &LayerRow<'_>,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let terrain = editor.terrain().map(|terrain| terrain.id.0);
    let (scope, texture) = (GroundScope::from(place), row.name.to_owned());
    let short = short_name(row.name);
    let mut asked: Option<Operator> = None;
    let button = |ui: &mut egui::Ui, is_on: bool, text: &str, tip: &str| {
        let response = ui.add_enabled(is_on, egui::Button::new(text).small());
        let response = response.on_hover_text(tip);
        response
            .accessible_name(format!("{text}: {short}"))
            .clicked()
    };
    ui.horizontal_wrapped(|ui| {
        let move_to = |to: usize| -> Operator {
            MoveTextureLayer {
                terrain,
                texture: texture.clone(),
                to: u32::try_from(to).unwrap_or(u32::MAX),
                scope: scope.clone(),
            }
            .into()
        };
        let tip = "Puts the layer under the one below it; the ground looks the same.";
        if button(ui, row.index > 0, "Lower", tip) {
            asked = Some(move_to(row.index.saturating_sub(1)));
        }
        let tip = "Puts the layer over the one above it; the ground looks the same.";
        if button(ui, row.index + 1 < row.count, "Higher", tip) {
            asked = Some(move_to(row.index + 1));
        }
        let tip = "Gives its share to the layer below it, whose texture stays.";
        if button(ui, row.below.is_some(), "Merge", tip) {
            asked = row.below.map(|below| {
                MergeTextureLayers {
                    terrain,
                    from: texture.clone(),
                    into: below.to_owned(),
                    scope: scope.clone(),
                }
                .into()
            });
        }
        let chosen = editor.ground_view.texture.as_deref();
        let other = chosen.filter(|chosen| !chosen.eq_ignore_ascii_case(row.name));
        let tip = "Puts the chosen texture in its place.";
        if button(ui, other.is_some(), "Swap", tip) {
            asked = other.map(|other| {
                SwapTexture {
                    terrain,
                    from: texture.clone(),
                    to: other.to_owned(),
                    scope: scope.clone(),
                }
                .into()
            });
        }
        let tip = "Takes the layer off; the others fill up in proportion.";
        if button(ui, row.count > 1, "Remove", tip) {
            asked = Some(
                RemoveTextureLayer {
                    terrain,
                    texture: texture.clone(),
                    scope: scope.clone(),
                }
                .into(),
            );
        }
    });
    intents.extend(asked.map(Intent::Apply));
}
