//! Ground of maps: heights and what lies on them, in the shapes that games use. Plain numbers.

mod alpha_conversion;
mod alpha_map;
mod alpha_write;
mod blend_rule;
mod border;
mod chunk;
mod chunk_holes;
mod chunk_shares;
mod chunk_weights;
mod cliff_levels;
mod corner;
mod corner_flags;
mod corner_map;
mod corner_paint;
mod corner_spots;
mod effective_weights;
mod ground_blend;
mod ground_meetings;
mod ground_pick;
mod ground_spot;
mod ground_types;
mod height_grid;
mod height_import;
mod liquid;
mod move_shares;
mod plane_fit;
mod sculpt;
mod seam_audit;
mod seam_heal;
mod share_layers;
mod share_map;
mod slot_cell;
mod slot_solver;
mod texel_grid;
mod texel_relief;
mod texel_spans;
mod texture_layer;
mod tile;
mod tile_area;
mod tile_heights;
mod tile_map;
mod tile_normals;
mod tile_spots;
mod water_offset;
mod weight_rows;

pub use alpha_conversion::{AlphaConversion, AlphaEdges, AlphaLoss, ConvertedAlphas};
pub use alpha_map::{ALPHA_SIDE, ALPHA_TEXELS, AlphaForm, AlphaMap};
pub use alpha_write::{AlphaWrite, rows_cut_down};
pub use blend_rule::{AlphaDepth, BlendRule};
pub use chunk::{CHUNK_VERTICES, Chunk, ChunkFlags};
pub use chunk_holes::{HOLE_YARDS, HOLES_OF_SIDE};
pub use chunk_shares::{ChunkShares, SharePlane, depth_of_layers, layer_above, layer_below_all};
pub use cliff_levels::{
    CliffNeighbours, CliffPlan, HIGHEST_LAYER, MOST_CLIFF_STEPS, plan_cliff_levels,
};
pub use corner::{Corner, layer_at, level_z};
pub use corner_flags::CornerFlags;
pub use corner_map::{CORNER_SPACING, CornerMap, CornerMapHead, TypeId};
pub use corner_paint::{CornerPaint, CornerVariation, random_variation, takes_paint};
pub use effective_weights::{MOST_LAYERS, alphas_of, weights_of};
pub use ground_blend::{AtlasKind, GroundLayer, TileBlend, atlas_place, full_cell};
pub use ground_meetings::{GroundMeeting, LEAST_MEETING, ground_count, ground_meetings};
pub use ground_pick::{GroundHit, HoleFill};
pub use ground_spot::{GroundSpot, SpotGround};
pub use ground_types::{ground_type_counts, most_ground_types, renumbered};
pub use height_grid::{HeightGrid, HeightRange};
pub use height_import::NewHeights;
pub use liquid::{LiquidLayer, LiquidOrigin};
pub use move_shares::{ShareMove, StrengthPlane, split_whole};
pub use sculpt::{SculptMode, SculptStroke, SpotTouch, height_below, share_along};
pub use seam_audit::{
    SEAM_TOLERANCE, SeamFault, SeamFinding, SeamSeverity, SeamSide, audit_seams, audit_seams_around,
};
pub use seam_heal::{ChunkHeal, DRAWN_LAYERS, HealedTexel, SeamHeal, heal_seams};
pub use share_layers::{ShareLayer, ShareTally, WantedTexel, layers_for_shares, whole_shares};
pub use share_map::{ShareMap, SharedTexture, share_key};
pub use slot_solver::{SlotAim, SlotCost, SlotPlan, solve_slots};
pub use texel_grid::{
    ChunkTexel, TEXEL_YARDS, chunks_over, first_texel, texel_of_world, texel_sides, world_of_texel,
};
pub use texel_relief::texel_relief;
pub use texel_spans::{BorderBits, NO_BITS, TexelSpans, texels_of_border_bits};
pub use texture_layer::{TextureLayer, TextureLayerFlags};
pub use tile::{CHUNKS_OF_SIDE, CHUNKS_OF_TILE, Tile, TileTexture};
pub use tile_area::{CHUNK_TEXEL_STEPS, CHUNK_VERTEX_STEPS, TileArea};
pub use tile_heights::{HEIGHT_TOLERANCE, SpotHeights};
pub use tile_map::{ChunkPlace, TILE_YARDS, TileId, TileMap};
pub use tile_normals::normal_of_heights;
pub use tile_spots::{
    SPOT_YARDS, VertexPlace, position_of_vertex, spot_of_vertex, steps_of_vertex,
};
pub use weight_rows::{AlphaRow, WeightRow, alphas_of_row, weights_of_row};
