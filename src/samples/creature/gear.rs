//! What the creature wears and grows besides its skin: antlers, tusks, lids, belt, strap, pouch,
//! wraps and the lantern's frame.

use super::body::{Body, EYE, EYE_RADIUS, smooth_max};
use super::bones::{BodySide, CreatureBone};
use super::weights::{FullWeights, rigid};
use crate::math::{Vec2, Vec3};
use crate::samples::field::{Solid, cone, ellipsoid, melted};
use crate::samples::surface::Surface;
use crate::samples::surface_nets::{Grid, polygonise};

/// What a vertex of the gear belongs to.
pub(crate) mod item {
    /// Branching horns.
    pub(crate) const ANTLER: u8 = 20;
    /// Teeth that stick out.
    pub(crate) const TUSK: u8 = 21;
    /// Eyelids.
    pub(crate) const LID: u8 = 22;
    /// Belt.
    pub(crate) const BELT: u8 = 23;
    /// Strap across the chest.
    pub(crate) const STRAP: u8 = 24;
    /// Metal of the belt.
    pub(crate) const BUCKLE: u8 = 25;
    /// Pouch at the hip.
    pub(crate) const POUCH: u8 = 26;
    /// Cloth around the wrists.
    pub(crate) const WRAP: u8 = 27;
    /// Frame of the lantern.
    pub(crate) const LANTERN: u8 = 28;
}

/// Middle of the lantern's glass, model space.
pub(crate) const LANTERN_MIDDLE: [f32; 3] = [-0.205, 0.52, 1.185];

/// Everything opaque that is not skin, one surface with a tag for each item.
pub(crate) fn surface(body: &Body) -> Surface {
    let mut out = Surface::default();
    for side in BodySide::BOTH {
        let y = side.sign();
        let antler: Vec<Solid> = antler().into_iter().map(|s| on(side, s)).collect();
        let low = [-0.2, if y > 0.0 { 0.0 } else { -0.36 }, 1.1];
        let high = [0.11, if y > 0.0 { 0.36 } else { 0.0 }, 1.6];
        out.append(&melt(&antler, low, high, 0.0195).tagged(item::ANTLER));
        let tusk = on(
            side,
            cone([0.222, 0.066, 0.915], [0.25, 0.072, 0.972], 0.017, 0.007),
        );
        let at = [0.2, 0.075 * y - 0.035, 0.88];
        out.append(&melt(&[tusk], at, [0.28, at[1] + 0.07, 1.0], 0.0115).tagged(item::TUSK));
        out.append(&lid(side).tagged(item::LID));
        out.append(&wrap(side).tagged(item::WRAP));
    }
    out.append(&belt(body).tagged(item::BELT));
    out.append(&strap(body).tagged(item::STRAP));
    out.append(&buckle().tagged(item::BUCKLE));
    out.append(&pouch().tagged(item::POUCH));
    out.append(&lantern().tagged(item::LANTERN));
    out
}

/// The bone that carries an item as a whole; `None` for what bends with the skin under it.
pub(crate) fn carrier(tag: u8, p: &Vec3) -> Option<FullWeights> {
    let side = if p.y >= 0.0 {
        BodySide::Left
    } else {
        BodySide::Right
    };
    match tag {
        item::ANTLER => Some(rigid(CreatureBone::Head)),
        item::TUSK => Some(rigid(CreatureBone::Jaw)),
        item::LID => Some(rigid(CreatureBone::LidL.on(side))),
        item::BUCKLE => Some(rigid(CreatureBone::Waist)),
        item::POUCH => Some(rigid(CreatureBone::Pouch)),
        item::LANTERN => Some(rigid(CreatureBone::Lantern)),
        _ => None,
    }
}

fn on(side: BodySide, solid: Solid) -> Solid {
    match side {
        BodySide::Left => solid,
        BodySide::Right => solid.mirrored(),
    }
}

fn melt(solids: &[Solid], low: [f32; 3], high: [f32; 3], spacing: f32) -> Surface {
    let grid = Grid::even(low, high, spacing);
    polygonise(&grid, &|p: &Vec3| melted(solids, p))
}

fn antler() -> Vec<Solid> {
    let limbs = [
        ([0.02, 0.095, 1.165], [-0.02, 0.135, 1.27], 0.034, 0.026),
        ([-0.02, 0.135, 1.27], [-0.035, 0.195, 1.36], 0.026, 0.021),
        ([-0.035, 0.195, 1.36], [-0.01, 0.225, 1.47], 0.021, 0.013),
        ([-0.02, 0.14, 1.275], [0.07, 0.165, 1.365], 0.02, 0.013),
        ([-0.035, 0.195, 1.36], [-0.11, 0.25, 1.43], 0.019, 0.013),
    ];
    limbs
        .into_iter()
        .map(|(a, b, radius_a, radius_b)| cone(a, b, radius_a, radius_b).blend(0.02))
        .collect()
}

/// The upper lid: a piece of a sphere that turns about the eye's level axis.
fn lid(side: BodySide) -> Surface {
    let radius = EYE_RADIUS + 0.0045;
    let centre = Vec3::new(EYE[0], EYE[1] * side.sign(), EYE[2]);
    Surface::sheet(8, 5, Vec2::zeros(), Vec2::zeros(), |u, v| {
        let across = (u - 0.5) * 165f32.to_radians();
        let outwards = across.sin() * side.sign();
        let edge = 24.0 - 9.0 * outwards - 8.0 * outwards * outwards;
        let rise = (edge + (1.0 - v) * (150.0 - edge)).to_radians();
        let ahead = Vec3::new(rise.cos(), 0.0, rise.sin()) * across.cos();
        centre + (ahead + Vec3::y() * across.sin()) * radius
    })
}

