//! The pose from which bones are moved, turned and scaled, and how the result is keyed.

use super::draft::Draft;
use super::keying::Setting;
use super::{Channel, EditError, KeyArgument, Pivot, Space};
use crate::anim::Clock;
use crate::document::{Pose, TrackPath};
use crate::math::{Affine, Quat, Vec3, decompose_rotation};
use crate::skeleton::{Hierarchy, LocalTransform, carried_by_parent};
use nalgebra::{Matrix3, UnitQuaternion};

/// The pose of the model at the moment an operator works on.
pub(super) struct Moment {
    hierarchy: Hierarchy,
    pose: Pose,
}

/// One bone in that pose.
pub(super) struct PosedBone {
    /// What it does relative to its parent.
    pub(super) local: LocalTransform,
    /// Its pivot in the bind pose.
    pub(super) pivot: Vec3,
    /// What its parent does to it.
    pub(super) carried: Affine,
}

impl PosedBone {
    /// Where the pivot is in model space.
    pub(super) fn position(&self) -> Vec3 {
        self.carried.point(&(self.pivot + self.local.translation))
    }

    /// The rotation from the parent's axes to the model's.
    pub(super) fn model_from_parent(&self) -> Quat {
        decompose_rotation(&self.carried.linear())
    }

    /// The rotation from the axes of a space to the model's.
    pub(super) fn model_from(&self, space: Space) -> Quat {
        match space {
            Space::Model => Quat::identity(),
            Space::Parent => self.model_from_parent(),
            Space::Local => self.model_from_parent() * self.local.rotation,
        }
    }

    /// The translation that puts the pivot at a point of model space.
    pub(super) fn translation_to(&self, target: &Vec3) -> Option<Vec3> {
        Some(self.carried.inverse()?.point(target) - self.pivot)
    }
}

/// A rotation as a matrix.
pub(super) fn matrix(rotation: &Quat) -> Matrix3<f32> {
    UnitQuaternion::new_unchecked(*rotation)
        .to_rotation_matrix()
        .into_inner()
}

/// A vector turned.
pub(super) fn turned(rotation: &Quat, vector: &Vec3) -> Vec3 {
    UnitQuaternion::new_unchecked(*rotation).transform_vector(vector)
}

impl Moment {
    /// The bone at a position, posed.
    pub(super) fn bone(&self, draft: &Draft<'_>, index: usize) -> Option<PosedBone> {
        let bones = &draft.model.skeleton.bones;
        Some(PosedBone {
            local: *self.pose.local.get(index)?,
            pivot: bones.get(index)?.pivot,
            carried: carried_by_parent(bones, &self.hierarchy, &self.pose.model_from_bind, index),
        })
    }

    /// Those of `bones` that hang below no other of them.
    pub(super) fn topmost(&self, bones: &[usize]) -> Vec<usize> {
        let hangs_below = |bone: usize| {
            bones
                .iter()
                .any(|&other| other != bone && self.hierarchy.is_ancestor_or_self(other, bone))
        };
        bones
            .iter()
            .copied()
            .filter(|&bone| !hangs_below(bone))
            .collect()
    }

    /// The common point about which bones turn; `None` if each has its own.
    pub(super) fn centre(&self, draft: &Draft<'_>, bones: &[usize], pivot: Pivot) -> Option<Vec3> {
        match pivot {
            Pivot::Individual => None,
            Pivot::Point([x, y, z]) => Some(Vec3::new(x, y, z)),
            Pivot::Median => {
                let places = bones.iter().filter_map(|&index| self.bone(draft, index));
                let sum: Vec3 = places.map(|bone| bone.position()).sum();
                Some(sum / bones.len().max(1) as f32)
            }
        }
    }
}

impl Draft<'_> {
    /// The pose at a time of a clip.
    pub(super) fn moment(&self, clip: usize, time_ms: i32) -> Moment {
        let hierarchy = self.model.skeleton.hierarchy();
        let mut pose = Pose::default();
        let clock = Clock::of(self.model, Some(clip), f64::from(time_ms));
        self.model.evaluate(&clock, &hierarchy, &mut pose);
        Moment { hierarchy, pose }
    }

    /// Sets a keyframe of a bone's translation that puts its pivot at `target`, in model space.
    pub(super) fn key_position(
        &mut self,
        index: usize,
        bone: &PosedBone,
        clip: usize,
        time_ms: i32,
        target: &Vec3,
        adds: bool,
    ) -> Result<(), EditError> {
        let to = bone.translation_to(target).ok_or_else(|| EditError::Pose {
            bone: self.model.bone_name(index),
            reason: "its parent is scaled to nothing",
        })?;
        let value = Some(vector(&to));
        self.key_bone(index, Channel::Translation, clip, time_ms, value, adds)
    }

    /// Sets a keyframe of a bone.
    pub(super) fn key_bone(
        &mut self,
        bone: usize,
        channel: Channel,
        clip: usize,
        time_ms: i32,
        value: Option<KeyArgument>,
        adds: bool,
    ) -> Result<(), EditError> {
        let Some(id) = self.model.skeleton.bones.get(bone).map(|bone| bone.id) else {
            return Ok(());
        };
        if value.is_some_and(|value| !value.is_finite()) {
            return Err(EditError::Value {
                argument: channel.name(),
                reason: format!(
                    "of bone '{}' would not be finite numbers",
                    self.model.bone_name(bone)
                ),
            });
        }
        if let Some(fault) = value.and_then(|value| value.fault()) {
            return Err(EditError::Value {
                argument: channel.name(),
                reason: format!("of bone '{}' {fault}", self.model.bone_name(bone)),
            });
        }
        let setting = value.as_ref().map_or(Setting::AsPosed, Setting::Given);
        self.set_key(
            TrackPath::bone(id, channel.name()),
            clip,
            time_ms,
            setting,
            adds,
        )
    }
}

/// A vector as an argument.
pub(super) fn vector(value: &Vec3) -> KeyArgument {
    KeyArgument::Vector([value.x, value.y, value.z])
}

/// A rotation as an argument.
pub(super) fn quaternion(value: &Quat) -> KeyArgument {
    KeyArgument::Quaternion([value.i, value.j, value.k, value.w])
}

/// Refuses numbers that are not finite.
pub(super) fn finite(argument: &'static str, numbers: &[f32]) -> Result<(), EditError> {
    if numbers.iter().all(|number| number.is_finite()) {
        Ok(())
    } else {
        Err(EditError::Value {
            argument,
            reason: "must be finite numbers".to_owned(),
        })
    }
}
