//! A layer has a texture that its tile does not list.

use crate::terrain::TileMap;
use crate::validate::finding::Findings;
use crate::validate::tile_subject::{TileRule, chunk_path};

pub(super) const RULE: TileRule = TileRule {
    code: "ADT-LAYER-TEXTURE",
    check,
};

fn check(map: &TileMap, findings: &mut Findings<'_>) {
    for (place, chunk) in map.chunks() {
        let count = map
            .tiles
            .get(&place.tile)
            .map_or(0, |tile| tile.textures.len());
        for (index, layer) in chunk.layers.iter().enumerate() {
            if layer.texture as usize >= count {
                let path = format!("{}.layers[{index}].texture", chunk_path(place));
                let message = format!("texture {} is named, and {count} are listed", layer.texture);
                findings.error(path, message);
            }
        }
    }
}
