//! The poses of the bramblehog's clips, cell by cell.

use super::bones::HogBone as B;
use super::poses::{Foot, HogPose, Step};
use std::f32::consts::TAU;

/// Cells of the running cycle.
pub(super) const RUN_CELLS: u32 = 8;
/// Cells of the walking cycle.
pub(super) const WALK_CELLS: u32 = 16;
/// How far the body goes in one cycle, in file units.
pub(super) const RUN_GROUND: f32 = 1.9;
/// The same of walking.
pub(super) const WALK_GROUND: f32 = 0.72;

/// How a foot moves in a gait.
struct Stride {
    /// The part of the cycle in which it stands.
    standing: f32,
    /// How far it goes over the ground while it stands.
    reach: f32,
    /// How high it is lifted.
    lift: f32,
    /// When it is set down.
    start: f32,
}

impl Stride {
    fn step(&self, phase: f32) -> Step {
        let t = (phase - self.start).rem_euclid(1.0);
        if t < self.standing {
            let along = t / self.standing;
            return Step {
                ahead: self.reach * (0.5 - along),
                lift: 0.0,
                toe_down: 18.0 * (along - 0.75).max(0.0),
            };
        }
        let along = (t - self.standing) / (1.0 - self.standing);
        let eased = along * along * (3.0 - 2.0 * along);
        Step {
            ahead: self.reach * (eased - 0.5),
            lift: self.lift * (along * std::f32::consts::PI).sin(),
            toe_down: 46.0 * (along * std::f32::consts::PI).sin() * (1.0 - along),
        }
    }
}

/// A gallop: the hind feet, then the front feet, then all in the air.
pub(super) fn run(cell: u32) -> HogPose {
    let phase = cell as f32 / RUN_CELLS as f32;
    let wave = |turns: f32, late: f32| ((phase * turns - late) * TAU).sin();
    let start = [0.52, 0.42, 0.1, 0.0];
    let standing = 0.3;
    let feet = [0, 1, 2, 3].map(|foot: usize| {
        let is_front = foot < 2;
        let stride = Stride {
            standing,
            reach: RUN_GROUND * standing,
            lift: if is_front { 0.2 } else { 0.17 },
            start: start.get(foot).copied().unwrap_or_default(),
        };
        stride.step(phase)
    });
    HogPose {
        shift: [0.03 * wave(1.0, 0.1), 0.0, 0.025 + 0.045 * wave(1.0, 0.55)],
        turn: [1.5 * wave(1.0, 0.0), 7.0 * wave(1.0, 0.12), 0.0],
        hips: [0.0, -9.0 * wave(1.0, 0.9), 0.0],
        chest: [0.0, 6.0 * wave(1.0, 0.05), 0.0],
        feet,
        turns: vec![
            (B::Neck, [0.0, 8.0 - 9.0 * wave(1.0, 0.1), 0.0]),
            (B::Head, [0.0, 6.0 - 5.0 * wave(1.0, 0.2), 0.0]),
            (B::Jaw, [0.0, 5.0 + 4.0 * wave(1.0, 0.3), 0.0]),
            (B::EarL, [10.0, -16.0 + 12.0 * wave(1.0, 0.25), -12.0]),
            (B::EarR, [-10.0, -16.0 + 12.0 * wave(1.0, 0.25), 12.0]),
            (B::Tail1, [0.0, 24.0 + 12.0 * wave(1.0, 0.3), 0.0]),
            (B::Tail2, [0.0, 14.0 + 14.0 * wave(1.0, 0.4), 0.0]),
            (B::Tail3, [0.0, 10.0 + 16.0 * wave(1.0, 0.5), 0.0]),
        ],
    }
}

/// A walk: hind foot, front foot of the same side, then the other side.
pub(super) fn walk(cell: u32) -> HogPose {
    let phase = cell as f32 / WALK_CELLS as f32;
    let wave = |turns: f32, late: f32| ((phase * turns - late) * TAU).sin();
    let start = [0.25, 0.75, 0.0, 0.5];
    let standing = 0.62;
    let feet = [0, 1, 2, 3].map(|foot: usize| {
        let stride = Stride {
            standing,
            reach: WALK_GROUND * standing,
            lift: 0.085,
            start: start.get(foot).copied().unwrap_or_default(),
        };
        stride.step(phase)
    });
    HogPose {
        shift: [0.0, 0.012 * wave(1.0, 0.2), -0.012 + 0.012 * wave(2.0, 0.2)],
        turn: [1.2 * wave(1.0, 0.2), 1.0 * wave(2.0, 0.3), 0.0],
        hips: [1.5 * wave(1.0, 0.0), 0.0, 3.5 * wave(1.0, 0.1)],
        chest: [-wave(1.0, 0.2), 0.0, -3.0 * wave(1.0, 0.35)],
        feet,
        turns: vec![
            (
                B::Neck,
                [0.0, 4.0 + 3.0 * wave(2.0, 0.3), 2.0 * wave(1.0, 0.3)],
            ),
            (
                B::Head,
                [0.0, 3.0 - 2.5 * wave(2.0, 0.35), 1.5 * wave(1.0, 0.4)],
            ),
            (B::EarL, [4.0 * wave(2.0, 0.4), 0.0, 0.0]),
            (B::EarR, [-4.0 * wave(2.0, 0.4), 0.0, 0.0]),
            (B::Tail1, [0.0, 0.0, 12.0 * wave(1.0, 0.1)]),
            (B::Tail2, [0.0, 0.0, 14.0 * wave(1.0, 0.2)]),
            (B::Tail3, [0.0, 0.0, 12.0 * wave(1.0, 0.3)]),
        ],
    }
}

