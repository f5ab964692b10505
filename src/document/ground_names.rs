//! What the textures of a terrain are called.

use super::TerrainShape;
use crate::terrain::{Tile, TileMap};

/// The name of the texture that blight has.
pub const BLIGHT: &str = "blight";

/// The names of all textures that a terrain shows, in the order of their numbers.
///
/// For a map of corners these are the four letters of its ground types, then blight; for a map of
/// tiles the paths of the files in lower case. A layer that names no texture has one by its number.
pub fn ground_names(shape: &TerrainShape) -> Vec<String> {
    match shape {
        TerrainShape::Corners(map) => {
            let types = map.head.ground_types.iter();
            let types = types.map(|id| String::from_utf8_lossy(id).into_owned());
            types.chain([BLIGHT.to_owned()]).collect()
        }
        TerrainShape::Tiles(map) => tile_names(map),
    }
}

/// The name of a texture of a tile, by its position in the tile's list.
pub fn tile_texture_name(tile: &Tile, texture: u32) -> String {
    match tile.texture_key(texture) {
        Some(key) => String::from_utf8_lossy(&key).into_owned(),
        None => format!("#{texture}"),
    }
}

fn tile_names(map: &TileMap) -> Vec<String> {
    let of_tile = |tile: &Tile| {
        let layers = tile.chunks.iter().flat_map(|chunk| &chunk.layers);
        let mut used: Vec<u32> = layers.map(|layer| layer.texture).collect();
        used.sort_unstable();
        used.dedup();
        let names = used.into_iter();
        let names = names.map(|texture| tile_texture_name(tile, texture));
        names.collect::<Vec<_>>()
    };
    let mut names: Vec<String> = map.tiles.values().flat_map(of_tile).collect();
    names.sort();
    names.dedup();
    names
}
