//! How the creature moves: a function from the phase of each clip (0 to 1) to a pose.

use super::bones::{BodySide, CreatureBone as B};
use super::rig::{Rig, pitch};
use crate::math::{Quat, Vec3};
use crate::samples::noise::step;
use std::f32::consts::TAU;

/// A wave of the clip's phase; `cycles` whole ones, started `lag` of a cycle late.
fn wave(phase: f32, cycles: f32, lag: f32) -> f32 {
    ((phase * cycles - lag) * TAU).sin()
}

/// 1 at `at`, falling to 0 at `width` before and after.
fn bump(phase: f32, at: f32, width: f32) -> f32 {
    step(width, 0.0, (phase - at).abs())
}

/// Both feet flat where the bind pose has them, moved by `offset` (given for the left).
pub(super) fn stand_feet(rig: &mut Rig) {
    for side in BodySide::BOTH {
        let ankle = B::FootL.on(side).pivot();
        rig.place_foot(side, &ankle, &Quat::identity());
    }
}

/// Relaxed arms and half-curled hands: what every clip starts from.
fn at_ease() -> Rig {
    let mut rig = Rig::new();
    rig.turn_both(B::ArmL, [-13.0, -4.0, 0.0]);
    rig.turn_both(B::ForearmL, [-4.0, -26.0, 6.0]);
    rig.turn_both(B::HandL, [0.0, 8.0, 0.0]);
    curl(&mut rig, 1.0);
    rig.shift(B::Waist, [0.0, 0.0, -0.012]);
    rig.turn(B::SpineUp, [0.0, 4.0, 0.0]);
    rig.turn(B::Head, [0.0, -5.0, 0.0]);
    rig
}

/// Closes both hands; 1 is relaxed, 4 a fist.
pub(super) fn curl(rig: &mut Rig, amount: f32) {
    for (bone, share) in [
        (B::IndexFingerL, 0.9),
        (B::MiddleFingerL, 1.0),
        (B::PinkyFingerL, 1.15),
    ] {
        rig.turn_both(bone, [-14.0 * amount * share, 8.0 * amount * share, 0.0]);
    }
    rig.turn_both(B::ThumbL, [6.0 * amount, 6.0 * amount, 0.0]);
}

/// A wave that runs down the tail, and the lantern that hangs from its tip.
fn sway_tail(rig: &mut Rig, phase: f32, cycles: f32, side_deg: f32, nod_deg: f32) {
    let tail = [B::Tail1, B::Tail2, B::Tail3, B::Tail4, B::Tail5, B::Tail6];
    for (i, bone) in (0..).zip(tail) {
        let lag = 0.09 * i as f32;
        let grow = 0.7 + 0.12 * i as f32;
        let aside = side_deg * grow * wave(phase, cycles, lag);
        let nod = nod_deg * grow * wave(phase, cycles, lag + 0.2);
        rig.turn(bone, [0.35 * aside, nod, aside]);
    }
    hang_lantern(
        rig,
        side_deg * 1.6 * wave(phase, cycles, 0.75),
        nod_deg * 1.6 * wave(phase, cycles, 0.7),
    );
}

/// Lets the lantern hang straight down but for a swing.
pub(super) fn hang_lantern(rig: &mut Rig, roll_deg: f32, pitch_deg: f32) {
    let swing = crate::math::quat_from_euler_deg(&Vec3::new(roll_deg, pitch_deg, 0.0));
    rig.set_rotation(B::Lantern, &swing);
}

/// Shuts the eyes; 0 is as the bind pose has them, 1 shut.
pub(super) fn shut_eyes(rig: &mut Rig, amount: f32) {
    rig.turn_both(B::LidL, [0.0, 70.0 * amount, 0.0]);
}

pub(super) fn flap_ears(rig: &mut Rig, left_deg: f32, right_deg: f32) {
    rig.turn_side(BodySide::Left, B::EarL, [left_deg, 0.0, -0.6 * left_deg]);
    rig.turn_side(BodySide::Right, B::EarL, [right_deg, 0.0, -0.6 * right_deg]);
}

pub(super) fn swing_cloth(rig: &mut Rig, front_deg: f32, back_deg: f32) {
    rig.turn(B::LoinA, [0.0, front_deg, 0.0]);
    rig.turn(B::LoinB, [0.0, back_deg, 0.0]);
}

