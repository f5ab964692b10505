//! The curves of the selected channels, drawn by egui_plot on the timeline's time axis.

use super::curve_input::CurveInput;
use super::{Curve, CurveDrag, CurveId, PlotArea, shown_channels, value_text};
use crate::editor::{Intent, KeyRef};
use crate::ui::theme::{self, Palette};
use crate::ui::timeline::{
    KeyDrag, KeyShape, ShownClip, TimelineState, TimelineView, number_text, outline_of, push_key,
    tag,
};
use eframe::egui;
use egui::{
    Align2, Color32, CursorIcon, FontId, Mesh, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui,
    Vec2,
};
use egui_plot::{GridMark, Line, Plot, PlotBounds, PlotPoint, PlotPoints};
use std::sync::Arc;

/// Least distance of value lines, in pixels.
const VALUE_LINE_PX: f32 = 28.0;

/// The curves of the shown channels in `rect`; its left and right edge are those of the ruler.
pub fn curve_editor_ui(
    view: &TimelineView<'_>,
    shown: ShownClip<'_>,
    state: &mut TimelineState,
    rect: Rect,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    if rect.height() < 20.0 {
        return;
    }
    let channels = shown_channels(view, &shown, &state.curves.channels);
    let parts = state.curves.rotation;
    let (curves, are_others) = state.curves.cache.curves(view, &shown, channels, parts);
    let is_dragging = !matches!(state.curves.drag, CurveDrag::Ready);
    if (are_others || state.curves.is_fit_pending) && !is_dragging {
        fit_values(state, &curves, rect.width());
    }
    let area = PlotArea {
        times: state.axis,
        values: state.curves.values,
        width: rect.width(),
        height: rect.height(),
    };
    plot_ui(view, state, &curves, area, rect, ui);
    let response = ui.interact(rect, ui.scope_id().with("curves"), Sense::click_and_drag());
    response.widget_info(|| {
        let label = format!("Curves, {} shown", curves.len());
        egui::WidgetInfo::labeled(egui::Role::Canvas, true, label)
    });
    let pointer = ui
        .input(|input| input.pointer.latest_pos())
        .map(|pos| pos - rect.min);
    let hovered = response.hover_pos().and_then(|pos| {
        let at = (pos.x - rect.left(), pos.y - rect.top());
        let has_handles = |key: KeyRef| view.selection.has_key(key);
        area.hit(&curves, at, |id| state.curves.shows(id), has_handles)
    });
    let input = CurveInput {
        view,
        shown,
        curves: &curves,
        area,
        response: &response,
        pointer,
        modifiers: ui.input(|input| input.modifiers),
        hovered,
    };
    // While keys follow the mouse without a button, clicks belong to that drag.
    if !matches!(state.drag, KeyDrag::Moving(_)) {
        input.run(state, rect, ui, intents);
    }
    if hovered.is_some() {
        ui.set_cursor_icon(CursorIcon::PointingHand);
    }
    let canvas = Canvas {
        view,
        curves: &curves,
        area,
        rect,
        palette: theme::palette(ui),
    };
    canvas.keys(state, hovered.map(|hit| (hit.id, hit.time_ms)), ui);
    canvas.readout(
        state,
        pointer.filter(|_| response.hovered() || is_dragging),
        ui,
    );
    if curves.is_empty() {
        let text = "No curves. Select a bone or a channel that has keys in this clip";
        let font = FontId::proportional(theme::BODY_SIZE);
        let colour = canvas.palette.text_weak;
        ui.painter_at(rect)
            .text(rect.center(), Align2::CENTER_CENTER, text, font, colour);
    }
    response.context_menu(|ui| {
        super::super::timeline::key_menu_ui(view, shown, state, ui, intents);
    });
}

/// Fits the values of the shown curves between the times in view.
fn fit_values(state: &mut TimelineState, curves: &[Curve], width: f32) {
    state.curves.is_fit_pending = false;
    let (from_ms, to_ms) = (state.axis.start_ms, state.axis.end_ms(width));
    let ranges = curves
        .iter()
        .filter(|curve| curve.id.is_some_and(|id| state.curves.shows(id)))
        .filter_map(|curve| curve.value_range(from_ms, to_ms));
    let range = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    if let Some((low, high)) = range {
        state.curves.values.fit(low, high);
    }
}

