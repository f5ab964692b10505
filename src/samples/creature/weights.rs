//! Which bones move which part of the creature: by the distance to the stretch of body a bone
//! carries, then evened out over the surface.

use super::bones::{BodySide, CreatureBone};
use super::limbs::{FINGERS, TAIL, TOES};
use crate::math::Vec3;
use crate::mesh::{Influence, SLOTS};
use crate::samples::surface::Surface;
use crate::skeleton::BoneId;
use crate::skinning::quantise_weights;

use CreatureBone as B;

/// The weight of every bone; sums to 1.
pub(crate) type FullWeights = [f32; CreatureBone::COUNT];

/// The stretch of body a bone carries, and how thick the body is there.
struct Stretch {
    bone: CreatureBone,
    a: Vec3,
    b: Vec3,
    radius: f32,
}

impl Stretch {
    /// Distance from `p` to the stretch's own skin; negative inside.
    fn distance(&self, p: &Vec3) -> f32 {
        let along = self.b - self.a;
        let t = ((p - self.a).dot(&along) / along.norm_squared().max(1e-9)).clamp(0.0, 1.0);
        (p - (self.a + along * t)).norm() - self.radius
    }
}

fn stretches() -> Vec<Stretch> {
    let mut out: Vec<Stretch> = Vec::new();
    let mut add = |bone: CreatureBone, a: [f32; 3], b: [f32; 3], radius: f32| {
        out.push(Stretch {
            bone,
            a: Vec3::from(a),
            b: Vec3::from(b),
            radius,
        });
    };
    add(B::Waist, [-0.03, 0.08, 0.44], [-0.03, -0.08, 0.44], 0.12);
    add(B::SpineLow, [0.04, 0.0, 0.54], [0.03, 0.0, 0.62], 0.19);
    add(B::SpineUp, [-0.02, 0.0, 0.70], [-0.04, 0.0, 0.79], 0.15);
    add(B::Neck, [-0.01, 0.0, 0.84], [0.01, 0.0, 0.87], 0.1);
    add(B::Head, [0.05, 0.0, 1.0], [0.06, 0.0, 1.08], 0.165);
    add(B::Head, [0.17, 0.08, 0.975], [0.17, -0.08, 0.975], 0.07);
    add(B::Head, [0.24, 0.0, 1.01], [0.28, 0.0, 0.985], 0.045);
    add(B::Jaw, [0.15, 0.07, 0.897], [0.15, -0.07, 0.897], 0.055);
    add(B::Jaw, [0.2, 0.0, 0.89], [0.24, 0.0, 0.885], 0.04);
    for side in BodySide::BOTH {
        let y = side.sign();
        let mut pair = |bone: CreatureBone, a: [f32; 3], b: [f32; 3], radius: f32| {
            add(
                bone.on(side),
                [a[0], a[1] * y, a[2]],
                [b[0], b[1] * y, b[2]],
                radius,
            );
        };
        pair(B::EarL, [0.0, 0.21, 1.08], [-0.10, 0.475, 1.165], 0.03);
        pair(
            B::ShoulderL,
            [-0.02, 0.10, 0.80],
            [-0.02, 0.15, 0.79],
            0.085,
        );
        pair(B::ArmL, [-0.02, 0.215, 0.77], [-0.04, 0.33, 0.645], 0.07);
        pair(
            B::ForearmL,
            [-0.045, 0.35, 0.615],
            [0.025, 0.435, 0.455],
            0.06,
        );
        pair(B::HandL, [0.035, 0.45, 0.425], [0.052, 0.487, 0.37], 0.05);
        let fingers = [B::IndexFingerL, B::MiddleFingerL, B::PinkyFingerL];
        for (bone, (root, knuckle, tip)) in fingers.into_iter().zip(FINGERS) {
            pair(bone, mixed(root, knuckle, 0.8), tip, 0.027);
        }
        pair(
            B::ThumbL,
            [0.095, 0.425, 0.385],
            [0.125, 0.415, 0.317],
            0.029,
        );
        pair(B::LegL, [-0.01, 0.12, 0.39], [0.045, 0.145, 0.28], 0.08);
        pair(B::CalfL, [0.05, 0.15, 0.245], [-0.025, 0.163, 0.115], 0.065);
        pair(B::FootL, [-0.045, 0.165, 0.06], [0.05, 0.18, 0.055], 0.055);
        for (root, tip) in TOES {
            pair(B::ToeL, root, tip, 0.04);
        }
    }
    let tail = [B::Tail1, B::Tail2, B::Tail3, B::Tail4, B::Tail5, B::Tail6];
    for (position, bone) in tail.into_iter().enumerate() {
        let (a, radius) = TAIL[position];
        let (b, _) = TAIL[position + 1];
        // The first stretch starts outside the hips, the last one goes on to the tip.
        let a = if position == 0 {
            [-0.17, 0.01, 0.42]
        } else {
            a
        };
        add(bone, a, b, radius);
    }
    add(B::Tail6, TAIL[6].0, TAIL[7].0, TAIL[6].1);
    out
}

