//! The solids of the creature's arms, legs and tail.

use super::body::part;
use crate::math::Vec3;
use crate::samples::field::{Solid, cone};

/// The tail from root to tip.
pub(crate) const TAIL: [([f32; 3], f32); 8] = [
    ([-0.09, 0.0, 0.43], 0.078),
    ([-0.28, 0.03, 0.40], 0.06),
    ([-0.42, 0.11, 0.50], 0.052),
    ([-0.50, 0.24, 0.69], 0.045),
    ([-0.50, 0.37, 0.93], 0.038),
    ([-0.43, 0.46, 1.16], 0.032),
    ([-0.31, 0.51, 1.35], 0.027),
    ([-0.195, 0.52, 1.405], 0.029),
];

/// The left arm with its hand.
pub(crate) fn arm() -> Vec<Solid> {
    let mut solids = vec![
        cone([-0.02, 0.20, 0.785], [-0.04, 0.335, 0.64], 0.078, 0.056).tag(part::ARM),
        cone([-0.045, 0.345, 0.625], [-0.02, 0.385, 0.555], 0.056, 0.068).tag(part::ARM),
        cone([-0.02, 0.385, 0.555], [0.035, 0.445, 0.435], 0.068, 0.05).tag(part::ARM),
        // Palm and the ball of the thumb.
        cone([0.035, 0.45, 0.43], [0.052, 0.487, 0.365], 0.05, 0.066)
            .flat([0.25, 0.85, 0.3], 1.5)
            .tag(part::HAND),
        cone([0.05, 0.44, 0.42], [0.095, 0.425, 0.38], 0.034, 0.032).tag(part::HAND),
        cone([0.095, 0.425, 0.385], [0.125, 0.415, 0.317], 0.031, 0.024).tag(part::HAND),
    ];
    for (root, knuckle, tip) in FINGERS {
        solids.push(
            cone(root, knuckle, 0.031, 0.028)
                .blend(0.012)
                .tag(part::HAND),
        );
        solids.push(cone(knuckle, tip, 0.028, 0.022).blend(0.01).tag(part::HAND));
    }
    solids
}

/// Root, knuckle and tip of the left hand's fingers: index, middle, little.
pub(crate) const FINGERS: [([f32; 3], [f32; 3], [f32; 3]); 3] = [
    (
        [0.092, 0.475, 0.345],
        [0.118, 0.487, 0.285],
        [0.112, 0.475, 0.225],
    ),
    (
        [0.045, 0.503, 0.335],
        [0.056, 0.52, 0.268],
        [0.052, 0.507, 0.205],
    ),
    (
        [-0.003, 0.503, 0.35],
        [-0.012, 0.517, 0.29],
        [-0.008, 0.505, 0.237],
    ),
];

/// The left leg with its foot.
pub(crate) fn leg() -> Vec<Solid> {
    let mut solids = vec![
        cone([-0.02, 0.105, 0.43], [0.05, 0.148, 0.265], 0.108, 0.073)
            .blend(0.05)
            .tag(part::LEG),
        cone([0.052, 0.15, 0.255], [-0.005, 0.16, 0.17], 0.07, 0.068).tag(part::LEG),
        cone([-0.005, 0.16, 0.17], [-0.03, 0.165, 0.09], 0.066, 0.053).tag(part::LEG),
        cone([-0.045, 0.165, 0.055], [0.03, 0.178, 0.06], 0.056, 0.058)
            .blend(0.04)
            .tag(part::FOOT),
        cone([0.03, 0.178, 0.06], [0.10, 0.187, 0.042], 0.06, 0.048)
            .blend(0.03)
            .tag(part::FOOT),
    ];
    for (root, tip) in TOES {
        solids.push(cone(root, tip, 0.04, 0.036).blend(0.015).tag(part::FOOT));
    }
    solids
}

/// Root and tip of the left foot's toes.
pub(crate) const TOES: [([f32; 3], [f32; 3]); 3] = [
    ([0.095, 0.143, 0.042], [0.168, 0.128, 0.036]),
    ([0.105, 0.19, 0.042], [0.188, 0.196, 0.036]),
    ([0.09, 0.235, 0.04], [0.152, 0.258, 0.034]),
];

/// The tail as short cones along a smooth curve through [`TAIL`].
pub(crate) fn tail() -> Vec<Solid> {
    const STEPS: usize = 4;
    let point = |i: usize| Vec3::from(TAIL[i.min(TAIL.len() - 1)].0);
    let mut stations: Vec<(Vec3, f32)> = Vec::new();
    for i in 0..TAIL.len() - 1 {
        let (before, a, b, after) = (
            point(i.saturating_sub(1)),
            point(i),
            point(i + 1),
            point(i + 2),
        );
        for step in 0..STEPS {
            let t = step as f32 / STEPS as f32;
            let (t2, t3) = (t * t, t * t * t);
            let p = before * (-0.5 * t3 + t2 - 0.5 * t)
                + a * (1.5 * t3 - 2.5 * t2 + 1.0)
                + b * (-1.5 * t3 + 2.0 * t2 + 0.5 * t)
                + after * (0.5 * t3 - 0.5 * t2);
            stations.push((p, TAIL[i].1 + (TAIL[i + 1].1 - TAIL[i].1) * t));
        }
    }
    stations.extend(TAIL.last().map(|&(p, radius)| (Vec3::from(p), radius)));
    let between = |pair: &[(Vec3, f32)]| {
        let ((a, radius_a), (b, radius_b)) = (pair[0], pair[1]);
        cone(a.into(), b.into(), radius_a, radius_b)
    };
    let root = stations
        .windows(2)
        .take(1)
        .map(|pair| between(pair).blend(0.06));
    let rest = stations
        .windows(2)
        .skip(1)
        .map(|pair| between(pair).blend(0.012));
    root.chain(rest)
        .map(|solid| solid.tag(part::TAIL))
        .collect()
}
