//! What the brush touches within its outline: a picture, how it is stretched and turned, and spray.

use super::field::labelled;
use crate::brush::{MadeTip, TipPicture};
use crate::edit::TipPictureArgument;
use crate::editor::{Command, Editor, GroundTipSettings, Intent, SpraySettings, TipTurning};
use crate::ui::theme;
use crate::ui::widgets::command_button;
use eframe::egui::{self, Sense, Stroke, TextureHandle, Vec2};

/// Side of the picture of a button, in points.
const BUTTON_SIDE: f32 = 40.0;

/// How the brush may turn, with names and what they mean.
const TURNINGS: [(TipTurning, &str, &str); 3] = [
    (TipTurning::Fixed, "Fixed", "It keeps its angle."),
    (
        TipTurning::Along,
        "Along stroke",
        "It turns with the way of the stroke.",
    ),
    (
        TipTurning::Random,
        "Random",
        "Each dab is turned by chance.",
    ),
];

/// Shows what the brush touches within its outline.
pub(super) fn tip_ui(
    editor: &Editor,
    tip: &mut GroundTipSettings,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.set_width(236.0);
    pictures_ui(editor, tip, ui, intents);
    ui.separator();
    turn_ui(tip, ui);
    ui.separator();
    spray_ui(tip, ui);
}

fn pictures_ui(
    editor: &Editor,
    tip: &mut GroundTipSettings,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let own = matches!(tip.picture, Some(TipPictureArgument::Grey(_)));
    let shown = match &tip.picture {
        None => "none",
        Some(TipPictureArgument::Grey(_)) if tip.picture_name.is_empty() => "from a file",
        Some(TipPictureArgument::Grey(_)) => tip.picture_name.as_str(),
        Some(made) => MadeTip::ALL
            .into_iter()
            .find(|tip| TipPictureArgument::from(*tip) == *made)
            .map_or("", MadeTip::title),
    };
    ui.horizontal(|ui| {
        ui.label("Picture");
        let weak = theme::palette(ui).text_weak;
        ui.add(egui::Label::new(egui::RichText::new(shown).color(weak)).truncate());
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if picture_button(ui, None, "No picture", tip.picture.is_none()) {
            tip.picture = None;
        }
        for made in MadeTip::ALL {
            let argument = TipPictureArgument::from(made);
            let is_chosen = tip.picture.as_ref() == Some(&argument);
            if picture_button(ui, Some(&argument), made.title(), is_chosen) {
                tip.picture = Some(argument);
            }
        }
    });
    ui.horizontal(|ui| {
        command_button(ui, editor, Command::LoadBrushPicture, intents);
        if own {
            let name = tip.picture_name.clone();
            picture_button(ui, tip.picture.as_ref(), &name, true);
        }
    });
}

/// A button with the picture of a brush; whether it was clicked.
fn picture_button(
    ui: &mut egui::Ui,
    argument: Option<&TipPictureArgument>,
    name: &str,
    is_chosen: bool,
) -> bool {
    let palette = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(BUTTON_SIDE), Sense::click());
    let response = response
        .on_hover_text(name)
        .accessible_name(format!("Brush picture: {}", name.to_lowercase()));
    let back = match (is_chosen, response.hovered()) {
        (true, _) => palette.selection,
        (false, true) => palette.button_hovered,
        (false, false) => palette.well,
    };
    ui.painter().rect_filled(rect, 3.0, back);
    if response.has_focus() {
        let edge = Stroke::new(1.0, palette.accent);
        ui.painter()
            .rect_stroke(rect, 3.0, edge, egui::StrokeKind::Inside);
    }
    let plot = rect.shrink(4.0);
    match argument.and_then(|argument| thumbnail(ui, argument)) {
        Some((texture, [width, height])) => {
            let longest = width.max(height).max(1) as f32;
            let size = Vec2::new(width as f32, height as f32) / longest * plot.width();
            let area = egui::Rect::from_center_size(plot.center(), size);
            let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            ui.painter().image(texture, area, whole, palette.text);
        }
        None => {
            let stroke = Stroke::new(1.5, palette.text_weak);
            let radius = plot.width() * 0.36;
            ui.painter().circle_stroke(plot.center(), radius, stroke);
        }
    }
    response.clicked()
}

