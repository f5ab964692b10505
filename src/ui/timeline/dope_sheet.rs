//! The keys in rows: drawn as one mesh, touched through one rectangle.

use super::sheet_input::{Pointer, click, go_on, scroll, select_for_menu, start_drag};
use super::sheet_paint::{hint, paint, paint_drag, set_cursor};
use super::{KeyDrag, Sheet, SheetArea, ShownClip, TimelineState, TimelineView, key_menu_ui};
use crate::editor::Intent;
use eframe::egui;
use egui::{Rect, Sense, Ui};

/// What the parts of the dope sheet show in one frame.
#[derive(Clone, Copy)]
pub struct SheetPane<'a> {
    /// What the timeline shows.
    pub view: &'a TimelineView<'a>,
    /// The selected clip.
    pub shown: ShownClip<'a>,
    /// Its rows.
    pub sheet: &'a Sheet,
    /// The scrolled view onto them.
    pub area: SheetArea,
}

/// The keys of the shown clip in `rect`.
pub fn dope_sheet_ui(
    pane: &SheetPane<'_>,
    state: &mut TimelineState,
    rect: Rect,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let SheetPane {
        view,
        shown,
        sheet,
        area,
    } = *pane;
    let response = ui.interact(rect, ui.scope_id().with("sheet"), Sense::click_and_drag());
    response.widget_info(|| {
        let label = format!("Dope sheet, {} keys", sheet.key_count);
        egui::WidgetInfo::labeled(egui::Role::Canvas, true, label)
    });
    let hovered = response
        .hover_pos()
        .and_then(|pos| area.key_at(sheet, pos.x - rect.left(), pos.y - rect.top()));
    let pointer = Pointer::read(ui, rect, &area.axis);
    if matches!(state.drag, KeyDrag::Ready) {
        start_drag(pane, state, &response, &pointer, intents);
        click(sheet, hovered, &response, &pointer, intents);
    } else {
        go_on(pane, state, &response, &pointer, intents);
    }
    scroll(pane, state, &response, rect, ui);
    if response.secondary_clicked() {
        select_for_menu(pane, hovered, intents);
    }
    response.context_menu(|ui| key_menu_ui(view, shown, state, ui, intents));
    set_cursor(state, hovered, ui);
    paint(pane, state, hovered, rect, ui);
    paint_drag(pane, state, &pointer, rect, ui);
    hint(pane, hovered, state, &response);
}
