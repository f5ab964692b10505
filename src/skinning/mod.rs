//! Deforming a mesh by a pose, and weights as files store them.

mod binding;
mod deform;
mod kernel;
mod other_side;
mod quantise;
mod skin_settings;
mod weight_access;
mod weight_paint;
mod weight_pen;
mod weight_rules;

pub use binding::SkinBinding;
pub use deform::Deformed;
pub use other_side::{BothSides, touched_places};
pub use quantise::quantise_weights;
pub use skin_settings::SkinSettings;
pub use weight_access::{
    LiveWeights, Originals, Stored, WeightAccess, WeightSheet, gather, is_same, stored_of,
    weight_of,
};
pub use weight_paint::{
    DabScratch, Mirrored, OneSided, PaintMode, WeightDab, WeightStroke, paint_dab,
};
pub use weight_pen::{VertexMask, WeightPen};
pub use weight_rules::{Kept, SMALLEST_WEIGHT, WeightRules, stored_influences};
