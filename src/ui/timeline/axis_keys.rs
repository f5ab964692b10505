//! All keys on the axis that clips share: bands behind them, keys outside every clip in their colour.

use super::sheet_input::{Pointer, boxed, go_on_moving, scroll};
use super::sheet_paint::{paint_drag, paint_rows};
use super::{
    BandKind, HeldBy, KeyColours, KeyDrag, KeyMeshInput, MoveKind, RowKey, SheetPane,
    TimelineState, band_colour, begin_move, key_menu_ui, keys_of_row_at,
};
use crate::editor::{Intent, KeyRef, SelectMode, ViewIntent};
use crate::ui::theme;
use eframe::egui;
use egui::{CursorIcon, PointerButton, Rect, Response, Sense, Shape, Stroke, Ui};

/// The keys of the whole axis in `rect`.
pub(super) fn axis_keys_ui(
    pane: &SheetPane<'_>,
    state: &mut TimelineState,
    rect: Rect,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let response = ui.interact(
        rect,
        ui.scope_id().with("axis keys"),
        Sense::click_and_drag(),
    );
    response.widget_info(|| {
        let label = format!("Axis, {} keys", pane.sheet.key_count);
        egui::WidgetInfo::labeled(egui::Role::Canvas, true, label)
    });
    let at = |pos: egui::Pos2| {
        pane.area
            .key_at(pane.sheet, pos.x - rect.left(), pos.y - rect.top())
    };
    let hovered = response.hover_pos().and_then(at);
    let pointer = Pointer::read(ui, rect, &pane.area.axis);
    if matches!(state.drag, KeyDrag::Ready) {
        start(pane, state, &response, rect, ui, intents);
        click(pane, state, hovered, &response, ui, intents);
    } else {
        go_on(pane, state, &response, &pointer, intents);
    }
    scroll(pane, state, &response, rect, ui);
    response.context_menu(|ui| key_menu_ui(pane.view, pane.shown, state, ui, intents));
    if hovered.is_some() && matches!(state.drag, KeyDrag::Ready) {
        ui.set_cursor_icon(CursorIcon::PointingHand);
    }
    paint(pane, state, rect, ui);
    paint_drag(pane, state, &pointer, rect, ui);
    if let (Some(hit), KeyDrag::Ready) = (hovered, &state.drag) {
        tooltip(pane, hit, &response);
    }
}

/// The keys of a row at a time of the axis.
fn keys_at(pane: &SheetPane<'_>, hit: RowKey) -> Vec<KeyRef> {
    let row = pane.sheet.rows.get(hit.row);
    row.map_or_else(Vec::new, |row| keys_of_row_at(pane.sheet, row, hit.time_ms))
}

/// Starts a drag where the button went down: of keys of the shown clip, of a box, of the view.
fn start(
    pane: &SheetPane<'_>,
    state: &mut TimelineState,
    response: &Response,
    rect: Rect,
    ui: &Ui,
    intents: &mut Vec<Intent>,
) {
    if response.drag_started_by(PointerButton::Middle) {
        state.drag = KeyDrag::Panning;
        return;
    }
    let origin = ui.input(|input| input.pointer.press_origin());
    let Some(origin) = origin.filter(|_| response.drag_started_by(PointerButton::Primary)) else {
        return;
    };
    let at = origin - rect.min;
    let from_ms = pane.area.axis.ms_of_x(at.x);
    let hit = pane.area.key_at(pane.sheet, at.x, at.y);
    let own = hit.map(|hit| pane.shown.own_keys(keys_at(pane, hit)));
    match own {
        Some(grabbed) if !grabbed.is_empty() => {
            let anchor_ms = grabbed.first().map_or(0, |key| key.time_ms);
            let selected = pane.view.selection.keys();
            let is_selected = grabbed.iter().any(|key| selected.contains(key));
            let keys = if is_selected {
                selected.iter().copied().collect()
            } else {
                let (keys, mode) = (grabbed.clone(), SelectMode::Replace);
                intents.push(ViewIntent::SelectKeys { keys, mode }.into());
                grabbed
            };
            begin_move(
                state,
                keys,
                MoveKind::Keys,
                HeldBy::Button,
                from_ms,
                anchor_ms,
            );
        }
        Some(_) => {}
        None => {
            state.drag = KeyDrag::Boxing {
                from_ms,
                from_y: at.y + pane.area.scroll_y,
                mode: SelectMode::Replace,
            };
        }
    }
}

/// Goes on with a drag, or ends it.
fn go_on(
    pane: &SheetPane<'_>,
    state: &mut TimelineState,
    response: &Response,
    pointer: &Pointer,
    intents: &mut Vec<Intent>,
) {
    let stopped = response.drag_stopped_by(PointerButton::Primary);
    match std::mem::take(&mut state.drag) {
        KeyDrag::Moving(moving) => {
            let is_held = response.dragged() && !stopped;
            state.drag = go_on_moving(pane.view, pane.shown, moving, pointer, is_held, intents);
        }
        KeyDrag::Boxing {
            from_ms,
            from_y,
            mode,
        } => {
            if pointer.was_cancelled {
                return;
            }
            if !stopped {
                state.drag = KeyDrag::Boxing {
                    from_ms,
                    from_y,
                    mode,
                };
            } else if let Some(at) = pointer.at {
                let keys = pane
                    .shown
                    .own_keys(boxed(pane.sheet, &pane.area, from_ms, from_y, at));
                intents.push(ViewIntent::SelectKeys { keys, mode }.into());
            }
        }
        KeyDrag::Panning => {
            if response.dragged_by(PointerButton::Middle) {
                let delta = response.drag_delta();
                state.axis.pan(delta.x);
                let max = pane.area.max_scroll_y(pane.sheet.rows.len());
                state.scroll_y = (state.scroll_y - delta.y).clamp(0.0, max);
                state.drag = KeyDrag::Panning;
            }
        }
        // That of a band.
        other => state.drag = other,
    }
}

