//! The map has a number of tiles that the game's own editor does not make.

use crate::validate::finding::Findings;
use crate::validate::terrain::{CornerRule, CornerSubject};

pub(super) const RULE: CornerRule = CornerRule {
    code: "W3E-SIZE",
    check,
};

/// The largest map of the game, in tiles.
const MAX_TILES: u32 = 480;

fn check(subject: &CornerSubject<'_>, findings: &mut Findings<'_>) {
    let (columns, rows) = subject.map.tiles();
    if columns > MAX_TILES || rows > MAX_TILES {
        let message = format!(
            "{columns} x {rows} tiles are more than the {MAX_TILES} x {MAX_TILES} of the largest map"
        );
        findings.warning("width", message);
    } else if columns == 0 || rows == 0 || columns % 32 != 0 || rows % 32 != 0 {
        let message = format!("{columns} x {rows} tiles; maps have multiples of 32");
        findings.note("width", message);
    }
}
