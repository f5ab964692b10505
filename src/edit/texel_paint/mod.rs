//! Brushes on the texture layers of tiles.
//!
//! - A stroke works on shares (effective weights) as they were when it began, and on one strength a
//!   texel: the strongest of its dabs, or all of them on top of another. So the same dabs give the
//!   same ground, live or replayed, and holding still does not paint twice.
//! - Texels of neighbouring map chunks that lie on one place of the ground get one strength, are
//!   worked on in the same order of textures, and end equal where they began equal.
//! - Nothing is painted on the border to a map chunk that can't take the texture, so no seam opens.
//! - Where a texture gives way to a fifth one or goes into a look-alike, neighbours do the same on the
//!   line that both have; where one can't, the next way is tried, and without any nothing is painted.
//! - Maps with 4 bits are rounded once, at the end of the stroke.

mod blur;
mod borders;
mod fifth_argument;
mod fifth_cost;
mod fifth_solution;
mod followers;
mod held;
mod holding;
mod leaving;
mod make_room;
mod masks;
mod painter;
mod rounding;
mod side_by_side;
mod spot;
mod strengths;
mod stroke;
mod texel_tip;
mod views;
mod words;

pub use fifth_argument::{FifthArgument, FifthChoice};
pub use fifth_cost::FifthCost;
pub use fifth_solution::{FifthSolution, FifthWay};
pub(super) use painter::{Aim, TexelPainter};
