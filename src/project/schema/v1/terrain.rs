//! How terrains are cut into sections, so that a damaged one leaves the others open.
//!
//! A project without terrains has none of these sections.

use super::stored::{Stored, stored};
use crate::document::TerrainId;
use crate::project::codec::{
    Bytes, Decode, Encode, EncodeError, Encoder, List, Packed, Text, write_packed,
};
use crate::terrain::{Corner, CornerMap, CornerMapHead};

/// A line of the list of terrains.
#[derive(Debug)]
pub(in crate::project) struct ListedTerrain {
    /// What people call it.
    pub name: String,
    /// Whether the files it came from are in the project: 1 or 0.
    pub has_native: u8,
}

/// What a terrain is, without its content.
#[derive(Debug)]
pub(in crate::project) struct TerrainCore {
    /// Its stable name.
    pub id: TerrainId,
    /// What people call it.
    pub name: String,
    /// Which section its content is in, as [`ShapeKind`] numbers them.
    pub kind: u8,
}

/// The shapes of terrains, by the number that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::project) enum ShapeKind {
    /// Corners of square tiles.
    Corners = 0,
    /// Tiles of map chunks.
    Tiles = 1,
}

impl ShapeKind {
    /// The shape with this number.
    pub fn from_number(number: u8) -> Result<Self, String> {
        match number {
            0 => Ok(Self::Corners),
            1 => Ok(Self::Tiles),
            other => Err(format!("the terrain's shape ({other}) is not known")),
        }
    }
}

stored! {
    /// A line of the list of terrains.
    StoredListedTerrain for ListedTerrain {
        name: Text,
        has_native: u8,
    }

    /// The section with what a terrain is.
    TerrainCoreSection for TerrainCore {
        id: u32,
        name: Text,
        kind: u8,
    }

    /// Everything of a map of corners but the corners.
    StoredCornerMapHead for CornerMapHead {
        version: u32,
        tileset: u8,
        custom_tileset: u32,
        ground_types: Packed<[u8; 4]>,
        cliff_types: Packed<[u8; 4]>,
        origin: [f32; 2],
        rest: Bytes<Vec<u8>>,
    }
}

/// The section with the list of terrains.
pub(in crate::project) type TerrainListSection = List<StoredListedTerrain>;

/// The section with a map of corners. The corners are the largest part, so they are one blob.
#[derive(Debug, Decode)]
#[bincode(decode_context = "()")]
pub(in crate::project) struct CornerSection {
    head: StoredCornerMapHead,
    width: u32,
    corners: Packed<Corner>,
}

impl Stored<CornerMap> for CornerSection {
    fn write<E: Encoder>(value: &CornerMap, to: &mut E) -> Result<(), EncodeError> {
        StoredCornerMapHead::write(&value.head, to)?;
        value.width().encode(to)?;
        write_packed(std::iter::once(value.corners()), to)
    }

    fn restore(self) -> Result<CornerMap, String> {
        let (width, count) = (self.width, self.corners.0.len());
        CornerMap::new(self.head.restore()?, width, self.corners.0)
            .ok_or_else(|| format!("{count} corners fill no rows of {width}"))
    }
}
