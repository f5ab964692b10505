//! Which map chunks an operator works on.

use super::EditError;
use super::terrain_draft::TerrainDraft;
use crate::terrain::{CHUNKS_OF_SIDE, ChunkPlace, TileId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Which map chunks an operator works on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GroundScope {
    /// All of the terrain.
    #[default]
    All,
    /// Those of these tiles, each by column and row as in the name of its file.
    Tiles(Vec<[u8; 2]>),
    /// These, each by column and row of its tile, and column and row in it.
    Chunks(Vec<[u8; 4]>),
}

impl From<ChunkPlace> for GroundScope {
    fn from(place: ChunkPlace) -> Self {
        Self::Chunks(vec![[place.tile.x, place.tile.y, place.column, place.row]])
    }
}

impl GroundScope {
    /// The places, in order and each once; all are on the map.
    pub(super) fn places(&self, draft: &TerrainDraft<'_>) -> Result<Vec<ChunkPlace>, EditError> {
        let map = draft.tiles()?;
        let unknown = |what, name| EditError::Unknown {
            what,
            name,
            near: Vec::new(),
        };
        let all = || map.chunks().map(|(place, _)| place);
        let places: BTreeSet<ChunkPlace> = match self {
            Self::All => {
                draft.is_about_all();
                all().collect()
            }
            Self::Tiles(tiles) => {
                for [x, y] in tiles {
                    let id = TileId { x: *x, y: *y };
                    if !map.tiles.contains_key(&id) {
                        let name = match draft.terrain.is_on_disk(id) {
                            true => format!("{x}, {y} (it is not loaded)"),
                            false => format!("{x}, {y}"),
                        };
                        return Err(unknown("tile", name));
                    }
                }
                let is_named = |place: &ChunkPlace| tiles.contains(&[place.tile.x, place.tile.y]);
                all().filter(is_named).collect()
            }
            Self::Chunks(chunks) => {
                let mut places = BTreeSet::new();
                for [x, y, column, row] in chunks.iter().copied() {
                    let tile = TileId { x, y };
                    let place = ChunkPlace { tile, column, row };
                    let is_inside = usize::from(column.max(row)) < CHUNKS_OF_SIDE;
                    if !is_inside || map.chunk(place).is_none() {
                        let name = format!("{column}, {row} of tile {x}, {y}");
                        return Err(unknown("map chunk", name));
                    }
                    places.insert(place);
                }
                places
            }
        };
        if places.is_empty() {
            return Err(EditError::Empty { argument: "scope" });
        }
        Ok(places.into_iter().collect())
    }
}
