//! How notes speak of map chunks.

use crate::terrain::ChunkPlace;

/// How many map chunks, in words.
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
pub(super) fn places_text(places: &[ChunkPlace]) -> String {
    const NAMED: usize = 8;
    let named: Vec<String> = places.iter().take(NAMED).copied().map(place_text).collect();
    match places.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// A path's last part.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
