//! Deforming a mesh by a pose.

mod quantise;

pub use quantise::quantise_weights;
