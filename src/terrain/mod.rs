//! Maps: heights, texture layers and how they blend; pure values, no files.

mod alpha_map;
mod blend_rule;
mod chunk;
mod effective_weights;
mod liquid;
mod texture_layer;
mod tile;
mod tile_map;
mod weight_rows;

pub use alpha_map::{ALPHA_SIDE, ALPHA_TEXELS, AlphaForm, AlphaMap};
pub use blend_rule::{AlphaDepth, BlendRule};
pub use chunk::{CHUNK_VERTICES, Chunk, ChunkFlags};
pub use effective_weights::{MOST_LAYERS, alphas_of, weights_of};
pub use liquid::{LiquidLayer, LiquidOrigin};
pub use texture_layer::{LayerFlags, TextureLayer};
pub use tile::{CHUNKS_OF_TILE, Tile, TileTexture};
pub use tile_map::{TILE_YARDS, TileId, TileMap};
pub use weight_rows::{AlphaRow, WeightRow, alphas_of_row, weights_of_row};
