//! The first layer has an alpha map, or one above it has none.

use crate::terrain::TileMap;
use crate::validate::finding::Findings;
use crate::validate::tile_subject::{TileRule, chunk_path};

pub(super) const RULE: TileRule = TileRule {
    code: "ADT-LAYER-BASE",
    check,
};

fn check(map: &TileMap, findings: &mut Findings<'_>) {
    for (place, chunk) in map.chunks() {
        for (index, layer) in chunk.layers.iter().enumerate() {
            let message = match (index, &layer.alpha) {
                (0, Some(_)) => "the first layer lies below all, but has an alpha map",
                (0, None) | (_, Some(_)) => continue,
                (_, None) => "a layer above the first has no alpha map, so it does not show",
            };
            findings.warning(
                format!("{}.layers[{index}].alpha", chunk_path(place)),
                message,
            );
        }
    }
}
