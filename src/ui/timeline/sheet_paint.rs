//! How the dope sheet looks: rows, keys as one mesh, the playhead, and what is being dragged.

use super::neighbours::paint_sheet_neighbours;
use super::sheet_input::{Pointer, boxed};
use super::{
    KEY_RADIUS, KeyColours, KeyDrag, KeyMeshInput, RowId, RowKey, SheetPane, TimelineState,
    TimelineView, frames, is_row_selected, keys_of_row_at, outline_of, push_key,
};
use crate::ui::theme::{self, Palette};
use eframe::egui;
use egui::{
    Align2, CursorIcon, FontId, Mesh, Pos2, Rect, Response, Shape, Stroke, StrokeKind, Ui, Vec2,
};

/// The cursor that says what a press would do.
pub fn set_cursor(state: &TimelineState, hovered: Option<RowKey>, ui: &Ui) {
    let icon = match (&state.drag, hovered) {
        (KeyDrag::Moving(moving), _) if moving.blocked > 0 => CursorIcon::NotAllowed,
        (KeyDrag::Moving(_), _) => CursorIcon::ResizeHorizontal,
        (KeyDrag::Panning, _) => CursorIcon::Grabbing,
        (KeyDrag::Ready, Some(_)) => CursorIcon::PointingHand,
        _ => return,
    };
    ui.set_cursor_icon(icon);
}

/// Background, rows, keys and playhead.
pub fn paint(
    pane: &SheetPane<'_>,
    state: &mut TimelineState,
    hovered: Option<RowKey>,
    rect: Rect,
    ui: &Ui,
) {
    let SheetPane {
        view, sheet, area, ..
    } = *pane;
    let palette = theme::palette(ui);
    let painter = ui.painter_at(rect);
    let x_of = |time_ms: f64| rect.left() + area.axis.x_of_ms(time_ms);
    painter.rect_filled(rect, 0.0, palette.well);
    let duration_ms = view.duration_ms();
    let inside = Rect::from_x_y_ranges(x_of(0.0)..=x_of(f64::from(duration_ms)), rect.y_range());
    painter.rect_filled(inside.intersect(rect), 0.0, palette.panel);
    paint_sheet_neighbours(pane, state, rect, &painter, palette);
    paint_rows(pane, rect, &painter, palette);
    for tick in area.axis.ticks(view.playback.display, rect.width(), 64.0) {
        if tick.is_major {
            let stroke = Stroke::new(1.0, palette.line.gamma_multiply(0.6));
            painter.vline(x_of(tick.time_ms), rect.y_range(), stroke);
        }
    }
    painter.vline(
        x_of(f64::from(duration_ms)),
        rect.y_range(),
        Stroke::new(1.5, palette.text_weak),
    );
    let mesh = state.cache.mesh(KeyMeshInput {
        area,
        origin: rect.min,
        display: view.playback.display,
        colours: KeyColours::from(palette),
    });
    if !mesh.is_empty() {
        painter.add(Shape::Mesh(mesh));
    }
    if let Some(hit) = hovered
        && let Some(row) = sheet.rows.get(hit.row)
    {
        let centre = Pos2::new(
            x_of(f64::from(hit.time_ms)),
            rect.top() + area.row_middle(hit.row),
        );
        let mut mesh = Mesh::default();
        let outline = outline_of(row.shape);
        push_key(
            &mut mesh,
            outline,
            centre,
            KEY_RADIUS + 3.0,
            palette.well,
            true,
        );
        push_key(
            &mut mesh,
            outline,
            centre,
            KEY_RADIUS + 1.5,
            palette.accent,
            true,
        );
        painter.add(Shape::mesh(mesh));
    }
    painter.vline(
        x_of(view.playback.time_ms),
        rect.y_range(),
        Stroke::new(1.5, palette.accent),
    );
}

