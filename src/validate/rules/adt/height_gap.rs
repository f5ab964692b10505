//! Neighbouring map chunks have different heights on their border.

use crate::terrain::TileMap;
use crate::validate::finding::Findings;
use crate::validate::tile_subject::{TileRule, chunk_path};

pub(super) const RULE: TileRule = TileRule {
    code: "ADT-HEIGHT-GAP",
    check,
};

/// Yards of a gap that nobody sees; heights of both sides count from bases of their own.
const TOLERANCE: f32 = 0.05;

fn check(map: &TileMap, findings: &mut Findings<'_>) {
    for (place, chunk) in map.chunks() {
        for (columns, rows, name) in [(1, 0, "east"), (0, 1, "south")] {
            let next = place
                .shifted(columns, rows)
                .and_then(|next| map.chunk(next));
            let Some(next) = next else {
                continue;
            };
            let gaps = (0..9).filter_map(|step| {
                let (own, other) = match rows {
                    0 => (chunk.corner_height(8, step)?, next.corner_height(0, step)?),
                    _ => (chunk.corner_height(step, 8)?, next.corner_height(step, 0)?),
                };
                Some((own - other).abs())
            });
            let widest = gaps.fold(0.0, f32::max);
            if widest > TOLERANCE {
                let path = format!("{}.heights", chunk_path(place));
                let message = format!("the ground gapes up to {widest:.2} yards to the {name}");
                findings.warning(path, message);
            }
        }
    }
}