/// Pictures of brushes as textures, as many as fit into a menu.
#[derive(Clone, Default)]
struct Thumbnails(Vec<(TipPictureArgument, TextureHandle, [usize; 2])>);

/// How many pictures are kept as textures.
const MOST_THUMBNAILS: usize = 8;

/// The picture of a brush as a texture, made when it is first shown.
fn thumbnail(
    ui: &egui::Ui,
    argument: &TipPictureArgument,
) -> Option<(egui::TextureId, [usize; 2])> {
    let id = egui::Id::unique("pictures of brushes");
    let mut made = ui.data_mut(|data| data.get_temp::<Thumbnails>(id).unwrap_or_default());
    let found = made.0.iter().find(|(known, ..)| known == argument);
    if let Some((_, texture, size)) = found {
        return Some((texture.id(), *size));
    }
    let picture: TipPicture = argument.picture().ok()?;
    let size = picture.size();
    // White where it paints, see-through where it does not.
    let pixels = picture
        .shades()
        .iter()
        .map(|shade| theme::RING_LIGHT.gamma_multiply_u8(*shade));
    let image = egui::ColorImage::new(size, pixels.collect());
    let options = egui::TextureOptions::LINEAR;
    let texture = ui.ctx().load_texture("brush picture", image, options);
    let kept = made.0.len().saturating_sub(MOST_THUMBNAILS - 1);
    made.0.drain(..kept);
    let shown = (texture.id(), size);
    made.0.push((argument.clone(), texture, size));
    ui.data_mut(|data| data.insert_temp(id, made));
    Some(shown)
}

fn turn_ui(tip: &mut GroundTipSettings, ui: &mut egui::Ui) {
    let mut percent = tip.aspect * 100.0;
    ui.horizontal(|ui| {
        let [least, most] = GroundTipSettings::ASPECTS;
        let field = egui::DragValue::new(&mut percent)
            .range(least * 100.0..=most * 100.0)
            .speed(0.5)
            .suffix(" %")
            .max_decimals(0);
        let about = "How wide the brush is across, as a share of its radius.";
        labelled(ui, "Width", about, field);
        let field = egui::DragValue::new(&mut tip.angle_deg)
            .range(-360.0..=360.0)
            .speed(0.5)
            .suffix("°")
            .max_decimals(0);
        let about = "How far the brush is turned, counterclockwise as seen from above; 0 lies \
                     west to east.";
        labelled(ui, "Angle", about, field);
    });
    tip.aspect = percent / 100.0;
    ui.horizontal(|ui| {
        for (turning, name, about) in TURNINGS {
            let response = ui.selectable_label(tip.turning == turning, name);
            if response.on_hover_text(about).clicked() {
                tip.turning = turning;
            }
        }
    });
    let mut percent = tip.scale_jitter * 100.0;
    ui.horizontal(|ui| {
        let field = egui::DragValue::new(&mut percent)
            .range(0.0..=100.0)
            .speed(0.5)
            .suffix(" %")
            .max_decimals(0);
        let about = "How much smaller dabs may be by chance.";
        labelled(ui, "Size jitter", about, field);
    });
    tip.scale_jitter = percent / 100.0;
}

fn spray_ui(tip: &mut GroundTipSettings, ui: &mut egui::Ui) {
    let mut is_on = tip.spray.is_some();
    ui.checkbox(&mut is_on, "Spray")
        .on_hover_text("Breaks the brush up into flecks by chance.");
    if !is_on {
        tip.spray = None;
        return;
    }
    let spray = tip.spray.get_or_insert_with(SpraySettings::default);
    let [least, most] = GroundTipSettings::FLECKS;
    ui.horizontal(|ui| {
        let rows = [
            (
                "Density",
                "The share of the flecks that are there.",
                &mut spray.density,
                0.0..=1.0,
            ),
            (
                "Core",
                "The part of the way to the edge within which all is whole.",
                &mut spray.core,
                0.0..=1.0,
            ),
            (
                "Fleck",
                "How large a fleck is, as a share of the radius.",
                &mut spray.fleck,
                least..=most,
            ),
        ];
        for (name, about, value, range) in rows {
            let field = egui::DragValue::new(value)
                .range(range)
                .speed(0.005)
                .max_decimals(3);
            labelled(ui, name, about, field);
        }
    });
}
