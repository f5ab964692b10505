//! Bones, their hierarchy and poses.

mod bone;
mod hierarchy;
mod pose;

pub use bone::{Bone, BoneFlags, BoneId};
pub use hierarchy::{Hierarchy, Skeleton};
pub use pose::{LocalTransform, inherited_part, model_matrices};
