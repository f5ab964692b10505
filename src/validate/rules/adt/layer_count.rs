//! A map chunk has more texture layers than the game draws.

use crate::terrain::TileMap;
use crate::validate::finding::Findings;
use crate::validate::tile_subject::{TileRule, chunk_path};

pub(super) const RULE: TileRule = TileRule {
    code: "ADT-LAYER-COUNT",
    check,
};

/// Layers that the games up to 11 draw.
const MOST: usize = 4;

fn check(map: &TileMap, findings: &mut Findings<'_>) {
    for (place, chunk) in map.chunks() {
        let count = chunk.layers.len();
        if count > MOST {
            let message = format!("there are {count} layers, and the game draws {MOST}");
            findings.error(format!("{}.layers", chunk_path(place)), message);
        }
    }
}
