//! Noise that is the same on every run: smooth values, layers of them, and cells.

use crate::math::Vec3;

/// A number in 0..1 for a grid point.
fn lattice(x: i32, y: i32, z: i32) -> f32 {
    let mut h = (x as u32).wrapping_mul(0x8DA6_B343)
        ^ (y as u32).wrapping_mul(0xD816_3841)
        ^ (z as u32).wrapping_mul(0xCB1A_B31F);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2C1B_3C6D);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297A_2D39);
    h ^= h >> 15;
    (h & 0xFF_FFFF) as f32 / 16_777_215.0
}

/// A number in 0..1 for a whole number, to vary copies of a thing.
pub(crate) fn chance(seed: i32) -> f32 {
    lattice(seed, 77, 13)
}

/// Smooth noise in 0..1 whose bumps are one unit apart.
pub(crate) fn smooth(p: &Vec3) -> f32 {
    let cell = [p.x.floor(), p.y.floor(), p.z.floor()];
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let [fx, fy, fz] = [p.x - cell[0], p.y - cell[1], p.z - cell[2]].map(ease);
    let [x, y, z] = cell.map(|c| c as i32);
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let edge = |dy, dz| {
        mix(
            lattice(x, y + dy, z + dz),
            lattice(x + 1, y + dy, z + dz),
            fx,
        )
    };
    mix(
        mix(edge(0, 0), edge(1, 0), fy),
        mix(edge(0, 1), edge(1, 1), fy),
        fz,
    )
}

/// Four layers of smooth noise, each finer and fainter; 0..1, mostly near a half.
pub(crate) fn layered(p: &Vec3) -> f32 {
    let mut sum = 0.0;
    let mut weight = 0.5;
    let mut at = *p;
    for _ in 0..4 {
        sum += weight * smooth(&at);
        weight *= 0.5;
        at = at * 2.03 + Vec3::new(17.1, 3.7, 9.2);
    }
    sum / 0.9375
}

/// Distance to the nearest of points strewn one to a unit cell, and a number for that point.
pub(crate) fn cells(p: &Vec3) -> (f32, f32) {
    let [cx, cy, cz] = [p.x, p.y, p.z].map(|v| v.floor() as i32);
    let mut best = (f32::MAX, 0.0);
    for z in cz - 1..=cz + 1 {
        for y in cy - 1..=cy + 1 {
            for x in cx - 1..=cx + 1 {
                let dx = x as f32 + lattice(x, y, z) - p.x;
                let dy = y as f32 + lattice(x + 91, y, z) - p.y;
                let dz = z as f32 + lattice(x, y + 57, z) - p.z;
                let distance = dx * dx + dy * dy + dz * dz;
                if distance < best.0 {
                    best = (distance, lattice(x, y, z + 33));
                }
            }
        }
    }
    (best.0.sqrt(), best.1)
}

/// 0 up to `low`, 1 from `high` on, smooth between; `low` may be above `high`.
pub(crate) fn step(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
