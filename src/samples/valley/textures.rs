//! The ground textures of the valley, 256 x 256, each without a seam at its border.

use super::materials::MATERIALS;
use crate::math::Vec3;
use crate::samples::Picture;
use crate::samples::noise::{cells, layered, step};
use crate::samples::picture::rgb;
use std::f32::consts::TAU;

/// What paints a material, by a place on two rings.
pub(super) type Paint = fn(&Vec3, &Vec3) -> Vec3;

/// What paints each material.
pub(super) const PAINTS: [Paint; 6] = [grass, moss, dirt, rock, gravel, snow];

/// The textures with the paths at which the tile looks for them.
pub fn valley_textures() -> Vec<(String, Picture)> {
    let all = MATERIALS.iter().zip(PAINTS);
    all.map(|(name, paint)| {
        let picture = Picture::painted(256, 256, |u, v| {
            let (ring, turned) = on_rings(u, v);
            (paint(&ring, &turned), 1.0)
        });
        (format!("tileset\\valley\\valley_{name}.blp"), picture)
    })
    .collect()
}

/// A place of the picture in two spaces in which its left and right, upper and lower borders meet:
/// the picture is bent to a ring, once about each of two axes.
pub(super) fn on_rings(u: f32, v: f32) -> (Vec3, Vec3) {
    let ring = |across: f32, along: f32| {
        let (out, turn) = (1.0 + 0.35 * (across * TAU).cos(), along * TAU);
        Vec3::new(
            out * turn.cos(),
            out * turn.sin(),
            0.35 * (across * TAU).sin(),
        )
    };
    (ring(u, v), ring(v, u) + Vec3::repeat(20.0))
}

/// Noise as fine on one ring as on the other.
pub(super) fn speckle(ring: &Vec3, turned: &Vec3, grain: f32) -> f32 {
    0.5 * (layered(&(ring * grain)) + layered(&(turned * grain)))
}

fn grass(ring: &Vec3, turned: &Vec3) -> Vec3 {
    let blades = speckle(ring, turned, 16.0);
    let clumps = speckle(ring, turned, 3.0);
    let colour = rgb(72, 98, 38).lerp(&rgb(126, 148, 62), step(0.3, 0.7, clumps));
    colour * (0.55 + 0.9 * blades)
}

fn moss(ring: &Vec3, turned: &Vec3) -> Vec3 {
    let (near, tint) = cells(&(ring * 9.0));
    let cushions = step(0.8, 0.1, near);
    let colour = rgb(44, 72, 40).lerp(&rgb(98, 128, 58), cushions);
    let colour = colour.lerp(&rgb(120, 122, 52), 0.35 * tint);
    colour * (0.7 + 0.6 * speckle(ring, turned, 20.0))
}

fn dirt(ring: &Vec3, turned: &Vec3) -> Vec3 {
    let clods = speckle(ring, turned, 7.0);
    let (near, _) = cells(&(turned * 14.0));
    let stones = step(0.3, 0.18, near);
    let colour = rgb(104, 76, 50).lerp(&rgb(150, 118, 80), step(0.3, 0.7, clods));
    let colour = colour.lerp(&rgb(158, 146, 128), 0.5 * stones);
    colour * (0.75 + 0.5 * speckle(ring, turned, 24.0))
}

fn rock(ring: &Vec3, turned: &Vec3) -> Vec3 {
    let (near, tint) = cells(&(ring * 5.0));
    let cracks = step(0.75, 0.95, near);
    let layers = speckle(ring, turned, 6.0);
    let colour = rgb(112, 108, 104).lerp(&rgb(150, 142, 130), 0.5 * tint + 0.5 * layers);
    (colour * (1.0 - 0.45 * cracks)) * (0.65 + 0.7 * speckle(ring, turned, 14.0))
}

fn gravel(ring: &Vec3, turned: &Vec3) -> Vec3 {
    let (near, tint) = cells(&(ring * 17.0));
    let pebbles = step(0.75, 0.2, near);
    let colour = rgb(134, 126, 112).lerp(&rgb(186, 178, 160), tint);
    (colour * (0.6 + 0.5 * pebbles)) * (0.85 + 0.3 * speckle(ring, turned, 22.0))
}

fn snow(ring: &Vec3, turned: &Vec3) -> Vec3 {
    let drifts = speckle(ring, turned, 4.0);
    let colour = rgb(206, 218, 232).lerp(&rgb(248, 250, 252), step(0.3, 0.65, drifts));
    colour * (0.93 + 0.12 * speckle(ring, turned, 26.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_texture_has_a_seam_at_its_border() {
        for (path, picture) in valley_textures() {
            let side = picture.width as usize;
            let luma = |x: usize, y: usize| -> i32 {
                let at = (y % side * side + x % side) * 4;
                picture.rgba[at..at + 3]
                    .iter()
                    .map(|part| i32::from(*part))
                    .sum()
            };
            let jump =
                |x: usize| -> i32 { (0..side).map(|y| (luma(x + 1, y) - luma(x, y)).abs()).sum() };
            let inside = (0..side - 1).map(jump).max().unwrap_or(0);
            assert!(jump(side - 1) <= inside, "{path}");
        }
    }
}