/// Breathing, a slow shift of weight, a look around, blinks and a twitch of an ear.
pub(crate) fn stand(phase: f32) -> Rig {
    let mut rig = at_ease();
    let breath = wave(phase, 2.0, 0.0);
    let shift = wave(phase, 1.0, 0.1);
    rig.shift(B::Waist, [0.0, 0.018 * shift, 0.004 * breath - 0.004]);
    rig.turn(B::Waist, [-1.6 * shift, 0.0, 1.5 * shift]);
    rig.turn(B::SpineLow, [1.2 * shift, 1.0 * breath, 0.0]);
    rig.turn(B::SpineUp, [0.8 * shift, -1.8 * breath, 1.5 * shift]);
    let swell = 1.0 + 0.014 * breath;
    rig.scale(B::SpineLow, [swell, swell, 1.0]);
    rig.turn_both(B::ShoulderL, [1.8 * breath, 0.0, 0.0]);
    rig.turn_both(B::ArmL, [-1.5 * breath, 1.2 * wave(phase, 2.0, 0.1), 0.0]);
    rig.turn_both(B::ForearmL, [0.0, 1.6 * wave(phase, 2.0, 0.2), 0.0]);
    let look = bump(phase, 0.33, 0.17) - 0.8 * bump(phase, 0.74, 0.16);
    rig.turn(B::Neck, [0.0, 0.0, 7.0 * look]);
    rig.turn(
        B::Head,
        [4.0 * look, 1.5 * wave(phase, 2.0, 0.15), 13.0 * look],
    );
    rig.turn(B::Jaw, [0.0, 1.5 + 1.5 * breath, 0.0]);
    let blink = bump(phase, 0.21, 0.03)
        .max(bump(phase, 0.6, 0.03))
        .max(bump(phase, 0.66, 0.03));
    shut_eyes(&mut rig, blink);
    let twitch = bump(phase, 0.46, 0.03) - 0.6 * bump(phase, 0.5, 0.03);
    flap_ears(
        &mut rig,
        3.0 * breath + 14.0 * twitch,
        3.0 * breath - 12.0 * bump(phase, 0.85, 0.04),
    );
    sway_tail(&mut rig, phase, 1.0, 6.0, 2.0);
    swing_cloth(&mut rig, 1.5 * breath, -1.5 * breath);
    stand_feet(&mut rig);
    rig
}

/// One leg of a stride: where the ankle is, and how the foot is turned.
struct Stride {
    length: f32,
    lift: f32,
    ground_share: f32,
    toe_off_deg: f32,
    land_deg: f32,
}

impl Stride {
    fn place(&self, rig: &mut Rig, side: BodySide, phase: f32) {
        let p = phase.rem_euclid(1.0);
        let half = self.length * 0.5;
        let ankle = B::FootL.on(side).pivot();
        let (ahead, up, turn) = if p < self.ground_share {
            // On the ground: straight back at constant speed, the heel coming up at the end.
            let t = p / self.ground_share;
            let landing = -self.land_deg * step(0.18, 0.0, t);
            let leaving = self.toe_off_deg * step(0.62, 1.0, t);
            (half - self.length * t, 0.0, landing + leaving)
        } else {
            let t = (p - self.ground_share) / (1.0 - self.ground_share);
            let swing = step(0.0, 1.0, t);
            let turn =
                self.toe_off_deg * (1.0 - step(0.0, 0.55, t)) - self.land_deg * step(0.55, 1.0, t);
            (
                -half + self.length * swing,
                self.lift * (t * TAU * 0.5).sin(),
                turn,
            )
        };
        // Turned about the ball (heel up) or the heel (toes up), the ankle rises and shifts.
        let centre = if turn > 0.0 {
            Vec3::new(0.085, ankle.y, 0.005)
        } else {
            Vec3::new(-0.08, ankle.y, 0.005)
        };
        let foot = pitch(turn);
        let rolled = centre + super::rig::quat_rotate(&foot, &(ankle - centre));
        let target = rolled + Vec3::new(ahead - 0.02, -0.03 * side.sign(), up);
        rig.place_foot(side, &target, &foot);
        // Toes stay flat while the heel is up.
        let flat = step(0.0, 0.1, up).mul_add(-0.7, 1.0);
        rig.turn(B::ToeL.on(side), [0.0, -turn.max(0.0) * flat, 0.0]);
    }
}

