//! The small values that operators on weights take as arguments, as scripts write them.

use super::BoneRef;
use crate::skinning::PaintMode;
use serde::{Deserialize, Serialize};

/// What a brush or a flood does to weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeightMode {
    /// Adds the value.
    Add,
    /// Takes the value away.
    Subtract,
    /// Brings the weight to the value.
    #[default]
    Set,
    /// Multiplies the weight with the value.
    Scale,
    /// Brings all weights nearer to those around.
    Smooth,
    /// Brings all weights nearer to the mean of all that is touched.
    Average,
    /// Takes all weights farther from those around.
    Sharpen,
    /// Drags weights along with the brush.
    Smear,
}

macro_rules! same_modes {
    ($($mode:ident),+) => {
        impl From<WeightMode> for PaintMode {
            fn from(mode: WeightMode) -> Self {
                match mode {
                    $(WeightMode::$mode => Self::$mode,)+
                }
            }
        }

        impl From<PaintMode> for WeightMode {
            fn from(mode: PaintMode) -> Self {
                match mode {
                    $(PaintMode::$mode => Self::$mode,)+
                }
            }
        }
    };
}
same_modes!(Add, Subtract, Set, Scale, Smooth, Average, Sharpen, Smear);

/// What one dab of a stroke touched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DabArgument {
    /// The vertices, each once.
    pub vertices: Vec<u32>,
    /// How strongly each is touched, 0 to 1.
    pub strengths: Vec<f32>,
    /// For `smear`, the vertex whose weights are dragged to each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<u32>,
}

/// One influence of a vertex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InfluenceArgument {
    /// The bone.
    pub bone: BoneRef,
    /// Its weight, 0 to 1.
    pub weight: f32,
}
