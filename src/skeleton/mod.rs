//! Bones, their hierarchy and poses.

mod bone;
mod hierarchy;
mod names;
mod pose;
mod rest_frame;

pub use bone::{Bone, BoneFlags, BoneId, BoneKind, BoneShape};
pub use hierarchy::{Hierarchy, Skeleton};
pub use names::bone_name_of_crc;
pub use pose::{LocalTransform, carried_by_parent, inherited_part, model_matrices};
pub use rest_frame::{RestRotation, fill_rest_frames, rest_frames, rest_tip};
