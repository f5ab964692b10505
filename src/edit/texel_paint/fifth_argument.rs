//! What is done where a map chunk has four textures and a fifth is painted.

use crate::edit::EditError;
use crate::edit::posing::finite;
use crate::terrain::{ChunkPlace, TileId, TileMap};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What is done where a map chunk has four textures and a fifth is painted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FifthArgument {
    /// Nothing is painted there, and the notes say where.
    #[default]
    Refuse,
    /// The texture that covers least of the map chunk gives way, if it covers less than this. One
    /// that reaches a border counts as covering 1 percent more, as neighbours follow there.
    Evict {
        /// Percent of the map chunk.
        below_percent: f32,
    },
    /// A texture goes into another one that looks like it, where the map chunk has both. On its
    /// borders neighbours follow; where they lack the other one, nothing is painted.
    Merge(BTreeMap<String, String>),
    /// On these map chunks room is made in these ways; on others nothing is painted.
    Chosen(Vec<FifthChoice>),
    /// On each map chunk room is made in the way that changes least of what is seen beside the
    /// stroke. It is known when the stroke ends: in the hand it leaves such map chunks alone till then.
    Solve {
        /// Textures that may go into others, as they look alike.
        #[serde(default)]
        look_alikes: BTreeMap<String, String>,
    },
}

/// How a map chunk makes room for one more texture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FifthChoice {
    /// The tile, x and y.
    pub tile: [u8; 2],
    /// The map chunk in it, column and row.
    pub chunk: [u8; 2],
    /// The texture that goes.
    pub texture: String,
    /// The texture that it goes into; without one it gives way to all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub into: Option<String>,
}

impl FifthChoice {
    /// The choice for a map chunk.
    pub(super) fn new(place: ChunkPlace, texture: String, into: Option<String>) -> Self {
        Self {
            tile: [place.tile.x, place.tile.y],
            chunk: [place.column, place.row],
            texture,
            into,
        }
    }

    /// The map chunk.
    pub fn place(&self) -> ChunkPlace {
        let ([x, y], [column, row]) = (self.tile, self.chunk);
        ChunkPlace {
            tile: TileId { x, y },
            column,
            row,
        }
    }
}

impl FifthArgument {
    /// Refuses numbers that are none, and choices for map chunks that are not there or have one.
    pub(in crate::edit) fn check(&self, map: &TileMap) -> Result<(), EditError> {
        match self {
            Self::Chosen(choices) => check_choices(choices, map),
            Self::Evict { below_percent } => finite("fifth", &[*below_percent]),
            Self::Merge(pairs) if pairs.is_empty() => Err(EditError::Empty { argument: "fifth" }),
            Self::Refuse | Self::Merge(_) | Self::Solve { .. } => Ok(()),
        }
    }
}

fn check_choices(choices: &[FifthChoice], map: &TileMap) -> Result<(), EditError> {
    let mut places = BTreeSet::new();
    for choice in choices {
        let ([x, y], [column, row]) = (choice.tile, choice.chunk);
        let fault = if map.chunk(choice.place()).is_none() {
            "is not on the map"
        } else if !places.insert(choice.place()) {
            "is named twice"
        } else {
            continue;
        };
        return Err(EditError::Value {
            argument: "fifth",
            reason: format!(
                "chooses for map chunk {column}, {row} of tile {x}, {y}, which {fault}"
            ),
        });
    }
    Ok(())
}
