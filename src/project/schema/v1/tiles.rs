//! The section with a map of tiles.

use super::stored::{Stored, stored};
use crate::project::codec::{
    Bytes, Decode, Encode, EncodeError, Encoder, List, Packed, write_bytes, write_count,
};
use crate::terrain::{
    AlphaDepth, AlphaForm, AlphaMap, BlendRule, CHUNKS_OF_TILE, Chunk, LiquidLayer, LiquidOrigin,
    TextureLayer, Tile, TileId, TileMap, TileTexture,
};
use std::collections::BTreeMap;

stored! {
    /// A texture of a tile.
    StoredTileTexture for TileTexture {
        path: Bytes<Vec<u8>>,
        flags: u32,
    }

    /// A texture layer.
    StoredTextureLayer for TextureLayer {
        texture: u32,
        flags: u32,
        ground_effect: i32,
        alpha: Option<StoredAlphaMap>,
        form: StoredAlphaForm,
    }

    /// A layer of liquid.
    StoredLiquid for LiquidLayer {
        origin: StoredOrigin,
        kind: u32,
        area: [u8; 4],
        cells: u64,
        range: [f32; 2],
        heights: Packed<f32>,
    }

    /// A map chunk.
    StoredMapChunk for Chunk {
        flags: u32,
        area_id: u32,
        holes: u16,
        position: [f32; 3],
        heights: Packed<f32>,
        normals: Packed<[i8; 3]>,
        colours: Option<Packed<[u8; 4]>>,
        shadow: Option<Packed<u8>>,
        clutter_layers: [u16; 8],
        no_clutter: [u8; 8],
        layers: List<StoredTextureLayer>,
        liquids: List<StoredLiquid>,
    }

    /// A tile.
    StoredTile for Tile {
        textures: List<StoredTileTexture>,
        chunks: List<StoredMapChunk>,
    }

    /// The section with a map of tiles.
    TileSection for TileMap {
        tiles: List<StoredPlacedTile>,
        alpha_depth: StoredDepth,
        blend: StoredBlend,
        map_flags: Option<u32>,
    }
}

/// A tile with its place.
#[derive(Debug, Decode)]
#[bincode(decode_context = "()")]
pub(in crate::project) struct StoredPlacedTile {
    place: [u8; 2],
    tile: StoredTile,
}

impl Stored<BTreeMap<TileId, Tile>> for List<StoredPlacedTile> {
    fn write<E: Encoder>(value: &BTreeMap<TileId, Tile>, to: &mut E) -> Result<(), EncodeError> {
        write_count(value.len(), to)?;
        value.iter().try_for_each(|(id, tile)| {
            [id.x, id.y].encode(to)?;
            StoredTile::write(tile, to)
        })
    }

    fn restore(self) -> Result<BTreeMap<TileId, Tile>, String> {
        let mut tiles = BTreeMap::new();
        for placed in self.0 {
            let [x, y] = placed.place;
            let tile: Tile = placed.tile.restore()?;
            let count = tile.chunks.len();
            if count != CHUNKS_OF_TILE {
                return Err(format!("tile {x}, {y} has {count} map chunks"));
            }
            if tiles.insert(TileId { x, y }, tile).is_some() {
                return Err(format!("tile {x}, {y} is there twice"));
            }
        }
        Ok(tiles)
    }
}

/// The texels of an alpha map.
#[derive(Debug, Decode)]
#[bincode(decode_context = "()")]
pub(in crate::project) struct StoredAlphaMap(Bytes<Vec<u8>>);

impl Stored<AlphaMap> for StoredAlphaMap {
    fn write<E: Encoder>(value: &AlphaMap, to: &mut E) -> Result<(), EncodeError> {
        write_bytes(value.texels(), to)
    }

    fn restore(self) -> Result<AlphaMap, String> {
        let texels = self.0.0.into_boxed_slice().try_into();
        texels
            .map(AlphaMap::new)
            .map_err(|texels: Box<[u8]>| format!("an alpha map has {} texels", texels.len()))
    }
}

/// Stores the variants of an enum by number.
macro_rules! stored_variants {
    ($($(#[$doc:meta])+ $name:ident for $domain:ident, $what:literal { $($number:literal: $variant:ident),+ })+) => {$(
        $(#[$doc])+
        #[derive(Debug, Decode)]
        #[bincode(decode_context = "()")]
        pub(in crate::project) struct $name(u8);

        impl Stored<$domain> for $name {
            fn write<E: Encoder>(value: &$domain, to: &mut E) -> Result<(), EncodeError> {
                let number: u8 = match value {
                    $($domain::$variant => $number,)+
                };
                number.encode(to)
            }

            fn restore(self) -> Result<$domain, String> {
                match self.0 {
                    $($number => Ok($domain::$variant),)+
                    other => Err(format!(concat!($what, " ({}) is not known"), other)),
                }
            }
        }
    )+};
}

stored_variants! {
    /// How the file stores an alpha map.
    StoredAlphaForm for AlphaForm, "the form of an alpha map" { 0: FourBit, 1: EightBit, 2: Runs }
    /// How finely alphas are stored.
    StoredDepth for AlphaDepth, "the depth of alpha maps" { 0: Four, 1: Eight }
    /// How layers are mixed.
    StoredBlend for BlendRule, "the rule of mixing layers" { 0: Ordered, 1: Weighted }
    /// Where a file has a liquid.
    StoredOrigin for LiquidOrigin, "the place of a liquid" { 0: Old, 1: Water }
}
