//! The small values that operators on weights take as arguments, as scripts write them.

use super::{BoneRef, ClipRef};
use crate::brush::Falloff;
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

/// One place of a stroke that was not yet turned into vertices.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleArgument {
    /// A point on the surface, model space.
    pub position: [f32; 3],
    /// Pressure of a pen, 0 to 1.
    #[serde(default = "whole")]
    pub pressure: f32,
}

fn whole() -> f32 {
    1.0
}

/// The pose in which samples were taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampledPose {
    /// The clip.
    pub clip: ClipRef,
    /// When, in ms of the clip's own time.
    pub time_ms: i32,
}

/// How a brush fades from its middle to its edge.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FalloffArgument {
    /// Not at all.
    Flat,
    /// In a straight line.
    Linear,
    /// Level at the middle and at the edge.
    #[default]
    Smooth,
    /// As a bell.
    Gaussian,
    /// As a dome.
    Spherical,
    /// As a spike.
    Sharp,
    /// Through points of distance and strength, each 0 to 1, in ascending order of distance.
    Custom(Vec<[f32; 2]>),
}

impl From<&FalloffArgument> for Falloff {
    fn from(falloff: &FalloffArgument) -> Self {
        match falloff {
            FalloffArgument::Flat => Self::Flat,
            FalloffArgument::Linear => Self::Linear,
            FalloffArgument::Smooth => Self::Smooth,
            FalloffArgument::Gaussian => Self::Gaussian,
            FalloffArgument::Spherical => Self::Spherical,
            FalloffArgument::Sharp => Self::Sharp,
            FalloffArgument::Custom(points) => Self::Curve(points.clone()),
        }
    }
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

/// Which side of a model gives its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MirrorFrom {
    /// The left side, where Y is above 0, gives them to the right.
    Left,
    /// The right side gives them to the left.
    Right,
    /// Both sides exchange theirs.
    Flip,
}

/// How vertices of both sides are found to belong together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MirrorBy {
    /// By their places.
    #[default]
    Position,
    /// By their places, else by the nearest spot of the other side's surface, for sides of different
    /// vertices.
    Nearest,
    /// By their edges, from the line in the middle outwards, for sides that lie elsewhere.
    Topology,
}

/// Which spot of another mesh a vertex takes its weights from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TransferBy {
    /// The nearest of the surface.
    #[default]
    Nearest,
    /// Where the line along its normal meets the surface, to either side.
    Ray,
    /// Where the texture coordinate is the same; of several such spots the nearest.
    Uv,
    /// The vertex of the same number.
    Topology,
}
