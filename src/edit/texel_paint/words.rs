//! How notes speak of map chunks.

use super::holding::MadeWay;
use crate::terrain::ChunkPlace;
use std::collections::BTreeMap;

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

/// Which textures made room, and on how many map chunks each.
pub(super) fn ways_text(made: &[&MadeWay]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for MadeWay { choice, .. } in made {
        let going = file_name(&choice.texture).to_owned();
        let text = match choice.into.as_deref().map(file_name) {
            Some(into) => format!("{going} into {into}"),
            None => going,
        };
        *counts.entry(text).or_default() += 1;
    }
    let parts = counts.into_iter().map(|(text, count)| match made.len() {
        1 => text,
        _ => format!("{text} on {count}"),
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// A path's last part.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
