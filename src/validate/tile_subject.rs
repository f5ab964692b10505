//! What is validated of a map of tiles.

use super::finding::Findings;
use crate::terrain::{ChunkPlace, TileMap};

/// One rule on maps of tiles.
pub(super) struct TileRule {
    /// Its code.
    pub code: &'static str,
    /// What it does.
    pub check: fn(&TileMap, &mut Findings<'_>),
}

/// The path of a map chunk, such as `tiles[31,32].chunks[7]`.
pub(super) fn chunk_path(place: ChunkPlace) -> String {
    let tile = place.tile;
    format!("tiles[{},{}].chunks[{}]", tile.x, tile.y, place.index())
}
