//! The keys in rows: drawn as one mesh, touched through one rectangle.

use super::{
    HeldBy, KEY_RADIUS, KeyColours, KeyDrag, MoveKind, RowId, RowKey, Sheet, SheetArea, ShownClip,
    TimelineState, TimelineView, begin_move, cancel_move, commit_move, frames, is_row_selected,
    key_menu_ui, keys_of_row_at, outline_of, push_key, update_move,
};
use crate::edit::CollisionPolicy;
use crate::editor::{Intent, KeyRef, SelectMode, ViewIntent};
use crate::ui::theme::{self, Palette};
use eframe::egui;
use egui::{
    Align2, CursorIcon, FontId, Mesh, Modifiers, PointerButton, Pos2, Rect, Response, Sense, Shape,
    Stroke, StrokeKind, Ui, Vec2,
};

/// The keys of the shown clip in `rect`.
pub fn dope_sheet_ui(
    view: &TimelineView<'_>,
    shown: ShownClip<'_>,
    state: &mut TimelineState,
    sheet: &Sheet,
    area: SheetArea,
    rect: Rect,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let response = ui.interact(rect, ui.id().with("sheet"), Sense::click_and_drag());
    response.widget_info(|| {
        let label = format!("Dope sheet, {} keys", sheet.key_count);
        egui::WidgetInfo::labeled(egui::WidgetType::Other, true, label)
    });
    let hovered = response
        .hover_pos()
        .and_then(|pos| area.key_at(sheet, pos.x - rect.left(), pos.y - rect.top()));
    let pointer = Pointer::read(ui, rect, &area);
    if matches!(state.drag, KeyDrag::Ready) {
        start_drag(view, state, sheet, &area, &response, &pointer, intents);
        click(sheet, hovered, &response, &pointer, intents);
    } else {
        go_on(view, shown, state, sheet, &area, &response, &pointer, intents);
    }
    scroll(state, sheet, &area, &response, rect, ui);
    if response.secondary_clicked() {
        select_for_menu(view, sheet, hovered, intents);
    }
    response.context_menu(|ui| key_menu_ui(view, shown, state, ui, intents));
    set_cursor(state, hovered, ui);
    paint(view, state, sheet, area, hovered, rect, ui);
    paint_drag(view, state, sheet, &area, &pointer, rect, ui);
    hint(view, sheet, hovered, state, &response);
}

/// Where the pointer is, in the sheet's terms.
struct Pointer {
    /// From the top left of the key area; `None` outside the window.
    at: Option<Vec2>,
    /// Where the button went down.
    pressed_at: Option<Vec2>,
    /// The time under it.
    time_ms: Option<f64>,
    modifiers: Modifiers,
    was_pressed: bool,
    was_cancelled: bool,
}

impl Pointer {
    fn read(ui: &Ui, rect: Rect, area: &SheetArea) -> Self {
        ui.input(|input| {
            let at = input.pointer.latest_pos().map(|pos| pos - rect.min);
            Self {
                at,
                pressed_at: input.pointer.press_origin().map(|pos| pos - rect.min),
                time_ms: at.map(|at| area.axis.ms_of_x(at.x)),
                modifiers: input.modifiers,
                was_pressed: input.pointer.button_pressed(PointerButton::Primary),
                was_cancelled: input.key_pressed(egui::Key::Escape)
                    || input.pointer.button_pressed(PointerButton::Secondary),
            }
        })
    }

    fn mode(&self) -> SelectMode {
        if self.modifiers.command {
            SelectMode::Toggle
        } else if self.modifiers.shift {
            SelectMode::Add
        } else {
            SelectMode::Replace
        }
    }
}

/// The keys a click on `hit` is about: those of its row, or the whole column with Alt.
fn keys_at(sheet: &Sheet, hit: RowKey, is_column: bool) -> Vec<KeyRef> {
    let row = if is_column { sheet.rows.first() } else { sheet.rows.get(hit.row) };
    row.map_or_else(Vec::new, |row| keys_of_row_at(sheet, row, hit.time_ms))
}

fn start_drag(
    view: &TimelineView<'_>,
    state: &mut TimelineState,
    sheet: &Sheet,
    area: &SheetArea,
    response: &Response,
    pointer: &Pointer,
    intents: &mut Vec<Intent>,
) {
    if response.drag_started_by(PointerButton::Middle) {
        state.drag = KeyDrag::Panning;
        return;
    }
    let Some(origin) = pointer.pressed_at else {
        return;
    };
    if !response.drag_started_by(PointerButton::Primary) {
        return;
    }
    let from_ms = area.axis.ms_of_x(origin.x);
    let Some(hit) = area.key_at(sheet, origin.x, origin.y) else {
        state.drag = KeyDrag::Boxing {
            from_ms,
            from_y: origin.y + area.scroll_y,
            mode: pointer.mode(),
        };
        return;
    };
    let grabbed = keys_at(sheet, hit, pointer.modifiers.alt);
    let mut keys: Vec<KeyRef> = view.selection.keys().iter().copied().collect();
    let is_selected = grabbed.iter().any(|&key| view.selection.has_key(key));
    if !is_selected {
        let mode = match pointer.mode() {
            SelectMode::Replace => {
                keys.clear();
                SelectMode::Replace
            }
            _ => SelectMode::Add,
        };
        keys.extend(&grabbed);
        intents.push(ViewIntent::SelectKeys { keys: grabbed, mode }.into());
    }
    begin_move(state, keys, MoveKind::Keys, HeldBy::Button, from_ms, hit.time_ms);
}

