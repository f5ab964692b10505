//! Ground of maps: heights and what lies on them, in the shapes that games use. Plain numbers.

mod alpha_map;
mod blend_rule;
mod border;
mod chunk;
mod chunk_shares;
mod corner;
mod corner_flags;
mod corner_map;
mod effective_weights;
mod ground_blend;
mod ground_pick;
mod liquid;
mod move_shares;
mod seam_audit;
mod seam_heal;
mod slot_solver;
mod texel_grid;
mod texel_relief;
mod texture_layer;
mod tile;
mod tile_map;
mod weight_rows;

pub use alpha_map::{ALPHA_SIDE, ALPHA_TEXELS, AlphaForm, AlphaMap};
pub use blend_rule::{AlphaDepth, BlendRule};
pub use chunk::{CHUNK_VERTICES, Chunk, ChunkFlags};
pub use chunk_shares::{ChunkShares, SharePlane, depth_of_layers, layer_above, layer_below_all};
pub use corner::Corner;
pub use corner_flags::CornerFlags;
pub use corner_map::{CORNER_SPACING, CornerMap, CornerMapHead, TypeId};
pub use effective_weights::{MOST_LAYERS, alphas_of, weights_of};
pub use ground_blend::{AtlasKind, GroundLayer, TileBlend, atlas_place};
pub use ground_pick::{GroundHit, HoleFill};
pub use liquid::{LiquidLayer, LiquidOrigin};
pub use move_shares::{TOWARDS_WHOLE, move_shares, split_whole};
pub use seam_audit::{SEAM_TOLERANCE, SeamFault, SeamFinding, SeamSeverity, SeamSide, audit_seams};
pub use seam_heal::{ChunkHeal, DRAWN_LAYERS, HealedTexel, SeamHeal, heal_seams};
pub use slot_solver::{SlotCost, SlotPlan, solve_slots};
pub use texel_grid::{
    ChunkTexel, TEXEL_YARDS, chunks_over, first_texel, texel_of_world, texel_sides, world_of_texel,
};
pub use texel_relief::texel_relief;
pub use texture_layer::{TextureLayer, TextureLayerFlags};
pub use tile::{CHUNKS_OF_SIDE, CHUNKS_OF_TILE, Tile, TileTexture};
pub use tile_map::{ChunkPlace, TILE_YARDS, TileId, TileMap};
pub use weight_rows::{AlphaRow, WeightRow, alphas_of_row, weights_of_row};
