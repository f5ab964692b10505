//! The whole axis that clips share: ruler, bands, and below them all keys in the axis' own time.

use super::panel::{divider_ui, scroll_bar_ui};
use super::ruler::{paint_handle, paint_ticks};
use super::{
    AxisFacts, LANE_HEIGHT, RULER_HEIGHT, SheetArea, SheetPane, ShownClip, TimelineState,
    TimelineView, axis_keys_ui, band_strip_ui, filter_ui, frames, row_labels_ui,
};
use crate::editor::{Intent, TimeDisplay, TimelineRequest, ViewIntent};
use crate::ui::theme;
use eframe::egui;
use egui::{Align2, FontId, PointerButton, Rect, Sense, Ui, Vec2};

/// A band of this width shows its name.
const READABLE_PX: f64 = 90.0;

/// What the timeline shows below its transport bar while the whole axis is shown.
pub(super) fn axis_body_ui(
    view: &TimelineView<'_>,
    shown: ShownClip<'_>,
    state: &mut TimelineState,
    rect: Rect,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let facts = state.axis_facts();
    let bands_height = facts.bands.lane_count.max(1) as f32 * LANE_HEIGHT + 2.0;
    if rect.width() < 80.0 || rect.height() < RULER_HEIGHT + bands_height {
        return;
    }
    state.label_width = state
        .label_width
        .clamp(60.0, (rect.width() - 60.0).max(60.0));
    let left = rect.left() + state.label_width;
    state.key_area_left = left;
    let (ruler, below) = rect
        .with_min_x(left)
        .split_top_bottom_at_y(rect.top() + RULER_HEIGHT);
    let (bands, keys) = below.split_top_bottom_at_y(below.top() + bands_height);
    fit(&facts, &shown, state, ruler.width());
    follow_playhead(view, &shown, state, ruler.width());
    axis_ruler_ui(view, &shown, &facts, state, ruler, ui, intents);
    let filter = Rect::from_min_max(rect.min, egui::pos2(left - 2.0, ruler.bottom()));
    filter_ui(state, filter, ui);
    band_strip_ui(view, &facts, state, bands, ui, intents);
    heading(rect.left(), bands, ui);

    let labels = keys.with_min_x(rect.left()).with_max_x(left - 2.0);
    rows_ui(view, shown, state, labels, keys, ui, intents);
    divider_ui(state, rect, left, ui);
}

/// What the bands are, left of them.
fn heading(left: f32, bands: Rect, ui: &Ui) {
    let palette = theme::palette(ui);
    let place = bands.with_min_x(left).with_max_x(bands.left() - 2.0);
    ui.painter().rect_filled(place, 0.0, palette.popup);
    let font = FontId::proportional(theme::BODY_SIZE);
    let at = egui::pos2(place.left() + 8.0, place.top() + LANE_HEIGHT / 2.0);
    ui.painter()
        .text(at, Align2::LEFT_CENTER, "Clips", font, palette.text);
}

