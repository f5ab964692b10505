//! A single pose of the bramblehog: how its body stands, where its feet are, how its head is held.

use super::bones::HogBone;
use super::leg::{Leg, Side};
use crate::edit::BonePose;
use crate::math::{Vec3, quat_from_euler_deg};
use std::collections::BTreeMap;

use HogBone as B;

/// The four feet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foot {
    /// Front left.
    FrontLeft,
    /// Front right.
    FrontRight,
    /// Hind left.
    HindLeft,
    /// Hind right.
    HindRight,
}

impl Foot {
    /// All four.
    pub(super) const ALL: [Self; 4] = [
        Self::FrontLeft,
        Self::FrontRight,
        Self::HindLeft,
        Self::HindRight,
    ];

    /// Upper bone, lower bone, hoof.
    fn bones(self) -> [HogBone; 3] {
        match self {
            Self::FrontLeft => [B::ArmL, B::ForearmL, B::HoofFrontL],
            Self::FrontRight => [B::ArmR, B::ForearmR, B::HoofFrontR],
            Self::HindLeft => [B::LegL, B::CalfL, B::HoofBackL],
            Self::HindRight => [B::LegR, B::CalfR, B::HoofBackR],
        }
    }

    /// Whether it is one of the front feet.
    pub(super) fn is_front(self) -> bool {
        matches!(self, Self::FrontLeft | Self::FrontRight)
    }
}

/// Where a foot is against where it stands at rest, and how its hoof is turned.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// Forward.
    pub(super) ahead: f32,
    /// Up.
    pub(super) lift: f32,
    /// Toes down, degrees.
    pub(super) toe_down: f32,
}

/// A whole pose.
#[derive(Clone, Debug, Default)]
pub(super) struct HogPose {
    /// How far the body is forward, left and up.
    pub(super) shift: [f32; 3],
    /// How far the body is turned about X, Y (nose down) and Z, degrees.
    pub(super) turn: [f32; 3],
    /// How far the hips turn against the body, degrees.
    pub(super) hips: [f32; 3],
    /// How far the chest turns against the body, degrees.
    pub(super) chest: [f32; 3],
    /// The feet, in the order of [`Foot::ALL`].
    pub(super) feet: [Step; 4],
    /// Turns of other bones, degrees.
    pub(super) turns: Vec<(HogBone, [f32; 3])>,
}

impl HogPose {
    /// The pose as an operator takes it: every bone, so that no cell shows what another one sets.
    pub(super) fn bones(&self) -> Vec<BonePose> {
        let mut turns: BTreeMap<HogBone, [f32; 3]> = self.turns.iter().copied().collect();
        turns.insert(B::Body, self.turn);
        turns.insert(B::Hips, self.hips);
        turns.insert(B::Chest, self.chest);
        for (foot, step) in Foot::ALL.into_iter().zip(self.feet) {
            self.place(foot, step, &mut turns);
        }
        HogBone::all()
            .map(|bone| {
                let degrees = turns.get(&bone).copied().unwrap_or_default();
                let rotation = quat_from_euler_deg(&Vec3::from(degrees));
                BonePose {
                    bone: bone.name().into(),
                    translation: (bone == B::Body).then_some(self.shift),
                    rotation: Some([rotation.i, rotation.j, rotation.k, rotation.w].map(short)),
                    scale: None,
                }
            })
            .collect()
    }

    /// Turns the bones of a leg so that its foot is where it should be.
    fn place(&self, foot: Foot, step: Step, turns: &mut BTreeMap<HogBone, [f32; 3]>) {
        let [upper, lower, hoof] = foot.bones();
        let side = |v: Vec3| -> Side { [v.x, v.z] };
        let (hip, knee, ankle) = (upper.pivot(), lower.pivot(), hoof.pivot());
        let leg = Leg {
            upper: side(knee - hip),
            lower: side(ankle - knee),
        };
        // Where the hip is, seen from the side: carried by body, and hips or chest.
        let (carrier, own) = if foot.is_front() {
            (B::Chest, self.chest[1])
        } else {
            (B::Hips, self.hips[1])
        };
        let about = |point: Side, pivot: Vec3, degrees: f32| -> Side {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let (x, z) = (point[0] - pivot.x, point[1] - pivot.z);
            [pivot.x + x * cos + z * sin, pivot.z + z * cos - x * sin]
        };
        let carried = about(side(hip), carrier.pivot(), own);
        let carried = about(carried, B::Body.pivot(), self.turn[1]);
        let from = [carried[0] + self.shift[0], carried[1] + self.shift[2]];
        let target = [
            ankle.x + step.ahead - from[0],
            ankle.z + step.lift - from[1],
        ];
        let angles = leg.reach(target);
        let pitch = own + self.turn[1];
        // Feet keep out of the body's sideways lean.
        let lean = -self.turn[0];
        turns.insert(upper, [lean, angles.upper - pitch, 0.0]);
        turns.insert(lower, [0.0, angles.lower, 0.0]);
        let flat = -(angles.upper + angles.lower);
        turns.insert(hoof, [0.0, flat + step.toe_down, 0.0]);
    }
}

/// A number with few enough digits to read, and exact enough for a rotation.
fn short(value: f32) -> f32 {
    (value * 1e5).round() / 1e5
}
