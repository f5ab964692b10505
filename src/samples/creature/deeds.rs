//! What the creature does once: a swipe with both claws, and dying.

use super::bones::{BodySide, CreatureBone as B};
use super::motion::{curl, flap_ears, hang_lantern, shut_eyes, stand_feet, swing_cloth};
use super::rig::{Rig, pitch};
use crate::math::{Quat, Vec3, quat_from_euler_deg, rotation_between};
use crate::samples::noise::step;

/// 0 before `from`, 1 after `to`.
fn ramp(phase: f32, from: f32, to: f32) -> f32 {
    step(from, to, phase)
}

/// A wound-up swipe of the right claws, down and across.
pub(crate) fn attack(phase: f32) -> Rig {
    let mut rig = super::motion::stand(0.0);
    let wind = ramp(phase, 0.0, 0.3) * (1.0 - ramp(phase, 0.34, 0.47));
    let strike = ramp(phase, 0.34, 0.48) * (1.0 - ramp(phase, 0.62, 1.0));
    rig.shift(
        B::Waist,
        [
            0.07 * strike - 0.05 * wind,
            0.02 * strike,
            -0.03 * wind - 0.045 * strike,
        ],
    );
    rig.turn(
        B::Waist,
        [0.0, 6.0 * strike - 4.0 * wind, 14.0 * strike - 12.0 * wind],
    );
    rig.turn(
        B::SpineLow,
        [0.0, 12.0 * strike - 6.0 * wind, 14.0 * strike - 14.0 * wind],
    );
    rig.turn(
        B::SpineUp,
        [
            6.0 * wind,
            12.0 * strike - 8.0 * wind,
            16.0 * strike - 18.0 * wind,
        ],
    );
    rig.turn(
        B::Head,
        [
            -4.0 * wind,
            4.0 * wind - 14.0 * strike,
            30.0 * wind - 22.0 * strike,
        ],
    );
    rig.turn(B::Jaw, [0.0, 8.0 * wind + 16.0 * strike, 0.0]);
    // The striking arm: up and back, then down across the chest.
    let right = BodySide::Right;
    rig.turn_side(
        right,
        B::ShoulderL,
        [
            14.0 * wind - 6.0 * strike,
            0.0,
            -14.0 * strike + 10.0 * wind,
        ],
    );
    rig.turn_side(
        right,
        B::ArmL,
        [
            62.0 * wind + 10.0 * strike,
            -46.0 * wind - 62.0 * strike,
            34.0 * wind - 34.0 * strike,
        ],
    );
    rig.turn_side(
        right,
        B::ForearmL,
        [20.0 * wind, -62.0 * wind - 4.0 * strike, -12.0 * strike],
    );
    rig.turn_side(right, B::HandL, [0.0, 24.0 * wind - 18.0 * strike, 0.0]);
    // The other arm balances.
    let left = BodySide::Left;
    rig.turn_side(
        left,
        B::ArmL,
        [
            12.0 * wind + 18.0 * strike,
            -28.0 * wind + 40.0 * strike,
            0.0,
        ],
    );
    rig.turn_side(left, B::ForearmL, [0.0, -26.0 * wind - 20.0 * strike, 0.0]);
    curl(&mut rig, 1.2 * wind - 0.6 * strike);
    flap_ears(
        &mut rig,
        -14.0 * wind + 10.0 * strike,
        -14.0 * wind + 10.0 * strike,
    );
    rig.turn_both(B::LidL, [0.0, -8.0 * strike + 10.0 * wind, 0.0]);
    for (bone, amount) in [
        (B::Tail1, 6.0),
        (B::Tail2, 8.0),
        (B::Tail3, 10.0),
        (B::Tail4, 10.0),
    ] {
        rig.turn(
            bone,
            [
                0.0,
                amount * (0.5 * wind - strike),
                amount * (wind - strike),
            ],
        );
    }
    let late = ramp(phase, 0.42, 0.56) * (1.0 - ramp(phase, 0.62, 1.0));
    hang_lantern(
        &mut rig,
        10.0 * wind - 12.0 * late,
        14.0 * wind - 34.0 * strike + 24.0 * late,
    );
    swing_cloth(&mut rig, 8.0 * wind - 14.0 * strike, 6.0 * strike);
    stand_feet(&mut rig);
    // The right foot steps in with the blow.
    let ahead = ramp(phase, 0.3, 0.45) * (1.0 - ramp(phase, 0.7, 0.95));
    let lift = 0.045
        * (step(0.3, 0.37, phase) * step(0.45, 0.38, phase)
            + step(0.7, 0.8, phase) * step(0.95, 0.85, phase));
    let ankle = B::FootR.pivot() + Vec3::new(0.15 * ahead, 0.01 * ahead, lift);
    rig.place_foot(right, &ankle, &pitch(180.0 * lift));
    rig
}

