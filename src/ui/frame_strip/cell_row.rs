//! The row of cells, and over it the bands of the clips that play them.

use super::FrameStripState;
use super::cell_keys::CellKeys;
use super::geometry::{Band, StripGeometry, bands};
use crate::document::Model;
use crate::editor::{Cells, Editor, Intent, ViewIntent, bone_label};
use crate::ui::theme::{self, Palette};
use eframe::egui;
use egui::{Align2, FontId, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2};

/// Height of a band of a clip.
const BAND_HEIGHT: f32 = 17.0;
/// Least height of a cell, where there is room.
const CELL_HEIGHT: f32 = 62.0;
/// Half the size of the mark of a keyframe.
const MARK: f32 = 4.0;

/// What the row shows of one cell.
struct CellLook<'a> {
    keys: Option<&'a CellKeys>,
    is_current: bool,
    is_selected: bool,
    is_in_clip: bool,
    is_unkeyed: bool,
}

/// Shows the cells; a click goes to one, a drag selects a range.
pub(super) fn cell_row_ui(
    editor: &Editor,
    model: &Model,
    cells: &Cells,
    state: &mut FrameStripState,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let strip = StripGeometry::new(cells.count());
    let bands = if cells.is_shared {
        bands(model, cells)
    } else {
        Vec::new()
    };
    let rows = bands.iter().map(|band| band.row + 1).max().unwrap_or(0);
    let mut cache = std::mem::take(&mut state.cache);
    let keys = cache.of(editor, cells);
    let current = cells.current();
    let scroll_to = (state.shown_cell != Some(current)).then_some(current);
    state.shown_cell = Some(current);
    let height = ui.available_height() - ui.spacing().scroll.allocated_width() - 2.0;
    egui::ScrollArea::horizontal()
        .id_salt("cells")
        .auto_shrink(false)
        .show_viewport(ui, |ui, viewport| {
            let height = height.max(rows as f32 * BAND_HEIGHT + 30.0);
            ui.set_width(strip.width());
            ui.set_height(height);
            let origin = ui.max_rect().min;
            let place = |[start, end]: [f32; 2], top: f32, height: f32| {
                let min = Pos2::new(origin.x + start, origin.y + top);
                Rect::from_min_size(min, Vec2::new(end - start, height))
            };
            let top = rows as f32 * BAND_HEIGHT;
            for band in &bands {
                let row_top = (rows - 1 - band.row) as f32 * BAND_HEIGHT;
                let rect = place(strip.range_span(band.cells), row_top, BAND_HEIGHT - 2.0);
                band_ui(editor, model, band, rect, ui, intents);
            }
            let cell_height = (height - top).min(CELL_HEIGHT);
            for cell in strip.visible(viewport.min.x, viewport.max.x) {
                let rect = place(strip.span(cell), top, cell_height);
                let look = CellLook {
                    keys: keys.get(&cell),
                    is_current: cell == current,
                    is_selected: state
                        .selected
                        .is_some_and(|[first, last]| (first..=last).contains(&cell)),
                    is_in_clip: cells.is_in_clip(cell),
                    is_unkeyed: cell == current && editor.unkeyed_pose().is_some(),
                };
                cell_ui(editor, model, cell, &look, rect, state, ui, intents);
            }
            follow_drag(&strip, origin.x, state, ui);
            if let Some(cell) = scroll_to {
                let rect = place(strip.span(cell), top, cell_height);
                ui.scroll_to_rect(rect.expand2(Vec2::new(60.0, 0.0)), None);
            }
        });
    state.cache = cache;
}

fn band_ui(
    editor: &Editor,
    model: &Model,
    band: &Band,
    rect: Rect,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(clip) = model.clips.get(band.clip) else {
        return;
    };
    let palette = theme::palette(ui);
    let id = ui.scope_id().with(("band", clip.id.0));
    let response = ui.interact(rect, id, Sense::click());
    let name = clip.display_name();
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Band {name}"))
    });
    let is_shown = editor.selection.clip == Some(clip.id);
    let fill = match (is_shown, response.hovered()) {
        (true, _) => palette.selection,
        (false, true) => palette.button_hovered,
        (false, false) => palette.button,
    };
    ui.painter().rect_filled(rect, 3.0, fill);
    let ink = if is_shown {
        palette.on_selection
    } else {
        palette.text
    };
    // The name stays in view while its band is scrolled.
    let seen = rect.intersect(ui.clip_rect());
    let font = FontId::proportional(theme::SMALL_SIZE);
    ui.painter().with_clip_rect(seen.shrink(1.0)).text(
        seen.left_center() + Vec2::new(5.0, 0.0),
        Align2::LEFT_CENTER,
        &name,
        font,
        ink,
    );
    let [first, last] = band.cells;
    if response
        .on_hover_text(format!("{name}: cells {first} to {last}"))
        .clicked()
    {
        intents.push(ViewIntent::SelectClip(clip.id).into());
        intents.push(ViewIntent::Seek(0.0).into());
    }
}