fn rows_ui(
    view: &TimelineView<'_>,
    shown: ShownClip<'_>,
    state: &mut TimelineState,
    labels: Rect,
    keys: Rect,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let sheet = state.axis_cache.sheet();
    let mut area = SheetArea {
        axis: state.axis,
        row_height: theme::ROW_HEIGHT,
        scroll_y: state.scroll_y,
        width: keys.width(),
        height: keys.height(),
    };
    let max_scroll = area.max_scroll_y(sheet.rows.len());
    if ui.rect_contains_pointer(labels) {
        state.scroll_y -= ui.input(|input| input.smooth_scroll_delta()).y;
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
    axis_keys_ui(&pane, state, keys, ui, intents);
    if max_scroll > 0.0 {
        scroll_bar_ui(state, max_scroll, keys, ui);
    }
}

/// Carries out a fit that was asked for, and shows the axis whole at first.
fn fit(facts: &AxisFacts, shown: &ShownClip<'_>, state: &mut TimelineState, width: f32) {
    let key = (shown.model.id, None);
    let (first, last) = facts.span_ms();
    let whole = (f64::from(first), f64::from(last));
    if state.fitted != Some(key) {
        state.fitted = Some(key);
        let (from, to) = at_first(facts, shown, whole, width);
        state.axis.fit(from, to, width);
    }
    match state.pending_fit.take() {
        Some(TimelineRequest::FitSelected) => {
            let band = facts.bands.of_clip(shown.key_clip.id);
            let (from, to) = band.map_or(whole, |band| {
                (f64::from(band.first_ms()), f64::from(band.last_ms()))
            });
            state.axis.fit(from, to, width);
        }
        Some(_) => state.axis.fit(whole.0, whole.1, width),
        None => {}
    }
    // A clip chosen in a list comes into view; one clicked here is in view already.
    if state.revealed.replace(shown.key_clip.id) != Some(shown.key_clip.id) {
        let start = state.axis.x_of_ms(f64::from(shown.key_clip.start_ms));
        if !(0.0..=width).contains(&start) {
            let middle = width / 2.0;
            state.axis.pan(middle - start);
        }
    }
    if std::mem::take(&mut state.pending_reveal)
        && let Some(stray_ms) = state.stray_ms
    {
        state.axis.reveal(f64::from(stray_ms), width);
    }
}

/// What is shown of the axis at first: all of it, or the shown clip and what is around it where the
/// clip would be too narrow to read.
fn at_first(facts: &AxisFacts, shown: &ShownClip<'_>, whole: (f64, f64), width: f32) -> (f64, f64) {
    let Some(band) = facts.bands.of_clip(shown.key_clip.id) else {
        return whole;
    };
    let (from, to) = (f64::from(band.first_ms()), f64::from(band.last_ms()));
    let length = (to - from).max(1000.0);
    let px = length / (whole.1 - whole.0).max(1.0) * f64::from(width);
    if px >= READABLE_PX {
        return whole;
    }
    let around = length * f64::from(width) / READABLE_PX / 2.0;
    let middle = (from + to) / 2.0;
    (
        (middle - around).max(whole.0),
        (middle + around).min(whole.1),
    )
}

fn follow_playhead(
    view: &TimelineView<'_>,
    shown: &ShownClip<'_>,
    state: &mut TimelineState,
    width: f32,
) {
    if view.playback.is_playing && !state.is_modal() {
        let time_ms = f64::from(shown.key_clip.start_ms) + view.playback.time_ms;
        let x = state.axis.x_of_ms(time_ms);
        if x < 0.0 || x > width {
            state.axis.pan(16.0 - x);
        }
    }
}

/// The ruler in the axis' own time; a click goes there, to whatever clip is there.
fn axis_ruler_ui(
    view: &TimelineView<'_>,
    shown: &ShownClip<'_>,
    facts: &AxisFacts,
    state: &TimelineState,
    rect: Rect,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let response = ui.interact(
        rect,
        ui.scope_id().with("axis ruler"),
        Sense::click_and_drag(),
    );
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Canvas, ui.is_enabled(), "Axis ruler")
    });
    let (pointer, is_free) = ui.input(|i| (i.pointer.latest_pos(), i.modifiers.shift));
    let is_down =
        response.is_pointer_button_down_on() && !response.dragged_by(PointerButton::Middle);
    if let Some(pointer) = pointer.filter(|_| is_down || response.clicked()) {
        let axis_ms = state.axis.ms_of_x(pointer.x - rect.left());
        let clip = facts.bands.clip_at(axis_ms, view.selection.clip);
        let is_start = response.drag_started() || !response.dragged();
        let (start_ms, length_ms) = match clip.filter(|_| is_start) {
            Some(id) if id != shown.clip.id => {
                intents.push(ViewIntent::SelectClip(id).into());
                let clip = shown.model.clip(id).unwrap_or(shown.clip);
                (clip.start_ms, clip.length_ms())
            }
            _ => (shown.key_clip.start_ms, shown.clip.length_ms()),
        };
        let own_ms = axis_ms - f64::from(start_ms);
        let display = view.playback.display;
        let own_ms = match display {
            TimeDisplay::Frames { .. } if !is_free => f64::from(frames::snap_ms(display, own_ms)),
            _ => own_ms.round(),
        };
        let own_ms = own_ms.clamp(0.0, f64::from(length_ms));
        intents.push(ViewIntent::Seek(own_ms).into());
    }
    response.on_hover_text_at_pointer(
        "The file's own time axis. Click: go there, and show the clip that is there",
    );
    let palette = theme::palette(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, palette.well);
    let display = view.playback.display;
    paint_ticks(&state.axis, display, rect, &painter, palette);
    let now_ms = f64::from(shown.key_clip.start_ms) + view.playback.time_ms;
    let x = rect.left() + state.axis.x_of_ms(now_ms);
    paint_handle(&painter, x, rect.translate(Vec2::ZERO), palette, || {
        display.text(now_ms)
    });
}
