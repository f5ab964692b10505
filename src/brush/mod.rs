//! The brush engine that weights and terrain share: how a dab fades, where dabs fall along a stroke,
//! how strongly a dab touches the spots of a grid, and what a stroke touched. It knows no vertices and
//! no texels, only numbers.

mod dab_path;
mod fading;
mod falloff;
mod falloff_curve;
mod footprint;
mod lazy_rope;
mod made_for;
mod made_tips;
mod range_mask;
mod row_work;
mod spray;
mod strength;
mod stroke_strengths;
mod tip;
mod tip_footprint;
mod tip_picture;

pub use dab_path::{DabPath, PathPoint, even_line};
pub use falloff::{Falloff, FalloffTable};
pub use falloff_curve::{
    CurvePoint, FIRST_CURVE, MOST_CURVE_POINTS, is_curve, with_point_added, with_point_moved,
    without_point,
};
pub use footprint::{BrushShape, Footprint, GridBrush};
pub use lazy_rope::LazyRope;
pub use made_tips::MadeTip;
pub use range_mask::RangeMask;
pub use spray::Spray;
pub use strength::{WHOLE, added, raise, scaled};
pub use stroke_strengths::StrokeStrengths;
pub use tip::{BrushTip, PlaneMap, SAME_PLANE, TipPose, after, mapped};
pub use tip_picture::{MOST_TIP_SIDE, TipPicture};
