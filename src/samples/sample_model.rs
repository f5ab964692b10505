//! What a generator returns: a model and the pictures its textures name.

use super::Picture;
use crate::document::Model;

/// A model made by our own code.
#[derive(Clone, Debug)]
pub struct SampleModel {
    /// The model; its textures are named by path.
    pub model: Model,
    /// The pictures, each with the path that the model's texture names (ending in `.blp`).
    pub textures: Vec<(String, Picture)>,
}
