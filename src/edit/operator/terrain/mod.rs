//! Everything a user can do to the ground of a map, as values.

mod brush_operator;
mod fill_texture;
mod import_alphamaps;
mod import_ground_types;
mod import_heights;

pub use fill_texture::FillTexture;
pub use import_alphamaps::ImportAlphamaps;
pub use import_ground_types::ImportGroundTypes;
pub use import_heights::ImportHeights;
