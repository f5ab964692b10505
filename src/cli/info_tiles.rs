//! What `bonewright info` tells of a map of tiles.

use crate::document::{NativeRole, NativeSource};
use crate::formats::wdt::WdtFile;
use crate::terrain::{AlphaForm, BlendRule, CHUNKS_OF_SIDE, LiquidLayer, TileMap};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Corners of a side of a map chunk, the last of which is the first of the next.
const CHUNK_STEPS: usize = 8;

/// The keys that only maps of tiles have, and those of all terrains.
pub fn tiles_json(map: &TileMap, native: Option<&NativeSource>) -> Value {
    let columns = span(map.tiles.keys().map(|id| id.x));
    let rows = span(map.tiles.keys().map(|id| id.y));
    let corners = |tiles: usize| tiles * CHUNKS_OF_SIDE * CHUNK_STEPS + usize::from(tiles > 0);
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    let (mut layers, mut most, mut holes, mut water) = (0, 0, 0, 0);
    let mut forms: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut colours, mut shadows) = (0, 0);
    for (_, chunk) in map.chunks() {
        for height in chunk.world_heights() {
            low = low.min(height);
            high = high.max(height);
        }
        layers += chunk.layers.len();
        most = most.max(chunk.layers.len());
        holes += chunk.hole_count();
        water += chunk
            .liquids
            .iter()
            .map(LiquidLayer::cell_count)
            .sum::<usize>();
        colours += usize::from(chunk.colours.is_some());
        shadows += usize::from(chunk.shadow.is_some());
        for layer in chunk.layers.iter().filter(|layer| layer.alpha.is_some()) {
            let form = match layer.form {
                AlphaForm::FourBit => "four_bit",
                AlphaForm::EightBit => "eight_bit",
                AlphaForm::Runs => "runs",
            };
            *forms.entry(form).or_default() += 1;
        }
    }
    let has_chunks = low <= high;
    let file = native.and_then(|native| native.file(NativeRole::Map));
    let named = file.and_then(|file| WdtFile::read(&file.bytes).ok());
    json!({
        "width": corners(columns),
        "height": corners(rows),
        "tiles": map.tiles.keys().map(|id| [id.x, id.y]).collect::<Vec<_>>(),
        "tiles_named": named.map(|map| map.tiles().count()),
        "chunks": map.chunks().count(),
        "textures": textures(map),
        "layers": layers,
        "max_layers_per_chunk": most,
        "height_min": if has_chunks { json!(low) } else { Value::Null },
        "height_max": if has_chunks { json!(high) } else { Value::Null },
        "holes": holes,
        "water_cells": water,
        "alpha_maps": forms,
        "blend": match map.blend {
            BlendRule::Ordered => "ordered",
            BlendRule::Weighted => "weighted",
        },
        "map_flags": map.map_flags,
        "coloured_chunks": colours,
        "shadowed_chunks": shadows,
    })
}

/// The textures of all tiles, each once, in the order in which they come.
fn textures(map: &TileMap) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for texture in map.tiles.values().flat_map(|tile| &tile.textures) {
        let path = texture.path_text();
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

/// How many columns or rows lie between the first and the last, both counted.
fn span(numbers: impl Iterator<Item = u8> + Clone) -> usize {
    match (numbers.clone().min(), numbers.max()) {
        (Some(first), Some(last)) => usize::from(last - first) + 1,
        _ => 0,
    }
}
