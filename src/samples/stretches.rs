//! Which bones move which part of a body: by the distance to the stretch of body a bone carries,
//! then evened out over the surface.

use super::surface::Surface;
use crate::math::Vec3;
use crate::mesh::{Influence, SLOTS};
use crate::skeleton::BoneId;
use crate::skinning::quantise_weights;

/// The stretch of body a bone carries, and how thick the body is there.
pub(crate) struct Stretch {
    /// Position of the bone.
    pub bone: usize,
    /// Where it begins.
    pub a: Vec3,
    /// Where it ends.
    pub b: Vec3,
    /// Half the thickness.
    pub radius: f32,
}

impl Stretch {
    /// Distance from `p` to the stretch's own skin; negative inside.
    fn distance(&self, p: &Vec3) -> f32 {
        let along = self.b - self.a;
        let t = ((p - self.a).dot(&along) / along.norm_squared().max(1e-9)).clamp(0.0, 1.0);
        (p - (self.a + along * t)).norm() - self.radius
    }
}

/// The influences of every vertex of `surface`; `parents` has an entry for each bone.
///
/// Each vertex starts with the bone whose stretch is nearest, shared with its parent and children
/// by a falloff over the distance; then the weights are evened out along the edges of the mesh.
pub(crate) fn weigh(
    surface: &Surface,
    stretches: &[Stretch],
    parents: &[Option<usize>],
) -> Vec<[Influence; SLOTS]> {
    let mut weights: Vec<Vec<f32>> = surface
        .positions
        .iter()
        .map(|p| by_distance(stretches, parents, p))
        .collect();
    let neighbours = surface.neighbours();
    for _ in 0..5 {
        weights = neighbours
            .iter()
            .zip(&weights)
            .map(|(near, own)| {
                let mut sum: Vec<f32> = own.iter().map(|weight| weight * 2.0).collect();
                for other in near.iter().filter_map(|&other| weights.get(other as usize)) {
                    for (total, weight) in sum.iter_mut().zip(other) {
                        *total += weight;
                    }
                }
                let total: f32 = sum.iter().sum();
                sum.iter().map(|weight| weight / total).collect()
            })
            .collect();
    }
    weights.iter().map(|full| quantised(full)).collect()
}

fn by_distance(stretches: &[Stretch], parents: &[Option<usize>], p: &Vec3) -> Vec<f32> {
    let mut distance = vec![f32::MAX; parents.len()];
    let mut nearest = (f32::MAX, 0, 1.0);
    for stretch in stretches {
        let d = stretch.distance(p);
        if let Some(slot) = distance.get_mut(stretch.bone) {
            *slot = slot.min(d);
        }
        if d < nearest.0 {
            nearest = (d, stretch.bone, stretch.radius);
        }
    }
    let (least, bone, radius) = nearest;
    let parent_of = |bone: usize| parents.get(bone).copied().flatten();
    let weights: Vec<f32> = distance
        .iter()
        .enumerate()
        .map(|(other, &d)| {
            let related =
                other == bone || parent_of(other) == Some(bone) || parent_of(bone) == Some(other);
            if related && d < f32::MAX {
                (-((d - least) / (radius * 0.5)).powi(2)).exp()
            } else {
                0.0
            }
        })
        .collect();
    let total: f32 = weights.iter().sum();
    weights.iter().map(|weight| weight / total).collect()
}

/// The four strongest weights in whole 255ths that sum to 255, strongest first.
fn quantised(full: &[f32]) -> [Influence; SLOTS] {
    let mut order: Vec<(usize, f32)> = full.iter().copied().enumerate().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut strongest = [0.0; SLOTS];
    for (weight, &(_, of)) in strongest.iter_mut().zip(&order) {
        *weight = of;
    }
    let total: f32 = strongest.iter().sum();
    let bytes = quantise_weights(strongest.map(|weight| weight / total));
    let mut slots = [Influence::NONE; SLOTS];
    for ((slot, &(bone, _)), byte) in slots.iter_mut().zip(&order).zip(bytes) {
        if byte > 0 {
            *slot = Influence {
                bone: BoneId(bone as u32),
                weight: f32::from(byte) / 255.0,
            };
        }
    }
    slots
}
