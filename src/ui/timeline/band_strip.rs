//! The strip of bands: every clip on the axis, to select, isolate, move and lengthen.

use super::band_drag::BandDrag;
use super::{
    AxisFacts, Band, BandKind, BandPart, KeyDrag, TimelineSpan, TimelineState, TimelineView, tag,
};
use crate::edit::RangeKeys;
use crate::editor::{Intent, ViewIntent};
use crate::ui::theme::{self, Palette};
use eframe::egui;
use egui::{
    Align2, CursorIcon, FontId, PointerButton, Pos2, Rect, Response, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2,
};

/// Height of a lane of bands.
pub const LANE_HEIGHT: f32 = 20.0;

/// The least width of a band, so that one can be seen and hit from far away.
const NARROW_PX: f32 = 4.0;

/// The strip in `rect`; its left edge is that of the key area.
pub fn band_strip_ui(
    view: &TimelineView<'_>,
    facts: &AxisFacts,
    state: &mut TimelineState,
    rect: Rect,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let response = ui.interact(rect, ui.scope_id().with("bands"), Sense::click_and_drag());
    response.widget_info(|| {
        let label = format!("Bands of {} clips", facts.bands.bands.len());
        egui::WidgetInfo::labeled(egui::Role::Canvas, true, label)
    });
    let preferred = view.selection.clip;
    let under = |pos: Pos2| {
        let lane = ((pos.y - rect.top()) / LANE_HEIGHT).max(0.0) as usize;
        facts
            .bands
            .grab_at(&state.axis, pos.x - rect.left(), lane, preferred)
    };
    let hovered = response.hover_pos().and_then(under);
    let origin = ui.input(|input| input.pointer.press_origin());
    if response.drag_started_by(PointerButton::Primary)
        && let Some(origin) = origin
        && let Some((band, part)) = under(origin)
    {
        let grabbed_ms = state.axis.ms_of_x(origin.x - rect.left());
        let drag = BandDrag::new(band, part, grabbed_ms);
        if view.selection.clip != Some(band.clip) {
            intents.push(ViewIntent::SelectClip(band.clip).into());
        }
        state.drag = KeyDrag::Band(drag);
    }
    if response.dragged_by(PointerButton::Middle) {
        state.axis.pan(response.drag_delta().x);
    }
    go_on(view, state, rect, &response, ui, intents);
    if response.double_clicked()
        && let Some((band, _)) = hovered
    {
        intents.push(ViewIntent::SelectClip(band.clip).into());
        state.set_span(TimelineSpan::Clip);
    } else if response.clicked()
        && let Some((band, _)) = hovered
        && view.selection.clip != Some(band.clip)
    {
        intents.push(ViewIntent::SelectClip(band.clip).into());
    }
    if let Some((_, part)) = hovered {
        ui.set_cursor_icon(match part {
            BandPart::Whole => CursorIcon::Grab,
            BandPart::Start | BandPart::End => CursorIcon::ResizeHorizontal,
        });
    }
    paint(view, facts, state, hovered.map(|(band, _)| band), rect, ui);
    if let (Some((band, _)), KeyDrag::Ready) = (hovered, &state.drag) {
        tooltip(view, facts, band, &response);
    }
}

