//! The list of ranges with a name: the clips, with the cells they play.

use super::FrameStripState;
use crate::anim::Clip;
use crate::document::Model;
use crate::edit::operator::{DeleteClip, RenameClip};
use crate::editor::{Cells, Editor, Intent, ViewIntent};
use crate::ui::theme;
use crate::ui::widgets::rename_row;
use eframe::egui;

/// Shows the list.
pub(super) fn ranges_ui(
    editor: &Editor,
    model: &Model,
    cells: &Cells,
    state: &mut FrameStripState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let clips: Vec<&Clip> = model.clips.iter().filter(|clip| !clip.is_alias()).collect();
    egui::ScrollArea::vertical()
        .id_salt("named ranges")
        .auto_shrink(false)
        .show_rows(ui, theme::ROW_HEIGHT, clips.len(), |ui, rows| {
            for clip in clips.get(rows).unwrap_or_default() {
                range_row_ui(editor, clip, cells, state, ui, intents);
            }
        });
}

fn range_row_ui(
    editor: &Editor,
    clip: &Clip,
    cells: &Cells,
    state: &mut FrameStripState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let name = clip.display_name();
    let rename = |name| {
        let rename = RenameClip {
            model: editor.selection.model.map(|id| id.0),
            clip: clip.id.into(),
            name,
        };
        intents.push(Intent::Apply(rename.into()));
    };
    if rename_row(
        ui,
        &mut state.renaming,
        &clip.id,
        &name,
        "New name of range",
        rename,
    ) {
        return;
    }
    let palette = theme::palette(ui);
    let is_selected = editor.selection.clip == Some(clip.id);
    let size = egui::vec2(ui.available_width(), theme::ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    let label = format!("Range {name}");
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, is_selected, label.clone())
    });
    let fill = match (is_selected, response.hovered()) {
        (true, _) => Some(palette.selection),
        (false, true) => Some(palette.button),
        (false, false) => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    let (ink, weak) = if is_selected {
        (palette.on_selection, palette.on_selection)
    } else {
        (palette.text, palette.text_weak)
    };
    let inner = rect.shrink2(egui::vec2(6.0, 0.0));
    let mut row = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(inner)
            .layout(egui::Layout::right_to_left(egui::Align::Center)),
    );
    let plain = |text: String, colour| {
        egui::Label::new(egui::RichText::new(text).color(colour)).selectable(false)
    };
    row.add(plain(cells_text(clip, cells), weak));
    row.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.add(plain(name.clone(), ink).truncate());
    });
    if response.double_clicked() {
        state.renaming = Some((clip.id, name.clone()));
    } else if response.clicked() {
        intents.push(ViewIntent::SelectClip(clip.id).into());
        intents.push(ViewIntent::Seek(0.0).into());
    }
    response.context_menu(|ui| {
        if ui.button("Rename range").clicked() {
            state.renaming = Some((clip.id, name.clone()));
            ui.close();
        }
        if ui.button("Delete range").clicked() {
            let delete = DeleteClip {
                model: editor.selection.model.map(|id| id.0),
                clip: clip.id.into(),
            };
            intents.push(Intent::Apply(delete.into()));
            ui.close();
        }
    });
}

/// Which cells a clip plays, or how many where each clip has its own.
fn cells_text(clip: &Clip, cells: &Cells) -> String {
    let end = clip.start_ms.saturating_add_unsigned(clip.length_ms());
    let [first, last] = cells.range(clip.start_ms, end);
    if cells.is_shared {
        format!("{first} to {last}")
    } else {
        match last - first + 1 {
            1 => "1 cell".to_owned(),
            count => format!("{count} cells"),
        }
    }
}
