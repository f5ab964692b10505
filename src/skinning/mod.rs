//! Deforming a mesh by a pose, and weights as files store them.

pub mod automatic;
mod binding;
mod bone_groups;
mod deform;
mod kernel;
mod other_side;
mod quantise;
mod quick_block;
mod quick_weights;
#[cfg(target_arch = "x86_64")]
mod quick_wide;
mod skin_settings;
mod weight_access;
mod weight_gradient;
mod weight_paint;
mod weight_patch;
mod weight_pen;
mod weight_query;
mod weight_rules;

pub use binding::SkinBinding;
pub use bone_groups::{ChosenGroup, GroupChooser, group_influences};
pub use deform::Deformed;
pub use other_side::{BothSides, touched_places};
pub use quantise::{largest_remainder, quantise_weights};
pub use skin_settings::SkinSettings;
pub use weight_access::{
    LiveWeights, Originals, Stored, StoredVertex, WeightAccess, WeightSheet, gather, is_same,
    stored_of, weight_of,
};
pub use weight_gradient::{GradientCurve, GradientShape, WeightGradient};
pub use weight_paint::{
    DabScratch, Mirrored, OneSided, PaintMode, WeightDab, WeightStroke, paint_dab,
};
pub use weight_patch::WeightPatch;
pub use weight_pen::{VertexMask, WeightPen};
pub use weight_query::{QueriedMesh, VertexQuery, with_coincident};
pub use weight_rules::{Kept, SMALLEST_WEIGHT, WeightRules, stored_influences};