/// Goes on with a drag of a band, or ends it.
fn go_on(
    view: &TimelineView<'_>,
    state: &mut TimelineState,
    rect: Rect,
    response: &Response,
    ui: &Ui,
    intents: &mut Vec<Intent>,
) {
    let KeyDrag::Band(drag) = &mut state.drag else {
        return;
    };
    let (pointer, modifiers, is_cancelled) = ui.input(|input| {
        let is_cancelled = input.key_pressed(egui::Key::Escape)
            || input.pointer.button_pressed(PointerButton::Secondary);
        (input.pointer.latest_pos(), input.modifiers, is_cancelled)
    });
    if is_cancelled {
        state.drag = KeyDrag::Ready;
        intents.push(ViewIntent::CancelGesture.into());
        return;
    }
    if let (Some(pointer), Some(model)) = (pointer, view.model) {
        let snap = modifiers.command.then_some(view.playback.display);
        let range = drag.range_at(state.axis.ms_of_x(pointer.x - rect.left()), snap);
        let keys = drag.keys(modifiers.alt);
        let was = (
            drag.from_start_ms,
            drag.from_end_ms
                .wrapping_sub(drag.from_start_ms)
                .cast_unsigned(),
        );
        let wanted = Some((range.0, range.1, keys));
        if range == was && drag.shown.is_some_and(|shown| (shown.0, shown.1) != was) {
            intents.push(ViewIntent::CancelGesture.into());
            drag.shown = wanted;
        } else if range != was && drag.shown != wanted {
            let operator = drag.operator(model.id.0, range, keys);
            intents.push(ViewIntent::UpdateGesture(operator).into());
            drag.shown = wanted;
        }
    }
    if response.drag_stopped_by(PointerButton::Primary) || !response.dragged() {
        if drag.shown.is_some() {
            intents.push(ViewIntent::CommitGesture.into());
        }
        state.drag = KeyDrag::Ready;
    }
}

fn paint(
    view: &TimelineView<'_>,
    facts: &AxisFacts,
    state: &TimelineState,
    hovered: Option<&Band>,
    rect: Rect,
    ui: &Ui,
) {
    let palette = theme::palette(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, palette.well);
    // Where the next band of each lane begins: up to there a name may stand beside its band.
    let mut room_ends = vec![rect.right(); facts.bands.lane_count];
    for band in facts.bands.bands.iter().rev() {
        let look = BandLook {
            is_shown: view.selection.clip == Some(band.clip),
            is_hovered: hovered.is_some_and(|hovered| hovered.clip == band.clip),
            room_end: room_ends.get(band.lane).copied().unwrap_or(rect.right()),
        };
        paint_band(band, state, rect, look, &painter, palette);
        if let Some(end) = room_ends.get_mut(band.lane) {
            *end = rect.left() + state.axis.x_of_ms(f64::from(band.first_ms()));
        }
    }
    let x_of = |time_ms: i32| rect.left() + state.axis.x_of_ms(f64::from(time_ms));
    if let (KeyDrag::Band(drag), Some(pos)) = (&state.drag, ui.input(|i| i.pointer.latest_pos()))
        && let Some((start, length, keys)) = drag.shown
    {
        let display = view.playback.display;
        let text = format!(
            "{} + {}: {}",
            display.text(f64::from(start)),
            display.text(f64::from(length.cast_signed())),
            match keys {
                RangeKeys::Follow if drag.part == BandPart::Whole => "keys go along",
                RangeKeys::Follow => "keys are stretched",
                RangeKeys::Stay => "keys stay",
            }
        );
        let whole = ui.painter_at(ui.clip_rect());
        tag(&whole, palette, pos, text);
    }
    if let Some(shown) = view.shown_clip() {
        let x =
            x_of(shown.key_clip.start_ms) + (view.playback.time_ms * state.axis.px_per_ms) as f32;
        painter.vline(x, rect.y_range(), Stroke::new(1.5, palette.accent));
    }
}

/// How a band stands among the others.
#[derive(Clone, Copy)]
struct BandLook {
    is_shown: bool,
    is_hovered: bool,
    /// Up to where its name may reach.
    room_end: f32,
}

