//! The ruler: numbered ticks, the playhead's handle, the play range and the clip's end.

use super::neighbours::paint_ruler_neighbours;
use super::{KeyDrag, KeyOperators, TimeAxis, TimelineState, TimelineView, frames};
use crate::edit::RangeKeys;
use crate::editor::{Intent, TimeDisplay, ViewIntent, ViewSetting};
use crate::ui::theme::{self, Palette};
use eframe::egui;
use egui::{Align2, CursorIcon, FontId, PointerButton, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2};

/// Height of the ruler.
pub const RULER_HEIGHT: f32 = 24.0;
/// How close the pointer must be to a handle, in pixels.
const GRAB_PX: f32 = 6.0;
/// Least distance of numbers, in pixels.
const NUMBER_PX: f32 = 64.0;

/// The ruler in `rect`; its left edge is that of the key area.
pub fn ruler_ui(
    view: &TimelineView<'_>,
    state: &mut TimelineState,
    rect: Rect,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let response = ui.interact(rect, ui.scope_id().with("ruler"), Sense::click_and_drag());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Canvas, ui.is_enabled(), "Timeline ruler")
    });
    let (origin, pointer, modifiers) = ui.input(|i| {
        (
            i.pointer.press_origin(),
            i.pointer.latest_pos(),
            i.modifiers,
        )
    });
    if response.drag_started_by(PointerButton::Primary)
        && let Some(origin) = origin
    {
        state.drag = grabbed(view, state, origin.x - rect.left(), modifiers);
    }
    let pointer_ms = pointer.map(|pos| state.axis.ms_of_x(pos.x - rect.left()));
    if response.dragged_by(PointerButton::Primary)
        && let Some(pointer_ms) = pointer_ms
    {
        drag(view, state, pointer_ms, modifiers, intents);
    }
    if response.drag_stopped_by(PointerButton::Primary) {
        if matches!(state.drag, KeyDrag::ClipEnd { .. }) {
            intents.push(ViewIntent::CommitGesture.into());
        }
        state.drag = KeyDrag::Ready;
    }
    if response.clicked()
        && let Some(pointer_ms) = pointer_ms
    {
        intents.push(ViewIntent::Seek(scrub_ms(view, pointer_ms, modifiers.shift)).into());
    }
    if let Some(pos) = response.hover_pos() {
        let icon = match grabbed(view, state, pos.x - rect.left(), modifiers) {
            KeyDrag::Scrubbing => CursorIcon::Default,
            _ => CursorIcon::ResizeHorizontal,
        };
        ui.set_cursor_icon(icon);
    }
    response.on_hover_text_at_pointer(
        "Click or drag: move the playhead (Shift: between frames). Wheel: zoom. \
         Alt+drag the end of the clip: set its length (with Ctrl: stretch its keys)",
    );
    paint(view, state, rect, ui);
}

/// What a press at `x` pixels from the left edge takes hold of.
fn grabbed(
    view: &TimelineView<'_>,
    state: &TimelineState,
    x: f32,
    modifiers: egui::Modifiers,
) -> KeyDrag {
    let is_near = |time_ms: f64| (state.axis.x_of_ms(time_ms) - x).abs() <= GRAB_PX;
    let duration_ms = view.duration_ms();
    if modifiers.alt && is_near(f64::from(duration_ms)) {
        return KeyDrag::ClipEnd { duration_ms };
    }
    match view.playback.range_ms {
        Some([start, _]) if is_near(f64::from(start)) => KeyDrag::RangeStart,
        Some([_, end]) if is_near(f64::from(end)) => KeyDrag::RangeEnd,
        _ => KeyDrag::Scrubbing,
    }
}

/// The time for the playhead when the pointer is at `pointer_ms`.
fn scrub_ms(view: &TimelineView<'_>, pointer_ms: f64, is_free: bool) -> f64 {
    let time_ms = match view.playback.display {
        TimeDisplay::Frames { .. } if !is_free => {
            f64::from(frames::snap_ms(view.playback.display, pointer_ms))
        }
        _ => pointer_ms.round(),
    };
    time_ms.max(0.0)
}

