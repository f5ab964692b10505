//! A pose that was made but not keyed: shown until it is keyed or the playhead moves on.

use crate::anim::ClipId;
use crate::document::ModelId;
use crate::math::{Quat, Vec3};
use crate::skeleton::{BoneId, LocalTransform, Skeleton};
use std::collections::BTreeMap;

/// The channels of one bone that differ from what the keyframes give.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UnkeyedBone {
    /// Offset in the parent's axes, file units.
    pub translation: Option<Vec3>,
    /// Rotation about the pivot, unit length.
    pub rotation: Option<Quat>,
    /// Scale along the bone's own axes.
    pub scale: Option<Vec3>,
}

/// A pose that was made but not keyed, at one moment of one clip.
#[derive(Clone, Debug, PartialEq)]
pub struct UnkeyedPose {
    /// The model.
    pub model: ModelId,
    /// The clip.
    pub clip: ClipId,
    /// The moment, in ms of the clip.
    pub time_ms: i32,
    /// The bones that were posed.
    pub bones: BTreeMap<BoneId, UnkeyedBone>,
}

impl UnkeyedBone {
    /// Differences below this are rounding, not a pose: a ten thousandth of a unit or radian.
    const TOLERANCE: f32 = 1e-4;

    /// What of `posed` differs from what the keyframes give; `None` if nothing does.
    pub fn difference(keyed: &LocalTransform, posed: &LocalTransform) -> Option<Self> {
        let moved = |a: &Vec3, b: &Vec3| {
            let size = a.amax().max(b.amax()).max(1.0);
            (a - b).amax() > Self::TOLERANCE * size
        };
        // A quaternion and its negative are the same rotation.
        let turned = 1.0 - keyed.rotation.dot(&posed.rotation).abs() > Self::TOLERANCE.powi(2);
        let bone = Self {
            translation: moved(&keyed.translation, &posed.translation).then_some(posed.translation),
            rotation: turned.then_some(posed.rotation),
            scale: moved(&keyed.scale, &posed.scale).then_some(posed.scale),
        };
        (bone != Self::default()).then_some(bone)
    }
}

impl UnkeyedPose {
    /// Puts the pose over what the keyframes give.
    pub fn apply(&self, skeleton: &Skeleton, local: &mut [LocalTransform]) {
        for (&id, bone) in &self.bones {
            let Some(slot) = skeleton.index_of(id).and_then(|index| local.get_mut(index)) else {
                continue;
            };
            slot.translation = bone.translation.unwrap_or(slot.translation);
            slot.rotation = bone.rotation.unwrap_or(slot.rotation);
            slot.scale = bone.scale.unwrap_or(slot.scale);
        }
    }

    /// Whether a channel of a bone was posed without a keyframe.
    pub fn has(&self, id: BoneId, channel: &str) -> bool {
        self.bones.get(&id).is_some_and(|bone| match channel {
            "translation" => bone.translation.is_some(),
            "rotation" => bone.rotation.is_some(),
            "scale" => bone.scale.is_some(),
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::quat_from_euler_deg;

    #[test]
    fn only_the_channels_that_were_posed_differ() {
        let keyed = LocalTransform::REST;
        let posed = LocalTransform {
            rotation: quat_from_euler_deg(&Vec3::new(0.0, 0.0, 30.0)),
            ..keyed
        };
        let bone = UnkeyedBone::difference(&keyed, &posed).expect("a difference");
        assert!(bone.translation.is_none() && bone.scale.is_none());
        assert_eq!(bone.rotation, Some(posed.rotation));
    }

    #[test]
    fn rounding_and_the_sign_of_a_quaternion_are_no_pose() {
        let keyed = LocalTransform::REST;
        let mut posed = keyed;
        posed.rotation = -posed.rotation;
        posed.translation.x += 1e-6;
        assert_eq!(UnkeyedBone::difference(&keyed, &posed), None);
    }
}
