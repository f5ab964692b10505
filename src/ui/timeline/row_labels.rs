//! The names at the left of the dope sheet: select, open and close, filter, markers.

use super::{
    KeyOperators, RowId, Sheet, SheetPane, SheetRow, ShownClip, TimelineSpan, TimelineState,
    TimelineView, keys_of_row, toggle_button,
};
use crate::document::{TrackOwner, TrackPath};
use crate::editor::{Intent, SelectMode, ViewIntent};
use crate::ui::theme::{self, Palette};
use eframe::egui;
use egui::{Align2, FontId, Pos2, Rect, Sense, Shape, Stroke, TextEdit, Ui, Vec2};
use egui_material_icons::icons::{ICON_FILTER_ALT, ICON_KEY};

/// Width of the triangle that opens a row.
const TRIANGLE_PX: f32 = 14.0;
/// Width of one step of indentation.
const INDENT_PX: f32 = 8.0;

/// The filter beside the ruler: name, selected only, with keys only.
pub fn filter_ui(state: &mut TimelineState, rect: Rect, ui: &mut Ui) {
    let builder = egui::UiBuilder::new()
        .max_rect(rect.shrink2(Vec2::new(2.0, 1.0)))
        .layout(egui::Layout::left_to_right(egui::Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let width = (ui.available_width() - 58.0).max(20.0);
        let field = TextEdit::singleline(&mut state.filter.name)
            .hint_text("Filter rows")
            .desired_width(width);
        ui.add(field).accessible_name("Filter rows");
        let mut toggle =
            |icon: egui_material_icons::MaterialIcon, is_on: &mut bool, name: &str, tip| {
                let response = toggle_button(ui, icon.rich_text(), *is_on);
                if response.accessible_name(name).on_hover_text(tip).clicked() {
                    *is_on = !*is_on;
                }
            };
        toggle(
            ICON_FILTER_ALT,
            &mut state.filter.selected_only,
            "Selected only",
            "Only rows of selected bones and parts",
        );
        toggle(
            ICON_KEY,
            &mut state.filter.keyed_only,
            "With keys only",
            "Only tracks with keys in this clip, and those of what is selected",
        );
    });
}

/// The names of the rows in view.
pub fn row_labels_ui(
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
    let palette = theme::palette(ui);
    let painter = ui.painter_at(rect);
    let visible = area.visible_rows(sheet.rows.len());
    let rows = sheet.rows.get(visible.clone()).unwrap_or(&[]);
    for (position, row) in visible.zip(rows) {
        let top = rect.top() + area.row_top(position);
        let row_rect = Rect::from_min_size(
            Pos2::new(rect.left(), top),
            Vec2::new(rect.width(), area.row_height),
        );
        let visible_rect = row_rect.intersect(rect);
        if !visible_rect.is_positive() {
            continue;
        }
        let indent = 4.0 + f32::from(row.depth) * INDENT_PX;
        let id = ui.scope_id().with(("row", row.id));
        let response = ui.interact(visible_rect, id, Sense::click());
        let is_selected = is_row_selected(view, row.id);
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::TreeItem, true, is_selected, &row.label)
        });
        let fill = if is_selected {
            Some(palette.selection)
        } else if response.hovered() {
            Some(palette.button)
        } else if matches!(row.id, RowId::Summary | RowId::Group(_) | RowId::Loops) {
            Some(palette.popup)
        } else {
            None
        };
        if let Some(fill) = fill {
            painter.rect_filled(row_rect, 0.0, fill);
        }
        let text_colour = if is_selected {
            palette.on_selection
        } else {
            palette.text
        };
        if row.is_open.is_some() {
            let triangle = Rect::from_min_size(
                Pos2::new(row_rect.left() + indent - 2.0, row_rect.top()),
                Vec2::new(TRIANGLE_PX + 2.0, area.row_height),
            );
            triangle_ui(state, row, triangle.intersect(rect), text_colour, ui);
        }
        let place = Pos2::new(row_rect.left() + indent + TRIANGLE_PX, row_rect.center().y);
        let font = FontId::proportional(theme::BODY_SIZE);
        painter.text(place, Align2::LEFT_CENTER, &row.label, font, text_colour);
        markers(view, row, row_rect, &painter, palette);
        if response.clicked() {
            let modifiers = ui.input(|i| i.modifiers);
            click(view, state, row.id, modifiers, intents);
        }
        if response.double_clicked() && row.is_open.is_some() {
            state.open.toggle(row.id);
        }
        response.context_menu(|ui| label_menu_ui(shown, state, sheet, row, ui, intents));
        if !row.is_shared && row.loop_ms.is_none() {
            continue;
        }
        response.on_hover_ui(|ui| {
            ui.label(marker_text(view, row));
        });
    }
}