fn paint_band(
    band: &Band,
    state: &TimelineState,
    rect: Rect,
    look: BandLook,
    painter: &egui::Painter,
    palette: &Palette,
) {
    let x_of = |time_ms: i32| rect.left() + state.axis.x_of_ms(f64::from(time_ms));
    let top = rect.top() + band.lane as f32 * LANE_HEIGHT + 1.0;
    let (left, right) = (x_of(band.first_ms()), x_of(band.last_ms()));
    let body = Rect::from_x_y_ranges(
        left..=right.max(left + NARROW_PX),
        top..=top + LANE_HEIGHT - 3.0,
    );
    if !body.expand(80.0).intersects(rect) {
        return;
    }
    let fill = band_colour(band.position, palette);
    let edge = match (look.is_shown, look.is_hovered) {
        (true, _) => Stroke::new(2.0, palette.accent),
        (false, true) => Stroke::new(1.5, palette.text),
        // The edge would be all one sees of a narrow band.
        (false, false) if body.width() < 3.0 * NARROW_PX => Stroke::NONE,
        (false, false) => Stroke::new(1.0, palette.line),
    };
    let font = FontId::proportional(theme::SMALL_SIZE);
    match band.kind {
        BandKind::Span => {
            painter.rect_filled(body, 3.0, fill);
            painter.rect_stroke(body, 3.0, edge, StrokeKind::Inside);
            let galley = painter.layout_no_wrap(band.name.clone(), font, palette.text);
            let inner = body.shrink2(Vec2::new(5.0, 0.0));
            let inner = inner.intersect(rect.shrink2(Vec2::new(3.0, 0.0)));
            let fits = galley.size().x <= inner.width();
            let beside = Rect::from_x_y_ranges(body.right() + 4.0..=look.room_end, body.y_range());
            let clip = match fits || beside.width() < galley.size().x {
                true => inner,
                false => beside,
            };
            if clip.width() > 12.0 {
                let place = Pos2::new(clip.left(), body.center().y - galley.size().y / 2.0);
                let inside = painter.with_clip_rect(clip.intersect(rect));
                inside.galley(place, galley, palette.text);
            }
        }
        BandKind::Moment | BandKind::Backwards => {
            // A flag: one foot, and an arrow along the way of a clip that runs backwards.
            let colour = if look.is_shown {
                palette.accent
            } else {
                palette.warning
            };
            let foot = x_of(band.start_ms);
            painter.vline(foot, body.y_range(), Stroke::new(2.0, colour));
            let middle = body.center().y;
            let mut text_at = foot + 6.0;
            if band.kind == BandKind::Backwards {
                let tip = x_of(band.end_ms);
                painter.hline(tip..=foot, middle, Stroke::new(1.5, colour));
                let head = [Vec2::ZERO, Vec2::new(6.0, -4.0), Vec2::new(6.0, 4.0)];
                let head = head.map(|corner| Pos2::new(tip, middle) + corner).to_vec();
                painter.add(Shape::convex_polygon(head, colour, Stroke::NONE));
            } else {
                let head = [
                    Vec2::new(-4.0, 0.0),
                    Vec2::new(4.0, 0.0),
                    Vec2::new(0.0, 5.0),
                ];
                let head = head.map(|corner| Pos2::new(foot, top) + corner).to_vec();
                painter.add(Shape::convex_polygon(head, colour, Stroke::NONE));
                text_at += 1.0;
            }
            let place = Pos2::new(text_at, middle);
            painter.text(place, Align2::LEFT_CENTER, &band.name, font, palette.text);
        }
    }
}

/// The colour of the band of the clip at a position.
pub fn band_colour(position: usize, palette: &Palette) -> egui::Color32 {
    let index = position % palette.bands.len();
    palette.bands.get(index).copied().unwrap_or(palette.button)
}

fn tooltip(view: &TimelineView<'_>, facts: &AxisFacts, band: &Band, response: &Response) {
    let display = view.playback.display;
    let what = match band.kind {
        BandKind::Span => format!(
            "{} to {} ms, {} long",
            band.start_ms,
            band.end_ms,
            display.text(f64::from(band.end_ms) - f64::from(band.start_ms))
        ),
        BandKind::Moment => format!("at {} ms, without length", band.start_ms),
        BandKind::Backwards => format!(
            "runs backwards, from {} to {} ms: it shows its start only",
            band.start_ms, band.end_ms
        ),
    };
    let keys = match facts.key_span_ms(band.clip) {
        Some((first, last)) => format!("keys from {first} to {last} ms"),
        None => "no keys".to_owned(),
    };
    response.show_tooltip_text(format!(
        "{}: {what}; {keys}\nDouble click: show this clip alone",
        band.name
    ));
}
