//! The layers of a tile are further apart than the game has cliffs for.

use crate::validate::finding::Findings;
use crate::validate::terrain::{CornerRule, CornerSubject};

pub(super) const RULE: CornerRule = CornerRule {
    code: "W3E-CLIFF-STEP",
    check,
};

fn check(subject: &CornerSubject<'_>, findings: &mut Findings<'_>) {
    let map = subject.map;
    let (columns, rows) = map.tiles();
    for row in 0..rows {
        for column in 0..columns {
            let Some((low, high)) = map.tile_layers(column, row) else {
                continue;
            };
            if high - low > 2 {
                let message = format!(
                    "the tile goes from layer {low} to {high}, and cliffs have at most two steps"
                );
                findings.warning(format!("tiles[{column},{row}]"), message);
            }
        }
    }
}
