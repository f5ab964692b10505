//! The colours of antlers, leather, metal and wraps, as a function of the place.

use super::gear::{belt_height, item};
use crate::math::Vec3;
use crate::samples::bake::Place;
use crate::samples::noise::{layered, smooth, step};
use crate::samples::picture::rgb;

/// The colour of the gear at a place.
pub(crate) fn gear(place: &Place) -> Vec3 {
    let p = &place.position;
    let n = &place.normal;
    let grain = layered(&(p * 45.0));
    let colour = match place.tag {
        item::ANTLER => antler(p),
        item::TUSK => rgb(214, 196, 146).lerp(&rgb(250, 244, 220), step(0.92, 0.965, p.z)),
        item::LID => lid(p),
        item::BUCKLE => metal(p, n, &rgb(206, 152, 62)),
        item::LANTERN => metal(p, n, &rgb(126, 92, 58)),
        item::WRAP => wrap(p),
        item::STRAP => stitched(
            p,
            Vec3::new(0.08, 0.757, -0.649).dot(&(p - Vec3::new(0.0, -0.025, 0.69))),
        ),
        item::BELT => stitched(p, p.z - belt_height(p.x)) * 0.85,
        _ => leather(p),
    };
    if place.tag == item::TUSK {
        return colour * (0.86 + 0.24 * grain);
    }
    let dark = rgb(60, 42, 40).lerp(&Vec3::repeat(1.0), step(0.0, 0.8, place.openness));
    colour.component_mul(&dark) * (0.88 + 0.24 * (grain - 0.5) + 0.08 * n.z)
}

/// Bark, paler towards the tips, with a little moss.
fn antler(p: &Vec3) -> Vec3 {
    let fibre = layered(&Vec3::new(p.x * 70.0, p.y * 70.0, p.z * 14.0));
    let bark = rgb(84, 58, 38).lerp(&rgb(138, 102, 66), step(0.3, 0.65, fibre));
    let pale = bark.lerp(&rgb(224, 204, 156), step(1.3, 1.47, p.z));
    let moss = step(0.5, 0.6, layered(&(p * 21.0))) * step(1.36, 1.2, p.z);
    pale.lerp(&rgb(94, 128, 48), 0.85 * moss)
}

fn lid(p: &Vec3) -> Vec3 {
    let mottle = layered(&(p * 30.0));
    let skin = rgb(74, 104, 58).lerp(&rgb(96, 120, 62), mottle);
    let crease = (p.x * 5.0 + p.z * 8.0) * 30.0;
    skin * (0.93 + 0.07 * crease.sin())
}

fn leather(p: &Vec3) -> Vec3 {
    let hide = layered(&(p * 24.0));
    let pores = smooth(&(p * 220.0));
    let worn = step(0.5, 0.75, layered(&(p * 11.0)));
    let colour = rgb(98, 62, 36).lerp(&rgb(136, 90, 50), step(0.3, 0.7, hide));
    colour.lerp(&rgb(168, 124, 76), 0.5 * worn) * (0.9 + 0.14 * pores)
}

/// Leather with a seam near both edges; `across` is the distance from the middle of the band.
fn stitched(p: &Vec3, across: f32) -> Vec3 {
    let along = p.x * 130.0 + p.z * 130.0 + p.y * 60.0;
    let seam = step(0.004, 0.002, (across.abs() - 0.016).abs());
    let stitch = seam * step(-0.1, 0.3, along.sin());
    let groove = step(0.006, 0.003, (across.abs() - 0.016).abs());
    let colour = leather(p) * (1.0 - 0.25 * groove);
    colour.lerp(&rgb(222, 190, 130), 0.85 * stitch)
}

fn metal(p: &Vec3, n: &Vec3, base: &Vec3) -> Vec3 {
    let shine = 0.7 + 0.5 * step(-0.2, 0.9, n.z + 0.4 * n.x);
    let dents = 0.85 + 0.3 * layered(&(p * 60.0));
    let patina = step(0.55, 0.68, layered(&(p * 32.0 + Vec3::new(3.0, 0.0, 0.0))));
    (base * (shine * dents)).lerp(&rgb(74, 116, 100), 0.45 * patina)
}

fn wrap(p: &Vec3) -> Vec3 {
    let side = Vec3::new(p.x, p.y.abs(), p.z) - Vec3::new(-0.02, 0.385, 0.555);
    let along = side.dot(&Vec3::new(0.38, 0.415, -0.827));
    let turns = (along * 210.0 + 2.2 * (side.x * 9.0)).sin();
    let weave = smooth(&(p * 300.0));
    let cloth = rgb(186, 166, 122).lerp(&rgb(150, 126, 88), layered(&(p * 18.0)));
    cloth * (0.78 + 0.18 * turns + 0.12 * weave)
}
