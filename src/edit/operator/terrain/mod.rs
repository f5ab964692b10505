//! Everything a user can do to the ground of a map, as values.

mod brush_operator;
mod fill_texture;

pub use fill_texture::FillTexture;
