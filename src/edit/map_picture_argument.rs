//! Pictures of a map as arguments of operators: where they lie and what they hold.

use super::terrain_draft::TerrainDraft;
use super::{EditError, PackedBytes};
use crate::terrain::{TileArea, TileId};
use serde::{Deserialize, Serialize};

/// The most bytes that planes over an area may take in memory.
pub const MOST_PLANE_BYTES: usize = 1 << 30;

/// The shares of textures over a rectangle of tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlphaArea {
    /// The north-west tile, by column and row as in the name of its file.
    pub first: [u8; 2],
    /// The south-east tile.
    pub last: [u8; 2],
    /// Each texture once.
    pub textures: Vec<AlphaPlane>,
}

/// The shares of one texture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlphaPlane {
    /// The path of the texture.
    pub path: String,
    /// A byte a texel, 0 to 255; rows from north to south, 63 texels to a map chunk and one more
    /// at the end.
    pub shares: PackedBytes,
}

/// The heights of a rectangle of tiles, or of a map of corners.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeightArea {
    /// The north-west tile; not looked at for a map of corners.
    #[serde(default)]
    pub first: [u8; 2],
    /// The south-east tile; not looked at for a map of corners.
    #[serde(default)]
    pub last: [u8; 2],
    /// World height of the number 0.
    pub low: f32,
    /// World height of the number 65535.
    pub high: f32,
    /// Two bytes a vertex, the lower first; rows from north to south: 8 vertices to a map chunk and
    /// one more at the end, or one to a corner.
    pub heights: PackedBytes,
}

/// The rectangle between two tiles, with at least one tile of the map in it.
pub(super) fn area_between(
    draft: &TerrainDraft<'_>,
    first: [u8; 2],
    last: [u8; 2],
) -> Result<TileArea, EditError> {
    let tile = |[x, y]: [u8; 2]| TileId { x, y };
    let area = TileArea::new(tile(first), tile(last)).ok_or_else(|| EditError::Value {
        argument: "areas",
        reason: "must go from the north-west tile to the south-east one".to_owned(),
    })?;
    let map = draft.tiles()?;
    if area.places(map).next().is_none() {
        let [x, y] = first;
        return Err(EditError::Unknown {
            what: "tile",
            name: format!("{x}, {y}"),
            near: Vec::new(),
        });
    }
    Ok(area)
}

/// So many of something, such as `1 texel` or `3 texels`.
pub(super) fn counted_text(count: usize, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => match one.strip_suffix("ex") {
            Some(stem) => format!("{count} {stem}ices"),
            None => format!("{count} {one}s"),
        },
    }
}
