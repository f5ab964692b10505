//! The timeline panel: transport, ruler, and below them keys in rows, curves, or both.

use super::sheet_input::{Pointer, go_on_moving};
use super::{
    KeyDrag, RULER_HEIGHT, SheetArea, SheetPane, ShownClip, TimelineMode, TimelineSpan,
    TimelineState, TimelineView, axis_body_ui, dope_sheet_ui, filter_ui, hints, row_labels_ui,
    ruler_ui, timeline_keys, transport_ui,
};
use crate::editor::{AutoKey, Editor, Intent, SelectMode, TimelineRequest, ViewIntent};
use crate::ui::curve_editor::{curve_editor_ui, curve_list_ui};
use crate::ui::theme;
use eframe::egui;
use egui::{Align2, CursorIcon, FontId, Rect, Sense, Stroke, StrokeKind, Ui, Vec2};

/// Width of the scroll bar of the rows.
const SCROLL_BAR_PX: f32 = 8.0;

/// The timeline panel.
pub fn timeline_ui(
    editor: &Editor,
    state: &mut TimelineState,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let view = &TimelineView::of(editor);
    refresh(view, state);
    if !view.selection.keys().is_empty() || state.axis_facts().stray_count == 0 {
        state.strays_selected = false;
    }
    for request in std::mem::take(&mut state.requests) {
        if request == TimelineRequest::NextStray && !state.strays_selected {
            let (keys, mode) = (Vec::new(), SelectMode::Replace);
            intents.push(ViewIntent::SelectKeys { keys, mode }.into());
        }
        state.request(request);
    }
    let panel = ui.available_rect_before_wrap();
    timeline_keys(view, state, ui.ctx(), intents);
    refresh(view, state);
    transport_ui(view, state, ui, intents);
    let rect = ui.available_rect_before_wrap();
    match view.shown_clip() {
        Some(shown) if state.span == TimelineSpan::Axis => {
            axis_body_ui(view, shown, state, rect, ui, intents);
        }
        Some(shown) => body_ui(view, shown, state, rect, ui, intents),
        None => empty_ui(view, rect, ui),
    }
    ui.advance_cursor_after_rect(rect);
    state.is_hovered = ui.rect_contains_pointer(panel);
    state.hints = hints(state);
    if view.auto_key != AutoKey::Off {
        let stroke = Stroke::new(2.0, theme::palette(ui).error);
        ui.painter()
            .rect_stroke(panel, 0.0, stroke, StrokeKind::Inside);
    }
}

/// Brings what is kept between frames up to date.
fn refresh(view: &TimelineView<'_>, state: &mut TimelineState) {
    if !view.has_one_axis() {
        state.set_span(TimelineSpan::Clip);
    }
    let Some(shown) = view.shown_clip() else {
        return;
    };
    let (filter, open) = (&state.filter, &state.open);
    state.cache.refresh(view, &shown, filter, open);
    if view.has_one_axis() {
        state.facts.refresh(shown.model, view.revision);
    }
    if state.span == TimelineSpan::Axis {
        state.axis_cache.refresh_axis(view, &shown, filter, open);
    }
}

/// What to do when there is nothing to show.
fn empty_ui(view: &TimelineView<'_>, rect: Rect, ui: &Ui) {
    let text = if view.model.is_none() {
        "Nothing is open. Open a model, or drop a file here"
    } else if view.selection.clip.is_some() {
        "This clip is an alias that leads nowhere. Choose its target in the clip list"
    } else {
        "No clips. Add one in the clip list"
    };
    let palette = theme::palette(ui);
    ui.painter().rect_filled(rect, 0.0, palette.well);
    let font = FontId::proportional(theme::BODY_SIZE);
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        text,
        font,
        palette.text_weak,
    );
}

fn body_ui(
    view: &TimelineView<'_>,
    shown: ShownClip<'_>,
    state: &mut TimelineState,
    rect: Rect,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    if rect.width() < 80.0 || rect.height() < RULER_HEIGHT {
        return;
    }
    state.label_width = state
        .label_width
        .clamp(60.0, (rect.width() - 60.0).max(60.0));
    let left = rect.left() + state.label_width;
    let ruler = Rect::from_min_max(
        egui::pos2(left, rect.top()),
        egui::pos2(rect.right(), rect.top() + RULER_HEIGHT),
    );
    state.key_area_left = left;
    fit(view, shown, state, ruler.width());
    follow_playhead(view, state, ruler.width());
    ruler_ui(view, state, ruler, ui, intents);
    let filter = Rect::from_min_max(rect.min, egui::pos2(left - 2.0, ruler.bottom()));
    filter_ui(state, filter, ui);

    let below = Rect::from_min_max(egui::pos2(rect.left(), ruler.bottom()), rect.max);
    let (rows, curves) = match state.mode {
        TimelineMode::DopeSheet => (Some(below), None),
        TimelineMode::Curves => (None, Some(below)),
        TimelineMode::Both => {
            let (top, bottom) = below.split_top_bottom_at_fraction(0.45);
            (Some(top), Some(bottom))
        }
    };
    if let Some(rows) = rows {
        rows_ui(view, shown, state, rows, left, ui, intents);
    }
    if let Some(curves) = curves {
        let (list, plot) = curves.split_left_right_at_x(left);
        curve_list_ui(view, shown, state, list.with_max_x(left - 2.0), ui, intents);
        curve_editor_ui(view, shown, state, plot, ui, intents);
        // With rows in view the dope sheet goes on with such a drag.
        if state.mode == TimelineMode::Curves {
            state.drag = match std::mem::take(&mut state.drag) {
                KeyDrag::Moving(moving) => {
                    let pointer = Pointer::read(ui, plot, &state.axis);
                    go_on_moving(view, shown, moving, &pointer, false, intents)
                }
                other => other,
            };
        }
    }
    divider_ui(state, rect, left, ui);
}

