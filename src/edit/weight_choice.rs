//! The choices that operators on weights give, as scripts write them.

use crate::skinning::{GradientCurve, GradientShape};
use serde::{Deserialize, Serialize};

/// In which shape a gradient runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GradientShapeArgument {
    /// From plane to plane, across the drag.
    #[default]
    Linear,
    /// From the start outwards, the drag being the radius.
    Radial,
}

impl From<GradientShapeArgument> for GradientShape {
    fn from(shape: GradientShapeArgument) -> Self {
        match shape {
            GradientShapeArgument::Linear => Self::Linear,
            GradientShapeArgument::Radial => Self::Radial,
        }
    }
}

/// How a gradient goes from one end to the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GradientCurveArgument {
    /// Evenly.
    #[default]
    Linear,
    /// Slowly at both ends.
    Smooth,
}

impl From<GradientCurveArgument> for GradientCurve {
    fn from(curve: GradientCurveArgument) -> Self {
        match curve {
            GradientCurveArgument::Linear => Self::Linear,
            GradientCurveArgument::Smooth => Self::Smooth,
        }
    }
}

/// Which of several bones gets how much of a weight that is split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SplitBy {
    /// All get the same.
    #[default]
    Equal,
    /// The nearest to the vertex gets all.
    Nearest,
}

/// What hangs rigidly on one bone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BindBy {
    /// Each vertex by itself.
    #[default]
    Vertex,
    /// All vertices that edges join.
    Island,
}
