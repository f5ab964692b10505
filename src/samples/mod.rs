//! The models that ship with the program, made by our own code.
//!
//! `creature` grows a figure from a distance field, gives it bones, weights, painted textures and
//! clips, and returns it as a document model; the same on every run.

mod assemble;
mod atlas;
mod bake;
mod creature;
mod field;
mod keys;
mod noise;
mod picture;
mod sample_model;
mod surface;
mod surface_nets;

pub use creature::creature;
pub use picture::Picture;
pub use sample_model::SampleModel;
