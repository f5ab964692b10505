//! A valley with hills, a river and a road: ground for painting, in the shapes of both games.
//!
//! One landscape (`land`, `materials`) is sampled twice: as a tile of map chunks and as a map of
//! corners; `textures` paints what lies on it.

mod atlases;
mod corners;
mod land;
mod materials;
mod textures;
mod tile;

pub use atlases::{valley_atlases, valley_ground_table};
pub use corners::valley_corners;
pub use textures::valley_textures;
pub use tile::valley;
