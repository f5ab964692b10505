//! The list of clips: show, rename, add, duplicate, delete.

use crate::anim::{Clip, ClipId};
use crate::edit::operator::RenameClip;
use crate::editor::{Command, Editor, Intent, ViewIntent};
use crate::ui::theme;
use crate::ui::widgets::{command_button, command_icon, icon_label, menu_command, rename_row};
use eframe::egui;
use egui_material_icons::icons::{
    ICON_ADD, ICON_CONTENT_COPY, ICON_DELETE, ICON_LINK, ICON_REPEAT,
};

/// What the list of clips keeps between frames.
#[derive(Debug, Default)]
pub struct ClipsState {
    /// What clips are filtered by.
    pub filter: String,
    /// The clip being renamed, and what was typed so far.
    pub renaming: Option<(ClipId, String)>,
    shown: Option<ClipId>,
}

impl ClipsState {
    /// Begins to rename the selected clip.
    pub fn rename_selected(&mut self, editor: &Editor) {
        self.renaming = editor.clip().map(|clip| (clip.id, clip.display_name()));
    }
}

/// Shows the clips of the model; a click shows one, a double click renames it.
pub fn clips_ui(
    editor: &Editor,
    state: &mut ClipsState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(model) = editor.model() else {
        ui.centered_and_justified(|ui| ui.weak("Nothing is open."));
        return;
    };
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(4.0);
        command_icon(ui, editor, Command::AddClip, ICON_ADD, intents);
        command_icon(
            ui,
            editor,
            Command::DuplicateClip,
            ICON_CONTENT_COPY,
            intents,
        );
        command_icon(ui, editor, Command::DeleteClip, ICON_DELETE, intents);
        ui.add(
            egui::TextEdit::singleline(&mut state.filter)
                .hint_text("Filter by name")
                .desired_width((ui.available_width() - 8.0).max(40.0)),
        )
        .accessible_name("Filter clips");
    });
    if model.clips.is_empty() {
        ui.vertical_centered(|ui| {
            ui.add_space(12.0);
            ui.weak("No clips. Add one to animate the model.");
            command_button(ui, editor, Command::AddClip, intents);
        });
        return;
    }
    let filter = state.filter.trim().to_lowercase();
    let clips: Vec<&Clip> = model
        .clips
        .iter()
        .filter(|clip| filter.is_empty() || clip.display_name().to_lowercase().contains(&filter))
        .collect();
    let selected = editor.selection.clip;
    let target = (selected != state.shown)
        .then(|| clips.iter().position(|clip| Some(clip.id) == selected))
        .flatten();
    state.shown = selected;
    let row_height = theme::ROW_HEIGHT;
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut scroll = egui::ScrollArea::vertical().auto_shrink(false);
    if let Some(row) = target {
        let pitch = row_height + ui.spacing().item_spacing.y;
        let middle = row as f32 * pitch - ui.available_height() * 0.5;
        scroll = scroll.vertical_scroll_offset(middle.max(0.0));
    }
    scroll.show_rows(ui, row_height, clips.len(), |ui, rows| {
        for clip in clips.get(rows).unwrap_or_default() {
            clip_row_ui(editor, clip, state, ui, intents);
        }
    });
}

fn clip_row_ui(
    editor: &Editor,
    clip: &Clip,
    state: &mut ClipsState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
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
        "New name of clip",
        rename,
    ) {
        return;
    }
    let is_selected = editor.selection.clip == Some(clip.id);
    let size = egui::vec2(ui.available_width(), theme::ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, is_selected, name.clone())
    });
    let fill = match (is_selected, response.hovered()) {
        (true, _) => Some(palette.selection),
        (false, true) => Some(palette.button),
        (false, false) => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    let inner = rect.shrink2(egui::vec2(8.0, 0.0));
    let mut row = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(inner)
            .layout(egui::Layout::right_to_left(egui::Align::Center)),
    );
    let ink = if is_selected {
        palette.on_selection
    } else {
        palette.text
    };
    let weak = if is_selected {
        palette.on_selection
    } else {
        palette.text_weak
    };
    let duration = editor.playback.display.text(f64::from(clip.length_ms()));
    let plain = |text: String, colour| {
        egui::Label::new(egui::RichText::new(text).color(colour)).selectable(false)
    };
    row.add(plain(duration, weak));
    if clip.is_looping() {
        icon_label(&mut row, ICON_REPEAT, weak, "The game repeats this clip");
    }
    if clip.is_alias() {
        icon_label(
            &mut row,
            ICON_LINK,
            weak,
            "Plays the keyframes of another clip",
        );
    }
    let is_mdx = editor.model().is_some_and(|model| model.format.is_mdx());
    let place = if is_mdx {
        // Clips of a shared axis are told apart by where they lie on it.
        format!(
            "at {}",
            editor.playback.display.text(f64::from(clip.start_ms))
        )
    } else {
        format!("id {}", clip.animation_id)
    };
    row.add(plain(place, weak));
    row.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.add(plain(name.clone(), ink).truncate());
    });
    if response.double_clicked() {
        state.renaming = Some((clip.id, name.clone()));
    } else if response.clicked() {
        intents.push(ViewIntent::SelectClip(clip.id).into());
    }
    response.context_menu(|ui| {
        if !is_selected {
            intents.push(ViewIntent::SelectClip(clip.id).into());
        }
        if ui.button("Rename").clicked() {
            state.renaming = Some((clip.id, name.clone()));
            ui.close();
        }
        for command in [
            Command::AddClip,
            Command::DuplicateClip,
            Command::DeleteClip,
            Command::TogglePlay,
        ] {
            menu_command(ui, editor, command, intents);
        }
    });
}
