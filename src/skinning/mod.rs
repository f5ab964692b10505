//! Deforming a mesh by a pose.

mod binding;
mod deform;
mod kernel;

pub use binding::SkinBinding;
pub use deform::Deformed;
