//! The bramblehog's flesh: the solids it is melted from, and the surface they give.

use crate::math::Vec3;
use crate::samples::field::{Solid, cone, ellipsoid, melted, nearest_tag, smooth_min};
use crate::samples::noise::chance;
use crate::samples::surface::Surface;
use crate::samples::surface_nets::{Grid, polygonise};

/// Parts of the body, for its charts and its paint.
pub(super) mod part {
    /// Barrel, hips, chest, neck.
    pub(in super::super) const TORSO: u8 = 1;
    /// Skull, face, jaw.
    pub(in super::super) const HEAD: u8 = 2;
    /// The disc at the end of the snout.
    pub(in super::super) const SNOUT: u8 = 3;
    /// Both ears.
    pub(in super::super) const EAR: u8 = 4;
    /// Legs above the hooves.
    pub(in super::super) const LEG: u8 = 5;
    /// Hooves.
    pub(in super::super) const HOOF: u8 = 6;
    /// Tusks.
    pub(in super::super) const TUSK: u8 = 7;
    /// Thorns on the back.
    pub(in super::super) const THORN: u8 = 8;
    /// The tail.
    pub(in super::super) const TAIL: u8 = 9;
    /// Eyes.
    pub(in super::super) const EYE: u8 = 10;
}

/// Where the left eye is, model space.
pub(super) const EYE: [f32; 3] = [0.735, 0.105, 0.885];

/// The melted solids of the body.
pub(super) struct Body {
    solids: Vec<Solid>,
}

impl Body {
    /// Lays out all solids.
    pub(super) fn new() -> Self {
        let mut solids = trunk();
        for side in [face_side(), front_leg(), hind_leg()] {
            solids.extend(both_sides(side));
        }
        solids.extend(head());
        solids.extend(tail());
        solids.extend(thorns());
        Self { solids }
    }

    /// About how far the skin is from `p`.
    pub(super) fn distance(&self, p: &Vec3) -> f32 {
        let flesh = melted(&self.solids, p);
        // A slit for the mouth, and flat soles.
        let across = p.y.abs();
        let height = 0.672 + 1.2 * across * across + 0.06 * (0.97 - p.x);
        let thickness = 0.01 * (1.0 - (across / 0.13).powi(2)).max(0.0);
        let blade = ((p.z - height).abs() - thickness).max(0.76 - p.x);
        let carved = -smooth_min(-flesh, blade, 0.01);
        -smooth_min(-carved, p.z - 0.004, 0.012)
    }

    /// The part of the body nearest to `p`; see [`part`].
    pub(super) fn part(&self, p: &Vec3) -> u8 {
        nearest_tag(&self.solids, p)
    }

    /// The skin as triangles, finer at the head and the feet.
    pub(super) fn surface(&self) -> Surface {
        let spacing = |axis: usize, at: f32| match axis {
            0 if at > 0.56 => 0.021,
            0 => 0.03,
            1 if at.abs() < 0.19 => 0.0225,
            2 if !(0.2..=0.92).contains(&at) => 0.0225,
            _ => 0.03,
        };
        let grid = Grid::new([-1.0, -0.42, -0.05], [1.08, 0.43, 1.42], spacing);
        let mut skin = polygonise(&grid, &|p: &Vec3| self.distance(p));
        skin.tags = skin.positions.iter().map(|p| self.part(p)).collect();
        skin
    }
}

fn trunk() -> Vec<Solid> {
    let solids = [
        ellipsoid([-0.02, 0.0, 0.68], [0.46, 0.275, 0.265]).blend(0.05),
        ellipsoid([-0.36, 0.0, 0.7], [0.25, 0.245, 0.25]).blend(0.1),
        ellipsoid([0.24, 0.0, 0.73], [0.26, 0.26, 0.29]).blend(0.1),
        // The hump over the shoulders, and the neck.
        ellipsoid([0.22, 0.0, 0.9], [0.24, 0.15, 0.16]).blend(0.12),
        cone([0.34, 0.0, 0.82], [0.58, 0.0, 0.83], 0.235, 0.17).blend(0.1),
    ];
    solids.into_iter().map(|s| s.tag(part::TORSO)).collect()
}

/// Solids in the middle of the head.
fn head() -> Vec<Solid> {
    let mut solids: Vec<Solid> = [
        ellipsoid([0.65, 0.0, 0.84], [0.17, 0.155, 0.165]).blend(0.06),
        cone([0.7, 0.0, 0.8], [0.9, 0.0, 0.725], 0.12, 0.08).blend(0.05),
        // The lower jaw.
        cone([0.68, 0.0, 0.68], [0.9, 0.0, 0.635], 0.075, 0.045).blend(0.025),
    ]
    .into_iter()
    .map(|s| s.tag(part::HEAD))
    .collect();
    let disc = ellipsoid([0.985, 0.0, 0.712], [0.036, 0.088, 0.076]).blend(0.018);
    solids.push(disc.tag(part::SNOUT));
    solids
}

