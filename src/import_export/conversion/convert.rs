//! What a conversion gives, and which conversion a pair of formats asks for.

use super::{to_m2, to_mdx};
use crate::document::{Model, ModelFormat};
use crate::import_export::Report;

/// A model in another format, what was lost on the way, and where its parts came from.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The new model.
    pub model: Model,
    /// What the target can't hold, and what is worth knowing.
    pub report: Report,
    /// Where the parts came from.
    pub origin: Origin,
}

/// For the parts of a converted model the positions of those they were made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// For each clip the clip of the source; `None` for one that was added.
    pub clips: Vec<Option<usize>>,
    /// For each bone the bone of the source; `None` for one that was added.
    pub bones: Vec<Option<usize>>,
    /// For each vertex the vertex of the source.
    pub vertices: Vec<usize>,
}

/// The model in another format; `None` if there is no way from its own to that one.
///
/// There is one from M2 to MDX 800 and from MDX to M2 264.
pub fn convert(model: &Model, target: ModelFormat) -> Option<Converted> {
    match (model.format, target) {
        (ModelFormat::M2 { .. }, ModelFormat::Mdx { version: 800 }) => {
            Some(to_mdx::to_mdx(model, target))
        }
        (ModelFormat::Mdx { .. }, ModelFormat::M2 { version: 264 }) => {
            Some(to_m2::to_m2(model, target))
        }
        _ => None,
    }
}