/// Struck, a stagger, and down on its back; the last pose stays.
pub(crate) fn death(phase: f32) -> Rig {
    let mut rig = super::motion::stand(0.0);
    let hit = ramp(phase, 0.0, 0.08) * (1.0 - ramp(phase, 0.14, 0.3));
    let sag = ramp(phase, 0.16, 0.42);
    // Falling gathers speed, then one small bounce.
    let fall = ramp(phase, 0.3, 0.68).powf(1.5);
    let bounce = step(0.66, 0.73, phase) * step(0.82, 0.74, phase);
    let rest = ramp(phase, 0.55, 0.95);

    let lean = -86.0 * fall + 3.0 * bounce;
    let low = LYING_HEIGHT - B::Waist.pivot().z;
    rig.shift(
        B::Waist,
        [
            -0.05 * hit - 0.04 * sag + 0.10 * fall,
            0.0,
            -0.09 * sag * (1.0 - fall) + low * fall + 0.03 * bounce,
        ],
    );
    rig.turn(B::Waist, [0.0, lean, 0.0]);
    rig.turn(
        B::SpineLow,
        [0.0, 14.0 * sag * (1.0 - fall) - 10.0 * hit, 0.0],
    );
    rig.turn(
        B::SpineUp,
        [0.0, 16.0 * sag * (1.0 - fall) - 14.0 * hit, 4.0 * rest],
    );
    rig.turn(B::Neck, [0.0, -8.0 * hit + 10.0 * fall, 8.0 * rest]);
    rig.turn(
        B::Head,
        [
            6.0 * rest,
            -18.0 * hit + 14.0 * sag * (1.0 - fall) + 4.0 * fall - 6.0 * bounce,
            28.0 * rest,
        ],
    );
    rig.turn(B::Jaw, [0.0, 14.0 * hit + 15.0 * rest, 0.0]);
    shut_eyes(&mut rig, (0.6 * hit).max(ramp(phase, 0.5, 0.75)));
    flap_ears(&mut rig, 16.0 * hit - 10.0 * rest, 12.0 * hit - 14.0 * rest);

    // Arms fly out and drop to the ground at the sides.
    let fling = ramp(phase, 0.3, 0.5) * (1.0 - ramp(phase, 0.56, 0.78));
    rig.turn_both(
        B::ArmL,
        [
            30.0 * fling + 26.0 * fall + 10.0 * hit,
            -50.0 * fling + 26.0 * rest,
            0.0,
        ],
    );
    rig.turn_both(B::ForearmL, [0.0, -24.0 * fling + 22.0 * rest, 0.0]);
    rig.turn_side(BodySide::Left, B::ArmL, [26.0 * rest, 0.0, 0.0]);
    rig.turn_both(B::HandL, [0.0, -8.0 * rest, 0.0]);
    curl(&mut rig, 0.9 * rest);
    swing_cloth(&mut rig, 24.0 * fling, -10.0 * fall);
    legs(&mut rig, phase, sag, fall, bounce);
    stay_above_ground(&mut rig);
    lay_tail(&mut rig, fall, rest);
    rig
}