/// Grid and lines.
fn plot_ui(
    view: &TimelineView<'_>,
    state: &TimelineState,
    curves: &Arc<Vec<Curve>>,
    area: PlotArea,
    rect: Rect,
    ui: &mut Ui,
) {
    let palette = theme::palette(ui);
    let display = view.playback.display;
    ui.painter().rect_filled(rect, 0.0, palette.well);
    let duration_ms = f64::from(view.duration_ms());
    let x_of = |time_ms: f64| rect.left() + area.times.x_of_ms(time_ms);
    let inside = Rect::from_x_y_ranges(x_of(0.0)..=x_of(duration_ms), rect.y_range());
    ui.painter()
        .rect_filled(inside.intersect(rect), 0.0, palette.panel);
    let step = area.values.grid_step(area.height, VALUE_LINE_PX);
    let builder = egui::UiBuilder::new().max_rect(rect);
    let mut plot_area = ui.new_child(builder);
    plot_area.set_clip_rect(rect.intersect(ui.clip_rect()));
    let bounds = PlotBounds::from_min_max(
        [area.times.start_ms, area.values.bottom],
        [area.times.end_ms(area.width), area.values.top],
    );
    Plot::new("curves")
        .width(rect.width())
        .height(rect.height())
        .show_axes(false)
        .show_background(false)
        .show_x(false)
        .show_y(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .auto_bounds(false)
        .set_margin_fraction(Vec2::ZERO)
        .sense(Sense::hover())
        .grid_color(palette.line)
        .x_grid_spacer(move |_| {
            let ticks = area.times.ticks(display, area.width, 64.0);
            let majors = ticks.into_iter().filter(|tick| tick.is_major);
            let mark = |tick: crate::ui::timeline::Tick| GridMark {
                value: tick.time_ms,
                step_size: 64.0 / area.times.px_per_ms,
            };
            majors.map(mark).collect()
        })
        .y_grid_spacer(move |_| {
            let values = area.values.grid(area.height, VALUE_LINE_PX).into_iter();
            values
                .map(|value| GridMark {
                    value,
                    step_size: step,
                })
                .collect()
        })
        .show(&mut plot_area, |plot| {
            plot.set_plot_bounds(bounds);
            for curve in curves.iter() {
                let Some(id) = curve.id.filter(|&id| state.curves.shows(id)) else {
                    continue;
                };
                let colour = component_colour(palette, id);
                // The ends hold, as they do in the game.
                let mut points: Vec<PlotPoint> = Vec::with_capacity(curve.line.len() + 2);
                if let (Some(first), Some(last)) = (curve.line.first(), curve.line.last()) {
                    points.push(PlotPoint::new(area.times.start_ms.min(first.x), first.y));
                    points.extend(&curve.line);
                    let end_ms = area.times.end_ms(area.width).max(last.x);
                    points.push(PlotPoint::new(end_ms, last.y));
                }
                let width = if state.curves.active.is_some_and(|(active, _)| active == id) {
                    2.2
                } else {
                    1.5
                };
                plot.line(
                    Line::new(curve.label.clone(), PlotPoints::Owned(points))
                        .color(colour)
                        .width(width),
                );
            }
        });
    let painter = ui.painter_at(rect);
    painter.vline(
        x_of(duration_ms),
        rect.y_range(),
        Stroke::new(1.5, palette.text_weak),
    );
    painter.vline(
        x_of(view.playback.time_ms),
        rect.y_range(),
        Stroke::new(1.5, palette.accent),
    );
    let font = FontId::proportional(theme::SMALL_SIZE);
    for value in area.values.grid(area.height, VALUE_LINE_PX) {
        let place = Pos2::new(
            rect.left() + 4.0,
            rect.top() + area.values.y_of(value, area.height),
        );
        let text = value_text(value, step);
        painter.text(
            place,
            Align2::LEFT_BOTTOM,
            text,
            font.clone(),
            palette.text_weak,
        );
    }
}

/// Red, green and blue for X, Y and Z; the text's colour for W and single values.
pub(super) fn component_colour(palette: &Palette, id: CurveId) -> Color32 {
    let is_single = !matches!(
        id.path.channel,
        "translation" | "rotation" | "scale" | "position" | "target"
    ) && !id.path.channel.contains("colour");
    match id.component {
        0 if is_single => palette.text,
        0 => palette.axis_x,
        1 => palette.axis_y,
        2 => palette.axis_z,
        _ => palette.text,
    }
}

/// What is drawn over the lines.
struct Canvas<'a> {
    view: &'a TimelineView<'a>,
    curves: &'a [Curve],
    area: PlotArea,
    rect: Rect,
    palette: &'static Palette,
}

