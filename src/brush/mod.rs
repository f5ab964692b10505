//! The brush engine that weights and terrain share: how a dab fades, where dabs fall along a stroke,
//! how strongly a dab touches the spots of a grid, and what a stroke touched. It knows no vertices and
//! no texels, only numbers.

mod dab_path;
mod falloff;
mod falloff_curve;
mod footprint;
mod range_mask;
mod strength;
mod stroke_strengths;

pub use dab_path::{DabPath, PathPoint};
pub use falloff::{Falloff, FalloffTable};
pub use falloff_curve::{
    CurvePoint, FIRST_CURVE, MOST_CURVE_POINTS, is_curve, with_point_added, with_point_moved,
    without_point,
};
pub use footprint::{BrushShape, Footprint, GridBrush};
pub use range_mask::RangeMask;
pub use strength::{WHOLE, added, by_whole, raise, scaled};
pub use stroke_strengths::StrokeStrengths;
