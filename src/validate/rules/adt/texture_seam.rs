//! A texture breaks off on the border of a map chunk.

use crate::terrain::{SeamFault, SeamFinding, SeamSeverity, SeamSide, TileMap, audit_seams};
use crate::validate::finding::{Findings, Severity};
use crate::validate::tile_subject::{TileRule, chunk_path};

pub(super) const RULE: TileRule = TileRule {
    code: "ADT-TEXTURE-SEAM",
    check,
};

fn check(map: &TileMap, findings: &mut Findings<'_>) {
    for seam in audit_seams(map) {
        let severity = match seam.severity {
            SeamSeverity::Slight => Severity::Note,
            SeamSeverity::Visible => Severity::Warning,
        };
        findings.of_severity(severity, chunk_path(seam.place), message(&seam));
    }
}

fn message(seam: &SeamFinding) -> String {
    let SeamFinding {
        texel_count,
        worst,
        worst_texel,
        ..
    } = seam;
    let texture = String::from_utf8_lossy(&seam.texture);
    let side = match seam.side {
        SeamSide::East => "eastern border",
        SeamSide::South => "southern border",
        SeamSide::SouthEast => "south-eastern corner",
        SeamSide::SouthWest => "south-western corner",
    };
    let what = match seam.fault {
        SeamFault::Differs => "differs",
        SeamFault::MissingNextDoor => "is missing next door",
        SeamFault::MissingHere => "is missing here",
    };
    format!(
        "{texture} {what} in {texel_count} texels of the {side}, most at texel {worst_texel} \
         (by {worst} of 255)"
    )
}
