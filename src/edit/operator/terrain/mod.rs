//! Everything a user can do to the ground of a map, as values.

mod brush_operator;
mod drop_unused_layers;
mod fill_texture;
mod heal_seams;
mod merge_texture_layers;
mod move_texture_layer;
mod paint_texture_layer;
mod remove_texture_layer;
mod set_base_texture;
mod set_layer_flags;
mod smooth_texture_layers;
mod solve_slots;
mod swap_texture;

pub use drop_unused_layers::DropUnusedLayers;
pub use fill_texture::FillTexture;
pub use heal_seams::HealSeams;
pub use merge_texture_layers::MergeTextureLayers;
pub use move_texture_layer::MoveTextureLayer;
pub use paint_texture_layer::PaintTextureLayer;
pub use remove_texture_layer::RemoveTextureLayer;
pub use set_base_texture::SetBaseTexture;
pub use set_layer_flags::SetLayerFlags;
pub use smooth_texture_layers::SmoothTextureLayers;
pub use solve_slots::SolveSlots;
pub use swap_texture::SwapTexture;
