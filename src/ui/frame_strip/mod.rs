//! The frame strip: a row of numbered cells, each a single pose, and the ranges of them that are clips.
//!
//! Where all clips lie on one time axis the cells are those of the axis, and clips are shown as
//! bands over the cells they play. Elsewhere the strip shows the cells of the selected clip.

mod cell_keys;
mod cell_row;
mod geometry;
mod naming;
mod panel;
mod ranges;
mod state;
mod toolbar;

pub use cell_keys::{CellKeys, count_cell_keys};
pub use geometry::StripGeometry;
pub use panel::{frame_strip_hints, frame_strip_ui};
pub use state::FrameStripState;
