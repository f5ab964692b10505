//! Everything a user can do to the ground of a map, as values.

mod brush_operator;
mod fill_texture;
mod paint_texture_layer;
mod smooth_texture_layers;

pub use fill_texture::FillTexture;
pub use paint_texture_layer::PaintTextureLayer;
pub use smooth_texture_layers::SmoothTextureLayers;