/// A click on a key shows its clip and selects it there; one on a stray key selects the strays.
fn click(
    pane: &SheetPane<'_>,
    state: &mut TimelineState,
    hovered: Option<RowKey>,
    response: &Response,
    ui: &Ui,
    intents: &mut Vec<Intent>,
) {
    if !response.clicked() {
        return;
    }
    let select = |keys, mode| ViewIntent::SelectKeys { keys, mode }.into();
    let modifiers = ui.input(|input| input.modifiers);
    let mode = match (modifiers.command, modifiers.shift) {
        (true, _) => SelectMode::Toggle,
        (false, true) => SelectMode::Add,
        (false, false) => SelectMode::Replace,
    };
    state.strays_selected = false;
    let Some(hit) = hovered else {
        intents.push(select(Vec::new(), SelectMode::Replace));
        return;
    };
    let facts = state.axis_facts();
    let shown_id = pane.shown.key_clip.id;
    match facts.bands.clip_at(f64::from(hit.time_ms), Some(shown_id)) {
        Some(clip) if clip == shown_id => {
            intents.push(select(pane.shown.own_keys(keys_at(pane, hit)), mode));
        }
        Some(clip) => {
            let start_ms = pane.shown.model.clip(clip).map_or(0, |clip| clip.start_ms);
            let own = keys_at(pane, hit).into_iter().map(|key| KeyRef {
                time_ms: key.time_ms.saturating_sub(start_ms),
                ..key
            });
            let own = own.collect();
            intents.push(ViewIntent::SelectClip(clip).into());
            intents.push(select(own, SelectMode::Replace));
        }
        None => {
            intents.push(select(Vec::new(), SelectMode::Replace));
            state.strays_selected = true;
            state.stray_ms = Some(hit.time_ms);
        }
    }
}

fn paint(pane: &SheetPane<'_>, state: &mut TimelineState, rect: Rect, ui: &Ui) {
    let SheetPane {
        view, shown, area, ..
    } = *pane;
    let palette = theme::palette(ui);
    let painter = ui.painter_at(rect);
    let x_of = |time_ms: f64| rect.left() + area.axis.x_of_ms(time_ms);
    painter.rect_filled(rect, 0.0, palette.well);
    for band in &state.axis_facts().bands.bands {
        if band.kind != BandKind::Span {
            continue;
        }
        let (from, to) = (x_of(f64::from(band.start_ms)), x_of(f64::from(band.end_ms)));
        let place = Rect::from_x_y_ranges(from..=to, rect.y_range()).intersect(rect);
        if place.is_positive() {
            let is_shown = band.clip == shown.key_clip.id;
            let strength = if is_shown { 0.55 } else { 0.25 };
            let fill = band_colour(band.position, palette).gamma_multiply(strength);
            painter.rect_filled(place, 0.0, fill);
            let line = Stroke::new(1.0, palette.line);
            painter.vline(from, rect.y_range(), line);
            painter.vline(to, rect.y_range(), line);
        }
    }
    paint_rows(pane, rect, &painter, palette);
    let outside = if state.strays_selected {
        palette.accent
    } else {
        palette.stray
    };
    let mesh = state.axis_cache.mesh(KeyMeshInput {
        area,
        origin: rect.min,
        display: view.playback.display,
        colours: KeyColours {
            outside,
            ..KeyColours::from(palette)
        },
    });
    if !mesh.is_empty() {
        painter.add(Shape::Mesh(mesh));
    }
    let now_ms = f64::from(shown.key_clip.start_ms) + view.playback.time_ms;
    painter.vline(
        x_of(now_ms),
        rect.y_range(),
        Stroke::new(1.5, palette.accent),
    );
}

fn tooltip(pane: &SheetPane<'_>, hit: RowKey, response: &Response) {
    let Some(row) = pane.sheet.rows.get(hit.row) else {
        return;
    };
    let model = pane.shown.model;
    let clips: Vec<String> = model
        .clips_at(hit.time_ms)
        .filter_map(|clip| model.clips.get(clip))
        .map(|clip| {
            let own_ms = f64::from(hit.time_ms) - f64::from(clip.start_ms);
            format!(
                "{} of {}",
                pane.view.playback.display.text(own_ms),
                clip.display_name()
            )
        })
        .collect();
    let place = match clips.as_slice() {
        [] => "outside every clip: it is kept, and never plays".to_owned(),
        [one] => one.clone(),
        several => format!("{}: these clips share it", several.join(" and ")),
    };
    let count = keys_at(pane, hit).len();
    let keys = if count == 1 { "key" } else { "keys" };
    response.show_tooltip_text(format!(
        "{} at {} ms of the axis, {place}\n{count} {keys}",
        row.label, hit.time_ms
    ));
}
