//! The brush engine that weights and terrain share: how a dab fades, where dabs fall along a stroke,
//! and what a stroke touched how strongly. It knows no vertices and no texels, only numbers.

mod dab_path;
mod falloff;
mod stroke_strengths;

pub use dab_path::{DabPath, PathPoint};
pub use falloff::{Falloff, FalloffTable};
pub use stroke_strengths::StrokeStrengths;