/// The point `share` of the way from `a` to `b`.
fn mixed(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
}

/// Weights of every vertex of `surface`.
///
/// Each vertex starts with the bone whose stretch is nearest, shared with its parent and children
/// by a falloff over the distance; then the weights are evened out along the edges of the mesh,
/// so that fingers that touch do not stick together.
pub(crate) fn weigh(surface: &Surface) -> Vec<FullWeights> {
    let stretches = stretches();
    let mut weights: Vec<FullWeights> = surface
        .positions
        .iter()
        .map(|p| by_distance(&stretches, p))
        .collect();
    let neighbours = surface.neighbours();
    for _ in 0..5 {
        weights = neighbours
            .iter()
            .enumerate()
            .map(|(vertex, near)| {
                let mut sum = weights[vertex].map(|w| w * 2.0);
                for &other in near {
                    for (total, w) in sum.iter_mut().zip(&weights[other as usize]) {
                        *total += w;
                    }
                }
                let total: f32 = sum.iter().sum();
                sum.map(|w| w / total)
            })
            .collect();
    }
    weights
}

fn by_distance(stretches: &[Stretch], p: &Vec3) -> FullWeights {
    let mut distance = [f32::MAX; CreatureBone::COUNT];
    let mut nearest = (f32::MAX, B::Root, 0.0);
    for stretch in stretches {
        let d = stretch.distance(p);
        let slot = &mut distance[stretch.bone.index()];
        *slot = slot.min(d);
        if d < nearest.0 {
            nearest = (d, stretch.bone, stretch.radius);
        }
    }
    let (least, bone, radius) = nearest;
    let falloff = radius * 0.45;
    let mut weights = [0.0; CreatureBone::COUNT];
    for other in CreatureBone::all() {
        let related = other == bone || other.parent() == Some(bone) || bone.parent() == Some(other);
        let d = distance[other.index()];
        if related && d < f32::MAX {
            weights[other.index()] = (-((d - least) / falloff).powi(2)).exp();
        }
    }
    let total: f32 = weights.iter().sum();
    weights.map(|w| w / total)
}

/// All of the weight on one bone.
pub(crate) fn rigid(bone: CreatureBone) -> FullWeights {
    let mut weights = [0.0; CreatureBone::COUNT];
    weights[bone.index()] = 1.0;
    weights
}

/// A mix of two bones; `share` is the second one's.
pub(crate) fn between(first: CreatureBone, second: CreatureBone, share: f32) -> FullWeights {
    let share = share.clamp(0.0, 1.0);
    let mut weights = rigid(first);
    weights[first.index()] = 1.0 - share;
    weights[second.index()] += share;
    weights
}

/// The four strongest weights in whole 255ths that sum to 255, strongest first.
pub(crate) fn quantised(full: &FullWeights) -> [Influence; SLOTS] {
    let mut order: Vec<usize> = (0..full.len()).collect();
    order.sort_by(|&a, &b| full[b].total_cmp(&full[a]));
    order.truncate(SLOTS);
    let mut strongest = [0.0; SLOTS];
    for (weight, &bone) in strongest.iter_mut().zip(&order) {
        *weight = full[bone];
    }
    let total: f32 = strongest.iter().sum();
    let bytes = quantise_weights(strongest.map(|weight| weight / total));
    let mut slots = [Influence::NONE; SLOTS];
    for ((slot, &bone), byte) in slots.iter_mut().zip(&order).zip(bytes) {
        if byte > 0 {
            *slot = Influence {
                bone: BoneId(bone as u32),
                weight: f32::from(byte) / 255.0,
            };
        }
    }
    slots
}
