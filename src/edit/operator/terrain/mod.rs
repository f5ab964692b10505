//! Everything a user can do to the ground of a map, as values.

mod brush_operator;
mod fill_texture;
mod ground_type;
mod height_of;
mod paint_corner_flags;
mod paint_corners;
mod paint_holes;
mod paint_texture_layer;
mod paint_vertex_colours;
mod sculpt_terrain;
mod set_area_id;
mod set_chunk_flags;
mod set_cliff_level;
mod set_ground_types;
mod set_water_level;
mod smooth_texture_layers;

pub use fill_texture::FillTexture;
pub use paint_corner_flags::PaintCornerFlags;
pub use paint_corners::PaintCorners;
pub use paint_holes::PaintHoles;
pub use paint_texture_layer::PaintTextureLayer;
pub use paint_vertex_colours::PaintVertexColours;
pub use sculpt_terrain::SculptTerrain;
pub use set_area_id::SetAreaId;
pub use set_chunk_flags::SetChunkFlags;
pub use set_cliff_level::SetCliffLevel;
pub use set_ground_types::SetGroundTypes;
pub use set_water_level::SetWaterLevel;
pub use smooth_texture_layers::SmoothTextureLayers;