impl Canvas<'_> {
    fn place(&self, point: PlotPoint) -> Pos2 {
        let (x, y) = self.area.place(point);
        self.rect.min + Vec2::new(x, y)
    }

    /// Keys as one mesh, handles of selected keys, and the box.
    fn keys(&self, state: &TimelineState, hovered: Option<(CurveId, i32)>, ui: &Ui) {
        let painter = ui.painter_at(self.rect);
        let first_ms = self.area.times.ms_of_x(-8.0);
        let last_ms = self.area.times.ms_of_x(self.area.width + 8.0);
        let mut mesh = Mesh::default();
        for curve in self.curves {
            let Some(id) = curve.id.filter(|&id| state.curves.shows(id)) else {
                continue;
            };
            let colour = component_colour(self.palette, id);
            let start = curve
                .keys
                .partition_point(|key| f64::from(key.time_ms) < first_ms);
            let end = curve
                .keys
                .partition_point(|key| f64::from(key.time_ms) <= last_ms);
            for key in curve.keys.get(start..end).unwrap_or(&[]) {
                let is_selected = self.view.selection.has_key(KeyRef {
                    path: id.path,
                    time_ms: key.time_ms,
                });
                let centre = self.place(PlotPoint::new(f64::from(key.time_ms), key.value));
                if is_selected {
                    for handle in [key.incoming, key.outgoing].into_iter().flatten() {
                        let end = self.place(handle);
                        painter.line_segment([centre, end], Stroke::new(1.0, colour));
                        let outline = outline_of(KeyShape::Circle);
                        push_key(&mut mesh, outline, end, 4.0, colour, true);
                    }
                }
                let is_hovered = hovered == Some((id, key.time_ms));
                let radius = if is_hovered { 6.5 } else { 4.5 };
                let fill = if is_selected {
                    self.palette.accent
                } else {
                    colour
                };
                let outline = outline_of(KeyShape::Diamond);
                push_key(
                    &mut mesh,
                    outline,
                    centre,
                    radius + 1.5,
                    self.palette.well,
                    true,
                );
                push_key(&mut mesh, outline, centre, radius, fill, true);
            }
        }
        painter.add(Shape::mesh(mesh));
        if let CurveDrag::Boxing { from, .. } = state.curves.drag
            && let Some(at) = ui.input(|input| input.pointer.latest_pos())
        {
            let marked = Rect::from_two_pos(self.place(from), at);
            painter.rect_filled(marked, 0.0, self.palette.accent.gamma_multiply(0.12));
            let stroke = Stroke::new(1.0, self.palette.accent);
            painter.rect_stroke(marked, 0.0, stroke, StrokeKind::Inside);
        }
    }

    /// The value of the curve under the pointer, or of the key that is dragged.
    fn readout(&self, state: &TimelineState, pointer: Option<Vec2>, ui: &Ui) {
        let Some(at) = pointer else {
            return;
        };
        let display = self.view.playback.display;
        let step = self.area.values.grid_step(self.area.height, VALUE_LINE_PX) / 100.0;
        let text = match &state.curves.drag {
            CurveDrag::Key(grab) => {
                let time_ms = f64::from(grab.grabbed.key.time_ms) + f64::from(grab.moving.delta_ms);
                let blocked = if grab.moving.blocked > 0 {
                    ": a key is in the way. Alt replaces"
                } else {
                    ""
                };
                format!(
                    "{} {}, {} (X time only, Y value only, Ctrl frames){blocked}",
                    number_text(display, time_ms),
                    display.unit(),
                    value_text(grab.value, step)
                )
            }
            CurveDrag::Handle(_) => {
                value_text(self.area.values.value_of(at.y, self.area.height), step)
            }
            CurveDrag::Ready => {
                let shows = |id| state.curves.shows(id);
                let Some((position, value)) = self.area.line_at(self.curves, (at.x, at.y), shows)
                else {
                    return;
                };
                let Some(curve) = self.curves.get(position) else {
                    return;
                };
                let time_ms = self.area.times.ms_of_x(at.x);
                let value = value_text(value, step);
                format!(
                    "{}: {value}{} at {}",
                    curve.label,
                    curve.unit,
                    display.text(time_ms)
                )
            }
            _ => return,
        };
        tag(
            &ui.painter_at(self.rect),
            self.palette,
            self.rect.min + at,
            text,
        );
    }
}