/// The triangle that opens and closes a row.
fn triangle_ui(
    state: &mut TimelineState,
    row: &SheetRow,
    rect: Rect,
    colour: egui::Color32,
    ui: &mut Ui,
) {
    let is_open = row.is_open == Some(true);
    let id = ui.scope_id().with(("open", row.id));
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| {
        let verb = if is_open { "Close" } else { "Open" };
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("{verb} {}", row.label))
    });
    if response.clicked() {
        state.open.toggle(row.id);
    }
    let centre = rect.center();
    let corners = if is_open {
        [
            Vec2::new(-4.0, -2.0),
            Vec2::new(4.0, -2.0),
            Vec2::new(0.0, 3.0),
        ]
    } else {
        [
            Vec2::new(-2.0, -4.0),
            Vec2::new(3.0, 0.0),
            Vec2::new(-2.0, 4.0),
        ]
    };
    let corners = corners.map(|corner| centre + corner).to_vec();
    ui.painter()
        .add(Shape::convex_polygon(corners, colour, Stroke::NONE));
}

/// Whether what a row stands for is selected.
pub(super) fn is_row_selected(view: &TimelineView<'_>, id: RowId) -> bool {
    match id {
        RowId::Summary | RowId::Group(_) | RowId::Loops | RowId::Loop(_) => false,
        RowId::Owner(TrackOwner::Bone(id)) => view.selection.has_bone(id),
        RowId::Owner(owner) => view.selection.part == Some(owner),
        RowId::Channel(path) => view.selection.channel == Some(path),
    }
}

fn click(
    view: &TimelineView<'_>,
    state: &mut TimelineState,
    id: RowId,
    modifiers: egui::Modifiers,
    intents: &mut Vec<Intent>,
) {
    let mode = if modifiers.command {
        SelectMode::Toggle
    } else if modifiers.shift {
        SelectMode::Add
    } else {
        SelectMode::Replace
    };
    match id {
        RowId::Summary | RowId::Group(_) | RowId::Loops | RowId::Loop(_) => state.open.toggle(id),
        RowId::Owner(owner) => {
            select_owner(owner, mode, intents);
            if view.selection.channel.is_some() {
                intents.push(ViewIntent::SelectChannel(None).into());
            }
            state.curves.channels.clear();
        }
        RowId::Channel(path) => {
            let is_owner_selected = is_row_selected(view, RowId::Owner(path.owner));
            if mode == SelectMode::Replace {
                state.curves.channels.clear();
                if !is_owner_selected {
                    select_owner(path.owner, mode, intents);
                }
                intents.push(ViewIntent::SelectChannel(Some(path)).into());
            } else {
                add_channel(view, state, path);
                if !is_owner_selected && matches!(path.owner, TrackOwner::Bone(_)) {
                    select_owner(path.owner, SelectMode::Add, intents);
                }
            }
        }
    }
}

