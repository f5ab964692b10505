//! Deforming a mesh by a pose, and weights as files store them.

pub mod automatic;
mod binding;
mod deform;
mod kernel;
mod quantise;

pub use binding::SkinBinding;
pub use deform::Deformed;
pub use quantise::quantise_weights;