#[allow(
    clippy::too_many_arguments,
    reason = "a cell is drawn and clicked at once: nothing groups what it needs"
)]
fn cell_ui(
    editor: &Editor,
    model: &Model,
    cell: u32,
    look: &CellLook<'_>,
    rect: Rect,
    state: &mut FrameStripState,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let response = ui.interact(
        rect,
        ui.scope_id().with(("cell", cell)),
        Sense::click_and_drag(),
    );
    response.widget_info(|| {
        let is_selected = look.is_current;
        egui::WidgetInfo::selected(
            egui::Role::Button,
            true,
            is_selected,
            format!("Cell {cell}"),
        )
    });
    let palette = theme::palette(ui);
    paint_cell(model, cell, look, rect, response.hovered(), palette, ui);
    let is_extending = ui.input(|input| input.modifiers.shift);
    if response.drag_started() {
        state.anchor = None;
        state.is_dragging = true;
        state.select_to(cell);
    }
    if response.clicked() {
        if !is_extending {
            state.anchor = None;
        }
        state.select_to(cell);
        if !is_extending {
            let planned = editor.go_to_cell(cell);
            intents
                .extend(planned.unwrap_or_else(|reason| vec![ViewIntent::Refuse(reason).into()]));
        }
    }
}

/// Goes on with a range that follows the mouse, also where it leaves the cell it began in.
fn follow_drag(strip: &StripGeometry, left: f32, state: &mut FrameStripState, ui: &Ui) {
    if !state.is_dragging {
        return;
    }
    let (pointer, is_down) =
        ui.input(|input| (input.pointer.interact_pos(), input.pointer.primary_down()));
    if let Some(cell) = pointer.and_then(|pointer| strip.cell_at(pointer.x - left)) {
        state.select_to(cell);
    }
    state.is_dragging = is_down;
}

fn paint_cell(
    model: &Model,
    cell: u32,
    look: &CellLook<'_>,
    rect: Rect,
    is_hovered: bool,
    palette: &Palette,
    ui: &Ui,
) {
    let painter = ui.painter();
    let fill = match (look.is_selected, look.is_in_clip, is_hovered) {
        (true, ..) => palette.selection,
        (false, _, true) => palette.button,
        (false, true, false) => palette.well,
        (false, false, false) => palette.panel,
    };
    painter.rect_filled(rect, 3.0, fill);
    let (width, colour) = if look.is_current {
        (2.0, palette.accent)
    } else {
        (1.0, palette.line)
    };
    painter.rect_stroke(rect, 3.0, Stroke::new(width, colour), StrokeKind::Inside);
    let ink = match (look.is_selected, look.keys.is_some()) {
        (true, _) => palette.on_selection,
        (false, true) => palette.text,
        (false, false) => palette.text_weak,
    };
    let inside = painter.with_clip_rect(rect.shrink(3.0).intersect(ui.clip_rect()));
    let number = FontId::proportional(theme::BODY_SIZE);
    let top = rect.left_top() + Vec2::new(6.0, 4.0);
    inside.text(top, Align2::LEFT_TOP, cell, number, ink);
    if look.is_unkeyed {
        let dot = rect.right_top() + Vec2::new(-10.0, 11.0);
        painter.circle_filled(dot, 3.5, palette.warning);
    }
    let Some(keys) = look.keys else {
        return;
    };
    let label = FontId::proportional(theme::SMALL_SIZE);
    let text = pose_label(model, keys);
    inside.text(
        rect.left_center() + Vec2::new(6.0, 3.0),
        Align2::LEFT_CENTER,
        text,
        label,
        ink,
    );
    paint_mark(
        rect.left_bottom() + Vec2::new(6.0 + MARK, -5.0 - MARK),
        keys.has_strays,
        look.is_selected,
        palette,
        ui,
    );
}

/// A diamond; hollow where keyframes lie beside the moment of the cell.
fn paint_mark(at: Pos2, has_strays: bool, is_selected: bool, palette: &Palette, ui: &Ui) {
    let corners = [
        at + Vec2::new(0.0, -MARK),
        at + Vec2::new(MARK, 0.0),
        at + Vec2::new(0.0, MARK),
        at + Vec2::new(-MARK, 0.0),
    ];
    let colour = if is_selected {
        palette.on_selection
    } else {
        palette.key
    };
    let shape = if has_strays {
        egui::Shape::closed_line(corners.to_vec(), Stroke::new(1.5, colour))
    } else {
        egui::Shape::convex_polygon(corners.to_vec(), colour, Stroke::NONE)
    };
    ui.painter().add(shape);
}

/// What is posed in a cell: the bone, or how many.
fn pose_label(model: &Model, keys: &CellKeys) -> String {
    let first = model.skeleton.bones.get(keys.first_bone);
    match (keys.bone_count, first) {
        (1, Some(bone)) => bone_label(model, bone.id),
        (count, _) => format!("{count} bones"),
    }
}
