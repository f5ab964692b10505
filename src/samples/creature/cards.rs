//! Thin parts of the creature: leaves, cloth, the lantern's glass, flame and glow, fireflies, and
//! what lies on the ground around it.

use super::body::{Body, EYE, EYE_RADIUS};
use super::bones::{BodySide, CreatureBone};
use super::gear::LANTERN_MIDDLE;
use crate::math::{Vec2, Vec3};
use crate::samples::field::gradient;
use crate::samples::noise::chance;
use crate::samples::surface::Surface;
use std::f32::consts::{PI, TAU};

/// Which picture of the leaf texture a leaf shows.
#[derive(Clone, Copy)]
enum Leaf {
    /// A broad leaf: the left half.
    Broad,
    /// A blade of fern: the right half.
    Fern,
}

/// A leaf: where it grows, where it points, which way its face looks, length, width, droop.
struct Growth {
    root: Vec3,
    direction: Vec3,
    face: Vec3,
    length: f32,
    width: f32,
    droop: f32,
}

impl Growth {
    fn surface(&self, leaf: Leaf) -> Surface {
        let along = self.direction.try_normalize(1e-6).unwrap_or_else(Vec3::z);
        let right = along.cross(&self.face).try_normalize(1e-6);
        let right = right.unwrap_or_else(Vec3::y);
        let face = right.cross(&along);
        let corner = match leaf {
            Leaf::Broad => Vec2::new(0.01, 0.0),
            Leaf::Fern => Vec2::new(0.51, 0.0),
        };
        // The leaf's tip is at the top of its picture.
        Surface::sheet(2, 4, corner, Vec2::new(0.48, 1.0), |u, v| {
            let (across, up) = ((u - 0.5) * self.width, 1.0 - v);
            let fold = (u - 0.5).abs() * self.width * 0.35;
            self.root + along * (self.length * up) + right * across + face * fold
                - face * (self.droop * self.length * up * up)
        })
    }
}

/// Crest of leaves along the top of the head.
pub(crate) fn leaf_crest() -> Surface {
    let mut out = Surface::default();
    for i in 0..11 {
        let t = i as f32 / 10.0;
        let angle = (62.0 + 128.0 * t).to_radians();
        let outward = Vec3::new(angle.cos(), 0.0, angle.sin());
        let sway = if i % 2 == 0 { 0.22 } else { -0.22 };
        let root = Vec3::new(0.05, 0.0, 1.06)
            + outward.component_mul(&Vec3::new(0.155, 0.1, 0.14))
            + Vec3::y() * (sway * 0.05);
        let back = Vec3::new(-angle.sin(), 0.0, angle.cos());
        let growth = Growth {
            root,
            direction: outward + back * 0.55 + Vec3::y() * sway,
            face: Vec3::y() * sway.signum() - back * 0.5,
            length: 0.15 + 0.09 * (PI * t).sin() + 0.02 * chance(i),
            width: 0.115,
            droop: 0.22,
        };
        out.append(&growth.surface(Leaf::Broad));
    }
    out
}

/// A tuft of fern blades that falls to all sides.
pub(crate) fn fern_tuft() -> Surface {
    let mut out = Surface::default();
    for i in 0..20 {
        let ring = (i % 3) as f32;
        let angle = i as f32 * 2.399;
        let spread = Vec3::new(angle.cos() - 0.25, angle.sin(), 0.0);
        let growth = Growth {
            root: Vec3::new(0.02, 0.0, 1.185) + spread * 0.035,
            direction: spread * (0.25 + 0.3 * ring) + Vec3::z(),
            face: Vec3::z() - spread * 0.4,
            length: 0.24 + 0.05 * chance(i + 50) - 0.02 * ring,
            width: 0.075,
            droop: 0.35 + 0.22 * ring,
        };
        out.append(&growth.surface(Leaf::Fern));
    }
    out
}

/// A mantle of leaves around neck and shoulders, laid on the skin.
pub(crate) fn leaf_mantle(body: &Body) -> Surface {
    let mut out = Surface::default();
    for (layer, count, length) in [(0, 13, 0.21), (1, 11, 0.16)] {
        for i in 0..count {
            let angle = TAU * (i as f32 + 0.5 * layer as f32) / count as f32;
            let radial = Vec3::new(angle.cos(), angle.sin() * 1.25, 0.0);
            // Open in front, so that the chest shows.
            if radial.x > 0.72 {
                continue;
            }
            let growth = Growth {
                root: Vec3::new(-0.025, 0.0, 0.875 + 0.016 * layer as f32) + radial * 0.075,
                direction: radial + Vec3::new(0.0, 0.0, -0.45),
                face: Vec3::new(radial.x * 0.6, radial.y * 0.6, 1.0),
                length: length * (0.9 + 0.25 * chance(i + 20 * layer)),
                width: 0.125,
                droop: 0.2,
            };
            out.append(&growth.surface(Leaf::Broad));
        }
    }
    lay_on(&mut out, body, 0.017);
    out
}

/// Small leaves where the lantern hangs from the tail.
pub(crate) fn tail_leaves() -> Surface {
    let mut out = Surface::default();
    for i in 0..4 {
        let angle = TAU * i as f32 / 4.0 + 0.4;
        let growth = Growth {
            root: Vec3::new(-0.245, 0.515, 1.392),
            direction: Vec3::new(-0.35, 0.75 * angle.cos(), 0.55 + 0.5 * angle.sin()),
            face: Vec3::new(0.8, 0.3, 0.6),
            length: 0.13 + 0.03 * chance(i + 9),
            width: 0.075,
            droop: 0.15,
        };
        out.append(&growth.surface(Leaf::Broad));
    }
    out
}

