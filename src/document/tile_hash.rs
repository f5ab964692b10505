//! The part of the content hash that is about maps of tiles.

use super::content_hash::{Feed, Hasher, hash_fields};
use crate::terrain::{
    AlphaDepth, AlphaForm, AlphaMap, BlendRule, Chunk, ChunkFlags, LiquidLayer, LiquidOrigin,
    TextureLayer, TextureLayerFlags, Tile, TileMap, TileTexture,
};

hash_fields! {
    Tile { textures, chunks }
    TileTexture { path, flags }
    Chunk {
        flags, area_id, holes, position, heights, normals, colours, shadow, clutter_layers,
        no_clutter, layers, liquids
    }
    TextureLayer { texture, flags, ground_effect, alpha, form }
    LiquidLayer { origin, kind, area, cells, range, heights }
}

impl Feed for TileMap {
    fn feed(&self, hasher: &mut Hasher) {
        let Self {
            tiles,
            alpha_depth,
            blend,
            map_flags,
        } = self;
        (tiles.len() as u32).feed(hasher);
        for (id, tile) in tiles {
            [id.x, id.y].feed(hasher);
            tile.feed(hasher);
        }
        alpha_depth.feed(hasher);
        blend.feed(hasher);
        map_flags.feed(hasher);
    }
}

impl Feed for AlphaMap {
    fn feed(&self, hasher: &mut Hasher) {
        hasher.bytes(self.texels());
    }
}

impl Feed for ChunkFlags {
    fn feed(&self, hasher: &mut Hasher) {
        self.0.feed(hasher);
    }
}

impl Feed for TextureLayerFlags {
    fn feed(&self, hasher: &mut Hasher) {
        self.0.feed(hasher);
    }
}

impl Feed for AlphaForm {
    fn feed(&self, hasher: &mut Hasher) {
        let number: u8 = match self {
            Self::FourBit => 0,
            Self::EightBit => 1,
            Self::Runs => 2,
        };
        number.feed(hasher);
    }
}

impl Feed for AlphaDepth {
    fn feed(&self, hasher: &mut Hasher) {
        u8::from(*self == Self::Eight).feed(hasher);
    }
}

impl Feed for BlendRule {
    fn feed(&self, hasher: &mut Hasher) {
        u8::from(*self == Self::Weighted).feed(hasher);
    }
}

impl Feed for LiquidOrigin {
    fn feed(&self, hasher: &mut Hasher) {
        u8::from(*self == Self::Water).feed(hasher);
    }
}
