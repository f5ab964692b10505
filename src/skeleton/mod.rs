//! Bones, their hierarchy and poses.

mod bone;
mod hierarchy;
mod mirror_pairs;
mod mirror_pose;
mod names;
mod pose;
mod rest_frame;
mod side_names;

pub use bone::{Bone, BoneFlags, BoneId, BoneKind, BoneShape};
pub use hierarchy::{Hierarchy, Skeleton};
pub use mirror_pairs::{MirrorConflict, MirrorPair, MirrorPairs, PairSource};
pub use names::bone_name_of_crc;
pub use pose::{LocalTransform, carried_by_parent, inherited_part, model_matrices};
pub use rest_frame::{RestRotation, fill_rest_frames, rest_frames, rest_tip};
pub use side_names::{Side, mirrored_names, plain_name, side_of_name};
