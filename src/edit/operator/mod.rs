//! Everything a user can ask for, as values: one file an operator.

mod add_bone;
mod add_clip;
mod all;
mod attach_skeleton;
mod clear_to_rest;
mod delete_bone;
mod delete_clip;
mod delete_keyframes;
mod delete_stray_keyframes;
mod duplicate_clip;
mod duplicate_keyframes;
mod insert_keyframe;
mod insert_track_keyframe;
mod move_bones;
mod move_keyframes;
mod name_range;
mod paste_pose;
mod rename_bone;
mod rename_clip;
mod reparent_bone;
mod rotate_bones;
mod scale_bones;
mod set_bone_flags;
mod set_bone_shape;
mod set_bone_transform;
mod set_clip_flags;
mod set_clip_range;
mod set_interpolation;
mod set_key_value;
mod set_pivot;
mod spec;
mod terrain;
mod weights;

pub use add_bone::AddBone;
pub use add_clip::AddClip;
pub use all::Operator;
pub use attach_skeleton::AttachSkeleton;
pub use clear_to_rest::ClearToRest;
pub use delete_bone::DeleteBone;
pub use delete_clip::DeleteClip;
pub use delete_keyframes::DeleteKeyframes;
pub use delete_stray_keyframes::DeleteStrayKeyframes;
pub use duplicate_clip::DuplicateClip;
pub use duplicate_keyframes::DuplicateKeyframes;
pub use insert_keyframe::InsertKeyframe;
pub use insert_track_keyframe::InsertTrackKeyframe;
pub use move_bones::MoveBones;
pub use move_keyframes::MoveKeyframes;
pub use name_range::NameRange;
pub use paste_pose::PastePose;
pub use rename_bone::RenameBone;
pub use rename_clip::RenameClip;
pub use reparent_bone::ReparentBone;
pub use rotate_bones::RotateBones;
pub use scale_bones::ScaleBones;
pub use set_bone_flags::SetBoneFlags;
pub use set_bone_shape::SetBoneShape;
pub use set_bone_transform::SetBoneTransform;
pub use set_clip_flags::SetClipFlags;
pub use set_clip_range::SetClipRange;
pub use set_interpolation::SetInterpolation;
pub use set_key_value::SetKeyValue;
pub use set_pivot::SetPivot;
pub use spec::{ArgumentSpec, OperatorSpec};
pub use terrain::{ClearHoles, ConvertAlphas};
pub use terrain::{
    DropUnusedLayers, FillTexture, HealSeams, MergeTextureLayers, MoveTextureLayer,
    PaintCornerFlags, PaintCorners, PaintHoles, PaintTextureLayer, PaintVertexColours,
    RemoveTextureLayer, SculptTerrain, SetAreaId, SetBaseTexture, SetBlendRule, SetChunkFlags,
    SetCliffLevel, SetGroundTypes, SetLayerFlags, SetWaterLevel, SmoothTextureLayers, SolveSlots,
    SwapTexture,
};
pub use terrain::{FillCorners, MergeDuplicateLayers, PaintTextureSwap, SetTileTextures};
pub use terrain::{ImportAlphamaps, ImportGroundTypes, ImportHeights};
pub use weights::{
    BindRigid, ConvertToGroups, FloodWeights, GradientWeights, HammerWeights, LimitInfluences,
    LockBones, MirrorWeights, MoveWeights, NormaliseWeights, PaintWeights, PruneWeights,
    QuantiseWeights, RelaxWeights, SetMirrorBone, SetSkinSettings, SetVertexGroup, SetVertexWeight,
    SetVertexWeights, SplitWeights, SwapWeights, TransferWeights,
};
