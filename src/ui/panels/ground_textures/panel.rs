//! The panel of ground textures.

use super::adding::{add_type_ui, add_ui};
use super::known::known_ui;
use super::row::row_ui;
use crate::editor::{Command, Editor, Intent};
use crate::ui::theme;
use crate::ui::widgets::{Thumbnails, command_button};
use eframe::egui;

/// What the panel keeps: what is searched for and what is typed.
#[derive(Debug, Default)]
pub struct GroundTexturesState {
    pub(super) search: String,
    pub(super) added: String,
    /// How many of the textures in folders and archives are shown.
    pub(super) shown_known: usize,
    /// Those of them that are shown now.
    pub(super) wanted: Vec<String>,
    pub(crate) thumbs: Thumbnails,
}

/// Shows the textures; a click chooses one.
pub fn ground_textures_ui(
    editor: &Editor,
    state: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(terrain) = editor.terrain() else {
        ui.centered_and_justified(|ui| ui.weak("No map is open."));
        return;
    };
    state.thumbs.keep_to(editor.ground.revision);
    ui.add_space(4.0);
    let search = egui::TextEdit::singleline(&mut state.search)
        .hint_text("Search textures")
        .desired_width(f32::INFINITY);
    let response = ui.add(search);
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Search textures"));
    let is_tiles = terrain.shape.tiles().is_some();
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            used_ui(editor, state, ui, intents);
            let view = &editor.ground_view;
            list_ui(
                "Favourites",
                view.favourites.iter(),
                editor,
                state,
                ui,
                intents,
            );
            list_ui("Recent", view.recent.iter(), editor, state, ui, intents);
            ui.separator();
            known_ui(editor, state, ui, intents);
            ui.separator();
            if is_tiles {
                add_ui(state, ui, intents);
            } else {
                add_type_ui(terrain.id.0, state, ui, intents);
                ui.horizontal_wrapped(|ui| {
                    command_button(ui, editor, Command::EditGroundTypes, intents);
                    command_button(ui, editor, Command::DropGroundTypes, intents);
                });
            }
            command_button(ui, editor, Command::ReplaceTexture, intents);
            missing_ui(editor, ui, intents);
        });
}

/// The textures of the map, those that cover most first.
fn used_ui(
    editor: &Editor,
    state: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(census) = editor.ground_census() else {
        ui.horizontal_wrapped(|ui| {
            ui.weak("The ground was not looked over yet.");
            command_button(ui, editor, Command::ExamineGround, intents);
        });
        return;
    };
    let found = census
        .textures
        .iter()
        .filter(|it| is_found(&it.name, &state.search));
    let found: Vec<_> = found.cloned().collect();
    ui.horizontal(|ui| {
        ui.strong("Used here");
        ui.weak(match census.textures.len() {
            1 => "1 texture".to_owned(),
            count => format!("{count} textures"),
        });
    });
    if found.is_empty() {
        ui.weak("None of them is called so.");
    }
    for texture in found {
        let detail = match texture.place_count {
            0 => "not used".to_owned(),
            _ => format!("{:.1} %", texture.share * 100.0),
        };
        row_ui(&texture.name, &detail, editor, state, ui, intents);
    }
}

fn list_ui<'a>(
    title: &str,
    names: impl Iterator<Item = &'a String>,
    editor: &Editor,
    state: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let fits = |name: &&String| {
        let is_path = name.contains(['\\', '/', '.']);
        let is_tiles = editor
            .terrain()
            .is_some_and(|it| it.shape.tiles().is_some());
        is_path == is_tiles && is_found(name, &state.search)
    };
    let names: Vec<&String> = names.filter(fits).collect();
    if names.is_empty() {
        return;
    }
    ui.separator();
    ui.push_id(title, |ui| {
        ui.strong(title);
        for name in names {
            row_ui(name, "", editor, state, ui, intents);
        }
    });
}

/// Whether a texture is among those that are searched for.
fn is_found(name: &str, search: &str) -> bool {
    name.to_lowercase().contains(&search.trim().to_lowercase())
}

fn missing_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let count = editor.ground.missing_count();
    if count > 0 {
        let text = match count {
            1 => "1 picture was not found.".to_owned(),
            count => format!("{count} pictures were not found."),
        };
        ui.horizontal_wrapped(|ui| {
            ui.colored_label(theme::palette(ui).warning, text);
            command_button(ui, editor, Command::AddAssetFolder, intents);
        });
    }
}
