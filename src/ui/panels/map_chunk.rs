//! The map chunk that was picked: its texture layers, how much each covers, and what can be done
//! with them.

use super::ground_textures::GroundTexturesState;
use super::map_tiles::map_tiles_ui;
use crate::edit::operator::{
    MergeTextureLayers, MoveTextureLayer, RemoveTextureLayer, SwapTexture,
};
use crate::edit::{GroundScope, Operator};
use crate::editor::{Command, Editor, GroundIntent, Intent, LayerUse, layer_uses};
use crate::terrain::{Chunk, ChunkPlace, DRAWN_LAYERS, TextureLayer, TileMap};
use crate::ui::ground_name::short_name;
use crate::ui::theme;
use crate::ui::widgets::command_button;
use eframe::egui;

/// Side of a thumbnail, in points.
const THUMB: f32 = 36.0;

/// What the panel keeps: the coverage of the chunk that it shows.
#[derive(Debug, Default)]
pub struct MapChunkState {
    of: Option<(u64, ChunkPlace)>,
    uses: Vec<LayerUse>,
}

/// Shows the layers of the picked map chunk.
pub fn map_chunk_ui(
    editor: &Editor,
    state: &mut MapChunkState,
    textures: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(terrain) = editor.terrain() else {
        ui.centered_and_justified(|ui| ui.weak("No map is open."));
        return;
    };
    let Some(map) = terrain.shape.tiles() else {
        ui.add_space(4.0);
        ui.weak("Maps of Warcraft III have no map chunks: each corner has one ground type.");
        return;
    };
    let picked = editor.ground_view.chunk;
    let found = picked.and_then(|place| Some((place, map.chunk(place)?)));
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.add_space(4.0);
            match found {
                Some((place, chunk)) => {
                    let now = Some((editor.document_revision(), place));
                    if state.of != now {
                        state.of = now;
                        state.uses = layer_uses(chunk, map.blend);
                    }
                    chunk_ui(
                        editor,
                        map,
                        (place, chunk),
                        &state.uses,
                        textures,
                        ui,
                        intents,
                    );
                }
                None => {
                    ui.weak("Alt+click the ground to see the layers of a map chunk.");
                }
            }
            ui.separator();
            map_tiles_ui(editor, ui, intents);
            whole_ui(editor, ui, intents);
        });
}

fn chunk_ui(
    editor: &Editor,
    map: &TileMap,
    (place, chunk): (ChunkPlace, &Chunk),
    uses: &[LayerUse],
    textures: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.strong(format!("Chunk {}, {}", place.column, place.row));
        ui.weak(format!("of tile {}, {}", place.tile.x, place.tile.y));
    });
    let text = match chunk.layers.len() {
        1 => "1 layer".to_owned(),
        count => format!("{count} of {DRAWN_LAYERS} layers"),
    };
    let facts = format!(
        "{text}, area {}, {} holes",
        chunk.area_id,
        chunk.hole_count()
    );
    ui.weak(facts);
    textures.thumbs.keep_to(editor.ground.revision);
    for (index, layer) in chunk.layers.iter().enumerate() {
        let tile = map.tiles.get(&place.tile);
        let texture = tile.and_then(|tile| tile.textures.get(layer.texture as usize));
        let name = texture.map(|texture| texture.path_text());
        let used = uses.get(index).copied().unwrap_or_default();
        ui.push_id(index, |ui| {
            layer_ui(
                editor,
                index,
                layer,
                name.as_deref(),
                used,
                textures,
                ui,
                intents,
            );
            if let Some(name) = name.as_deref() {
                let below = index
                    .checked_sub(1)
                    .and_then(|below| chunk.layers.get(below));
                let below = below.and_then(|below| tile?.textures.get(below.texture as usize));
                let below = below.map(|texture| texture.path_text());
                let row = LayerRow {
                    index,
                    count: chunk.layers.len(),
                    name,
                    below: below.as_deref(),
                };
                actions_ui(editor, place, &row, ui, intents);
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        command_button(ui, editor, Command::FillChunk, intents);
        command_button(ui, editor, Command::SetBaseOfChunk, intents);
    });
}

#[allow(
    clippy::too_many_arguments,
    reason = "a row shows what it is given and keeps nothing"
)]
fn layer_ui(
    editor: &Editor,
    index: usize,
    layer: &TextureLayer,
    name: Option<&str>,
    used: LayerUse,
    textures: &mut GroundTexturesState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
    let shown = name.unwrap_or("?");
    ui.horizontal(|ui| {
        let read = editor.ground.texture(shown);
        let thumb = textures.thumbs.of(ui.ctx(), shown, read);
        let picture = egui::Image::new((thumb, egui::Vec2::splat(THUMB)));
        let response = ui
            .add(egui::Button::image(picture))
            .on_hover_text(format!("{shown}\nClick to paint with it."))
            .accessible_name(format!("Layer {}: {}", index + 1, short_name(shown)));
        if let Some(name) = name.filter(|_| response.clicked()) {
            intents.push(GroundIntent::Choose(name.to_owned()).into());
        }
        ui.vertical(|ui| {
            let title = match name {
                Some(name) => format!("{}  {}", index + 1, short_name(name)),
                None => format!("{}  texture {} is not listed", index + 1, layer.texture),
            };
            ui.add(egui::Label::new(title).truncate().selectable(false));
            let (text, colour) = match used.highest {
                0 if index > 0 => ("not seen anywhere".to_owned(), palette.warning),
                _ => (
                    format!("covers {:.1} %", used.share * 100.0),
                    palette.text_weak,
                ),
            };
            let flags = format!("flags {:#x}", layer.flags.0);
            ui.horizontal(|ui| {
                ui.colored_label(colour, text);
                ui.weak(flags);
            });
        });
    });
}