fn click(
    sheet: &Sheet,
    hovered: Option<RowKey>,
    response: &Response,
    pointer: &Pointer,
    intents: &mut Vec<Intent>,
) {
    if !response.clicked() {
        return;
    }
    let (keys, mode) = match hovered {
        Some(hit) => {
            let is_column = pointer.modifiers.alt || response.double_clicked();
            (keys_at(sheet, hit, is_column), pointer.mode())
        }
        None if pointer.mode() == SelectMode::Replace => (Vec::new(), SelectMode::Replace),
        None => return,
    };
    intents.push(ViewIntent::SelectKeys { keys, mode }.into());
}

/// Goes on with a drag, or ends it.
fn go_on(
    view: &TimelineView<'_>,
    shown: ShownClip<'_>,
    state: &mut TimelineState,
    sheet: &Sheet,
    area: &SheetArea,
    response: &Response,
    pointer: &Pointer,
    intents: &mut Vec<Intent>,
) {
    let stopped = response.drag_stopped_by(PointerButton::Primary);
    match std::mem::take(&mut state.drag) {
        KeyDrag::Moving(mut moving) => {
            if pointer.was_cancelled {
                cancel_move(&moving, intents);
                return;
            }
            if let Some(time_ms) = pointer.time_ms {
                let snap = pointer.modifiers.command.then_some(view.playback.display);
                let collisions = if pointer.modifiers.alt {
                    CollisionPolicy::Replace
                } else {
                    CollisionPolicy::Refuse
                };
                update_move(&mut moving, shown, time_ms, snap, collisions, intents);
            }
            let ends = match moving.held_by {
                HeldBy::Button => stopped || !response.dragged(),
                HeldBy::Nothing => pointer.was_pressed,
            };
            if ends {
                commit_move(&moving, intents);
            } else {
                state.drag = KeyDrag::Moving(moving);
            }
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
                return;
            }
            if let Some(at) = pointer.at {
                let keys = boxed(sheet, area, from_ms, from_y, at);
                intents.push(ViewIntent::SelectKeys { keys, mode }.into());
            }
        }
        KeyDrag::Panning => {
            if response.dragged_by(PointerButton::Middle) {
                let delta = response.drag_delta();
                state.axis.pan(delta.x);
                let max = area.max_scroll_y(sheet.rows.len());
                state.scroll_y = (state.scroll_y - delta.y).clamp(0.0, max);
                state.drag = KeyDrag::Panning;
            }
        }
        // The ruler's own.
        other => state.drag = other,
    }
}

fn boxed(sheet: &Sheet, area: &SheetArea, from_ms: f64, from_y: f32, at: Vec2) -> Vec<KeyRef> {
    let from = (area.axis.x_of_ms(from_ms), from_y - area.scroll_y);
    area.keys_in_box(sheet, from, (at.x, at.y))
}

/// Wheel: zoom; with Shift: pan; with Ctrl: rows.
fn scroll(
    state: &mut TimelineState,
    sheet: &Sheet,
    area: &SheetArea,
    response: &Response,
    rect: Rect,
    ui: &Ui,
) {
    if !response.contains_pointer() {
        return;
    }
    let (delta, zoom, pos) = ui.input(|input| {
        (
            input.smooth_scroll_delta(),
            input.zoom_delta(),
            input.pointer.hover_pos(),
        )
    });
    let Some(pos) = pos else {
        return;
    };
    if delta.x != 0.0 {
        state.axis.pan(delta.x);
    }
    if delta.y != 0.0 {
        state.axis.zoom_at(pos.x - rect.left(), (f64::from(delta.y) / 200.0).exp());
    }
    if zoom != 1.0 {
        let max = area.max_scroll_y(sheet.rows.len());
        state.scroll_y = (state.scroll_y - zoom.ln() * 200.0).clamp(0.0, max);
    }
}

/// A right click on a key that is not selected selects it, so that the menu is about it.
fn select_for_menu(
    view: &TimelineView<'_>,
    sheet: &Sheet,
    hovered: Option<RowKey>,
    intents: &mut Vec<Intent>,
) {
    let Some(hit) = hovered else {
        return;
    };
    let keys = keys_at(sheet, hit, false);
    if !keys.iter().any(|&key| view.selection.has_key(key)) {
        let mode = SelectMode::Replace;
        intents.push(ViewIntent::SelectKeys { keys, mode }.into());
    }
}

