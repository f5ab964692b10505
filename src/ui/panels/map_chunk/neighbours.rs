//! The textures of the map chunks beside the picked one, to paint with or to go there.

use crate::editor::{Editor, GroundIntent, Intent};
use crate::terrain::{Chunk, ChunkPlace, TileMap};
use crate::ui::ground_name::short_name;
use crate::ui::panels::GroundTexturesState;
use eframe::egui;

/// Side of a thumbnail, in points.
const THUMB: f32 = 20.0;

/// The four sides, with the columns and rows to the map chunk there.
const SIDES: [(&str, i32, i32); 4] = [
    ("North", 0, -1),
    ("East", 1, 0),
    ("South", 0, 1),
    ("West", -1, 0),
];

/// Lists the textures of each neighbour; those that the picked map chunk lacks stand out.
pub(super) fn neighbours_ui(
    map: &TileMap,
    place: ChunkPlace,
    textures: &mut GroundTexturesState,
    editor: &Editor,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    egui::CollapsingHeader::new("Neighbours")
        .default_open(true)
        .show(ui, |ui| {
            let own: Vec<String> = map
                .chunk(place)
                .map(|chunk| names_of(map, place, chunk))
                .unwrap_or_default();
            for (title, columns, rows) in SIDES {
                let beside = place.shifted(columns, rows);
                let beside = beside.and_then(|place| Some((place, map.chunk(place)?)));
                ui.horizontal_wrapped(|ui| {
                    let button = egui::Button::new(title).small();
                    let response = ui
                        .add_enabled(beside.is_some(), button)
                        .on_hover_text("Goes to that map chunk.")
                        .on_disabled_hover_text("No map chunk is open there.")
                        .accessible_name(format!("Go to the map chunk: {title}"));
                    let Some((there, chunk)) = beside else {
                        ui.weak("not open");
                        return;
                    };
                    if response.clicked() {
                        intents.push(GroundIntent::GoToChunk(there).into());
                    }
                    for name in names_of(map, there, chunk) {
                        let is_common = own.iter().any(|it| it.eq_ignore_ascii_case(&name));
                        let read = editor.ground.texture(&name);
                        let thumb = textures.thumbs.of(ui.ctx(), &name, read);
                        let picture = egui::Image::new((thumb, egui::Vec2::splat(THUMB)));
                        let tip = match is_common {
                            true => format!("{name}\nBoth have it. Click to paint with it."),
                            false => {
                                format!("{name}\nThis map chunk lacks it. Click to paint with it.")
                            }
                        };
                        let response = ui
                            .add(egui::Button::image(picture).selected(!is_common))
                            .on_hover_text(tip)
                            .accessible_name(format!("{title}: {}", short_name(&name)));
                        if response.clicked() {
                            intents.push(GroundIntent::Choose(name).into());
                        }
                    }
                });
            }
        });
}

fn names_of(map: &TileMap, place: ChunkPlace, chunk: &Chunk) -> Vec<String> {
    let tile = map.tiles.get(&place.tile);
    let layers = chunk.layers.iter();
    let names = layers.filter_map(|layer| {
        let texture = tile?.textures.get(layer.texture as usize)?;
        Some(texture.path_text())
    });
    names.collect()
}
