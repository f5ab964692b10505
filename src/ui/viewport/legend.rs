//! The legend of weight colours, in the corner of the viewport.

use super::labels::Page;
use crate::editor::{WeightColours, Workspace, bone_label};
use crate::render::WeightRamp;
use crate::ui::theme;
use eframe::egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Vec2};

/// Space around the legend, in points.
const MARGIN: f32 = 10.0;
const PADDING: f32 = 8.0;
const WIDTH: f32 = 190.0;
const BAR_HEIGHT: f32 = 12.0;
const LINE_HEIGHT: f32 = 16.0;
const SWATCH: Vec2 = Vec2::new(22.0, 11.0);
/// Below this the pane has no room for a legend, in points.
const LEAST_PANE: Vec2 = Vec2::new(320.0, 220.0);
/// Width of a stripe of the hatch, in points.
const STRIPE: f32 = 4.0;
/// Parts of the bar; each mixes its two ends evenly.
const BAR_PARTS: usize = 24;

/// A colour that stands for something else than a weight.
#[derive(Clone, Copy, PartialEq)]
enum Swatch {
    Hatch,
    Missing,
    Bare,
}

/// Says what the colours of the skin mean.
pub(super) fn paint_legend(page: &Page<'_>) {
    let (view, pane) = (&page.editor.view, page.view.rect);
    let is_small = pane.width() < LEAST_PANE.x || pane.height() < LEAST_PANE.y;
    if view.workspace != Workspace::Weights || is_small {
        return;
    }
    let colours = view.weights.colours;
    let rows: &[(Swatch, &str)] = match colours {
        WeightColours::OneBone => &[
            (Swatch::Hatch, "exactly 0"),
            (Swatch::Bare, "no weights at all"),
        ],
        WeightColours::AllBones => &[
            (Swatch::Missing, "weight missing to 1"),
            (Swatch::Bare, "no weights at all"),
        ],
        WeightColours::DominantBone => &[(Swatch::Bare, "no weights at all")],
        WeightColours::Target => &[(Swatch::Hatch, "not moved at all")],
    };
    let has_bar = matches!(colours, WeightColours::OneBone | WeightColours::Target);
    let bar_height = if has_bar {
        BAR_HEIGHT + LINE_HEIGHT + 4.0
    } else {
        0.0
    };
    let lines = (1 + rows.len()) as f32 * LINE_HEIGHT;
    let size = Vec2::new(WIDTH, 2.0 * PADDING + lines + 2.0 + bar_height);
    let place = Rect::from_min_size(pane.right_bottom() - size - Vec2::splat(MARGIN), size);
    let ground = page.palette.well.gamma_multiply(0.82);
    page.painter.rect_filled(place, 4.0, ground);
    let mut at = place.min + Vec2::splat(PADDING);
    paint_title(page, at);
    at.y += LINE_HEIGHT + 2.0;
    if has_bar {
        let width = WIDTH - 2.0 * PADDING;
        paint_bar(page, Rect::from_min_size(at, Vec2::new(width, BAR_HEIGHT)));
        at.y += bar_height;
    }
    for &(swatch, text) in rows {
        paint_swatch(page, Rect::from_min_size(at, SWATCH), swatch);
        let beside = at + Vec2::new(SWATCH.x + 8.0, SWATCH.y * 0.5);
        let ink = page.palette.text_weak;
        write(page, beside, Align2::LEFT_CENTER, text, ink);
        at.y += LINE_HEIGHT;
    }
}

/// What the colours are about, cut off where the legend ends.
fn paint_title(page: &Page<'_>, at: Pos2) {
    let text = match page.editor.view.weights.colours {
        WeightColours::OneBone => match page.editor.selection.active_bone() {
            Some(bone) => bone_label(page.model, bone),
            None => "Select a bone".to_owned(),
        },
        WeightColours::AllBones => "All bones".to_owned(),
        WeightColours::DominantBone => "Bone with the most weight".to_owned(),
        WeightColours::Target => target_title(page),
    };
    let font = FontId::proportional(theme::SMALL_SIZE + 1.0);
    let room = Rect::from_min_size(at, Vec2::new(WIDTH - 2.0 * PADDING, LINE_HEIGHT));
    page.painter
        .with_clip_rect(room.intersect(page.view.rect))
        .text(at, Align2::LEFT_TOP, text, font, page.palette.text);
}