/// A rolling walk.
pub(crate) fn walk(phase: f32) -> Rig {
    let mut rig = at_ease();
    let stride = Stride {
        length: WALK_STRIDE,
        lift: 0.055,
        ground_share: WALK_GROUND,
        toe_off_deg: 34.0,
        land_deg: 16.0,
    };
    gait(&mut rig, phase, &stride, 1.0);
    rig.turn(B::SpineLow, [0.0, 3.0, 0.0]);
    sway_tail(&mut rig, phase, 1.0, 6.5, 1.8);
    for (side, start) in [(BodySide::Left, 0.0), (BodySide::Right, 0.5)] {
        stride.place(&mut rig, side, phase + start);
    }
    rig
}

/// A run with a lean, arms bent and the ears laid back.
pub(crate) fn run(phase: f32) -> Rig {
    let mut rig = at_ease();
    let stride = Stride {
        length: RUN_STRIDE,
        lift: 0.12,
        ground_share: RUN_GROUND,
        toe_off_deg: 52.0,
        land_deg: 10.0,
    };
    rig.turn(B::Waist, [0.0, 10.0, 0.0]);
    rig.shift(B::Waist, [0.02, 0.0, -0.015]);
    gait(&mut rig, phase, &stride, 1.9);
    rig.turn(B::SpineLow, [0.0, 8.0, 0.0]);
    rig.turn(B::Head, [0.0, -16.0, 0.0]);
    rig.turn_both(B::ForearmL, [0.0, -42.0, 0.0]);
    curl(&mut rig, 1.8);
    flap_ears(
        &mut rig,
        6.0 * wave(phase, 2.0, 0.3) - 8.0,
        6.0 * wave(phase, 2.0, 0.3) - 8.0,
    );
    rig.turn_both(B::EarL, [0.0, 0.0, 16.0]);
    rig.turn(B::Jaw, [0.0, 5.0, 0.0]);
    rig.turn(B::Tail1, [0.0, 8.0, 0.0]);
    sway_tail(&mut rig, phase, 1.0, 6.0, 2.6);
    for (side, start) in [(BodySide::Left, 0.0), (BodySide::Right, 0.5)] {
        stride.place(&mut rig, side, phase + start);
    }
    rig
}

/// Length of a step on the ground, file units, and the share of the cycle it takes.
pub(crate) const WALK_STRIDE: f32 = 0.30;
/// See [`WALK_STRIDE`].
pub(crate) const WALK_GROUND: f32 = 0.6;
/// Length of a running step on the ground.
pub(crate) const RUN_STRIDE: f32 = 0.40;
/// Share of the cycle that a running step takes.
pub(crate) const RUN_GROUND: f32 = 0.4;

/// What body and arms do over two steps; `force` is 1 for a walk.
fn gait(rig: &mut Rig, phase: f32, stride: &Stride, force: f32) {
    // The left foot lands at phase 0; the body is highest in the middle of each support.
    let middle = stride.ground_share * 0.5;
    let rise = ((phase - middle) * 2.0 * TAU).cos();
    let left = ((phase - middle) * TAU).cos();
    let swing = (phase * TAU).cos();
    rig.shift(
        B::Waist,
        [0.0, 0.022 * left / force, 0.012 * force * rise - 0.022],
    );
    rig.turn(B::Waist, [-3.0 * left, 0.0, -7.0 * force.sqrt() * swing]);
    rig.turn(
        B::SpineLow,
        [2.0 * left, 1.2 * rise, 4.0 * force.sqrt() * swing],
    );
    rig.turn(B::SpineUp, [2.0 * left, 0.0, 8.0 * force.sqrt() * swing]);
    rig.turn(
        B::Head,
        [-1.5 * left, -1.5 * rise, -5.0 * force.sqrt() * swing],
    );
    for (side, way) in [(BodySide::Left, 1.0), (BodySide::Right, -1.0)] {
        let back = 24.0 * force * way * swing;
        rig.turn_side(side, B::ArmL, [0.0, back, 0.0]);
        let bend = (-8.0 * way * (phase * TAU - 0.5).cos() - 8.0) * force;
        rig.turn_side(side, B::ForearmL, [0.0, -bend.abs(), 0.0]);
    }
    flap_ears(
        rig,
        4.0 * force * wave(phase, 2.0, 0.35),
        4.0 * force * wave(phase, 2.0, 0.35),
    );
    swing_cloth(
        rig,
        -7.0 * force + 4.0 * wave(phase, 2.0, 0.1),
        3.0 * force * wave(phase, 2.0, 0.3),
    );
    rig.turn(
        B::Pouch,
        [
            3.0 * wave(phase, 2.0, 0.2),
            5.0 * force * wave(phase, 1.0, 0.2),
            0.0,
        ],
    );
}
