//! What brushes do to the corners, heights and marks of the ground: worked out dab by dab, the same
//! for a stroke in progress and for its operator.

mod corner_work;
mod ground_painter;
mod ground_work;
mod sculpt_tile;
mod spot_brush;
mod spot_mask;
mod spot_touches;
mod tile_work;

pub use corner_work::{CornerPicker, CornerTool};
pub use ground_painter::GroundPainter;
pub use ground_work::{GroundWork, SIDE_FILES, counted};
pub use tile_work::TileTool;