/// What the target does to the skin: the largest shift, and where.
fn target_title(page: &Page<'_>) -> String {
    let Some(preview) = page.editor.current_preview() else {
        let is_known = page.editor.is_target_check_current();
        return if is_known {
            "The target can't hold this model".to_owned()
        } else {
            "Checking what the game gets…".to_owned()
        };
    };
    match &preview.worst {
        Some(worst) => format!("1 = {:.4} units, vertex {}", worst.distance, worst.vertex),
        None => "Nothing moves".to_owned(),
    }
}

/// The ramp, with numbers below.
fn paint_bar(page: &Page<'_>, bar: Rect) {
    let ramp = super::weight_colours::ramp(page.editor.view.weights.ramp);
    paint_ramp(page.painter, ramp, bar);
    let below = bar.bottom() + 2.0;
    for (weight, text, anchor) in [
        (0.0, "0", Align2::LEFT_TOP),
        (0.5, "0.5", Align2::CENTER_TOP),
        (1.0, "1", Align2::RIGHT_TOP),
    ] {
        let at = Pos2::new(bar.left() + bar.width() * weight, below);
        write(page, at, anchor, text, page.palette.text_weak);
    }
}

/// The colours of a ramp from left to right.
pub(super) fn paint_ramp(painter: &Painter, ramp: WeightRamp, bar: Rect) {
    let mut mesh = Mesh::default();
    for part in 0..=BAR_PARTS {
        let weight = part as f32 / BAR_PARTS as f32;
        let x = bar.left() + bar.width() * weight;
        let colour = theme::weight_colour(ramp, weight);
        mesh.colored_vertex(Pos2::new(x, bar.top()), colour);
        mesh.colored_vertex(Pos2::new(x, bar.bottom()), colour);
    }
    for part in 0..BAR_PARTS as u32 {
        let first = part * 2;
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 3, first + 2);
    }
    painter.add(Shape::mesh(mesh));
}

fn paint_swatch(page: &Page<'_>, place: Rect, swatch: Swatch) {
    match swatch {
        Swatch::Missing => {
            page.painter.rect_filled(place, 0.0, theme::WEIGHT_MISSING);
        }
        Swatch::Bare => {
            page.painter.rect_filled(place, 0.0, theme::WEIGHT_BARE);
        }
        Swatch::Hatch => {
            let painter = page.painter.with_clip_rect(page.view.rect);
            paint_hatch(&painter, place, theme::WEIGHT_ZERO);
        }
    }
}

/// Stripes of two tones.
pub(super) fn paint_hatch(painter: &Painter, place: Rect, [ground, stripes]: [Color32; 2]) {
    painter.rect_filled(place, 0.0, ground);
    let painter = painter.with_clip_rect(place.intersect(painter.clip_rect()));
    // Stripes go down to the right, as in the picture.
    let mut x = place.left() - place.height();
    while x < place.right() {
        let slant = Vec2::new(place.height(), place.height());
        let top = Pos2::new(x, place.top());
        let across = Vec2::new(STRIPE, 0.0);
        let corners = vec![top, top + across, top + across + slant, top + slant];
        painter.add(Shape::convex_polygon(
            corners,
            stripes,
            eframe::egui::Stroke::NONE,
        ));
        x += 2.0 * STRIPE;
    }
}

fn write(page: &Page<'_>, at: Pos2, anchor: Align2, text: &str, ink: Color32) {
    let font = FontId::proportional(theme::SMALL_SIZE);
    page.painter.text(at, anchor, text, font, ink);
}
