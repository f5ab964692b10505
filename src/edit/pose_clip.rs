//! A copied pose: what some bones do at one moment, as text that another window can take.

use super::{BoneRef, ClipRef, EditError};
use crate::anim::Clock;
use crate::document::Model;
use serde::{Deserialize, Serialize};

/// What one bone does in a copied pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BonePose {
    /// The bone: its name where that is unique, else `#index`.
    pub bone: BoneRef,
    /// Offset in the parent's axes, file units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    /// Rotation about the pivot as quaternion x, y, z, w.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    /// Scale along the bone's own axes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
}

/// A copied pose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoseClip {
    /// The bones, in the order they were given.
    pub bones: Vec<BonePose>,
}

/// Copies what bones do at a time of a clip.
pub fn copy_pose(
    model: &Model,
    clip: &ClipRef,
    time_ms: i32,
    bones: &[BoneRef],
) -> Result<PoseClip, EditError> {
    let clip = clip.resolve(model)?;
    let mut local = Vec::new();
    model.sample_bones(
        &Clock::of(model, Some(clip), f64::from(time_ms)),
        &mut local,
    );
    let mut copied = PoseClip::default();
    for bone in bones {
        let index = bone.resolve(model)?;
        let name = BoneRef::Text(model.bone_name(index));
        let is_unique = name.resolve(model) == Ok(index);
        let transform = local.get(index).copied().unwrap_or_default();
        let rotation = transform.rotation;
        copied.bones.push(BonePose {
            bone: if is_unique {
                name
            } else {
                BoneRef::Text(format!("#{index}"))
            },
            translation: Some(transform.translation.into()),
            rotation: Some([rotation.i, rotation.j, rotation.k, rotation.w]),
            scale: Some(transform.scale.into()),
        });
    }
    Ok(copied)
}
