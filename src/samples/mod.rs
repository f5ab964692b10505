//! The models and the map that ship with the program, made by our own code.
//!
//! `creature` grows a figure from a distance field, gives it bones, weights, painted textures and
//! clips, and returns it as a document model; the same on every run. `quadruped` grows a second
//! one, whose clips a script of operators makes from single poses. `valley` is ground to paint on.

mod assemble;
mod atlas;
mod bake;
mod bounds;
mod creature;
mod field;
mod keys;
mod noise;
mod picture;
mod quadruped;
mod sample_model;
mod stretches;
mod surface;
mod surface_nets;
mod valley;

pub use creature::creature;
pub use picture::Picture;
pub use quadruped::{bramblehog, bramblehog_at_rest, bramblehog_script};
pub use sample_model::SampleModel;
pub use valley::{valley, valley_atlases, valley_corners, valley_ground_table, valley_textures};
