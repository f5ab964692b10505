//! The window in which the replacement of a texture is prepared.

use crate::editor::{Editor, GroundIntent, Intent, ScopeChoice, TextureSwap};
use crate::ui::ground_name::short_name;
use crate::ui::theme;
use eframe::egui;

/// Shows which texture is replaced by which and where, and how much that changes, if a replacement
/// is being prepared.
pub fn swap_dialog_ui(editor: &Editor, ctx: &egui::Context, intents: &mut Vec<Intent>) {
    let Some(before) = &editor.ground_view.swap else {
        return;
    };
    let mut swap = before.clone();
    let (mut is_open, mut is_done) = (true, false);
    egui::Window::new("Replace texture")
        .id(egui::Id::unique("replace texture"))
        .open(&mut is_open)
        .resizable(false)
        .collapsible(false)
        .default_pos(ctx.content_rect().center() - egui::vec2(180.0, 160.0))
        .show(ctx, |ui| {
            ui.set_width(360.0);
            egui::Grid::new("swap").num_columns(2).show(ui, |ui| {
                let used = used_textures(editor);
                ui.label("Replace");
                texture_ui("Texture that goes", &mut swap.from, &used, ui);
                ui.end_row();
                ui.label("by");
                let known = known_textures(editor, &used);
                texture_ui("Texture that comes", &mut swap.to, &known, ui);
                ui.end_row();
            });
            ui.separator();
            scope_ui(editor, &mut swap, ui);
            ui.separator();
            let count = editor.swap_count(&swap);
            match &count {
                Ok(count) => {
                    ui.label(count_text(editor, *count));
                }
                Err(reason) => {
                    ui.colored_label(theme::palette(ui).warning, reason);
                }
            }
            ui.horizontal(|ui| {
                let button = ui
                    .add_enabled(count.is_ok(), egui::Button::new("Replace"))
                    .on_hover_text("One entry of the history.");
                if button.clicked()
                    && let Ok(operator) = editor.swap_operator(&swap)
                {
                    intents.push(Intent::Apply(operator));
                    is_done = true;
                }
                if ui
                    .button("The other way round")
                    .on_hover_text("Exchanges both textures.")
                    .clicked()
                {
                    std::mem::swap(&mut swap.from, &mut swap.to);
                }
                if ui.button("Close").clicked() {
                    is_done = true;
                }
            });
        });
    if is_done || !is_open {
        intents.push(GroundIntent::PrepareSwap(None).into());
    } else if swap != *before {
        intents.push(GroundIntent::PrepareSwap(Some(swap)).into());
    }
}

fn count_text(editor: &Editor, count: crate::editor::SwapCount) -> String {
    let is_tiles = editor
        .terrain()
        .is_some_and(|terrain| terrain.shape.tiles().is_some());
    let what = if is_tiles { "map chunks" } else { "corners" };
    let mut text = format!("{} of {} {what} change.", count.with, count.all);
    if count.with_both > 0 {
        text += &format!(
            " {} have both, which become one layer there.",
            count.with_both
        );
    }
    text
}

/// The textures that the map uses, those that cover most first.
fn used_textures(editor: &Editor) -> Vec<String> {
    let census = editor.ground_census().into_iter();
    let textures = census.flat_map(|census| &census.textures);
    textures.map(|texture| texture.name.clone()).collect()
}

/// Those, the chosen one, recent ones and favourites.
fn known_textures(editor: &Editor, used: &[String]) -> Vec<String> {
    let view = &editor.ground_view;
    let mut known = used.to_vec();
    let is_tiles = editor
        .terrain()
        .is_some_and(|terrain| terrain.shape.tiles().is_some());
    let others = view.texture.iter().chain(&view.recent);
    for name in others.chain(&view.favourites) {
        let is_path = name.contains(['\\', '/', '.']);
        let is_new = known.iter().all(|it| !it.eq_ignore_ascii_case(name));
        if is_path && is_tiles && is_new {
            known.push(name.clone());
        }
    }
    known
}

fn texture_ui(label: &str, chosen: &mut String, names: &[String], ui: &mut egui::Ui) {
    let shown = match chosen.is_empty() {
        true => "choose…",
        false => short_name(chosen),
    };
    egui::ComboBox::from_id_salt(label)
        .selected_text(shown.to_owned())
        .width(260.0)
        .show_ui(ui, |ui| {
            for name in names {
                let response = ui.selectable_label(chosen == name, short_name(name));
                if response.on_hover_text(name).clicked() {
                    chosen.clone_from(name);
                }
            }
        })
        .response
        .on_hover_text(chosen.as_str())
        .accessible_name(label);
}

fn scope_ui(editor: &Editor, swap: &mut TextureSwap, ui: &mut egui::Ui) {
    let is_tiles = editor
        .terrain()
        .is_some_and(|terrain| terrain.shape.tiles().is_some());
    for choice in ScopeChoice::ALL {
        let refusal = match is_tiles {
            true => editor.ground_scope(choice).err(),
            false => editor.corner_scope(choice).err(),
        };
        let is_chosen = swap.scope == choice;
        let title = match (choice, is_tiles) {
            (ScopeChoice::Map, false) => "Whole map",
            (choice, _) => choice.title(),
        };
        let radio = egui::RadioButton::new(is_chosen, title);
        let response = ui.add_enabled(refusal.is_none() || is_chosen, radio);
        let response = response.on_disabled_hover_text(refusal.unwrap_or_default());
        if response.clicked() {
            swap.scope = choice;
        }
    }
}