/// Pushes points out until they are `gap` above the skin.
fn lay_on(surface: &mut Surface, body: &Body, gap: f32) {
    let field = |p: &Vec3| body.distance(p);
    for p in &mut surface.positions {
        for _ in 0..3 {
            let missing = gap - field(p);
            if missing > 0.0 {
                *p += gradient(&field, p) * missing;
            }
        }
    }
}

/// The loin cloth: a flap in front, a shorter one under the tail.
pub(crate) fn loin_cloth(body: &Body) -> Surface {
    let whole = Vec2::new(1.0, 1.0);
    let mut front = Surface::sheet(5, 6, Vec2::zeros(), whole, |u, v| {
        let y = (u - 0.5) * (0.25 - 0.03 * v);
        Vec3::new(0.175 + 0.02 * v - 2.0 * y * y, y, 0.475 - 0.29 * v)
    });
    lay_on(&mut front, body, 0.012);
    let back = Surface::sheet(4, 4, Vec2::zeros(), whole, |u, v| {
        let y = (0.5 - u) * 0.22;
        Vec3::new(-0.155 - 0.03 * v + 2.0 * y * y, y, 0.46 - 0.24 * v)
    });
    front.append(&back);
    front
}

/// The direction of `v`; forward if it has none.
fn unit(v: Vec3) -> Vec3 {
    v.try_normalize(1e-9).unwrap_or_else(Vec3::x)
}

/// An eyeball; its picture is seen from the front.
pub(crate) fn eye(side: BodySide) -> Surface {
    let centre = Vec3::new(EYE[0], EYE[1] * side.sign(), EYE[2]);
    let gaze = unit(Vec3::new(1.0, 0.1 * side.sign(), -0.02));
    let right = unit(gaze.cross(&-Vec3::z()));
    let up = gaze.cross(&right);
    let mut eye = Surface::sheet(12, 9, Vec2::zeros(), Vec2::zeros(), |u, v| {
        let (turn, rise) = ((u - 0.5) * 3.3, (0.5 - v) * 3.0);
        let ahead = gaze * turn.cos() + right * turn.sin();
        centre + (ahead * rise.cos() + up * rise.sin()) * EYE_RADIUS
    });
    let flat = |p: &Vec3| {
        let q = (p - centre) / (2.0 * EYE_RADIUS);
        Vec2::new(0.5 + q.dot(&right), 0.5 - q.dot(&up))
    };
    eye.uvs = eye.positions.iter().map(flat).collect();
    eye
}

/// The lantern's glass: a bellied tube.
pub(crate) fn glass() -> Surface {
    let middle = Vec3::from(LANTERN_MIDDLE);
    Surface::sheet(14, 4, Vec2::zeros(), Vec2::new(2.0, 1.0), |u, v| {
        let angle = u * TAU;
        let radius = 0.038 + 0.014 * (PI * v.clamp(0.0, 1.0)).sin();
        let height = 0.085 - 0.17 * v;
        middle + Vec3::new(radius * angle.cos(), radius * angle.sin(), height)
    })
}

/// The flame: a drop that stands in its bone's YZ plane.
pub(crate) fn flame() -> Surface {
    let foot = CreatureBone::Flame.pivot() - Vec3::z() * 0.065;
    Surface::sheet(4, 6, Vec2::zeros(), Vec2::new(1.0, 1.0), |u, v| {
        let up = 1.0 - v;
        let width = 0.085 * (PI * (0.12 + 0.88 * up).powf(0.75)).sin().max(0.02);
        foot + Vec3::new(0.0, (u - 0.5) * width, 0.15 * up)
    })
}

/// A square of `size` in the YZ plane, facing +X, around a bone's pivot.
pub(crate) fn facing_square(bone: CreatureBone, size: f32) -> Surface {
    let middle = bone.pivot();
    Surface::sheet(1, 1, Vec2::zeros(), Vec2::new(1.0, 1.0), |u, v| {
        middle + Vec3::new(0.0, (u - 0.5) * size, (0.5 - v) * size)
    })
}

/// A firefly: two crossed streaks along the bone's own axis, on which it turns to the camera.
pub(crate) fn streak(bone: CreatureBone, axis: Vec3, length: f32, width: f32) -> Surface {
    let middle = bone.pivot();
    let mut out = Surface::default();
    for across in [Vec3::x(), Vec3::y(), Vec3::z()] {
        if across.dot(&axis).abs() > 0.5 {
            continue;
        }
        let whole = Vec2::new(1.0, 1.0);
        out.append(&Surface::sheet(1, 1, Vec2::zeros(), whole, |u, v| {
            middle + axis * ((u - 0.5) * length) + across * ((0.5 - v) * width)
        }));
    }
    out
}

/// A square of `size` on the ground, `height` above it.
pub(crate) fn ground_square(size: f32, height: f32) -> Surface {
    Surface::sheet(1, 1, Vec2::zeros(), Vec2::new(1.0, 1.0), |u, v| {
        Vec3::new((0.5 - v) * size, (0.5 - u) * size, height)
    })
}
