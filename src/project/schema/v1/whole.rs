//! Bones and clips with all of their fields in one place, for files that hold no whole model.
//!
//! The sections of a project have some fields elsewhere; here every field has to be named, so that a
//! new one does not compile until it is stored.

use super::additions::StoredBoneShape;
use super::stored::{Stored, stored};
use crate::anim::Clip;
use crate::project::codec::{Encode, EncodeError, Encoder, Text};
use crate::skeleton::{Bone, BoneKind};

stored! {
    /// A bone.
    WholeBone for Bone {
        id: u32,
        name: Option<Text>,
        parent: Option<u32>,
        pivot: [f32; 3],
        flags: u32,
        key_bone_id: i32,
        submesh_id: u16,
        name_crc: u32,
        kind: u8,
        shape: Option<StoredBoneShape>,
    }

    /// A clip.
    WholeClip for Clip {
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
        alias_of: u32,
        rarity: f32,
        sync_point: u32,
    }
}

/// A kind's place in [`BoneKind::ALL`].
impl Stored<BoneKind> for u8 {
    fn write<E: Encoder>(value: &BoneKind, to: &mut E) -> Result<(), EncodeError> {
        (*value as u8).encode(to)
    }

    fn restore(self) -> Result<BoneKind, String> {
        let kind = BoneKind::ALL.get(usize::from(self)).copied();
        kind.ok_or_else(|| format!("a bone is of a kind ({self}) nobody knows"))
    }
}
