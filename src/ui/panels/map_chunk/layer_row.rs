//! A layer of the picked map chunk: its picture, its name and how much it covers.

use crate::editor::{Editor, GroundIntent, Intent, LayerUse};
use crate::terrain::TextureLayer;
use crate::ui::ground_name::short_name;
use crate::ui::panels::GroundTexturesState;
use crate::ui::theme;
use eframe::egui;

/// Side of a thumbnail, in points.
const THUMB: f32 = 36.0;

#[allow(
    clippy::too_many_arguments,
    reason = "a row shows what it is given and keeps nothing"
)]
pub(super) fn layer_ui(
    editor: &Editor,
    index: usize,
    layer: &TextureLayer,
    name: Option<&str>,
    used: LayerUse,
    textures: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
    let shown = name.unwrap_or("?");
    ui.horizontal(|ui| {
        let read = editor.ground.texture(shown);
        let thumb = textures.thumbs.of(ui.ctx(), shown, read);
        let picture = egui::Image::new((thumb, egui::Vec2::splat(THUMB)));
        let response = ui
            .add(egui::Button::image(picture))
            .on_hover_text(format!("{shown}\nClick to paint with it."))
            .accessible_name(format!("Layer {}: {}", index + 1, short_name(shown)));
        if let Some(name) = name.filter(|_| response.clicked()) {
            intents.push(GroundIntent::Choose(name.to_owned()).into());
        }
        ui.vertical(|ui| {
            let title = match name {
                Some(name) => format!("{}  {}", index + 1, short_name(name)),
                None => format!("{}  texture {} is not listed", index + 1, layer.texture),
            };
            ui.add(egui::Label::new(title).truncate().selectable(false));
            let (text, colour) = match used.highest {
                0 if index > 0 => ("not seen anywhere".to_owned(), palette.warning),
                _ => (
                    format!("covers {:.1} %", used.share * 100.0),
                    palette.text_weak,
                ),
            };
            ui.horizontal(|ui| {
                ui.colored_label(colour, text);
                let alpha = match &layer.alpha {
                    None => "lowest".to_owned(),
                    Some(_) => layer.form.name().to_owned(),
                };
                ui.weak(alpha).on_hover_text(format!(
                    "How its alphas are stored. Flags {:#x}.",
                    layer.flags.0
                ));
            });
        });
    });
}
