//! The creature's flesh: the solids it is melted from, and the surface they give.

use super::limbs::{arm, leg, tail};
use crate::math::Vec3;
use crate::samples::field::{Solid, cone, ellipsoid, melted, nearest_tag};
use crate::samples::surface::Surface;
use crate::samples::surface_nets::{Grid, polygonise};

/// Parts of the body, for its charts and its paint.
pub(crate) mod part {
    /// Belly, chest, back, hips.
    pub(crate) const TORSO: u8 = 1;
    /// Skull, face, jaw.
    pub(crate) const HEAD: u8 = 2;
    /// Both ears.
    pub(crate) const EAR: u8 = 3;
    /// The nose.
    pub(crate) const NOSE: u8 = 4;
    /// Upper arms and forearms.
    pub(crate) const ARM: u8 = 5;
    /// Hands and fingers.
    pub(crate) const HAND: u8 = 6;
    /// Thighs and shins.
    pub(crate) const LEG: u8 = 7;
    /// Feet and toes.
    pub(crate) const FOOT: u8 = 8;
    /// The tail.
    pub(crate) const TAIL: u8 = 9;
}

/// Where the left eye is, model space.
pub(crate) const EYE: [f32; 3] = [0.168, 0.083, 1.055];
/// How large the eyes are, file units.
pub(crate) const EYE_RADIUS: f32 = 0.06;

/// The melted solids of the body.
pub(crate) struct Body {
    solids: Vec<Solid>,
    core: Vec<Solid>,
}

impl Body {
    /// Lays out all solids.
    pub(crate) fn new() -> Self {
        let mut core = trunk();
        core.extend(both_sides(leg()));
        let mut solids = core.clone();
        solids.extend(head());
        for side in [face_side(), ear(), arm()] {
            solids.extend(both_sides(side));
        }
        solids.extend(tail());
        Self { solids, core }
    }

    /// About how far the skin is from `p`.
    pub(crate) fn distance(&self, p: &Vec3) -> f32 {
        let flesh = melted(&self.solids, p);
        // Sockets for the eyes, a slit for the mouth, and flat soles.
        let side = Vec3::new(p.x, p.y.abs(), p.z);
        let socket = (side - Vec3::from(EYE)).norm() - (EYE_RADIUS + 0.006);
        let carved = smooth_max(flesh, -socket, 0.032);
        let carved = smooth_max(carved, -mouth(p), 0.008);
        smooth_max(carved, 0.002 - p.z, 0.015)
    }

    /// About how far trunk and legs are from `p`: what straps and belts lie on.
    pub(crate) fn core_distance(&self, p: &Vec3) -> f32 {
        melted(&self.core, p)
    }

    /// The part of the body nearest to `p`; see [`part`].
    pub(crate) fn part(&self, p: &Vec3) -> u8 {
        nearest_tag(&self.solids, p)
    }

    /// The skin as triangles, finer at the face and the hands.
    pub(crate) fn surface(&self) -> Surface {
        let spacing = |axis: usize, at: f32| match axis {
            0 if at > 0.1 => 0.0205,
            0 => 0.029,
            1 if at.abs() < 0.19 => 0.0225,
            1 if (0.4..0.54).contains(&at.abs()) => 0.021,
            2 if (0.86..1.2).contains(&at) => 0.019,
            2 if at > 0.4 => 0.032,
            _ => 0.0285,
        };
        let grid = Grid::new([-0.6, -0.62, -0.05], [0.42, 0.64, 1.46], spacing);
        let mut skin = polygonise(&grid, &|p: &Vec3| self.distance(p));
        skin.tags = skin.positions.iter().map(|p| self.part(p)).collect();
        skin
    }
}

/// Distance to the slit between the jaws: a bent blade, thin at the corners.
pub(crate) fn mouth(p: &Vec3) -> f32 {
    let across = p.y.abs();
    let height = 0.921 + 1.7 * across * across;
    let half_thickness = 0.0125 * (1.0 - (across / 0.135).powi(2)).max(0.0);
    let blade = (p.z - height).abs() - half_thickness;
    blade.max(0.165 - p.x).max(across - 0.13)
}

/// The larger of two distances, rounded where they meet.
pub(crate) fn smooth_max(a: f32, b: f32, width: f32) -> f32 {
    -crate::samples::field::smooth_min(-a, -b, width)
}

