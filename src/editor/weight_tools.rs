//! The numbers and choices that tools on weights work with, until the user sets others.

use crate::document::ModelId;
use crate::edit::operator::FloodWeights;
use crate::edit::{GradientCurveArgument, MirrorBy, TransferBy, WeightMode};

/// The numbers and choices that tools on weights work with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightTools {
    /// What flooding does.
    pub flood_mode: WeightMode,
    /// The weight, amount or factor of flooding; see [`Self::flood_range`].
    pub flood: f32,
    /// Weights below this are pruned, 0 to 1.
    pub prune_below: f32,
    /// The most influences that limiting leaves.
    pub limit: u8,
    /// How far smoothing and relaxing go at once, 0 to 1.
    pub smooth: f32,
    /// How many times over they are done.
    pub iterations: u32,
    /// Bones of more weight than this count as an influence when vertices are selected by a bone.
    pub select_above: f32,
    /// Whether a weight that is set leaves all others as they are.
    pub is_exact: bool,
    /// Whether the select tool takes whole faces.
    pub selects_faces: bool,
    /// How a gradient that is drawn goes from all to nothing.
    pub gradient_curve: GradientCurveArgument,
    /// How vertices of both sides are found to belong together.
    pub mirror_by: MirrorBy,
    /// How far mirror images may be apart, in units of the model; `None` for a share of its size.
    pub mirror_tolerance: Option<f32>,
    /// Whether mirroring also changes what has the weights of the other side already, as closely as
    /// the meshes tell.
    pub mirrors_exactly: bool,
    /// The model that gives its weights; `None` for the first other one.
    pub transfer_from: Option<ModelId>,
    /// Which spot of the other model a vertex takes its weights from.
    pub transfer_by: TransferBy,
    /// How far that spot may be, in units of the model or widths of the picture; `None` for any
    /// distance.
    pub transfer_distance: Option<f32>,
}

impl WeightTools {
    /// What flooding can do.
    pub const FLOOD_MODES: [WeightMode; 4] = [
        WeightMode::Set,
        WeightMode::Add,
        WeightMode::Scale,
        WeightMode::Smooth,
    ];

    /// What the number of flooding may be: an amount may take away, a factor may be above 1.
    pub fn flood_range(&self) -> [f32; 2] {
        match self.flood_mode {
            WeightMode::Add => [-1.0, 1.0],
            WeightMode::Scale => [0.0, 4.0],
            _ => [0.0, 1.0],
        }
    }

    /// The same tools with another number to flood with, within its range.
    #[must_use]
    pub fn with_flood(self, flood: f32) -> Self {
        let [least, most] = self.flood_range();
        let flood = if flood.is_finite() {
            flood.clamp(least, most)
        } else {
            self.flood
        };
        Self { flood, ..self }
    }

    /// What flooding does, without its bone and its vertices.
    pub(crate) fn flood_operator(&self) -> FloodWeights {
        let smooths = self.flood_mode == WeightMode::Smooth;
        FloodWeights {
            model: None,
            bone: None,
            mode: self.flood_mode,
            value: if smooths { 1.0 } else { self.flood },
            strength: if smooths { self.flood } else { 1.0 },
            iterations: self.iterations,
            vertices: None,
        }
    }

    /// What smoothing does, without its vertices.
    pub(crate) fn smooth_operator(&self) -> FloodWeights {
        FloodWeights {
            mode: WeightMode::Smooth,
            value: 1.0,
            strength: self.smooth,
            ..self.flood_operator()
        }
    }
}

impl Default for WeightTools {
    fn default() -> Self {
        Self {
            flood_mode: WeightMode::Set,
            flood: 1.0,
            prune_below: 0.01,
            limit: 4,
            smooth: 0.5,
            iterations: 5,
            select_above: 0.0,
            is_exact: false,
            selects_faces: false,
            gradient_curve: GradientCurveArgument::Linear,
            mirror_by: MirrorBy::Nearest,
            mirror_tolerance: None,
            mirrors_exactly: false,
            transfer_from: None,
            transfer_by: TransferBy::Nearest,
            transfer_distance: None,
        }
    }
}
