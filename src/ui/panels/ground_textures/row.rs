//! A texture of the list: its picture, its star, its name and how much it covers.

use super::panel::GroundTexturesState;
use super::row_menu::row_menu_ui;
use crate::editor::{Editor, GroundIntent, Intent};
use crate::ui::ground_name::short_name;
use crate::ui::theme;
use eframe::egui;
use egui_material_icons::icons::ICON_STAR;

/// Side of a thumbnail in the list, in points.
const THUMB: f32 = 40.0;

/// Shows a texture; a click paints with it, a right click lists what else can be done.
pub(super) fn row_ui(
    name: &str,
    detail: &str,
    editor: &Editor,
    state: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
    let read = editor.ground.texture(name);
    let thumb = state.thumbs.of(ui.ctx(), name, read);
    let chosen = editor.ground_view.texture.as_deref();
    let is_chosen = chosen.is_some_and(|chosen| chosen.eq_ignore_ascii_case(name));
    let is_favourite = editor.ground_view.favourites.contains(name);
    let missing = read.and_then(|read| read.picture.as_ref().err());
    ui.horizontal(|ui| {
        let picture = egui::Image::new((thumb, egui::Vec2::splat(THUMB)));
        let button = egui::Button::image(picture).selected(is_chosen);
        let tip = match missing {
            Some(reason) => format!("{name}\nIts picture is missing: {reason}"),
            None => name.to_owned(),
        };
        let response = ui
            .add(button)
            .on_hover_text(tip)
            .accessible_name(format!("Paint with {}", short_name(name)));
        response.context_menu(|ui| row_menu_ui(editor, name, ui, intents));
        if response.clicked() {
            intents.push(GroundIntent::Choose(name.to_owned()).into());
        }
        let label = match is_favourite {
            true => format!("No favourite: {}", short_name(name)),
            false => format!("Favourite: {}", short_name(name)),
        };
        let colour = match is_favourite {
            true => palette.accent,
            false => palette.line,
        };
        let star = ICON_STAR.rich_text().size(theme::ICON_SIZE).color(colour);
        let response = ui
            .add(egui::Button::new(star).frame(false))
            .on_hover_text("Keeps the texture at hand, in every map.")
            .accessible_name(label);
        if response.clicked() {
            intents.push(GroundIntent::ToggleFavourite(name.to_owned()).into());
        }
        ui.vertical(|ui| {
            let colour = match missing {
                Some(_) => palette.warning,
                None => palette.text,
            };
            let text = egui::RichText::new(short_name(name)).color(colour);
            ui.add(egui::Label::new(text).truncate().selectable(false));
            if !detail.is_empty() {
                ui.weak(detail);
            }
        });
    });
}
