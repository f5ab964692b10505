//! What an edit touched of the ground, so that views send only that to the graphics card again.

use crate::document::TerrainId;
use crate::terrain::{ChunkPlace, TileId};
use std::collections::{BTreeMap, BTreeSet};

/// What an edit touched of the ground.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerrainChanges {
    /// Map chunks, and what of them.
    pub chunks: BTreeMap<(TerrainId, ChunkPlace), ChunkParts>,
    /// The rectangle around all corners that changed.
    pub corners: BTreeMap<TerrainId, CornerArea>,
    /// Terrains whose lists changed: textures of a tile, ground or cliff types of a map of corners.
    pub lists: BTreeSet<TerrainId>,
    /// Tiles whose list of textures changed.
    pub listed_tiles: BTreeSet<(TerrainId, TileId)>,
    /// Tiles that are held or left on the disk since, which is no edit.
    pub held_tiles: BTreeSet<(TerrainId, TileId)>,
}

/// Parts of a map chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChunkParts(u8);

impl ChunkParts {
    /// Its texture layers, alpha maps included.
    pub const LAYERS: Self = Self(1);
    /// Its heights, the height they count from, and normals.
    pub const HEIGHTS: Self = Self(2);
    /// Its holes.
    pub const HOLES: Self = Self(4);
    /// The colours of its vertices.
    pub const COLOURS: Self = Self(8);
    /// Its shadow.
    pub const SHADOW: Self = Self(16);
    /// What is not drawn by itself: flags, area, clutter.
    pub const MARKS: Self = Self(32);

    /// These and others.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of `other` are among them.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A rectangle of corners, its edges included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerArea {
    /// Column and row of the south-west corner.
    pub first: [u32; 2],
    /// Column and row of the north-east corner.
    pub last: [u32; 2],
}

impl CornerArea {
    /// The rectangle of one corner.
    pub fn of(column: u32, row: u32) -> Self {
        Self {
            first: [column, row],
            last: [column, row],
        }
    }

    /// The rectangle around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let ([left, bottom], [right, top]) = (self.first, self.last);
        let ([other_left, other_bottom], [other_right, other_top]) = (other.first, other.last);
        Self {
            first: [left.min(other_left), bottom.min(other_bottom)],
            last: [right.max(other_right), top.max(other_top)],
        }
    }
}

impl TerrainChanges {
    /// Whether nothing was touched.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds parts of a map chunk.
    pub(super) fn touch(&mut self, terrain: TerrainId, place: ChunkPlace, parts: ChunkParts) {
        let kept = self.chunks.entry((terrain, place)).or_default();
        *kept = kept.with(parts);
    }

    /// Adds corners.
    pub(super) fn touch_corners(&mut self, terrain: TerrainId, area: CornerArea) {
        let kept = self.corners.entry(terrain).or_insert(area);
        *kept = kept.union(area);
    }

    /// Adds what another edit touched.
    pub(super) fn merge(&mut self, other: Self) {
        for ((terrain, place), parts) in other.chunks {
            self.touch(terrain, place, parts);
        }
        for (terrain, area) in other.corners {
            self.touch_corners(terrain, area);
        }
        self.lists.extend(other.lists);
        self.listed_tiles.extend(other.listed_tiles);
        self.held_tiles.extend(other.held_tiles);
    }
}