/// A layer of the map chunk, and the one below it.
struct LayerRow<'a> {
    index: usize,
    count: usize,
    name: &'a str,
    below: Option<&'a str>,
}

/// What can be done with a layer of the map chunk.
fn actions_ui(
    editor: &Editor,
    place: ChunkPlace,
    row: &LayerRow<'_>,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let terrain = editor.terrain().map(|terrain| terrain.id.0);
    let (scope, texture) = (GroundScope::from(place), row.name.to_owned());
    let short = short_name(row.name);
    let mut asked: Option<Operator> = None;
    let button = |ui: &mut egui::Ui, is_on: bool, text: &str, tip: &str| {
        let response = ui.add_enabled(is_on, egui::Button::new(text).small());
        let response = response.on_hover_text(tip);
        response
            .accessible_name(format!("{text}: {short}"))
            .clicked()
    };
    ui.horizontal_wrapped(|ui| {
        let move_to = |to: usize| -> Operator {
            MoveTextureLayer {
                terrain,
                texture: texture.clone(),
                to: u32::try_from(to).unwrap_or(u32::MAX),
                scope: scope.clone(),
            }
            .into()
        };
        let tip = "Puts the layer under the one below it; the ground looks the same.";
        if button(ui, row.index > 0, "Lower", tip) {
            asked = Some(move_to(row.index.saturating_sub(1)));
        }
        let tip = "Puts the layer over the one above it; the ground looks the same.";
        if button(ui, row.index + 1 < row.count, "Higher", tip) {
            asked = Some(move_to(row.index + 1));
        }
        let tip = "Gives its share to the layer below it, whose texture stays.";
        if button(ui, row.below.is_some(), "Merge", tip) {
            asked = row.below.map(|below| {
                MergeTextureLayers {
                    terrain,
                    from: texture.clone(),
                    into: below.to_owned(),
                    scope: scope.clone(),
                }
                .into()
            });
        }
        let chosen = editor.ground_view.texture.as_deref();
        let other = chosen.filter(|chosen| !chosen.eq_ignore_ascii_case(row.name));
        let tip = "Puts the chosen texture in its place.";
        if button(ui, other.is_some(), "Swap", tip) {
            asked = other.map(|other| {
                SwapTexture {
                    terrain,
                    from: texture.clone(),
                    to: other.to_owned(),
                    scope: scope.clone(),
                }
                .into()
            });
        }
        let tip = "Takes the layer off; the others fill up in proportion.";
        if button(ui, row.count > 1, "Remove", tip) {
            asked = Some(
                RemoveTextureLayer {
                    terrain,
                    texture: texture.clone(),
                    scope: scope.clone(),
                }
                .into(),
            );
        }
    });
    intents.extend(asked.map(Intent::Apply));
}

/// What holds for the whole map: seams, and layers that are not seen.
fn whole_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    ui.strong("Whole map");
    let Some(census) = editor.ground_census() else {
        ui.horizontal_wrapped(|ui| {
            ui.weak("The ground was not looked over yet.");
            command_button(ui, editor, Command::ExamineGround, intents);
        });
        return;
    };
    let seams = match census.seams.len() {
        0 => "No seams: all textures of neighbours meet.".to_owned(),
        1 => "1 seam where a texture does not meet its neighbour's.".to_owned(),
        count => format!("{count} seams where textures do not meet their neighbours'."),
    };
    ui.label(seams);
    let unseen: usize = census.unseen_layers.values().sum();
    ui.label(match unseen {
        0 => "Every layer is seen somewhere.".to_owned(),
        1 => "1 layer is not seen anywhere.".to_owned(),
        count => {
            let chunks = census.unseen_layers.len();
            format!("{count} layers of {chunks} map chunks are not seen anywhere.")
        }
    });
    ui.horizontal_wrapped(|ui| {
        if !census.seams.is_empty() {
            command_button(ui, editor, Command::NextSeam, intents);
            command_button(ui, editor, Command::HealSeams, intents);
        }
        if unseen > 0 {
            command_button(ui, editor, Command::DropUnusedLayers, intents);
        }
        if !editor.is_ground_census_current() {
            command_button(ui, editor, Command::ExamineGround, intents);
        }
    });
}