fn trunk() -> Vec<Solid> {
    let solids = [
        ellipsoid([0.045, 0.0, 0.575], [0.195, 0.21, 0.165]).blend(0.05),
        ellipsoid([-0.01, 0.0, 0.73], [0.145, 0.185, 0.125]).blend(0.09),
        ellipsoid([-0.03, 0.0, 0.45], [0.135, 0.165, 0.105]).blend(0.08),
        cone([-0.08, 0.05, 0.78], [-0.08, -0.05, 0.78], 0.105, 0.105).blend(0.07),
        // Shoulders, and a chest with a little shape.
        cone([-0.02, 0.08, 0.795], [-0.02, 0.19, 0.785], 0.075, 0.078).blend(0.06),
        cone([-0.02, -0.08, 0.795], [-0.02, -0.19, 0.785], 0.075, 0.078).blend(0.06),
        ellipsoid([0.075, 0.075, 0.735], [0.055, 0.085, 0.055]).blend(0.06),
        ellipsoid([0.075, -0.075, 0.735], [0.055, 0.085, 0.055]).blend(0.06),
        // The navel sits on a little bulge.
        ellipsoid([0.20, 0.0, 0.545], [0.03, 0.03, 0.025]).blend(0.05),
        cone([-0.02, 0.0, 0.80], [0.04, 0.0, 0.93], 0.105, 0.10).blend(0.05),
    ];
    solids.into_iter().map(|s| s.tag(part::TORSO)).collect()
}

/// Solids in the middle of the head.
fn head() -> Vec<Solid> {
    vec![
        ellipsoid([0.05, 0.0, 1.06], [0.165, 0.178, 0.15])
            .blend(0.04)
            .tag(part::HEAD),
        ellipsoid([0.13, 0.0, 0.975], [0.125, 0.16, 0.078])
            .blend(0.05)
            .tag(part::HEAD),
        // Jaw and chin.
        ellipsoid([0.125, 0.0, 0.905], [0.125, 0.135, 0.062])
            .blend(0.03)
            .tag(part::HEAD),
        ellipsoid([0.222, 0.0, 0.885], [0.042, 0.06, 0.036])
            .blend(0.03)
            .tag(part::HEAD),
        // The nose: a bridge and a drop.
        cone([0.20, 0.0, 1.055], [0.26, 0.0, 1.005], 0.026, 0.036)
            .blend(0.03)
            .tag(part::HEAD),
        ellipsoid([0.283, 0.0, 0.99], [0.05, 0.046, 0.044])
            .blend(0.018)
            .tag(part::NOSE),
    ]
}

/// Solids of the left half of the face.
fn face_side() -> Vec<Solid> {
    vec![
        ellipsoid([0.262, 0.038, 0.98], [0.034, 0.024, 0.026])
            .blend(0.014)
            .tag(part::NOSE),
        // Cheek, brow, and the pouch under the eye.
        ellipsoid([0.135, 0.115, 0.965], [0.075, 0.06, 0.052])
            .blend(0.035)
            .tag(part::HEAD),
        cone([0.198, 0.028, 1.108], [0.145, 0.145, 1.138], 0.03, 0.024)
            .blend(0.045)
            .tag(part::HEAD),
        cone([0.205, 0.055, 1.0], [0.175, 0.12, 1.01], 0.016, 0.014)
            .blend(0.02)
            .tag(part::HEAD),
        // Upper lip, pulled up at the corner.
        cone([0.245, 0.0, 0.945], [0.19, 0.105, 0.962], 0.021, 0.019)
            .blend(0.02)
            .tag(part::HEAD),
        cone([0.242, 0.0, 0.898], [0.18, 0.105, 0.922], 0.018, 0.017)
            .blend(0.02)
            .tag(part::HEAD),
    ]
}

fn ear() -> Vec<Solid> {
    // Across the ear's thin direction.
    let thin = [0.86, 0.36, -0.36];
    vec![
        cone([0.03, 0.15, 1.05], [-0.005, 0.27, 1.105], 0.045, 0.075)
            .flat(thin, 3.0)
            .blend(0.03)
            .tag(part::EAR),
        cone([-0.005, 0.27, 1.105], [-0.10, 0.47, 1.165], 0.075, 0.024)
            .flat(thin, 2.0)
            .blend(0.02)
            .tag(part::EAR),
        // The rim at the back of the ear's upper edge.
        cone([0.035, 0.17, 1.10], [-0.03, 0.33, 1.165], 0.017, 0.015)
            .blend(0.02)
            .tag(part::EAR),
        cone([0.025, 0.17, 1.00], [-0.035, 0.32, 1.065], 0.017, 0.012)
            .blend(0.02)
            .tag(part::EAR),
    ]
}

/// Each solid and its mirror image.
fn both_sides(left: Vec<Solid>) -> impl Iterator<Item = Solid> {
    left.into_iter().flat_map(|solid| {
        let right = solid.mirrored();
        [solid, right]
    })
}