/// Solids of the left half of the face.
fn face_side() -> Vec<Solid> {
    // Across the ear's thin direction.
    let thin = [0.8, 0.5, 0.2];
    vec![
        // Brow and cheek.
        cone([0.74, 0.05, 0.94], [0.68, 0.13, 0.93], 0.035, 0.03)
            .blend(0.04)
            .tag(part::HEAD),
        ellipsoid([0.66, 0.11, 0.74], [0.1, 0.06, 0.08])
            .blend(0.05)
            .tag(part::HEAD),
        ellipsoid(EYE, [0.034, 0.03, 0.034])
            .blend(0.004)
            .tag(part::EYE),
        cone([0.62, 0.12, 0.95], [0.59, 0.19, 1.06], 0.05, 0.075)
            .flat(thin, 2.6)
            .blend(0.03)
            .tag(part::EAR),
        cone([0.59, 0.19, 1.06], [0.53, 0.26, 1.16], 0.075, 0.02)
            .flat(thin, 2.2)
            .blend(0.02)
            .tag(part::EAR),
        // A tusk that curls up out of the lip.
        cone([0.86, 0.085, 0.655], [0.9, 0.135, 0.68], 0.03, 0.026)
            .blend(0.012)
            .tag(part::TUSK),
        cone([0.9, 0.135, 0.68], [0.925, 0.15, 0.76], 0.026, 0.02)
            .blend(0.01)
            .tag(part::TUSK),
        cone([0.925, 0.15, 0.76], [0.9, 0.145, 0.835], 0.02, 0.009)
            .blend(0.01)
            .tag(part::TUSK),
    ]
}

fn front_leg() -> Vec<Solid> {
    vec![
        cone([0.31, 0.16, 0.66], [0.3, 0.2, 0.43], 0.15, 0.095)
            .blend(0.07)
            .tag(part::LEG),
        cone([0.29, 0.21, 0.38], [0.32, 0.21, 0.19], 0.085, 0.058)
            .blend(0.05)
            .tag(part::LEG),
        cone([0.32, 0.21, 0.19], [0.335, 0.21, 0.11], 0.056, 0.066)
            .blend(0.03)
            .tag(part::LEG),
        cone([0.34, 0.235, 0.07], [0.395, 0.235, 0.03], 0.046, 0.04)
            .blend(0.012)
            .tag(part::HOOF),
        cone([0.34, 0.185, 0.07], [0.395, 0.185, 0.03], 0.046, 0.04)
            .blend(0.012)
            .tag(part::HOOF),
    ]
}

fn hind_leg() -> Vec<Solid> {
    vec![
        cone([-0.41, 0.14, 0.66], [-0.35, 0.19, 0.46], 0.19, 0.115)
            .blend(0.08)
            .tag(part::LEG),
        cone([-0.33, 0.2, 0.42], [-0.45, 0.2, 0.235], 0.1, 0.062)
            .blend(0.05)
            .tag(part::LEG),
        cone([-0.462, 0.2, 0.225], [-0.445, 0.2, 0.11], 0.06, 0.062)
            .blend(0.03)
            .tag(part::LEG),
        cone([-0.44, 0.225, 0.07], [-0.385, 0.225, 0.03], 0.046, 0.04)
            .blend(0.012)
            .tag(part::HOOF),
        cone([-0.44, 0.175, 0.07], [-0.385, 0.175, 0.03], 0.046, 0.04)
            .blend(0.012)
            .tag(part::HOOF),
    ]
}

fn tail() -> Vec<Solid> {
    let stations = [
        ([-0.56, 0.0, 0.8], 0.05),
        ([-0.72, 0.0, 0.78], 0.032),
        ([-0.84, 0.0, 0.68], 0.028),
        ([-0.865, 0.0, 0.6], 0.05),
        ([-0.9, 0.0, 0.5], 0.014),
    ];
    let pairs = stations.iter().zip(stations.iter().skip(1));
    pairs
        .map(|(&(a, radius_a), &(b, radius_b))| {
            cone(a, b, radius_a, radius_b).blend(0.02).tag(part::TAIL)
        })
        .collect()
}

/// Three rows of thorns from the brow to the hips, the middle ones longest.
fn thorns() -> Vec<Solid> {
    let mut solids = Vec::new();
    for row in [-1i16, 0, 1] {
        let y = f32::from(row);
        for step in 0..9i16 {
            let along = f32::from(step) / 8.0;
            // Rows stand between each other.
            let x = 0.5 - 0.98 * along - if row == 0 { 0.0 } else { 0.055 };
            let height = 0.98 + 0.085 * (-((x - 0.22) / 0.2).powi(2)).exp() - 0.08 * along;
            let vary = chance(i32::from(step * 3 + row)) - 0.5;
            let length =
                (0.26 - 0.09 * y.abs()) * (1.0 - (2.0 * along - 0.75).powi(2) * 0.35) + 0.05 * vary;
            let root = [x, y * 0.11, height - 0.06 - 0.035 * y.abs()];
            let tip = [
                root[0] - length * 0.6,
                root[1] + y * length * 0.55,
                root[2] + 0.05 + length,
            ];
            solids.push(cone(root, tip, 0.048, 0.014).blend(0.012).tag(part::THORN));
        }
    }
    solids
}

/// Each solid and its mirror image.
fn both_sides(left: Vec<Solid>) -> impl Iterator<Item = Solid> {
    left.into_iter().flat_map(|solid| {
        let right = solid.mirrored();
        [solid, right]
    })
}
