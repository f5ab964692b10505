//! Bramblehog, a boar with thorns on its back, whose clips are ranges of a strip of single poses.
//!
//! The mesh is grown from a distance field; everything that moves is made by operators, the same
//! that ship as a script for `bonewright apply`.

mod body;
mod bones;
mod gait;
mod grow;
mod leg;
mod paint;
mod poses;
mod script;

pub use grow::{bramblehog, bramblehog_at_rest};
pub use script::bramblehog_script;
