//! The letter of the main tileset is none that the game has.

use crate::validate::finding::Findings;
use crate::validate::terrain::{CornerRule, CornerSubject};

pub(super) const RULE: CornerRule = CornerRule {
    code: "W3E-TILESET",
    check,
};

const LETTERS: &[u8] = b"ABCDFGIJKLNOQVWXYZ";

fn check(subject: &CornerSubject<'_>, findings: &mut Findings<'_>) {
    let letter = subject.map.head.tileset;
    if !LETTERS.contains(&letter) {
        let message = format!("\"{}\" is no tileset of the game", letter.escape_ascii());
        findings.warning("tileset", message);
    }
}