/// Height of the belt's middle: low under the belly, high over the tail.
pub(crate) fn belt_height(x: f32) -> f32 {
    0.482 - if x > 0.0 { 0.10 } else { 0.34 } * x
}

fn belt(body: &Body) -> Surface {
    let field = |p: &Vec3| {
        let skin = body.distance(p);
        let height = (p.z - belt_height(p.x)).abs() - 0.03;
        let band = smooth_max(skin - 0.019, height, 0.014);
        band.max(-(skin + 0.02)).max(p.y.abs() - 0.27)
    };
    let grid = Grid::even([-0.26, -0.29, 0.38], [0.3, 0.29, 0.62], 0.022);
    let mut belt = polygonise(&grid, &field);
    belt.retain_where(|p| body.distance(p) > -0.004);
    belt
}

fn strap(body: &Body) -> Surface {
    let field = |p: &Vec3| {
        let skin = body.core_distance(p);
        let across = Vec3::new(0.08, 0.757, -0.649);
        let off = across.dot(&(p - Vec3::new(0.0, -0.025, 0.69))).abs() - 0.024;
        let band = smooth_max(skin - 0.014, off, 0.012);
        band.max(-(skin + 0.02)).max(0.47 - p.z)
    };
    let grid = Grid::even([-0.26, -0.3, 0.42], [0.32, 0.3, 0.95], 0.0225);
    let mut strap = polygonise(&grid, &field);
    strap.retain_where(|p| body.core_distance(p) > -0.004);
    strap
}

fn buckle() -> Surface {
    let field = |p: &Vec3| {
        let q = p - Vec3::new(0.222, 0.0, 0.458);
        let lean = Vec3::new(q.x - 0.25 * q.z, q.y, q.z);
        let outer = ((lean.y / 0.046).powi(4) + (lean.z / 0.04).powi(4)).powf(0.25);
        let ring = (outer - 1.0).abs() * 0.043 - 0.011;
        let boss = lean.component_div(&Vec3::new(0.022, 0.019, 0.019)).norm() - 1.0;
        smooth_max(ring, lean.x.abs() - 0.012, 0.006).min(boss * 0.019)
    };
    let grid = Grid::even([0.18, -0.07, 0.39], [0.27, 0.07, 0.53], 0.0125);
    polygonise(&grid, &field)
}

fn pouch() -> Surface {
    let solids = [
        ellipsoid([0.065, -0.235, 0.415], [0.062, 0.045, 0.062]).blend(0.02),
        ellipsoid([0.065, -0.245, 0.44], [0.064, 0.045, 0.036]).blend(0.006),
        cone([0.065, -0.225, 0.45], [0.062, -0.205, 0.505], 0.022, 0.02).blend(0.015),
        ellipsoid([0.067, -0.289, 0.418], [0.014, 0.01, 0.014]).blend(0.003),
    ];
    melt(&solids, [-0.03, -0.33, 0.33], [0.16, -0.14, 0.55], 0.017)
}

/// Cloth wound around a forearm.
fn wrap(side: BodySide) -> Surface {
    let (a, b) = (
        Vec3::new(-0.02, 0.385, 0.555),
        Vec3::new(0.035, 0.445, 0.435),
    );
    let along = (b - a).try_normalize(1e-9).unwrap_or_else(Vec3::z);
    let field = |p: &Vec3| {
        let q = Vec3::new(p.x, p.y * side.sign(), p.z) - a;
        let s = q.dot(&along);
        let turns = 0.0025 * (s * 210.0 + 2.2 * (q.x * 9.0)).sin();
        let radius = 0.076 - 0.13 * s + turns;
        let band = (q - along * s).norm() - radius;
        smooth_max(band, (s - 0.075).abs() - 0.052, 0.012).max(0.03 - (q - along * s).norm())
    };
    let y = 0.42 * side.sign();
    let grid = Grid::even([-0.1, y - 0.12, 0.38], [0.13, y + 0.12, 0.6], 0.0175);
    let mut wrap = polygonise(&grid, &field);
    wrap.retain_where(|p| {
        let q = Vec3::new(p.x, p.y * side.sign(), p.z) - a;
        (q - along * q.dot(&along)).norm() > 0.045
    });
    wrap
}

fn lantern() -> Surface {
    let [x, y, z] = LANTERN_MIDDLE;
    let mut solids = vec![
        ellipsoid([x, y, z + 0.098], [0.074, 0.074, 0.026]).blend(0.004),
        ellipsoid([x, y, z + 0.125], [0.045, 0.045, 0.03]).blend(0.012),
        ellipsoid([x, y, z - 0.09], [0.07, 0.07, 0.02]).blend(0.004),
        ellipsoid([x, y, z - 0.112], [0.03, 0.03, 0.016]).blend(0.012),
        cone([x, y, z + 0.145], [x, y, z + 0.215], 0.011, 0.011).blend(0.012),
    ];
    for quarter in 0..4 {
        let angle = std::f32::consts::FRAC_PI_4 * (2 * quarter + 1) as f32;
        let (dx, dy) = (0.055 * angle.cos(), 0.055 * angle.sin());
        let bar = cone(
            [x + dx, y + dy, z - 0.09],
            [x + dx, y + dy, z + 0.1],
            0.0105,
            0.0105,
        );
        solids.push(bar.blend(0.01));
    }
    let low = [x - 0.1, y - 0.1, z - 0.15];
    melt(&solids, low, [x + 0.1, y + 0.1, z + 0.24], 0.0155)
}
