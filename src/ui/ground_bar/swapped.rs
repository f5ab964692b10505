//! Which texture a replacing brush takes away.

use crate::editor::{Editor, GroundBrush};
use crate::ui::ground_name::short_name;
use crate::ui::theme;
use eframe::egui;

/// Shows which texture is replaced, to choose from those of the map.
pub(super) fn swapped_ui(editor: &Editor, brush: &mut GroundBrush, ui: &mut egui::Ui) {
    let colour = theme::palette(ui).text_weak;
    ui.add(egui::Label::new(egui::RichText::new("in place of").color(colour)).selectable(false));
    let shown = brush.swapped.as_deref().map_or("choose…", short_name);
    egui::ComboBox::from_id_salt("swapped")
        .selected_text(shown.to_owned())
        .width(130.0)
        .show_ui(ui, |ui| {
            let textures = editor.ground_census().map(|census| &census.textures);
            for texture in textures
                .into_iter()
                .flatten()
                .filter(|it| it.place_count > 0)
            {
                let is_it = brush.swapped.as_ref() == Some(&texture.name);
                let response = ui.selectable_label(is_it, short_name(&texture.name));
                if response.on_hover_text(&texture.name).clicked() {
                    brush.swapped = Some(texture.name.clone());
                }
            }
        })
        .response
        .on_hover_text("The texture that the brush takes away.")
        .accessible_name("Replaced texture");
}