/// Adds a channel to those whose curves are shown, or takes it out.
fn add_channel(view: &TimelineView<'_>, state: &mut TimelineState, path: TrackPath) {
    let channels = &mut state.curves.channels;
    channels.extend(view.selection.channel);
    if !channels.remove(&path) {
        channels.insert(path);
    }
}

fn select_owner(owner: TrackOwner, mode: SelectMode, intents: &mut Vec<Intent>) {
    let intent = match owner {
        TrackOwner::Bone(id) => ViewIntent::SelectBones {
            bones: vec![id],
            mode,
        },
        part => ViewIntent::SelectPart(Some(part)),
    };
    intents.push(intent.into());
}

/// The marks at the right edge of a name.
fn markers(
    view: &TimelineView<'_>,
    row: &SheetRow,
    rect: Rect,
    painter: &egui::Painter,
    palette: &Palette,
) {
    let mut right = rect.right() - 4.0;
    let is_unkeyed = view.unkeyed.is_some_and(|pose| match row.id {
        RowId::Owner(TrackOwner::Bone(id)) => pose.bones.contains_key(&id),
        RowId::Channel(TrackPath {
            owner: TrackOwner::Bone(id),
            channel,
        }) => pose.has(id, channel),
        RowId::Summary => !pose.bones.is_empty(),
        _ => false,
    });
    if is_unkeyed {
        painter.circle_filled(
            Pos2::new(right - 4.0, rect.center().y),
            4.0,
            palette.warning,
        );
        right -= 14.0;
    }
    if row.is_shared || row.loop_ms.is_some() {
        let text = match row.loop_ms {
            Some(0) => "length 0".to_owned(),
            Some(length) => format!("loop {}", view.playback.display.text(f64::from(length))),
            None => "all clips".to_owned(),
        };
        let font = FontId::proportional(theme::SMALL_SIZE);
        let place = Pos2::new(right, rect.center().y);
        let galley = painter.layout_no_wrap(text, font, palette.text_weak);
        let mark = Align2::RIGHT_CENTER.anchor_size(place, galley.size());
        painter.rect_filled(mark.expand2(Vec2::new(3.0, 0.0)), 3.0, palette.popup);
        painter.galley(mark.min, galley, palette.text_weak);
    }
}

fn marker_text(view: &TimelineView<'_>, row: &SheetRow) -> String {
    match row.loop_ms {
        Some(0) => "Its loop has length 0, so it stands still at the loop's time 0, \
                    whatever clip plays. Editing it changes every clip."
            .to_owned(),
        Some(length) => format!(
            "Runs on its own loop of {}, whatever clip plays. Editing it changes every clip.",
            view.playback.display.text(f64::from(length))
        ),
        None => "All clips see these keys. Editing them changes every clip.".to_owned(),
    }
}

fn label_menu_ui(
    shown: ShownClip<'_>,
    state: &mut TimelineState,
    sheet: &Sheet,
    row: &SheetRow,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    if ui.button("Select keys of this row").clicked() {
        let mut keys = keys_of_row(sheet, row);
        if state.span == TimelineSpan::Axis {
            keys = shown.own_keys(keys);
        }
        let mode = SelectMode::Replace;
        intents.push(ViewIntent::SelectKeys { keys, mode }.into());
        ui.close();
    }
    ui.menu_button("Interpolation", |ui| {
        let paths = sheet.row_channels(row).iter().map(|channel| channel.path);
        super::interpolation_menu_ui(
            KeyOperators::new(shown),
            shown,
            paths.collect(),
            ui,
            intents,
        );
    });
    ui.separator();
    if ui.button("Open all rows").clicked() {
        for row in &sheet.rows {
            if row.is_open.is_some() {
                state.open.set(row.id, true);
            }
        }
        ui.close();
    }
    if ui.button("Close all rows").clicked() {
        for row in sheet.rows.iter().filter(|row| row.id != RowId::Summary) {
            state.open.set(row.id, false);
        }
        ui.close();
    }
}
