//! The colours of the bramblehog's hide, as a function of the place on its body.

use super::body::{Body, EYE, part};
use crate::math::Vec3;
use crate::samples::bake::Place;
use crate::samples::noise::{cells, layered, smooth, step};
use crate::samples::picture::rgb;

/// The colour of the hide at a place.
pub(super) fn hide(body: &Body, place: &Place) -> Vec3 {
    let (p, n) = (&place.position, &place.normal);
    let part = body.part(p);
    let mottle = layered(&(p * 9.0));
    // Bristles lie along the body.
    let bristle = layered(&Vec3::new(p.x * 14.0, p.y * 70.0, p.z * 55.0));

    let mut colour = rgb(104, 70, 48).lerp(&rgb(72, 48, 38), step(0.35, 0.65, mottle));
    let back = step(0.15, 0.8, n.z) * step(0.72, 0.9, p.z);
    colour = colour.lerp(&rgb(56, 42, 40), 0.75 * back);
    let belly = step(0.0, -0.75, n.z) * step(0.62, 0.5, p.z);
    colour = colour.lerp(&rgb(164, 122, 88), 0.8 * belly);
    colour = match part {
        part::HEAD | part::EAR => face(colour, part, p, n),
        part::SNOUT => snout(p),
        part::LEG => colour.lerp(&rgb(48, 36, 36), step(0.4, 0.16, p.z)),
        part::HOOF => rgb(44, 38, 40).lerp(&rgb(98, 84, 74), step(0.04, 0.1, p.z)),
        part::TUSK => rgb(214, 192, 146).lerp(&rgb(246, 236, 208), step(0.68, 0.82, p.z)),
        part::THORN => thorn(p, mottle),
        part::TAIL => colour.lerp(&rgb(40, 30, 32), step(0.68, 0.58, p.z)),
        part::EYE => return eye(p),
        _ => colour,
    };
    if matches!(part, part::TORSO | part::LEG) {
        // Pale spots along the flanks, in rows as young boars have them.
        let (distance, number) = cells(&Vec3::new(p.x * 7.0, p.y * 2.0, p.z * 11.0));
        let flank = step(0.1, 0.6, n.y.abs()) * step(0.5, 0.62, p.z) * step(0.95, 0.82, p.z);
        let spot = step(0.34, 0.2, distance) * step(0.2, 0.4, number);
        colour = colour.lerp(&rgb(196, 152, 98), 0.65 * spot * flank);
    }
    if !matches!(part, part::TUSK | part::SNOUT | part::HOOF) {
        colour *= 0.78 + 0.44 * bristle;
    }
    let crease = rgb(70, 48, 54).lerp(&Vec3::repeat(1.0), step(-0.1, 0.9, place.openness));
    colour = colour.component_mul(&crease);
    colour * (0.95 + 0.1 * n.z)
}

fn face(mut colour: Vec3, part: u8, p: &Vec3, n: &Vec3) -> Vec3 {
    let side = Vec3::new(p.x, p.y.abs(), p.z);
    if part == part::EAR {
        let inner = step(0.2, 0.7, n.x) * step(0.14, 0.2, side.y);
        colour = colour.lerp(&rgb(176, 108, 92), 0.75 * inner);
        return colour.lerp(&rgb(38, 28, 30), step(1.08, 1.15, p.z));
    }
    // A lighter muzzle with a dark bridge, and a dark ring round the eye.
    colour = colour.lerp(&rgb(150, 108, 80), 0.7 * step(0.72, 0.9, p.x));
    let bridge = step(0.3, 0.9, n.z) * step(0.05, 0.02, side.y) * step(0.7, 0.76, p.x);
    colour = colour.lerp(&rgb(82, 56, 46), 0.6 * bridge);
    let ring = (side - Vec3::from(EYE)).norm();
    colour = colour.lerp(&rgb(38, 26, 26), 0.8 * step(0.075, 0.045, ring));
    let lips = (p.z - 0.672 - 1.2 * side.y * side.y - 0.06 * (0.97 - p.x)).abs();
    colour.lerp(
        &rgb(66, 28, 32),
        step(0.02, 0.008, lips) * step(0.74, 0.78, p.x),
    )
}

fn snout(p: &Vec3) -> Vec3 {
    let nostril = Vec3::new(0.0, p.y.abs() - 0.036, p.z - 0.718);
    let hole = nostril.component_div(&Vec3::new(1.0, 0.016, 0.024)).norm();
    let pink = rgb(190, 118, 106).lerp(&rgb(150, 88, 82), smooth(&(p * 60.0)));
    let front = step(0.985, 1.0, p.x);
    pink.lerp(&rgb(44, 20, 24), step(1.25, 0.8, hole) * front)
}

fn thorn(p: &Vec3, mottle: f32) -> Vec3 {
    // Green wood that pales towards the tips, which are red.
    let wood = rgb(70, 88, 46).lerp(&rgb(104, 112, 58), mottle);
    let height = p.z - (0.9 + 0.085 * (-((p.x - 0.2) / 0.25).powi(2)).exp());
    let pale = wood.lerp(&rgb(186, 176, 116), step(0.1, 0.24, height));
    pale.lerp(&rgb(170, 58, 40), step(0.22, 0.32, height))
}

fn eye(p: &Vec3) -> Vec3 {
    let side = Vec3::new(p.x, p.y.abs(), p.z) - Vec3::from(EYE);
    let Some(facing) = side.try_normalize(1e-6) else {
        return rgb(20, 12, 10);
    };
    let towards = Vec3::new(0.62, 0.76, 0.18).normalize_or_x();
    let pupil = facing.dot(&towards);
    let iris = rgb(226, 146, 40).lerp(&rgb(26, 14, 10), step(0.8, 0.88, pupil));
    let glint = facing.dot(&Vec3::new(0.55, 0.6, 0.58).normalize_or_x());
    iris.lerp(&rgb(255, 250, 236), step(0.955, 0.98, glint))
}

/// The direction of a vector that has one.
trait NormalizeOrX {
    /// Unit length; the X axis for a vector without direction.
    fn normalize_or_x(&self) -> Vec3;
}

impl NormalizeOrX for Vec3 {
    fn normalize_or_x(&self) -> Vec3 {
        self.try_normalize(1e-9).unwrap_or_else(Vec3::x)
    }
}
