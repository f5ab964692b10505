//! What the pointer does on the dope sheet: click, box, drag, pan, zoom.

use super::{
    HeldBy, KeyDrag, KeyMove, MoveKind, RowKey, Sheet, SheetArea, SheetPane, ShownClip, TimeAxis,
    TimelineState, TimelineView, begin_move, cancel_move, commit_move, keys_of_row_at, update_move,
};
use crate::edit::CollisionPolicy;
use crate::editor::{Intent, KeyRef, SelectMode, ViewIntent};
use eframe::egui;
use egui::{Modifiers, PointerButton, Rect, Response, Ui, Vec2};

/// Where the pointer is, in the sheet's terms.
pub struct Pointer {
    /// From the top left of the key area; `None` outside the window.
    pub at: Option<Vec2>,
    /// Where the button went down.
    pressed_at: Option<Vec2>,
    /// The time under it.
    time_ms: Option<f64>,
    modifiers: Modifiers,
    was_released: bool,
    pub(super) was_cancelled: bool,
}

impl Pointer {
    /// Reads the pointer for a key area in `rect`.
    pub fn read(ui: &Ui, rect: Rect, axis: &TimeAxis) -> Self {
        ui.input(|input| {
            let at = input.pointer.latest_pos().map(|pos| pos - rect.min);
            Self {
                at,
                pressed_at: input.pointer.press_origin().map(|pos| pos - rect.min),
                time_ms: at.map(|at| axis.ms_of_x(at.x)),
                modifiers: input.modifiers,
                was_released: input.pointer.button_released(PointerButton::Primary),
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
    let row = if is_column {
        sheet.rows.first()
    } else {
        sheet.rows.get(hit.row)
    };
    row.map_or_else(Vec::new, |row| keys_of_row_at(sheet, row, hit.time_ms))
}

/// Starts a drag where the button went down.
pub fn start_drag(
    pane: &SheetPane<'_>,
    state: &mut TimelineState,
    response: &Response,
    pointer: &Pointer,
    intents: &mut Vec<Intent>,
) {
    let SheetPane {
        view, sheet, area, ..
    } = pane;
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
        intents.push(
            ViewIntent::SelectKeys {
                keys: grabbed,
                mode,
            }
            .into(),
        );
    }
    begin_move(
        state,
        keys,
        MoveKind::Keys,
        HeldBy::Button,
        from_ms,
        hit.time_ms,
    );
}

/// Selects what was clicked.
pub fn click(
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
pub fn go_on(
    pane: &SheetPane<'_>,
    state: &mut TimelineState,
    response: &Response,
    pointer: &Pointer,
    intents: &mut Vec<Intent>,
) {
    let SheetPane {
        view, sheet, area, ..
    } = pane;
    let stopped = response.drag_stopped_by(PointerButton::Primary);
    match std::mem::take(&mut state.drag) {
        KeyDrag::Moving(moving) => {
            let is_held = response.dragged() && !stopped;
            state.drag = go_on_moving(view, pane.shown, moving, pointer, is_held, intents);
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

/// Goes on with a drag of keys; gives what is dragged after that.
pub fn go_on_moving(
    view: &TimelineView<'_>,
    shown: ShownClip<'_>,
    mut moving: KeyMove,
    pointer: &Pointer,
    is_held: bool,
    intents: &mut Vec<Intent>,
) -> KeyDrag {
    if pointer.was_cancelled {
        cancel_move(&moving, intents);
        return KeyDrag::Ready;
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
        HeldBy::Button => !is_held,
        HeldBy::Nothing => pointer.was_released,
    };
    if ends {
        commit_move(&moving, intents);
        KeyDrag::Ready
    } else {
        KeyDrag::Moving(moving)
    }
}

/// The keys in the box from a corner to the pointer.
pub fn boxed(sheet: &Sheet, area: &SheetArea, from_ms: f64, from_y: f32, at: Vec2) -> Vec<KeyRef> {
    let from = (area.axis.x_of_ms(from_ms), from_y - area.scroll_y);
    area.keys_in_box(sheet, from, (at.x, at.y))
}

/// Wheel: zoom; with Shift: pan; with Ctrl: rows.
pub fn scroll(
    pane: &SheetPane<'_>,
    state: &mut TimelineState,
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
        state
            .axis
            .zoom_at(pos.x - rect.left(), (f64::from(delta.y) / 200.0).exp());
    }
    if zoom != 1.0 {
        let max = pane.area.max_scroll_y(pane.sheet.rows.len());
        state.scroll_y = (state.scroll_y - zoom.ln() * 200.0).clamp(0.0, max);
    }
}

/// A right click on a key that is not selected selects it, so that the menu is about it.
pub fn select_for_menu(pane: &SheetPane<'_>, hovered: Option<RowKey>, intents: &mut Vec<Intent>) {
    let Some(hit) = hovered else {
        return;
    };
    let keys = keys_at(pane.sheet, hit, false);
    if !keys.iter().any(|&key| pane.view.selection.has_key(key)) {
        let mode = SelectMode::Replace;
        intents.push(ViewIntent::SelectKeys { keys, mode }.into());
    }
}
