//! A layer shows nowhere, so its slot is free.

use crate::terrain::TileMap;
use crate::validate::finding::Findings;
use crate::validate::tile_subject::{TileRule, chunk_path};

pub(super) const RULE: TileRule = TileRule {
    code: "ADT-LAYER-UNSEEN",
    check,
};

fn check(map: &TileMap, findings: &mut Findings<'_>) {
    for (place, chunk) in map.chunks() {
        let above = chunk.layers.iter().enumerate().skip(1);
        for (index, layer) in above {
            let is_seen = layer
                .alpha
                .as_ref()
                .is_some_and(|alpha| alpha.texels().iter().any(|texel| *texel != 0));
            if !is_seen {
                let path = format!("{}.layers[{index}]", chunk_path(place));
                findings.note(path, "the layer shows nowhere; its slot could be freed");
            }
        }
    }
}
