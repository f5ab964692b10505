//! The list of textures of a tile, as its file has it.

use crate::edit::operator::SetTileTextures;
use crate::editor::{Command, Editor, Intent};
use crate::terrain::{AlphaForm, ChunkFlags, Tile, TileId, TileMap, TileTexture};
use crate::ui::ground_name::short_name;
use crate::ui::theme;
use crate::ui::widgets::command_button;
use eframe::egui;
use std::collections::BTreeMap;

/// Lists the textures of a tile in the order of its file; they are reordered, renamed and dropped
/// without changing what layers show.
pub(super) fn tile_list_ui(
    editor: &Editor,
    map: &TileMap,
    id: TileId,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(tile) = map.tiles.get(&id) else {
        return;
    };
    let count = tile.textures.len();
    let mut used = vec![0_usize; count];
    for layer in tile.chunks.iter().flat_map(|chunk| &chunk.layers) {
        if let Some(used) = used.get_mut(layer.texture as usize) {
            *used += 1;
        }
    }
    let unused = used.iter().filter(|count| **count == 0).count();
    let title = format!("Texture list of tile {}, {} ({count})", id.x, id.y);
    egui::CollapsingHeader::new(title)
        .id_salt("tile list")
        .show(ui, |ui| {
            ui.weak(forms_text(tile)).on_hover_text(
                "How alphas are stored stays as it was read until they are converted. Borders that \
                 the game fixes up have 63 texels a side in the file.",
            );
            command_button(ui, editor, Command::ConvertAlphas, intents);
            let change = |order: Option<Vec<String>>| SetTileTextures {
                terrain: editor.terrain().map(|terrain| terrain.id.0),
                tile: [id.x, id.y],
                textures: order,
                replace: BTreeMap::new(),
                drop_unused: false,
            };
            let mut asked = None;
            for (number, (texture, used)) in tile.textures.iter().zip(&used).enumerate() {
                ui.push_id(number, |ui| {
                    let row = ListRow {
                        number,
                        texture,
                        used: *used,
                    };
                    if let Some(order) = row_ui(&tile.textures, &row, ui) {
                        asked = Some(change(Some(order)));
                    }
                });
            }
            ui.horizontal_wrapped(|ui| {
                let button = ui
                    .add_enabled(unused > 0, egui::Button::new("Drop unused"))
                    .on_hover_text(format!(
                        "Takes {unused} textures without layers off the list."
                    ))
                    .on_disabled_hover_text("Every texture of the list has a layer.")
                    .accessible_name("Drop unused textures of the tile");
                if button.clicked() {
                    asked = Some(SetTileTextures {
                        drop_unused: true,
                        ..change(None)
                    });
                }
                let chosen = editor.ground_view.texture.as_deref();
                let is_new = chosen.is_some_and(|chosen| {
                    let listed = tile.textures.iter().map(TileTexture::path_text);
                    chosen.contains('.') && listed.into_iter().all(|it| !is_same(&it, chosen))
                });
                let button = ui.add_enabled(is_new, egui::Button::new("Add chosen texture"));
                let button = button.on_disabled_hover_text(
                    "Choose a texture that is not listed, in the panel Ground textures.",
                );
                if let Some(chosen) = chosen.filter(|_| button.clicked()) {
                    let mut order = paths(&tile.textures);
                    order.push(chosen.to_owned());
                    asked = Some(change(Some(order)));
                }
            });
            intents.extend(asked.map(|change| Intent::Apply(change.into())));
        });
}

/// How the alphas of a tile are stored, in words.
fn forms_text(tile: &Tile) -> String {
    let mut counts = [0_usize; 3];
    for layer in tile.chunks.iter().flat_map(|chunk| &chunk.layers) {
        let form = match (&layer.alpha, layer.form) {
            (None, _) => continue,
            (Some(_), AlphaForm::FourBit) => 0,
            (Some(_), AlphaForm::EightBit) => 1,
            (Some(_), AlphaForm::Runs) => 2,
        };
        if let Some(count) = counts.get_mut(form) {
            *count += 1;
        }
    }
    let forms = [AlphaForm::FourBit, AlphaForm::EightBit, AlphaForm::Runs];
    let told = forms
        .into_iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0);
    let told: Vec<String> = told
        .map(|(form, count)| format!("{count} of {}", form.name()))
        .collect();
    let chunks = tile.chunks.iter();
    let whole = chunks.filter(|chunk| chunk.flags.has(ChunkFlags::KEEPS_ALPHA_EDGE));
    let (whole, all) = (whole.count(), tile.chunks.len());
    let edges = match whole {
        0 => "the game fixes borders up".to_owned(),
        whole if whole == all => "borders as they are".to_owned(),
        whole => format!("borders of {whole} of {all} map chunks as they are"),
    };
    match told.is_empty() {
        true => "No alpha maps".to_owned(),
        false => format!("Alphas: {}; {edges}", told.join(", ")),
    }
}

/// An entry of the list.
struct ListRow<'a> {
    number: usize,
    texture: &'a TileTexture,
    used: usize,
}

/// Shows an entry; gives the new order if it is moved or taken out.
fn row_ui(list: &[TileTexture], row: &ListRow<'_>, ui: &mut egui::Ui) -> Option<Vec<String>> {
    let path = row.texture.path_text();
    let short = short_name(&path);
    let mut order = None;
    ui.horizontal(|ui| {
        let button = |ui: &mut egui::Ui, is_on: bool, text: &str, tip: &str, name: &str| {
            let response = ui.add_enabled(is_on, egui::Button::new(text).small());
            let response = response.on_hover_text(tip).on_disabled_hover_text(tip);
            response
                .accessible_name(format!("{name}: {short}"))
                .clicked()
        };
        let number = row.number;
        if button(
            ui,
            number > 0,
            "▲",
            "Further up in the list.",
            "Up in the list",
        ) {
            order = Some(moved(list, number, number.saturating_sub(1)));
        }
        let is_last = number + 1 >= list.len();
        if button(
            ui,
            !is_last,
            "▼",
            "Further down in the list.",
            "Down in the list",
        ) {
            order = Some(moved(list, number, number + 1));
        }
        let tip = match row.used {
            0 => "Takes it off the list.".to_owned(),
            used => format!("{used} layers have it; replace it there first."),
        };
        if button(ui, row.used == 0, "✕", &tip, "Take off the list") {
            let mut rest = paths(list);
            rest.remove(number);
            order = Some(rest);
        }
        let (text, colour) = match row.used {
            0 => (
                format!("{number}  {short}, not used"),
                theme::palette(ui).text_weak,
            ),
            used => (
                format!("{number}  {short}, {used} layers"),
                theme::palette(ui).text,
            ),
        };
        let text = egui::RichText::new(text).color(colour);
        ui.add(egui::Label::new(text).truncate().selectable(false))
            .on_hover_text(&path);
    });
    order
}

fn paths(list: &[TileTexture]) -> Vec<String> {
    list.iter().map(TileTexture::path_text).collect()
}

fn moved(list: &[TileTexture], from: usize, to: usize) -> Vec<String> {
    let mut order = paths(list);
    if from < order.len() && to < order.len() {
        order.swap(from, to);
    }
    order
}

/// Whether two paths name one file.
fn is_same(one: &str, other: &str) -> bool {
    one.replace('/', "\\")
        .eq_ignore_ascii_case(&other.replace('/', "\\"))
}
