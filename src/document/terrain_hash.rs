//! The part of the content hash that is about terrains.

use super::content_hash::{Feed, Hasher, hash_fields};
use super::{Terrain, TerrainShape};
use crate::terrain::{Corner, CornerMap, CornerMapHead};

impl Terrain {
    /// The hash of this terrain's content (xxh3, 64 bits).
    pub fn content_hash(&self) -> u64 {
        let mut hasher = Hasher::new();
        self.feed(&mut hasher);
        hasher.finish()
    }
}

hash_fields! {
    Terrain { id, name, shape, native }
    CornerMapHead { version, tileset, custom_tileset, ground_types, cliff_types, origin, rest }
    Corner { height, water, ground, variation, cliff }
}

impl Feed for TerrainShape {
    fn feed(&self, hasher: &mut Hasher) {
        match self {
            Self::Corners(map) => {
                0u8.feed(hasher);
                map.feed(hasher);
            }
            Self::Tiles(map) => {
                1u8.feed(hasher);
                map.feed(hasher);
            }
        }
    }
}

impl Feed for CornerMap {
    fn feed(&self, hasher: &mut Hasher) {
        self.head.feed(hasher);
        self.width().feed(hasher);
        self.corners().feed(hasher);
    }
}
