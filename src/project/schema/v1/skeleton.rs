//! Bones and clips.

use super::stored::stored;
use crate::anim::Clip;
use crate::project::codec::{List, Packed, Text};
use crate::skeleton::{Bone, BoneId, BoneKind, Skeleton};

stored! {
    /// A bone.
    StoredBone for Bone {
        id: u32,
        name: Option<Text>,
        parent: Option<u32>,
        pivot: [f32; 3],
        flags: u32,
        key_bone_id: i32,
        submesh_id: u16,
        name_crc: u32;
        elsewhere kind: BoneKind::Bone, shape: None
    }

    /// All bones.
    StoredSkeleton for Skeleton {
        bones: List<StoredBone>,
        key_bone_lookup: Packed<BoneId>,
    }

    /// A clip.
    StoredClip for Clip {
        id: u32,
        name: Option<Text>,
        animation_id: u16,
        variation: u16,
        start_ms: i32,
        duration_ms: u32,
        move_speed: f32,
        flags: u32,
        frequency: i16,
        padding: u16,
        repeat: [u32; 2],
        blend_time: u32,
        bounds: [[f32; 3]; 2],
        bounds_radius: f32,
        variation_next: u32,
        alias_of: u32;
        elsewhere rarity: 0.0, sync_point: 0
    }
}