/// Names, keys and scroll bar.
fn rows_ui(
    view: &TimelineView<'_>,
    shown: ShownClip<'_>,
    state: &mut TimelineState,
    rect: Rect,
    left: f32,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let sheet = state.cache.sheet();
    let (labels, keys) = rect.split_left_right_at_x(left);
    let labels = labels.with_max_x(left - 2.0);
    let mut area = SheetArea {
        axis: state.axis,
        row_height: theme::ROW_HEIGHT,
        scroll_y: state.scroll_y,
        width: keys.width(),
        height: keys.height(),
    };
    let max_scroll = area.max_scroll_y(sheet.rows.len());
    if ui.rect_contains_pointer(labels) {
        let delta = ui.input(|input| input.smooth_scroll_delta());
        state.scroll_y -= delta.y;
    }
    state.scroll_y = state.scroll_y.clamp(0.0, max_scroll).round();
    area.scroll_y = state.scroll_y;
    let pane = SheetPane {
        view,
        shown,
        sheet: &sheet,
        area,
    };
    row_labels_ui(&pane, state, labels, ui, intents);
    dope_sheet_ui(&pane, state, keys, ui, intents);
    if max_scroll > 0.0 {
        scroll_bar_ui(state, max_scroll, keys, ui);
    }
}

pub(super) fn scroll_bar_ui(state: &mut TimelineState, max_scroll: f32, keys: Rect, ui: &mut Ui) {
    let bar = keys.with_min_x(keys.right() - SCROLL_BAR_PX);
    let content = max_scroll + keys.height();
    let length = (keys.height() / content * keys.height()).max(20.0);
    let travel = (keys.height() - length).max(1.0);
    let top = bar.top() + state.scroll_y / max_scroll * travel;
    let thumb = Rect::from_x_y_ranges(bar.x_range(), top..=top + length);
    let response = ui.interact(bar, ui.scope_id().with("row scroll bar"), Sense::drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ScrollBar, true, "Scroll rows"));
    if response.dragged() {
        let delta = response.drag_delta().y / travel * max_scroll;
        state.scroll_y = (state.scroll_y + delta).clamp(0.0, max_scroll);
    }
    let palette = theme::palette(ui);
    let fill = if response.hovered() || response.dragged() {
        palette.text_weak
    } else {
        palette.button_hovered
    };
    ui.painter().rect_filled(thumb.shrink(1.0), 3.0, fill);
}

/// The line between names and keys, to drag.
pub(super) fn divider_ui(state: &mut TimelineState, rect: Rect, left: f32, ui: &mut Ui) {
    let line = Rect::from_x_y_ranges(left - 3.0..=left + 1.0, rect.y_range());
    let response = ui.interact(line, ui.scope_id().with("label width"), Sense::drag());
    if response.dragged() {
        state.label_width += response.drag_delta().x;
    }
    if response.hovered() || response.dragged() {
        ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
    }
    let palette = theme::palette(ui);
    ui.painter()
        .vline(left - 1.0, rect.y_range(), Stroke::new(1.0, palette.line));
}

/// Carries out a fit that was asked for, and shows another clip whole.
fn fit(view: &TimelineView<'_>, shown: ShownClip<'_>, state: &mut TimelineState, width: f32) {
    let key = (shown.model.id, Some(shown.clip.id));
    if state.fitted != Some(key) {
        state.fitted = Some(key);
        state.pending_fit.get_or_insert(TimelineRequest::FitAll);
        state.curves.fit_next_frame();
    }
    let Some(request) = state.pending_fit.take() else {
        return;
    };
    let whole = (0.0, f64::from(shown.clip.length_ms()));
    let (from_ms, to_ms) = match request {
        TimelineRequest::FitSelected => {
            let times = view.selection.keys().iter().map(|key| key.time_ms);
            match (times.clone().min(), times.max()) {
                (Some(first), Some(last)) => (f64::from(first), f64::from(last)),
                _ => whole,
            }
        }
        _ => whole,
    };
    state.axis.fit(from_ms, to_ms, width);
    state.curves.fit_next_frame();
}

/// While it plays, the playhead stays in view: the view turns a page when it runs out.
fn follow_playhead(view: &TimelineView<'_>, state: &mut TimelineState, width: f32) {
    if !view.playback.is_playing || !matches!(state.drag, KeyDrag::Ready) {
        return;
    }
    let x = state.axis.x_of_ms(view.playback.time_ms);
    if x < 0.0 || x > width {
        state.axis.pan(Vec2::new(16.0 - x, 0.0).x);
    }
}
