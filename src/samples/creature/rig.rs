//! Poses the creature: turns and moves bones, and bends the legs so that the feet stand where they
//! should.

use super::bones::{BodySide, CreatureBone};
use crate::math::{Affine, Quat, Vec3, quat_from_axis_angle, quat_from_euler_deg, slerp_short};
use crate::skeleton::LocalTransform;
use nalgebra::{Matrix3, Rotation3, UnitQuaternion};

/// One pose of the creature.
#[derive(Clone)]
pub(crate) struct Rig {
    local: [LocalTransform; CreatureBone::COUNT],
}

impl Rig {
    /// The bind pose.
    pub(crate) fn new() -> Self {
        Self {
            local: [LocalTransform::REST; CreatureBone::COUNT],
        }
    }

    /// What each bone does.
    pub(crate) fn local(&self) -> &[LocalTransform] {
        &self.local
    }

    /// Turns a bone further, by degrees about the model's X, Y and Z as the parent carries them.
    ///
    /// Growing X lowers the right side, growing Y bends forward, growing Z turns left.
    pub(crate) fn turn(&mut self, bone: CreatureBone, euler_deg: [f32; 3]) {
        let slot = &mut self.local[bone.index()].rotation;
        *slot = quat_from_euler_deg(&Vec3::from(euler_deg)) * *slot;
    }

    /// Turns the bone on both sides as in a mirror; the angles are the left one's.
    pub(crate) fn turn_both(&mut self, left: CreatureBone, euler_deg: [f32; 3]) {
        for side in BodySide::BOTH {
            self.turn_side(side, left, euler_deg);
        }
    }

    /// Turns one side's bone; the angles are what they would be on the left.
    pub(crate) fn turn_side(&mut self, side: BodySide, left: CreatureBone, euler_deg: [f32; 3]) {
        let [x, y, z] = euler_deg;
        let sign = side.sign();
        self.turn(left.on(side), [x * sign, y, z * sign]);
    }

    /// Moves a bone further, in the parent's axes.
    pub(crate) fn shift(&mut self, bone: CreatureBone, offset: [f32; 3]) {
        self.local[bone.index()].translation += Vec3::from(offset);
    }

    /// Sets a bone's scale.
    pub(crate) fn scale(&mut self, bone: CreatureBone, scale: [f32; 3]) {
        self.local[bone.index()].scale = Vec3::from(scale);
    }

    /// Where the pose takes what hangs on a bone.
    pub(crate) fn model_from_bind(&self, bone: CreatureBone) -> Affine {
        let local = &self.local[bone.index()];
        let own = Affine::about_pivot(
            &bone.pivot(),
            &local.translation,
            &local.rotation,
            &local.scale,
        );
        match bone.parent() {
            Some(parent) => self.model_from_bind(parent) * own,
            None => own,
        }
    }

    /// How a bone is turned in model space.
    pub(crate) fn rotation(&self, bone: CreatureBone) -> Quat {
        let own = self.local[bone.index()].rotation;
        match bone.parent() {
            Some(parent) => self.rotation(parent) * own,
            None => own,
        }
    }

    /// Turns a bone so that it is turned like `rotation` in model space.
    pub(crate) fn set_rotation(&mut self, bone: CreatureBone, rotation: &Quat) {
        let parent = bone
            .parent()
            .map_or_else(Quat::identity, |parent| self.rotation(parent));
        self.local[bone.index()].rotation = parent.conjugate() * rotation;
    }

    /// Turns a bone by `share` towards being turned like `rotation` in model space.
    pub(crate) fn blend_rotation(&mut self, bone: CreatureBone, rotation: &Quat, share: f32) {
        let now = self.rotation(bone);
        self.set_rotation(bone, &slerp_short(&now, rotation, share));
    }

    /// Where a bone's pivot is, model space.
    pub(crate) fn joint(&self, bone: CreatureBone) -> Vec3 {
        self.model_from_bind(bone).point(&bone.pivot())
    }

    /// Bends hip and knee so that the ankle comes to `ankle` and the foot is turned like `foot`.
    ///
    /// The knee points the way the hips face, a little outwards. A foot out of reach is
    /// stretched after as far as the leg goes.
    pub(crate) fn place_foot(&mut self, side: BodySide, ankle: &Vec3, foot: &Quat) {
        let [leg, calf, ankle_bone] =
            [CreatureBone::LegL, CreatureBone::CalfL, CreatureBone::FootL]
                .map(|bone| bone.on(side));
        let (hip_bind, knee_bind) = (leg.pivot(), calf.pivot());
        let ankle_bind = ankle_bone.pivot();
        let upper = (knee_bind - hip_bind).norm();
        let lower = (ankle_bind - knee_bind).norm();

        let hip = self.joint(leg);
        let to_ankle = ankle - hip;
        let reach = to_ankle.norm().clamp(0.05, (upper + lower) * 0.998);
        let along = to_ankle.try_normalize(1e-6).unwrap_or_else(|| -Vec3::z());
        let facing = quat_rotate(&self.rotation(CreatureBone::Waist), &Vec3::x());
        let forward = facing + Vec3::y() * (0.35 * side.sign());
        let out = (forward - along * forward.dot(&along))
            .try_normalize(1e-6)
            .unwrap_or_else(Vec3::x);
        let cos = ((upper * upper + reach * reach - lower * lower) / (2.0 * upper * reach))
            .clamp(-1.0, 1.0);
        let knee = hip + along * (upper * cos) + out * (upper * (1.0 - cos * cos).sqrt());
        let ankle = hip + along * reach;

        let bind_out = knee_bind - (hip_bind + ankle_bind) * 0.5;
        self.set_rotation(
            leg,
            &turn_between(&(knee_bind - hip_bind), &bind_out, &(knee - hip), &out),
        );
        self.set_rotation(
            calf,
            &turn_between(&(ankle_bind - knee_bind), &bind_out, &(ankle - knee), &out),
        );
        self.set_rotation(ankle_bone, foot);
    }
}

/// Turns a vector by a unit quaternion.
pub(crate) fn quat_rotate(q: &Quat, v: &Vec3) -> Vec3 {
    UnitQuaternion::new_unchecked(*q) * v
}

/// The rotation by degrees about Y: growing bends forward.
pub(crate) fn pitch(angle_deg: f32) -> Quat {
    quat_from_axis_angle(&Vec3::y(), angle_deg.to_radians())
}

/// The rotation that takes one pair of directions to another, the first of each exactly.
pub(crate) fn turn_between(from: &Vec3, from_out: &Vec3, to: &Vec3, to_out: &Vec3) -> Quat {
    let frame = |along: &Vec3, out: &Vec3| {
        let x = along.try_normalize(1e-6).unwrap_or_else(Vec3::x);
        let z = x.cross(out).try_normalize(1e-6).unwrap_or_else(Vec3::z);
        Matrix3::from_columns(&[x, z.cross(&x), z])
    };
    let turn = frame(to, to_out) * frame(from, from_out).transpose();
    UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(turn)).into_inner()
}
