//! Which variation painted corners get, with its picture.

use super::field::labelled;
use super::tool_settings::choice_ui;
use crate::edit::VariationArgument;
use crate::editor::{Editor, GroundToolSettings};
use crate::render::atlas_stand_in;
use crate::terrain::{AtlasKind, atlas_place, full_cell};
use crate::ui::theme;
use eframe::egui::{self, ColorImage, TextureHandle};
use image::RgbaImage;

/// Side of a cell of the pattern that stands for a texture that was not found, in texels.
const STAND_IN: u32 = 64;

/// The picture that is shown, and of what.
#[derive(Clone)]
struct Shown {
    of: (u64, String, u8),
    picture: TextureHandle,
}

/// Shows the choice of variations.
pub(super) fn variation_ui(editor: &Editor, tools: &mut GroundToolSettings, ui: &mut egui::Ui) {
    let fixed = match tools.variation {
        VariationArgument::Fixed(number) => number,
        _ => 0,
    };
    let choices = [
        (
            VariationArgument::Random,
            "Vary by chance",
            "Each corner gets a variation by chance, as often as the game has each.",
        ),
        (
            VariationArgument::Keep,
            "Keep variation",
            "Corners keep the variation that they have.",
        ),
        (
            VariationArgument::Fixed(fixed),
            "One variation",
            "All corners get the same; Alt+click picks it from the ground with its type.",
        ),
    ];
    choice_ui(ui, "Variation", &choices, &mut tools.variation);
    let VariationArgument::Fixed(number) = &mut tools.variation else {
        return;
    };
    let field = egui::DragValue::new(number)
        .range(0..=GroundToolSettings::VARIATIONS - 1)
        .speed(0.05);
    labelled(
        ui,
        "No.",
        "0 to 15 are those of an extended texture; 16 and 17 are plain.",
        field,
    );
    let Some(texture) = &editor.ground_view.texture else {
        return;
    };
    let of = (editor.ground.revision, texture.clone(), *number);
    let id = egui::Id::unique("picture of the variation");
    let shown = ui.data(|data| data.get_temp::<Shown>(id));
    let shown = shown.filter(|shown| shown.of == of).unwrap_or_else(|| {
        let image = cell_picture(editor, texture, *number);
        let options = egui::TextureOptions::LINEAR;
        let picture = ui.ctx().load_texture("variation", image, options);
        let shown = Shown { of, picture };
        ui.data_mut(|data| data.insert_temp(id, shown.clone()));
        shown
    });
    let size = egui::Vec2::splat(theme::ROW_HEIGHT);
    ui.add(egui::Image::new((shown.picture.id(), size)))
        .on_hover_ui(|ui| {
            ui.image((shown.picture.id(), egui::Vec2::splat(96.0)));
        });
}

/// The cell of a ground type that a variation shows.
fn cell_picture(editor: &Editor, texture: &str, variation: u8) -> ColorImage {
    let read = editor.ground.texture(texture);
    let picture = read.and_then(|read| read.picture.as_ref().ok());
    let atlas = picture.and_then(|picture| {
        RgbaImage::from_raw(picture.width, picture.height, picture.rgba.clone())
    });
    let atlas = atlas.filter(|atlas| atlas.width() >= 4 && atlas.height() >= 4);
    let atlas = atlas.unwrap_or_else(|| atlas_stand_in(texture, STAND_IN));
    let side = atlas.height() / 4;
    let kind = if atlas.width() >= atlas.height() * 2 {
        AtlasKind::Extended
    } else {
        AtlasKind::Plain
    };
    let (column, row) = atlas_place(full_cell(variation, kind));
    let (x, y) = (u32::from(column) * side, u32::from(row) * side);
    let mut cell = image::imageops::crop_imm(&atlas, x, y, side, side).to_image();
    for pixel in cell.pixels_mut() {
        // A cell that covers its tile hides all below.
        pixel.0[3] = 255;
    }
    ColorImage::from_rgba_unmultiplied([side as usize; 2], cell.as_raw())
}
