//! The clips before and after the shown one on a shared axis, faint, in the time of the shown clip.

use super::{
    Band, BandKind, KeyShape, SheetPane, TimelineState, TimelineView, band_colour, outline_of,
    push_key,
};
use crate::ui::theme::{self, Palette};
use eframe::egui;
use egui::{Align2, FontId, Mesh, Painter, Pos2, Rect, Shape, Vec2};

/// Half the width of the keys of other clips, in pixels.
const RADIUS: f32 = 3.5;

/// The bands of other clips with their place on screen; none unless clips share an axis.
fn others(
    view: &TimelineView<'_>,
    state: &TimelineState,
    rect: Rect,
    mut visit: impl FnMut(&Band, Rect, &dyn Fn(i32) -> f32),
) {
    let Some(shown) = view.shown_clip().filter(|_| view.has_one_axis()) else {
        return;
    };
    let start_ms = f64::from(shown.key_clip.start_ms);
    let x_of = |axis_ms: i32| rect.left() + state.axis.x_of_ms(f64::from(axis_ms) - start_ms);
    for band in &state.axis_facts().bands.bands {
        if band.clip == shown.key_clip.id || band.kind != BandKind::Span {
            continue;
        }
        let place = Rect::from_x_y_ranges(x_of(band.start_ms)..=x_of(band.end_ms), rect.y_range());
        if place.intersects(rect) {
            visit(band, place, &x_of);
        }
    }
}

/// In the ruler: a line of its colour for each other clip, with its name.
pub(super) fn paint_ruler_neighbours(
    view: &TimelineView<'_>,
    state: &TimelineState,
    rect: Rect,
    painter: &Painter,
    palette: &Palette,
) {
    others(view, state, rect, |band, place, _| {
        let line = place.with_min_y(rect.bottom() - 3.0);
        let colour = band_colour(band.position, palette);
        painter.rect_filled(line.intersect(rect), 0.0, colour);
    });
}

/// In the sheet: other clips as faint bands with their names, their first and last key.
pub(super) fn paint_sheet_neighbours(
    pane: &SheetPane<'_>,
    state: &TimelineState,
    rect: Rect,
    painter: &Painter,
    palette: &Palette,
) {
    let facts = state.axis_facts();
    let own = own_place(pane, rect);
    others(pane.view, state, rect, |band, place, x_of| {
        let colour = band_colour(band.position, palette);
        // What overlaps the shown clip would make its rows hard to read.
        let beside = outside(place, own);
        for part in beside.into_iter().filter(|part| part.is_positive()) {
            painter.rect_filled(part.intersect(rect), 0.0, colour.gamma_multiply(0.25));
        }
        let middle = rect.top() + pane.area.row_middle(0);
        if let Some((first, last)) = facts.key_span_ms(band.clip) {
            let mut mesh = Mesh::default();
            for time_ms in [first, last] {
                let x = x_of(time_ms);
                if !own.x_range().contains(x) {
                    let (outline, centre) = (outline_of(KeyShape::Diamond), Pos2::new(x, middle));
                    push_key(&mut mesh, outline, centre, RADIUS, colour, true);
                }
            }
            painter.add(Shape::mesh(mesh));
        }
        let name_at = beside
            .into_iter()
            .find(|part| part.intersect(rect).width() > 24.0);
        if let Some(part) = name_at {
            let clip = part.intersect(rect).shrink2(Vec2::new(6.0, 0.0));
            let place = Pos2::new(clip.left(), rect.bottom() - 4.0);
            let font = FontId::proportional(theme::SMALL_SIZE);
            let inside = painter.with_clip_rect(clip);
            inside.text(
                place,
                Align2::LEFT_BOTTOM,
                &band.name,
                font,
                palette.text_weak,
            );
        }
    });
}

fn own_place(pane: &SheetPane<'_>, rect: Rect) -> Rect {
    let x_of = |time_ms: f64| rect.left() + pane.area.axis.x_of_ms(time_ms);
    let end_ms = f64::from(pane.view.duration_ms());
    Rect::from_x_y_ranges(x_of(0.0)..=x_of(end_ms), rect.y_range())
}

/// The parts of a band left and right of the shown clip.
fn outside(band: Rect, own: Rect) -> [Rect; 2] {
    [
        band.with_max_x(band.right().min(own.left())),
        band.with_min_x(band.left().max(own.right())),
    ]
}