fn drag(
    view: &TimelineView<'_>,
    state: &mut TimelineState,
    pointer_ms: f64,
    modifiers: egui::Modifiers,
    intents: &mut Vec<Intent>,
) {
    let is_free = modifiers.shift;
    let time_ms = scrub_ms(view, pointer_ms, is_free);
    let whole_ms = time_ms as i32;
    match (&mut state.drag, view.playback.range_ms) {
        (KeyDrag::Scrubbing, _) if time_ms != view.playback.time_ms => {
            intents.push(ViewIntent::Seek(time_ms).into());
        }
        (KeyDrag::RangeStart, Some([start, end])) if whole_ms.min(end) != start => {
            let range = Some([whole_ms.min(end), end]);
            intents.push(ViewIntent::Set(ViewSetting::PlayRange(range)).into());
        }
        (KeyDrag::RangeEnd, Some([start, end])) if whole_ms.max(start) != end => {
            let range = Some([start, whole_ms.max(start)]);
            intents.push(ViewIntent::Set(ViewSetting::PlayRange(range)).into());
        }
        (KeyDrag::ClipEnd { duration_ms }, _) if *duration_ms != whole_ms.max(1) as u32 => {
            *duration_ms = whole_ms.max(1) as u32;
            if let Some(shown) = view.shown_clip() {
                let keys = match modifiers.command {
                    true => RangeKeys::Follow,
                    false => RangeKeys::Stay,
                };
                let operator = KeyOperators::new(shown).clip_length(*duration_ms, keys);
                intents.push(ViewIntent::UpdateGesture(operator).into());
            }
        }
        _ => {}
    }
}

fn paint(view: &TimelineView<'_>, state: &TimelineState, rect: Rect, ui: &Ui) {
    let palette = theme::palette(ui);
    let painter = ui.painter_at(rect);
    let axis = &state.axis;
    let x_of = |time_ms: f64| rect.left() + axis.x_of_ms(time_ms);
    painter.rect_filled(rect, 0.0, palette.well);
    let end_x = x_of(f64::from(view.duration_ms()));
    let inside = Rect::from_x_y_ranges(x_of(0.0)..=end_x, rect.y_range());
    painter.rect_filled(inside.intersect(rect), 0.0, palette.button);
    paint_ruler_neighbours(view, state, rect, &painter, palette);
    if let Some([start, end]) = view.playback.range_ms {
        let band = Rect::from_x_y_ranges(
            x_of(f64::from(start))..=x_of(f64::from(end)),
            rect.bottom() - 5.0..=rect.bottom(),
        );
        painter.rect_filled(band, 0.0, palette.good.gamma_multiply(0.6));
        for x in [band.left(), band.right()] {
            painter.vline(x, rect.y_range(), Stroke::new(2.0, palette.good));
        }
    }
    let display = view.playback.display;
    paint_ticks(axis, display, rect, &painter, palette);
    painter.vline(end_x, rect.y_range(), Stroke::new(2.0, palette.text));
    paint_handle(&painter, x_of(view.playback.time_ms), rect, palette, || {
        display.text(view.playback.time_ms)
    });
}

/// The lines of the ruler with their numbers.
pub(super) fn paint_ticks(
    axis: &TimeAxis,
    display: TimeDisplay,
    rect: Rect,
    painter: &egui::Painter,
    palette: &Palette,
) {
    let font = FontId::proportional(theme::SMALL_SIZE);
    for tick in axis.ticks(display, rect.width(), NUMBER_PX) {
        let x = rect.left() + axis.x_of_ms(tick.time_ms);
        let height = if tick.is_major { 8.0 } else { 4.0 };
        let y_range = rect.bottom() - height..=rect.bottom();
        painter.vline(x, y_range, Stroke::new(1.0, palette.text_weak));
        if tick.is_major {
            let text = frames::number_text(display, tick.time_ms);
            let place = Pos2::new(x, rect.top() + 2.0);
            painter.text(
                place,
                Align2::CENTER_TOP,
                text,
                font.clone(),
                palette.text_weak,
            );
        }
    }
}

/// The playhead's handle with its time.
pub(super) fn paint_handle(
    painter: &egui::Painter,
    x: f32,
    rect: Rect,
    palette: &Palette,
    text: impl FnOnce() -> String,
) {
    if x < rect.left() - 60.0 || x > rect.right() + 60.0 {
        return;
    }
    let font = FontId::proportional(theme::SMALL_SIZE);
    let galley = painter.layout_no_wrap(text(), font, palette.well);
    let size = galley.size() + Vec2::new(10.0, 2.0);
    let tag = Rect::from_center_size(Pos2::new(x, rect.top() + size.y / 2.0 + 1.0), size);
    painter.rect_filled(tag, 3.0, palette.accent);
    let tip = vec![
        Pos2::new(x - 4.0, tag.bottom()),
        Pos2::new(x + 4.0, tag.bottom()),
        Pos2::new(x, rect.bottom()),
    ];
    painter.add(Shape::convex_polygon(tip, palette.accent, Stroke::NONE));
    painter.galley(tag.min + Vec2::new(5.0, 1.0), galley, palette.well);
}