fn set_cursor(state: &TimelineState, hovered: Option<RowKey>, ui: &Ui) {
    let icon = match (&state.drag, hovered) {
        (KeyDrag::Moving(moving), _) if moving.blocked > 0 => CursorIcon::NotAllowed,
        (KeyDrag::Moving(_), _) => CursorIcon::ResizeHorizontal,
        (KeyDrag::Panning, _) => CursorIcon::Grabbing,
        (KeyDrag::Ready, Some(_)) => CursorIcon::PointingHand,
        _ => return,
    };
    ui.set_cursor_icon(icon);
}

fn paint(
    view: &TimelineView<'_>,
    state: &mut TimelineState,
    sheet: &Sheet,
    area: SheetArea,
    hovered: Option<RowKey>,
    rect: Rect,
    ui: &Ui,
) {
    let palette = theme::palette(ui);
    let painter = ui.painter_at(rect);
    let x_of = |time_ms: f64| rect.left() + area.axis.x_of_ms(time_ms);
    painter.rect_filled(rect, 0.0, palette.well);
    let duration_ms = view.duration_ms();
    let inside = Rect::from_x_y_ranges(x_of(0.0)..=x_of(f64::from(duration_ms)), rect.y_range());
    painter.rect_filled(inside.intersect(rect), 0.0, palette.panel);
    paint_rows(view, sheet, &area, rect, &painter, palette);
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
    let colours = KeyColours::from(palette);
    let mesh = state.cache.mesh(area, rect.min, duration_ms, colours);
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
        push_key(&mut mesh, outline, centre, KEY_RADIUS + 3.0, palette.well, true);
        push_key(&mut mesh, outline, centre, KEY_RADIUS + 1.5, palette.accent, true);
        painter.add(Shape::mesh(mesh));
    }
    painter.vline(
        x_of(view.playback.time_ms),
        rect.y_range(),
        Stroke::new(1.5, palette.accent),
    );
}

/// Behind the keys: bands of selected rows, lines between rows, ends of loops.
fn paint_rows(
    view: &TimelineView<'_>,
    sheet: &Sheet,
    area: &SheetArea,
    rect: Rect,
    painter: &egui::Painter,
    palette: &Palette,
) {
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
            let x = rect.left() + area.axis.x_of_ms(f64::from(length));
            painter.vline(x, row_rect.y_range(), Stroke::new(2.0, palette.good));
            if length > 0 {
                let at = view.playback.global_ms.rem_euclid(f64::from(length));
                let x = rect.left() + area.axis.x_of_ms(at);
                painter.vline(x, row_rect.y_range(), Stroke::new(1.0, palette.good));
            }
        }
    }
}

/// The box, or how far the keys were moved.
fn paint_drag(
    view: &TimelineView<'_>,
    state: &TimelineState,
    sheet: &Sheet,
    area: &SheetArea,
    pointer: &Pointer,
    rect: Rect,
    ui: &Ui,
) {
    let palette = theme::palette(ui);
    let painter = ui.painter_at(rect);
    let Some(at) = pointer.at else {
        return;
    };
    match &state.drag {
        KeyDrag::Boxing { from_ms, from_y, .. } => {
            let from = Vec2::new(area.axis.x_of_ms(*from_ms), from_y - area.scroll_y);
            let marked = Rect::from_two_pos(rect.min + from, rect.min + at);
            painter.rect_filled(marked, 0.0, palette.accent.gamma_multiply(0.12));
            let stroke = Stroke::new(1.0, palette.accent);
            painter.rect_stroke(marked, 0.0, stroke, StrokeKind::Inside);
            let count = boxed(sheet, area, *from_ms, *from_y, at).len();
            tag(&painter, palette, rect.min + at, format!("{count} keys"));
        }
        KeyDrag::Moving(moving) => {
            let mut text = delta_text(view, moving.delta_ms);
            if moving.blocked > 0 {
                let keys = if moving.blocked == 1 { "a key is" } else { "keys are" };
                text = format!("{text}: {keys} in the way. Alt replaces");
            }
            tag(&painter, palette, rect.min + at, text);
        }
        _ => {}
    }
}

/// A shift in time with its sign: `+3 fr`.
pub(super) fn delta_text(view: &TimelineView<'_>, delta_ms: i32) -> String {
    let display = view.playback.display;
    let sign = if delta_ms >= 0 { "+" } else { "" };
    format!("{sign}{} {}", frames::number_text(display, f64::from(delta_ms)), display.unit())
}

/// A short text beside the pointer.
pub(crate) fn tag(painter: &egui::Painter, palette: &Palette, at: Pos2, text: String) {
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

fn hint(
    view: &TimelineView<'_>,
    sheet: &Sheet,
    hovered: Option<RowKey>,
    state: &TimelineState,
    response: &Response,
) {
    let (Some(hit), KeyDrag::Ready) = (hovered, &state.drag) else {
        return;
    };
    let Some(row) = sheet.rows.get(hit.row) else {
        return;
    };
    let display = view.playback.display;
    let count = keys_of_row_at(sheet, row, hit.time_ms).len();
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
