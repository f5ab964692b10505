//! The textures of the ground, to paint with: those of the map by how much they cover, recent ones,
//! favourites, and any other by its path.

use crate::edit::operator::SetGroundTypes;
use crate::editor::{Command, Editor, GroundIntent, Intent};
use crate::ui::ground_name::short_name;
use crate::ui::theme;
use crate::ui::widgets::{Thumbnails, command_button};
use eframe::egui;
use egui_material_icons::icons::ICON_STAR;
use std::collections::BTreeMap;

/// Side of a thumbnail in the list, in points.
const THUMB: f32 = 40.0;

/// What the panel keeps: what is searched for and what is typed.
#[derive(Debug, Default)]
pub struct GroundTexturesState {
    search: String,
    added: String,
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
            if is_tiles {
                add_ui(state, ui, intents);
            } else {
                add_type_ui(terrain.id.0, state, ui, intents);
                command_button(ui, editor, Command::DropGroundTypes, intents);
            }
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
        ui.horizontal(|ui| {
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

fn row_ui(
    name: &str,
    detail: &str,
    editor: &Editor,
    state: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
    let read = editor.ground.texture(name);
    let thumb = state.thumbs.of(ui.ctx(), name, read);
    let chosen = editor.ground_view.texture.as_deref();
    let is_chosen = chosen.is_some_and(|chosen| chosen.eq_ignore_ascii_case(name));
    let is_favourite = editor.ground_view.favourites.contains(name);
    let missing = read.and_then(|read| read.picture.as_ref().err());
    ui.horizontal(|ui| {
        let picture = egui::Image::new((thumb, egui::Vec2::splat(THUMB)));
        let button = egui::Button::image(picture).selected(is_chosen);
        let tip = match missing {
            Some(reason) => format!("{name}\nIts picture is missing: {reason}"),
            None => name.to_owned(),
        };
        let response = ui
            .add(button)
            .on_hover_text(tip)
            .accessible_name(format!("Paint with {}", short_name(name)));
        if response.clicked() {
            intents.push(GroundIntent::Choose(name.to_owned()).into());
        }
        let label = match is_favourite {
            true => format!("No favourite: {}", short_name(name)),
            false => format!("Favourite: {}", short_name(name)),
        };
        let colour = match is_favourite {
            true => palette.accent,
            false => palette.line,
        };
        let star = ICON_STAR.rich_text().size(theme::ICON_SIZE).color(colour);
        let response = ui
            .add(egui::Button::new(star).frame(false))
            .on_hover_text("Keeps the texture at hand, in every map.")
            .accessible_name(label);
        if response.clicked() {
            intents.push(GroundIntent::ToggleFavourite(name.to_owned()).into());
        }
        ui.vertical(|ui| {
            let colour = match missing {
                Some(_) => palette.warning,
                None => palette.text,
            };
            let text = egui::RichText::new(short_name(name)).color(colour);
            ui.add(egui::Label::new(text).truncate().selectable(false));
            if !detail.is_empty() {
                ui.weak(detail);
            }
        });
    });
}

/// A field for the path of a texture that the map does not have yet.
fn add_ui(state: &mut GroundTexturesState, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut state.added)
            .hint_text("tileset\\…\\name.blp")
            .desired_width((ui.available_width() - 60.0).max(60.0));
        let response = ui.add(field);
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Path of a texture")
        });
        let is_entered =
            response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let path = state.added.trim();
        let button = ui
            .add_enabled(!path.is_empty(), egui::Button::new("Use"))
            .on_hover_text("Paints with the texture at this path; brushes add it to the map.")
            .accessible_name("Use texture by path");
        if (button.clicked() || is_entered) && !path.is_empty() {
            intents.push(GroundIntent::Choose(path.to_owned()).into());
            state.added.clear();
        }
    });
}

/// A field for the four letters of a ground type that the map does not have yet.
fn add_type_ui(
    terrain: u32,
    state: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut state.added)
            .hint_text("Lgrs")
            .desired_width(60.0);
        let response = ui.add(field);
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Letters of a ground type")
        });
        let letters = state.added.trim();
        let button = ui
            .add_enabled(letters.len() == 4, egui::Button::new("Add ground type"))
            .on_hover_text("Puts the ground type at the end of the map's list.");
        if button.clicked() {
            let add = SetGroundTypes {
                terrain: Some(terrain),
                types: None,
                replace: BTreeMap::new(),
                add: vec![letters.to_owned()],
                drop_unused: false,
            };
            intents.push(Intent::Apply(add.into()));
            state.added.clear();
        }
    });
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
