//! A tile lies elsewhere in the world than its place on the map says.

use crate::terrain::{TILE_YARDS, TileMap};
use crate::validate::finding::Findings;
use crate::validate::tile_subject::{TileRule, chunk_path};

pub(super) const RULE: TileRule = TileRule {
    code: "ADT-TILE-PLACE",
    check,
};

fn check(map: &TileMap, findings: &mut Findings<'_>) {
    for (place, chunk) in map.chunks().filter(|(place, _)| place.index() == 0) {
        let [north, west, _] = chunk.position;
        let wanted = |number: u8| (32.0 - f32::from(number)) * TILE_YARDS;
        let off = (north - wanted(place.tile.y))
            .abs()
            .max((west - wanted(place.tile.x)).abs());
        if off.is_nan() || off >= 1.0 {
            let path = format!("{}.position", chunk_path(place));
            let message = format!("the tile lies {off:.0} yards from where its name puts it");
            findings.error(path, message);
        }
    }
}