/// Height of the waist when lying on the back, file units.
const LYING_HEIGHT: f32 = 0.18;

/// Lifts the creature so that neither soles nor back go below the ground.
fn stay_above_ground(rig: &mut Rig) {
    let mut points = vec![
        (B::SpineUp, Vec3::new(-0.185, 0.0, 0.77)),
        (B::Waist, Vec3::new(-0.16, 0.0, 0.45)),
    ];
    for side in BodySide::BOTH {
        let y = 0.175 * side.sign();
        points.push((B::FootL.on(side), Vec3::new(-0.09, y, 0.0)));
        points.push((B::ToeL.on(side), Vec3::new(0.2, y, 0.0)));
    }
    let height = |(bone, p): &(B, Vec3)| rig.model_from_bind(*bone).point(p).z;
    let lowest = points.iter().map(height).fold(0.0, f32::min);
    rig.shift(B::Waist, [0.0, 0.0, -lowest]);
}

fn legs(rig: &mut Rig, phase: f32, sag: f32, fall: f32, bounce: f32) {
    // Standing legs bend under the weight until the fall takes the feet off the ground.
    let mut standing = rig.clone();
    for side in BodySide::BOTH {
        let back = -0.09 * step(0.18, 0.3, phase) * if side == BodySide::Right { 1.0 } else { 0.2 };
        let ankle = B::FootL.on(side).pivot() + Vec3::new(back, 0.0, 0.0);
        standing.place_foot(side, &ankle, &Quat::identity());
    }
    let kick = step(0.4, 0.6, phase) * step(0.85, 0.62, phase);
    for side in BodySide::BOTH {
        // One leg ends up straight, the other with its knee in the air.
        let bent = if side == BodySide::Left { 1.0 } else { 0.12 };
        let lying = [
            (
                B::LegL,
                Vec3::new(8.0, 2.0 - 44.0 * bent - 30.0 * kick, 8.0),
            ),
            (
                B::CalfL,
                Vec3::new(0.0, 6.0 + 64.0 * bent + 24.0 * kick, 0.0),
            ),
            (B::FootL, Vec3::new(0.0, 20.0 - 34.0 * bent, 10.0)),
        ];
        for (bone, mut euler) in lying {
            euler.x *= side.sign();
            euler.z *= side.sign();
            euler.y -= 6.0 * bounce;
            let bone = bone.on(side);
            let upright = standing.rotation(bone);
            let parent = bone
                .parent()
                .map_or_else(Quat::identity, |p| rig.rotation(p));
            let down = parent * quat_from_euler_deg(&euler);
            let turn = crate::math::slerp_short(&upright, &down, fall.max(0.25 * sag * fall));
            rig.set_rotation(bone, &turn);
        }
    }
}

/// Lays the tail on the ground to the left in a curve, the lantern beside it.
fn lay_tail(rig: &mut Rig, fall: f32, rest: f32) {
    let bones = [B::Tail1, B::Tail2, B::Tail3, B::Tail4, B::Tail5, B::Tail6];
    let share = fall * fall;
    for (i, bone) in bones.into_iter().enumerate() {
        let next = bones.get(i + 1).copied().unwrap_or(B::Lantern);
        let bind = next.pivot() - bone.pivot();
        let angle = (104.0 - 36.0 * i as f32).to_radians();
        let lying = Vec3::new(angle.cos() * 0.9, angle.sin(), -0.015);
        rig.blend_rotation(bone, &rotation_between(&bind, &lying), share);
    }
    hang_lantern(rig, 24.0 * fall * (1.0 - rest), -30.0 * fall * (1.0 - rest));
    let tipped = quat_from_euler_deg(&Vec3::new(112.0, 0.0, 60.0));
    rig.blend_rotation(B::Lantern, &tipped, share);
}
