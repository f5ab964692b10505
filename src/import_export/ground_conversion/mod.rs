//! Ground of one shape to ground of the other: tiles of map chunks to corners and back.
//!
//! A conversion changes no units unless it is told a scale; only axes are mapped: the north of one
//! is the north of the other. The new ground has no native source; it is laid out from nothing.

mod convert_terrain;
mod from_corners;
mod from_tiles;
mod ground_names;
mod spot;

pub use convert_terrain::convert_terrain;
pub use ground_names::{GroundConversion, GroundNameError};
