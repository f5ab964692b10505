//! A map chunk uses a slot twice for one texture.

use crate::terrain::TileMap;
use crate::validate::finding::Findings;
use crate::validate::tile_subject::{TileRule, chunk_path};

pub(super) const RULE: TileRule = TileRule {
    code: "ADT-LAYER-TWICE",
    check,
};

fn check(map: &TileMap, findings: &mut Findings<'_>) {
    for (place, chunk) in map.chunks() {
        for (index, layer) in chunk.layers.iter().enumerate() {
            let mut below = chunk.layers.iter().take(index);
            if below.any(|other| other.texture == layer.texture) {
                let path = format!("{}.layers[{index}].texture", chunk_path(place));
                findings.note(
                    path,
                    "a layer below has the same texture; the two could be one",
                );
            }
        }
    }
}
