//! Weights found by the program: heat on the surface, distance through the inside, or simply the
//! closest bone. Nothing fails silently: whatever did not go the way asked for is reported with
//! its reason.

mod bone_segments;
mod closest;
mod edges;
mod find;
mod geodesic;
mod heat;
mod heat_matrix;
mod heat_sources;
mod input;
mod occluders;
mod orient;
mod report;
mod rows;
mod voxels;
mod watch;
mod welded;

pub use bone_segments::{BoneSegments, Segment, bone_segments};
pub use find::automatic_weights;
pub use input::{AutomaticError, AutomaticInput, AutomaticMethod};
pub use report::{AutomaticWeights, BoneFallback, FallbackReason, MeshDefects};
pub use watch::{Unwatched, Watch};
