//! A small picture of the work beside its journal, for the list of what can be recovered.

use crate::editor::Editor;
use eframe::egui;
use std::path::Path;

/// The longer side of the picture, in pixels.
const SIDE: u32 = 352;

/// Takes a picture of the viewport, which is at `pane`, if the editor wants one.
pub(super) fn update(editor: &mut Editor, pane: Option<egui::Rect>, ctx: &egui::Context) {
    // A dialog over the model says nothing about the work.
    if editor.recovery.is_asking || editor.question().is_some() {
        return;
    }
    let journal = editor.journal();
    let (Some(picture), Some(journal)) = (journal.picture_due(), journal.path()) else {
        return;
    };
    let journal = journal.to_owned();
    editor.journal_mut().picture_taken();
    let scale = ctx.pixels_per_point();
    ctx.request_screenshot(move |image| {
        // Making it small takes longer than a frame should.
        rayon::spawn(move || {
            // Saved in the meantime: nobody would remove the picture.
            if !journal.exists() {
                return;
            }
            if let Err(error) = write(&image, pane.map(|pane| pane * scale), &picture) {
                tracing::warn!("{}: no picture: {error}", picture.display());
            }
        });
    });
}

/// Writes the part of a picture that is in `pane`, made small.
fn write(image: &egui::ColorImage, pane: Option<egui::Rect>, path: &Path) -> Result<(), String> {
    let [width, height] = image.size.map(|side| u32::try_from(side).unwrap_or(0));
    let bytes: Vec<u8> = image
        .pixels
        .iter()
        .flat_map(|pixel| pixel.to_array())
        .collect();
    let picture = image::RgbaImage::from_raw(width, height, bytes).ok_or("it has no pixels")?;
    // The window may have become smaller since; what is outside the picture is left out.
    let picture = match pane {
        Some(pane) => {
            let [x, y, w, h] = [pane.min.x, pane.min.y, pane.width(), pane.height()];
            let [x, y, w, h] = [x, y, w, h].map(|pixels| pixels.max(0.0) as u32);
            image::imageops::crop_imm(&picture, x, y, w, h).to_image()
        }
        None => picture,
    };
    let (width, height) = picture.dimensions();
    if width == 0 || height == 0 {
        return Err("the viewport is not shown".to_owned());
    }
    let scale = f64::from(SIDE) / f64::from(width.max(height).max(1));
    let side = |pixels: u32| ((f64::from(pixels) * scale) as u32).max(1);
    let small = image::imageops::thumbnail(&picture, side(width), side(height));
    small.save(path).map_err(|error| error.to_string())
}