/// Behind the keys: bands of selected rows, lines between rows, ends of loops.
pub(super) fn paint_rows(
    pane: &SheetPane<'_>,
    rect: Rect,
    painter: &egui::Painter,
    palette: &Palette,
) {
    let SheetPane {
        view, sheet, area, ..
    } = *pane;
    let visible = area.visible_rows(sheet.rows.len());
    let rows = sheet.rows.get(visible.clone()).unwrap_or(&[]);
    for (position, row) in visible.zip(rows) {
        let top = rect.top() + area.row_top(position);
        let row_rect = Rect::from_x_y_ranges(rect.x_range(), top..=top + area.row_height);
        if row.id == RowId::Summary {
            painter.rect_filled(row_rect, 0.0, palette.popup);
        } else if is_row_selected(view, row.id) {
            painter.rect_filled(row_rect, 0.0, palette.selection.gamma_multiply(0.45));
        }
        let line = Stroke::new(1.0, palette.line.gamma_multiply(0.35));
        painter.hline(rect.x_range(), row_rect.bottom(), line);
        if let Some(length) = row.loop_ms {
            let start = rect.left() + area.axis.x_of_ms(0.0);
            let end = rect.left() + area.axis.x_of_ms(f64::from(length));
            let lane = Rect::from_x_y_ranges(start..=end, row_rect.y_range());
            let tint = palette.good.gamma_multiply(0.10);
            painter.rect_filled(lane.intersect(rect), 0.0, tint);
            let x = rect.left() + area.axis.x_of_ms(f64::from(length));
            painter.vline(x, row_rect.y_range(), Stroke::new(2.0, palette.good));
            if length > 0 {
                let at = view.playback.global_ms.rem_euclid(f64::from(length));
                let x = rect.left() + area.axis.x_of_ms(at);
                painter.vline(x, row_rect.y_range(), Stroke::new(1.5, palette.accent));
            }
        }
    }
}

/// The box, or how far the keys were moved.
pub fn paint_drag(
    pane: &SheetPane<'_>,
    state: &TimelineState,
    pointer: &Pointer,
    rect: Rect,
    ui: &Ui,
) {
    let SheetPane {
        view, sheet, area, ..
    } = *pane;
    let palette = theme::palette(ui);
    let painter = ui.painter_at(rect);
    let Some(at) = pointer.at else {
        return;
    };
    match &state.drag {
        KeyDrag::Boxing {
            from_ms, from_y, ..
        } => {
            let from = Vec2::new(area.axis.x_of_ms(*from_ms), from_y - area.scroll_y);
            let marked = Rect::from_two_pos(rect.min + from, rect.min + at);
            painter.rect_filled(marked, 0.0, palette.accent.gamma_multiply(0.12));
            let stroke = Stroke::new(1.0, palette.accent);
            painter.rect_stroke(marked, 0.0, stroke, StrokeKind::Inside);
            let count = boxed(sheet, &area, *from_ms, *from_y, at).len();
            tag(&painter, palette, rect.min + at, format!("{count} keys"));
        }
        KeyDrag::Moving(moving) => {
            let mut text = delta_text(view, moving.delta_ms);
            if moving.room_ms() == Some(moving.delta_ms) {
                text = format!("{text}: the clip ends here, another may follow");
            }
            if moving.blocked > 0 {
                let keys = if moving.blocked == 1 {
                    "a key is"
                } else {
                    "keys are"
                };
                text = format!("{text}: {keys} in the way. Alt replaces");
            }
            tag(&painter, palette, rect.min + at, text);
        }
        _ => {}
    }
}

/// A shift in time with its sign: `+3 fr`.
fn delta_text(view: &TimelineView<'_>, delta_ms: i32) -> String {
    let display = view.playback.display;
    let sign = if delta_ms >= 0 { "+" } else { "" };
    format!(
        "{sign}{} {}",
        frames::number_text(display, f64::from(delta_ms)),
        display.unit()
    )
}

/// A short text beside the pointer.
pub fn tag(painter: &egui::Painter, palette: &Palette, at: Pos2, text: String) {
    let font = FontId::proportional(theme::BODY_SIZE);
    let galley = painter.layout_no_wrap(text, font, palette.text);
    let anchor = at + Vec2::new(14.0, -10.0);
    let place = Align2::LEFT_BOTTOM.anchor_size(anchor, galley.size());
    // Stays inside at the right edge.
    let overlap = (place.right() + 6.0 - painter.clip_rect().right()).max(0.0);
    let place = place.translate(Vec2::new(-overlap, 0.0));
    painter.rect_filled(place.expand(4.0), 4.0, palette.popup);
    painter.galley(place.min, galley, palette.text);
}

/// What the key under the pointer is, as a tooltip.
pub fn hint(
    pane: &SheetPane<'_>,
    hovered: Option<RowKey>,
    state: &TimelineState,
    response: &Response,
) {
    let (Some(hit), KeyDrag::Ready) = (hovered, &state.drag) else {
        return;
    };
    let Some(row) = pane.sheet.rows.get(hit.row) else {
        return;
    };
    let display = pane.view.playback.display;
    let count = keys_of_row_at(pane.sheet, row, hit.time_ms).len();
    let off_frame = if frames::is_on_frame(display, hit.time_ms) {
        ""
    } else {
        ", between frames"
    };
    response.show_tooltip_text(format!(
        "{} at {} ({} ms{off_frame})\n{count} {}. Drag moves, Alt+click selects the column",
        row.label,
        display.text(f64::from(hit.time_ms)),
        hit.time_ms,
        if count == 1 { "key" } else { "keys" },
    ));
}
