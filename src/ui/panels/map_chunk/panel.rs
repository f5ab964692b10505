//! The panel of the picked map chunk.

use super::layer_actions::{LayerRow, actions_ui};
use super::layer_flags::flags_ui;
use super::layer_row::layer_ui;
use super::neighbours::neighbours_ui;
use super::tile_list::tile_list_ui;
use super::whole_map::whole_ui;
use crate::edit::GroundScope;
use crate::edit::operator::MergeDuplicateLayers;
use crate::editor::{Command, Editor, Intent, LayerUse, ScopeChoice, layer_uses};
use crate::terrain::{Chunk, ChunkPlace, DRAWN_LAYERS, TileMap};
use crate::ui::panels::GroundTexturesState;
use crate::ui::panels::map_tiles::map_tiles_ui;
use crate::ui::widgets::command_button;
use eframe::egui;

/// What the panel keeps: the coverage of the chunk that it shows, and how far flags are set.
#[derive(Debug, Default)]
pub struct MapChunkState {
    of: Option<(u64, ChunkPlace)>,
    uses: Vec<LayerUse>,
    flag_scope: Option<ScopeChoice>,
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
                    chunk_ui(editor, map, (place, chunk), state, textures, ui, intents);
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
    state: &mut MapChunkState,
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
        let used = state.uses.get(index).copied().unwrap_or_default();
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
                let scope = state.flag_scope.get_or_insert(ScopeChoice::Chunk);
                flags_ui(editor, layer, name, scope, ui, intents);
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        command_button(ui, editor, Command::FillChunk, intents);
        command_button(ui, editor, Command::SetBaseOfChunk, intents);
        let twice = duplicate_count(map, place, chunk);
        let button = ui.add_enabled(twice > 0, egui::Button::new("Merge duplicates"));
        let button = button
            .on_hover_text("Puts layers with the same texture into one; the ground looks the same.")
            .on_disabled_hover_text("No texture is there twice.");
        if button.clicked() {
            let operator = MergeDuplicateLayers {
                terrain: editor.terrain().map(|terrain| terrain.id.0),
                scope: GroundScope::from(place),
            };
            intents.push(Intent::Apply(operator.into()));
        }
    });
    neighbours_ui(map, place, textures, editor, ui, intents);
    tile_list_ui(editor, map, place.tile, ui, intents);
}

/// How many layers of a map chunk have the texture of one below.
fn duplicate_count(map: &TileMap, place: ChunkPlace, chunk: &Chunk) -> usize {
    let tile = map.tiles.get(&place.tile);
    let keys = chunk.layers.iter();
    let keys: Vec<_> = keys
        .map(|layer| tile.and_then(|tile| tile.texture_key(layer.texture)))
        .collect();
    let layers = keys.iter().enumerate();
    let twice = layers.filter(|(layer, key)| {
        key.is_some() && keys.iter().take(*layer).any(|below| below == *key)
    });
    twice.count()
}
