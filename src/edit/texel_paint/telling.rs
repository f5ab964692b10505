//! What a stroke on texture layers tells: where nothing was painted, and what gave way.

use super::painter::{Spot, State, TexelPainter};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::GroundTool;
use crate::terrain::ChunkPlace;

impl TexelPainter {
    /// Tells where nothing was painted, and what gave way.
    pub(super) fn tell(&self, draft: &mut TerrainDraft<'_>) {
        let places = self.crowded();
        if !places.is_empty() {
            draft.note(format!(
                "nothing was painted on {} that can take no further texture: {}",
                counted(places.len()),
                places_text(&places)
            ));
        }
        if self.evicted > 0 {
            draft.note(format!("a texture gave way on {}", counted(self.evicted)));
        }
        if self.merged > 0 {
            let chunks = counted(self.merged);
            draft.note(format!(
                "a texture went into one that looks like it on {chunks}"
            ));
        }
        let asked = |spot: &Spot| match &spot.state {
            State::Held(held) => held.follows && !held.is_asked,
            _ => false,
        };
        let followed = self.spots.values().filter(|spot| asked(spot)).count();
        if followed > 0 {
            draft.note(format!(
                "the same was done on the border of {} beside",
                counted(followed)
            ));
        }
    }
}

pub(super) fn counted(count: usize) -> String {
    match count {
        1 => "1 map chunk".to_owned(),
        count => format!("{count} map chunks"),
    }
}

/// The place of a map chunk in words, such as `31,33 (4, 5)`.
fn place_text(place: ChunkPlace) -> String {
    let ChunkPlace { tile, column, row } = place;
    format!("{},{} ({column}, {row})", tile.x, tile.y)
}

/// The first few places, and how many more there are.
fn places_text(places: &[ChunkPlace]) -> String {
    const NAMED: usize = 8;
    let named: Vec<String> = places.iter().take(NAMED).copied().map(place_text).collect();
    match places.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