/// Standing, `share` (0 to 1) of the way round a slow breath in which it looks about.
pub(super) fn stand(share: f32) -> HogPose {
    let wave = |turns: f32, late: f32| ((share * turns - late) * TAU).sin();
    HogPose {
        shift: [0.0, 0.0, -0.006 + 0.006 * wave(2.0, 0.0)],
        turn: [0.0, 0.4 * wave(2.0, 0.1), 0.0],
        chest: [0.0, 0.8 * wave(2.0, 0.05), 0.0],
        turns: vec![
            (
                B::Neck,
                [0.0, 1.0 + 2.0 * wave(2.0, 0.2), 6.0 * wave(1.0, 0.1)],
            ),
            (
                B::Head,
                [
                    2.0 * wave(1.0, 0.2),
                    2.0 * wave(1.0, 0.5),
                    9.0 * wave(1.0, 0.15),
                ],
            ),
            (B::Jaw, [0.0, 1.5 + 1.5 * wave(2.0, 0.25), 0.0]),
            (B::EarL, [8.0 * wave(3.0, 0.0).max(0.0), 0.0, 0.0]),
            (B::EarR, [-8.0 * wave(3.0, 0.5).max(0.0), 0.0, 0.0]),
            (B::Tail1, [0.0, 0.0, 8.0 * wave(2.0, 0.0)]),
            (B::Tail2, [0.0, 0.0, 10.0 * wave(2.0, 0.1)]),
            (B::Tail3, [0.0, 0.0, 10.0 * wave(2.0, 0.2)]),
        ],
        ..HogPose::default()
    }
}

/// A butt with the tusks: crouch, drive forward and up, come back. A cell from the start, and pose.
pub(super) fn attack() -> Vec<(u32, HogPose)> {
    let braced = |shift: [f32; 3], pitch: f32| HogPose {
        shift,
        turn: [0.0, pitch, 0.0],
        ..HogPose::default()
    };
    let head = |mut pose: HogPose, neck: [f32; 3], head: [f32; 3], jaw: f32, ears: f32| {
        pose.turns = vec![
            (B::Neck, neck),
            (B::Head, head),
            (B::Jaw, [0.0, jaw, 0.0]),
            (B::EarL, [0.0, ears, 0.0]),
            (B::EarR, [0.0, ears, 0.0]),
            (B::Tail1, [0.0, -ears * 0.8, 0.0]),
            (B::Tail2, [0.0, -ears * 0.5, 0.0]),
        ];
        pose
    };
    let still = head(HogPose::default(), [0.0; 3], [0.0; 3], 0.0, 0.0);
    let crouch = head(
        braced([-0.1, 0.0, -0.08], 5.0),
        [0.0, 20.0, -10.0],
        [6.0, 20.0, -8.0],
        3.0,
        -24.0,
    );
    let mut drive = braced([0.14, 0.0, -0.05], 6.0);
    drive.feet[Foot::FrontLeft as usize] = Step {
        ahead: 0.16,
        lift: 0.04,
        toe_down: 10.0,
    };
    let drive = head(drive, [0.0, 12.0, 4.0], [-4.0, 6.0, 4.0], 8.0, -30.0);
    let mut toss = braced([0.2, 0.0, 0.03], -9.0);
    toss.feet[Foot::FrontLeft as usize].ahead = 0.18;
    toss.feet[Foot::FrontRight as usize] = Step {
        ahead: 0.04,
        lift: 0.06,
        toe_down: 24.0,
    };
    let toss = head(toss, [0.0, -24.0, 10.0], [-10.0, -26.0, 12.0], 18.0, -10.0);
    let mut settle = braced([0.08, 0.0, -0.03], 1.0);
    settle.feet[Foot::FrontLeft as usize].ahead = 0.1;
    let settle = head(settle, [0.0, 2.0, 3.0], [-2.0, 3.0, 2.0], 4.0, -6.0);
    vec![
        (0, still.clone()),
        (4, crouch),
        (6, drive),
        (8, toss),
        (11, settle),
        (15, still),
    ]
}
