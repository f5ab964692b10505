//! Ground of maps: heights and what lies on them, in the shapes that games use. Plain numbers.

mod corner;
mod corner_flags;
mod corner_map;
mod ground_blend;

pub use corner::Corner;
pub use corner_flags::CornerFlags;
pub use corner_map::{CORNER_SPACING, CornerMap, CornerMapHead, TypeId};
pub use ground_blend::{AtlasKind, GroundLayer, TileBlend, atlas_place};
